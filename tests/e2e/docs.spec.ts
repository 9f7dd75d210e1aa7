/** The documents as pages: reached from the footer, in three languages and both themes, on a phone, without scripts. */
import type { Page } from "@playwright/test";
import { violations } from "./axe.ts";
import { expect, test } from "./support.ts";

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test("from the footer to the guide and the reference, with language and theme", async ({ page }) => {
  await page.goto("./?lang=zh-Hans&theme=dark");
  await page.locator("footer a").click();
  await expect(page).toHaveURL(/\/docs\/\?lang=zh-Hans&theme=dark$/);
  await expect(page.locator("h1")).toHaveText("Posenc：使用指南");
  await expect(page.locator("html")).toHaveAttribute("data-scheme", "dark");
  await page.locator("nav a").nth(2).click();
  await expect(page).toHaveURL(/\/docs\/api\.html\?lang=zh-Hans&theme=dark$/);
  await expect(page.locator("nav a[aria-current=page]")).toHaveText("参考");
  await expect(page.locator("#createPosenc")).toBeVisible();
  await page.locator(".brand").click();
  await expect(page).toHaveURL(/\/x\/y\/\?lang=zh-Hans&theme=dark$/);
});

test("language and theme are chosen on the page and stay in its address", async ({ page }) => {
  await page.goto("./docs/?lang=en#messages");
  await page.getByLabel("Language").selectOption("zh-Hant");
  await expect(page.locator("#embedding")).toHaveText("嵌入");
  await expect(page).toHaveTitle("Posenc：使用指南");
  await page.getByLabel("配色").selectOption("dark");
  await expect(page.locator("html")).toHaveAttribute("data-scheme", "dark");
  await expect(page).toHaveURL(/docs\/\?lang=zh-Hant&theme=dark#messages$/);
});

for (const path of ["docs/", "docs/api.html"]) {
  for (const [lang, theme, width] of [
    ["en", "light", 1280],
    ["zh-Hans", "dark", 1280],
    ["zh-Hant", "light", 390],
  ] as const) {
    test(`${path}: axe and width, ${lang}, ${theme}, ${width}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`./${path}?lang=${lang}&theme=${theme}`);
      await expect(page.locator("html")).toHaveAttribute("lang", lang);
      for (const details of await page.locator("summary").all()) await details.click();
      expect(await violations(page)).toEqual([]);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
    });
  }
}

test("without scripts the documents stand there in English", async ({ browser, baseURL }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await page.goto(`${baseURL}docs/`);
  await expect(page.locator("[data-table=messages-in] tbody tr")).toHaveCount(8);
  await expect(page.locator("#changes")).toHaveText("Change log");
  await page.close();
});
