/** The lab on relative positions: promised numbers, links, keyboard, comparison, faults, languages, axe. */
import type { Locator, Page } from "@playwright/test";
import { violations } from "./axe.ts";
import { expect, test } from "./support.ts";

const answer = (page: Page): Locator => page.getByTestId("answer");

async function open(page: Page, hash = "", query = "lang=en"): Promise<void> {
  // A fresh document even where only the fragment differs.
  await page.goto("about:blank");
  await page.goto(`./?lab=relative&${query}${hash}`);
  await expect(page.getByTestId("words")).toBeVisible();
  await expect(answer(page)).toHaveAttribute("aria-busy", "false");
}

const key = (page: Page, at: number): Locator => page.getByTestId("keys").locator(`[data-key="${at}"]`);
const matrix = (page: Page, name: string): Locator => page.locator(`[data-matrix="${name}"]`);
const cell = (page: Page, name: string, row: number, column: number): Locator =>
  matrix(page, name).first().locator(`[data-row="${row}"][data-column="${column}"]`);

test("ALiBi: 2 and 2 with slope 0.5 become 1.5 at distance 1 and 0 at distance 4", async ({ page }) => {
  await open(page);
  await expect(page.getByTestId("words")).toHaveText(
    "ALiBi, head 1: the key 4 back gets −2 on its score, and weight 0.058 instead of 0.200.",
  );
  await expect(page.getByTestId("sums")).toContainText("2 − 2 = 0");
  await expect(key(page, 0).locator("td").nth(3)).toHaveText("0");
  await expect(key(page, 3).locator("td").nth(3)).toHaveText("1.5");
  await expect(page.getByTestId("after-sum")).toHaveText("−4");
  await expect(page.getByTestId("formula")).toContainText("0.5 · (−4) = −2");
  await expect(page.getByTestId("slopes")).toContainText("all three rules agree");
});

test("a strong far key wins, and the address says so", async ({ page }) => {
  await open(page);
  await page.locator('[data-try="far"]').click();
  await expect(page.getByTestId("sums")).toHaveText(/largest weight, 0\.9\d\d, goes to the key 4 back/);
  expect(new URL(page.url()).hash).toBe("#contents=8,2,2,2,2");
  await page.getByTestId("undo").click();
  await expect(page.getByTestId("sums")).toContainText("the query’s own key");
});

test("twelve heads: the circulating series is wrong", async ({ page }) => {
  await open(page, "#heads=12&head=9");
  await expect(page.getByTestId("slopes")).toContainText(
    "differs from the authors’ rule in 4 of 12 heads: the last gets 2.44 × 10⁻⁴ instead of 0.08839",
  );
  await expect(page.getByTestId("formula")).toContainText("0.7071 · (−4)");
});

test("T5: which distances share a bucket, in a table", async ({ page }) => {
  await open(page, "#method=t5_bias&bidirectional=on&mask=none");
  const rows = page.getByTestId("buckets").locator("tbody tr");
  await expect(rows).toHaveCount(32);
  await expect(rows.nth(8)).toHaveText(/8\s*8–11\s*·/);
  await expect(rows.nth(31)).toHaveText(/31\s*·\s*≥ 91/);
});

test("Shaw: Δ from the middle word; a cell is chosen by click and by Enter", async ({ page }) => {
  await open(page, "#method=shaw&mask=none&query=1&heads=2&clip=1");
  await expect(page.getByTestId("words")).toContainText("from “bites” to “dog” (Δ\u00a0=\u00a0−1)");
  await expect(cell(page, "delta", 1, 2)).toHaveText("1");
  await cell(page, "pair", 1, 2).click();
  await expect(page.getByTestId("words")).toContainText("to “man” (Δ\u00a0=\u00a0+1)");
  await cell(page, "content", 1, 2).focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByTestId("formula")).toContainText("bites → dog");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("words")).toContainText("to “dog”");
});

test("Transformer-XL: four terms that add up to the score", async ({ page }) => {
  await open(page, "#method=transformer_xl&heads=2&query=2&mask=none");
  const read = async (name: string, row = 2, column = 0) =>
    Number((await cell(page, name, row, column).textContent())?.replace("−", "-"));
  const terms = await Promise.all(
    ["content", "content_position", "global_content", "global_position"].map((name) => read(name)),
  );
  expect(terms.reduce((sum, value) => sum + value, 0)).toBeCloseTo(await read("score"), 1);
  expect(await read("global_position", 1, 0)).toBe(await read("global_position", 2, 1));
  await expect(page.getByTestId("check")).toContainText("10⁻");
});

