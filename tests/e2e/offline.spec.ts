/** After one visit the page works without a network, labs that were never opened included. */
import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "./support.ts";

test.use({ serviceWorkers: "allow" });

/** Visits the page, waits until all of it is kept, and cuts the network off. */
async function visitOnce(page: Page, context: BrowserContext): Promise<void> {
  await page.goto("./?lang=en");
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state !== "activated") await new Promise((done) => active?.addEventListener("statechange", done));
  });
  await context.setOffline(true);
}

test("a lab that was never opened works without a network", async ({ page, context }) => {
  await visitOnce(page, context);
  await page.goto("./?lab=context&lang=zh-Hant");
  await expect(page.locator("posenc-context-lab .claim")).toContainText("Llama 3.1 8B");
  await page.goto("./?lang=zh-Hans");
  await expect(page.getByTestId("answer")).toContainText("狗咬人");
});

test("the documents work without a network too", async ({ page, context }) => {
  await visitOnce(page, context);
  await page.goto("./docs/?lang=zh-Hans");
  await expect(page.locator("h1")).toHaveText("Posenc：使用指南");
  await page.goto("./docs/api.html?lang=en");
  await expect(page.locator("h1")).toHaveText("Posenc: reference");
  await page.goto("./learn/?step=2&lang=zh-Hant");
  await expect(page.locator("h1").first()).toHaveText("RoPE：推導內積");
});

test("what is kept is the page's own files and nothing else", async ({ page, context, baseURL }) => {
  await page.goto("./?lang=en#problem=secret");
  const kept = await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const names = await caches.keys();
    const caught = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    );
    return { names, urls: caught.flat() };
  });
  expect(kept.names).toHaveLength(1);
  expect(kept.urls.length).toBeGreaterThan(20);
  expect(kept.urls.filter((url) => !url.startsWith(baseURL as string) || url.includes("secret"))).toEqual([]);
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
});
