/** A host's page with two labs: the frame and the element, and what must not happen on it. */
import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { watchPage } from "../support/watch.ts";

export { expect };

interface Options {
  /** Where the labs come from. */
  labs: string;
}

export const test = base.extend<Options & { watch: string[] }>({
  labs: ["", { option: true }],
  /** Errors, and requests to anywhere but the site and the labs. */
  watch: [
    async ({ page, baseURL, labs }, use) => {
      const seen = watchPage(page, [baseURL as string, labs]);
      await use(seen);
      expect(seen).toEqual([]);
    },
    { auto: true },
  ],
});

const A_NUMBER = /[−-]?\d+(\.\d+)?/;

export const frame = (page: Page): Locator => page.locator("iframe");
export const element = (page: Page): Locator => page.locator("posenc-lab");

export async function bothCompute(page: Page): Promise<void> {
  // A lab that is out of sight rests.
  await frame(page).scrollIntoViewIfNeeded();
  await expect(frame(page).contentFrame().locator(".claim .words")).toHaveText(A_NUMBER);
  await element(page).scrollIntoViewIfNeeded();
  await expect(element(page).locator(".claim .words")).toHaveText(A_NUMBER);
  await expect(element(page).getByRole("alert")).toHaveCount(0);
}

const innerHeight = (lab: Locator): Promise<number> => lab.evaluate((frame) => frame.clientHeight);
const contentHeight = (lab: Locator): Promise<number> =>
  lab
    .contentFrame()
    .locator("main")
    .evaluate((main) => Math.ceil(main.getBoundingClientRect().height));

/** At two widths the frame is as high as what stands in it. */
export async function heightFollows(page: Page): Promise<void> {
  const lab = frame(page);
  await lab.scrollIntoViewIfNeeded();
  const rest = () =>
    expect.poll(async () => Math.abs((await innerHeight(lab)) - (await contentHeight(lab)))).toBeLessThanOrEqual(1);
  await rest();
  const wide = await innerHeight(lab);
  await page.setViewportSize({ width: 500, height: 900 });
  await expect.poll(() => contentHeight(lab)).toBeGreaterThan(wide + 100);
  await rest();
}

/** What is higher than the frame is reached by scrolling in it. */
export async function heightStays(page: Page, height: number): Promise<void> {
  const lab = frame(page);
  expect(await innerHeight(lab)).toBe(height);
  expect(await contentHeight(lab)).toBeGreaterThan(height);
  const end = await lab
    .contentFrame()
    .locator("html")
    .evaluate((root) => {
      root.scrollTop = root.scrollHeight;
      return root.scrollTop + root.clientHeight;
    });
  expect(end).toBeGreaterThanOrEqual(await contentHeight(lab));
}

export type Scheme = "light" | "dark";

/** A frame out of sight is not told of anything by the browser. */
export async function frameIs(page: Page, scheme: Scheme): Promise<void> {
  await frame(page).scrollIntoViewIfNeeded();
  await expect(frame(page).contentFrame().locator("html")).toHaveAttribute("data-scheme", scheme);
}

export async function bothAre(page: Page, scheme: Scheme): Promise<void> {
  await frameIs(page, scheme);
  await expect(element(page).locator(".posenc")).toHaveAttribute("data-scheme", scheme);
}
