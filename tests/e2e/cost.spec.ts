/** The Cost lab: one small measurement by itself, others on demand, abort, counts, comparison, languages, axe. */
import type { Page } from "@playwright/test";
import { violations } from "./axe.ts";
import { expect, test } from "./support.ts";

async function open(page: Page, hash = "", query = "lang=en"): Promise<void> {
  await page.goto("about:blank");
  await page.goto(`./?lab=cost&${query}${hash}`);
  await expect(page.getByTestId("shares")).toBeVisible();
  await expect(page.getByTestId("counts")).toBeVisible();
}

const row = (page: Page, method: string) => page.getByTestId("shares").locator(`[data-method="${method}"]`);

test("one small measurement opens the page; nothing more starts by itself", async ({ page }) => {
  await open(page, "#tokens=128");
  await expect(page.getByTestId("machine")).toContainText("Measured: 128 tokens, 8 heads of 64, 7 rounds.");
  await expect(page.getByTestId("answer")).toContainText("RoPE");
  await expect(page.getByTestId("shares").locator("tbody tr")).toHaveCount(2);
  await expect(row(page, "rotary")).toContainText("%");
  await page.getByTestId("tokens").fill("64");
  await page.getByTestId("tokens").press("Enter");
  await expect(page.getByTestId("spread")).toContainText("press Measure");
  await expect(page.getByTestId("machine")).toContainText("128 tokens");
  await expect(page.getByTestId("abort")).toBeDisabled();
});

test("measured on demand, with every method, and the claims are answered", async ({ page }) => {
  await open(page, "#tokens=64&rounds=3&set=all&method=cope");
  await page.getByTestId("measure").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("machine")).toContainText("64 tokens, 8 heads of 64, 3 rounds");
  await expect(page.getByTestId("shares").locator("tbody tr")).toHaveCount(8);
  await expect(page.getByTestId("answer")).toContainText("CoPE");
  for (const claim of ["rotary", "alibi"])
    await expect(page.locator(`[data-claim="${claim}"]`)).toContainText(/old|told/);
  await expect(row(page, "fire").locator("td").nth(4)).toContainText("ms");
});

test("a long measurement shows its progress and can be aborted; earlier numbers stay", async ({ page }) => {
  await open(page, "#tokens=2048&rounds=31");
  await page.getByTestId("measure").click();
  await expect(page.getByTestId("status")).toContainText(/[1-9]\d* of 128 calls/);
  await page.getByTestId("abort").click();
  await expect(page.getByTestId("measure")).toBeEnabled();
  await expect(page.getByTestId("machine")).toContainText("384 tokens");
  await expect(page.getByTestId("failure")).toHaveCount(0);
  // And the engine is there again.
  await page.getByTestId("tokens").fill("32");
  await page.getByTestId("tokens").press("Enter");
  await page.getByTestId("rounds").fill("3");
  await page.getByTestId("rounds").press("Enter");
  await page.getByTestId("measure").click();
  await expect(page.getByTestId("machine")).toContainText("32 tokens, 8 heads of 64, 3 rounds");
});

test("counted: parameters, tables, the score matrix that is not made, the cache", async ({ page }) => {
  await open(page, "#tokens=2048");
  await expect(page.locator('[data-size="scores"]')).toHaveText("128 MiB");
  await expect(page.locator('[data-size="cache"]')).toHaveText("4 KiB");
  const counts = page.getByTestId("counts");
  await expect(counts.locator('[data-method="rotary"]')).toContainText("1 MiB");
  await expect(counts.locator('[data-method="t5_bias"]')).toContainText("256");
  await expect(counts.locator('[data-method="alibi"] td').first()).toHaveText("0");
});

test("compared: one press measures both", async ({ page }) => {
  await open(page, "#tokens=64&rounds=3&b.tokens=32&b.rounds=3");
  await page.getByTestId("measure").click();
  await expect(page.getByTestId("difference")).toContainText("Kept, RoPE at 32 tokens");
  await expect(page.getByTestId("shares").locator("thead")).toContainText("kept");
  await expect(row(page, "rotary").locator("td")).toHaveCount(7);
  await expect(page.locator('[data-size="scores"]')).toContainText("kept: 32 KiB");
});

test("without WebGPU the page says why and whose numbers these are", async ({ page }) => {
  await open(page, "#tokens=32&rounds=3&engine=webgpu");
  await page.getByTestId("measure").click();
  await expect(page.getByTestId("fallback")).toContainText("the numbers are those of WebAssembly");
  await expect(row(page, "rotary")).toContainText("on wasm");
});

test("links: round trip, clamped and hostile ones are said", async ({ page }) => {
  await open(page, "#method=alibi&tokens=96&heads=2");
  await expect(page.getByTestId("tokens")).toHaveValue("96");
  await expect(page.getByTestId("method")).toHaveValue("alibi");
  await open(page, "#tokens=1000000&heads=%3Cscript%3E&__proto__=1");
  const faults = page.getByTestId("faults");
  await expect(faults).toContainText("nearest that can be shown is 2048");
  await expect(faults).toContainText("<script>");
  await expect(faults).toContainText("__proto__");
  await expect(page.getByTestId("tokens")).toHaveValue("2048");
});

for (const [lang, theme, width, text] of [
  ["en", "dark", 1280, "Claims, tested"],
  ["zh-Hans", "light", 390, "检验流传的说法"],
  ["zh-Hant", "dark", 1024, "檢驗流傳的說法"],
] as const) {
  test(`axe and words: ${lang}, ${theme}, ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await open(page, "#tokens=64&b.tokens=32", `lang=${lang}&theme=${theme}`);
    await expect(page.locator("posenc-cost-lab")).toContainText(text);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  });
}
