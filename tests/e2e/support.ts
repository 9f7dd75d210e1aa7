/** What every spec of the page uses: opening it, reading the verdict, and a watch on errors and foreign requests. */
import { test as base, expect, type Locator, type Page } from "@playwright/test";
import type { Problem } from "../../web/src/engine/problem.ts";
import { watchPage } from "../support/watch.ts";

export const test = base.extend<{ watch: string[] }>({
  /** Errors and requests to other origins. A test that expects some empties the list. */
  watch: [
    async ({ page, baseURL }, use) => {
      const seen = watchPage(page, [baseURL as string]);
      await use(seen);
      expect(seen).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

export const hashOf = (problem: unknown): string => `#problem=${encodeURIComponent(JSON.stringify(problem))}`;

export const words = (...tokens: string[]): Problem["input"] => ({ kind: "tokens", tokens });

export async function open(page: Page, { query = "lang=en", hash = "" } = {}): Promise<void> {
  // A fresh document even where only the fragment differs.
  await page.goto("about:blank");
  await page.goto(`./?lab=order&${query}${hash}`);
  await expect(verdict(page)).toHaveAttribute("data-follows", /true|false/);
}

export const verdict = (page: Page): Locator => page.getByTestId("verdict");

/** max |F(PX) - P F(X)| for what the controls show, once it is there. */
export async function difference(page: Page): Promise<number> {
  await expect(verdict(page)).toHaveAttribute("aria-busy", "false");
  return Number(await page.getByTestId("difference").getAttribute("data-value"));
}

/** The menu of methods. */
export const methodMenu = (page: Page): Locator => page.getByTestId("method").getByRole("combobox");

/** Chooses a method by typing what finds it alone, or first. */
export async function chooseMethod(page: Page, search: string): Promise<void> {
  await methodMenu(page).click();
  await methodMenu(page).fill(search);
  await methodMenu(page).press("Enter");
}

export const figure = (page: Page, name: string): Locator => page.locator(`posenc-heatmap[data-figure="${name}"]`);

export const cell = (page: Page, name: string, row: number, column: number): Locator =>
  figure(page, name).locator(`[data-row="${row}"][data-column="${column}"]`);

/** The words of the permuted row, left to right. */
export const order = (page: Page): Promise<string[]> =>
  page.locator("posenc-token-strip .permuted button").allInnerTexts();

export const problemInAddress = (page: Page): Problem | null => {
  const { hash } = new URL(page.url());
  return hash === "" ? null : JSON.parse(decodeURIComponent(hash.replace("#problem=", "")));
};