test("by keyboard: a content score, a setting with its field, the chosen key", async ({ page }) => {
  await open(page);
  await page.getByTestId("content-0").focus();
  for (let presses = 0; presses < 4; ++presses) await page.keyboard.press("ArrowRight");
  await expect(key(page, 0).locator("td").nth(3)).toHaveText("2");
  await page.getByTestId("head-slider").focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByTestId("words")).toContainText("head 2");
  await page.getByTestId("key-0").focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByTestId("words")).toContainText("the key 3 back");
  await page.getByTestId("heads").fill("99");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("heads")).toHaveValue("32");
  await cell(page, "heads", 0, 0).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("words")).toContainText("head 3");
});

test("comparison: curves, matrices with their difference, and a number", async ({ page }) => {
  await open(page);
  await page.getByTestId("keep").click();
  await page.getByTestId("method").getByRole("combobox").click();
  await page.getByRole("option", { name: "KERPLE" }).click();
  await expect(page.getByTestId("difference")).toContainText("Kept (ALiBi, head 1): position gives −2.");
  await expect(matrix(page, "heads")).toHaveCount(3);
  await expect(page.locator('[data-figure="curve"]').getByText("kept: ALiBi, head 1")).toBeVisible();
  await open(page, "#method=cope&b.method=cope&b.seed=1");
  await expect(matrix(page, "counted")).toHaveCount(6);
  await open(page, "#method=shaw&b.text=a+b");
  await expect(page.getByTestId("kept")).toContainText("Kept: ALiBi");
  await expect(page.getByTestId("content-0")).toBeDisabled();
});

test("what the core refuses is said, and the numbers stay", async ({ page }) => {
  await open(page, "#method=t5_bias");
  await page.getByTestId("max_distance").fill("8");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("faults")).toContainText("relative_attention_max_distance");
  await expect(page.getByTestId("buckets").locator("tbody tr")).toHaveCount(32);
});

test("a hostile link is shown as text", async ({ page }) => {
  await open(
    page,
    `#method=<img src=x onerror=alert(1)>&heads=-3&text=${encodeURIComponent("<script>alert(1)</script>")}`,
  );
  await expect(page.getByTestId("faults")).toContainText("<img src=x onerror=alert(1)>");
  await expect(page.getByTestId("faults")).toContainText("the nearest that can be shown is 1");
  await open(page, `#method=deberta&text=${encodeURIComponent("<b>x</b> שלום e\u0301 👩‍👩‍👧")}`);
  await expect(matrix(page, "content").getByText("שלום").first()).toBeVisible();
  expect(await page.locator("posenc-relative-lab b >> text=x").count()).toBe(0);
});

for (const [lang, theme, hash, words] of [
  ["en", "light", "", "ALiBi, head 1"],
  ["en", "dark", "#method=t5_bias&heads=2&buckets=8&b.method=kerple&b.heads=2", "T5 buckets"],
  ["zh-Hans", "dark", "#method=shaw&query=1&heads=2", "从“咬”看“狗”"],
  ["zh-Hant", "light", "#method=transformer_xl&query=2", "從「人」看「狗」"],
] as const) {
  test(`${lang}, ${theme}: words and axe`, async ({ page }) => {
    await open(page, hash, `lang=${lang}&theme=${theme}`);
    await expect(page.locator("html")).toHaveAttribute("lang", lang);
    await expect(page.getByTestId("words")).toContainText(words);
    expect(await violations(page)).toEqual([]);
  });
}

test("fits a phone, and every control is 24 px high", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "#mask=none&b=");
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  const small = await page.evaluate(() => {
    const found: string[] = [];
    const walk = (root: Document | ShadowRoot) => {
      for (const element of root.querySelectorAll<HTMLElement>("*")) {
        if (element.shadowRoot) walk(element.shadowRoot);
        if (!element.matches("button, select, input:not([type=radio], [type=checkbox]), label.choice")) continue;
        const { width, height } = element.getBoundingClientRect();
        if (width > 1 && (width < 24 || height < 24)) found.push(`${element.tagName} ${element.id} ${width}x${height}`);
      }
    };
    walk(document);
    return found;
  });
  expect(small).toEqual([]);
});

test("exponents are raised, and a table that goes on has a shade at its edge", async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 900 });
  await page.goto("embed/?lab=relative&lang=en#method=kerple&b.heads=4");
  const lab = page.locator("posenc-relative-lab");
  await expect(lab.locator("p.text sup").first()).toHaveText("p");
  await expect(lab.locator("p.text", { hasText: "^" })).toHaveCount(0);
  const scroll = lab.locator(".scroll:has(table.keys)");
  expect(await scroll.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeGreaterThan(0);
  expect(await scroll.evaluate((box) => getComputedStyle(box).backgroundAttachment)).toBe(
    "local, local, scroll, scroll",
  );
});
