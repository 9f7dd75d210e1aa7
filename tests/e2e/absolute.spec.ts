/** The lab Absolute: vectors that are added to the input. */
import type { Locator, Page } from "@playwright/test";
import { violations } from "./axe.ts";
import { expect, test } from "./support.ts";

const answer = (page: Page): Locator => page.getByTestId("answer");
const map = (page: Page, name: string): Locator => page.locator(`[data-map="${name}"]`);
const field = (page: Page, name: string): Locator => page.getByTestId(name);
const tryOut = (page: Page, name: string): Promise<void> => page.locator(`[data-try="${name}"]`).click();

async function open(page: Page, { query = "lang=en", hash = "" } = {}): Promise<void> {
  await page.goto("about:blank");
  await page.goto(`./?lab=absolute&${query}${hash}`);
  await expect(page.getByTestId("words")).toBeVisible();
  await expect(answer(page)).toHaveAttribute("aria-busy", "false");
}

test("opens with an answer, every figure, and the shift measured", async ({ page }) => {
  await open(page);
  await expect(page).toHaveTitle("Posenc: absolute positions, added to the input");
  await expect(answer(page)).toContainText("PE(p) · PE(p + 5) = 23.5, wherever p is.");
  await expect(answer(page)).toContainText("32 pairs of channels, with wavelengths from 6.283 to 47117 positions");
  for (const name of ["waves", "wavelengths", "profile", "projected"])
    await expect(page.locator(`[data-figure="${name}"]`)).toBeVisible();
  for (const name of ["encoding-present", "dots-present"]) await expect(map(page, name)).toBeVisible();
  await expect(page.getByTestId("shift-error")).toContainText("× 10⁻¹⁶");
  await expect(page.getByTestId("rise")).toContainText("fails first after distance 5");
  await expect(page.getByTestId("variants").locator("tbody tr")).toHaveCount(4);
});

test("d_model = 4: the promised numbers, in cells and in the formula", async ({ page }) => {
  await open(page);
  await tryOut(page, "small");
  const cells = page.locator('[data-figure="encoding"] [role=gridcell]');
  await expect(cells).toHaveText([
    ...["0", "1.0000", "0", "1.0000"],
    ...["0.8415", "0.5403", "0.0100", "1.0000"],
    ...["0.9093", "−0.4161", "0.0200", "0.9998"],
  ]);
  await expect(page.getByTestId("pair-formula")).toContainText("PE(1) = (0.8415, 0.5403, 0.0100, 1.0000)");
  await cells.nth(8).click();
  await expect(page.getByTestId("pair-formula")).toContainText("PE(2) = (0.9093, −0.4161, 0.0200, 0.9998)");
  await expect(page.locator('tr[data-pair="1"]')).toContainText("0.01");
});

test("a learned table: counted, ended, refused in the core's words, extended", async ({ page }) => {
  await open(page);
  await tryOut(page, "bert");
  await expect(answer(page)).toContainText("512 rows × 768 channels: 393\u202f216 numbers to learn.");
  await expect(page.getByTestId("count-bytes")).toContainText("1\u202f572\u202f864");
  await tryOut(page, "outside");
  await expect(answer(page)).toContainText("Position 32 has no row");
  await expect(page.getByTestId("refusal")).toHaveText(
    "method.table: expected a row from 0 to 31 of its 32 rows for token 0, got row 32",
  );
  await expect(page.getByTestId("count-reserved")).toContainText("8");
  await field(page, "extension").selectOption("hierarchical");
  await expect(page.getByTestId("refusal")).toHaveCount(0);
  await expect(page.getByTestId("extension-kept")).toContainText("32 read it unchanged");
  await field(page, "extension").selectOption("interpolate");
  await expect(page.getByTestId("extension-kept")).toContainText("1 read it unchanged");
});

test("what the core refuses is said, and the last numbers stay", async ({ page }) => {
  await open(page, { hash: "#method=learned&rows=16&positions=8" });
  await field(page, "offset").fill("16");
  await field(page, "offset").press("Enter");
  await expect(page.getByTestId("faults")).toContainText("of its 16 rows for token 0, got row 16");
  await expect(answer(page)).toContainText("These are the last numbers that could be computed.");
  await expect(map(page, "encoding-present")).toBeVisible();
  await page.getByTestId("undo").click();
  await expect(page.getByTestId("faults")).toBeEmpty();
});

test("by keyboard alone: a cell of a map, a slider, the method, undo", async ({ page }) => {
  await open(page);
  const dots = map(page, "dots-present").getByRole("slider");
  await dots.focus();
  await expect(dots).toHaveAttribute("aria-valuetext", "p = 10, q = 15, k = 5: 23.5");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(field(page, "p")).toHaveValue("11");
  await expect(field(page, "k")).toHaveValue("3");
  await field(page, "k-slider").focus();
  await page.keyboard.press("End");
  await expect(field(page, "k")).toHaveValue("52");
  await expect(answer(page)).toContainText("PE(p) · PE(p + 52)");
  await page.keyboard.press("Home");
  await expect(answer(page)).toContainText("PE(p) · PE(p − 11)");
  await field(page, "method").focus();
  await page.keyboard.press("End");
  await expect(answer(page)).toContainText("64 rows × 64 channels");
  await page.getByTestId("undo").press("Enter");
  await expect(answer(page)).toContainText("PE(p) · PE(p − 11)");
});

test("a drag in the map chooses a position and a pair, and is one step of undo", async ({ page }) => {
  await open(page);
  const plot = map(page, "encoding-present").getByRole("slider");
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.boundingBox();
  if (!box) throw new Error("the map has no box");
  await page.mouse.move(box.x + 60, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 20, box.y + box.height - 40, { steps: 4 });
  await page.mouse.up();
  await expect(field(page, "pair")).toHaveValue("31");
  expect(Number(await field(page, "p").inputValue())).toBeGreaterThan(50);
  await page.getByTestId("undo").click();
  await expect(field(page, "p")).toHaveValue("10");
  await expect(page.getByTestId("undo")).toBeDisabled();
});

test("comparison: kept, present and difference, and the link brings all of it back", async ({ page }) => {
  await open(page);
  await page.getByTestId("keep").click();
  await field(page, "base").fill("100");
  await field(page, "base").press("Enter");
  await expect(page.getByTestId("difference")).toContainText("the product of the chosen positions was 23.5 and is");
  for (const side of ["kept", "present", "difference"]) {
    await expect(map(page, `encoding-${side}`)).toBeVisible();
    await expect(map(page, `dots-${side}`)).toBeVisible();
  }
  await expect(page.locator('[data-figure="waves"]')).toContainText("kept: sine, channel 8");
  const words = await answer(page).textContent();
  const { hash } = new URL(page.url());
  expect(hash).toContain("base=100");
  await open(page, { hash });
  await expect(page.getByTestId("difference")).toBeVisible();
  expect(await answer(page).textContent()).toBe(words);
  await field(page, "d_model").fill("32");
  await field(page, "d_model").press("Enter");
  await expect(page.getByTestId("difference")).toContainText("64 × 64 positions × channels, this is 64 × 32");
  await expect(map(page, "encoding-difference")).toHaveCount(0);
});

test("a hostile link is text, and a state stands beside it", async ({ page }) => {
  const script = encodeURIComponent("<img src=x onerror=alert(1)>");
  await open(page, { hash: `#method=${script}&d_model=1e99&${script}=1&p=7` });
  const faults = page.getByTestId("faults").getByRole("alert");
  await expect(faults).toHaveCount(3);
  await expect(faults.first()).toContainText("<img src=x onerror=alert(1)>");
  await expect(field(page, "d_model")).toHaveValue("1024");
  await expect(field(page, "p")).toHaveValue("7");
  expect(await page.locator("img").count()).toBe(0);
});

test("maps have tables and copies", async ({ page }) => {
  await open(page, { hash: "#d_model=128" });
  const encoding = map(page, "encoding-present");
  await encoding.getByRole("button", { name: /as a table/ }).click();
  await expect(encoding).toContainText("The first 64 rows and 64 columns.");
  await expect(encoding.locator("tbody tr")).toHaveCount(64);
  await expect(encoding.locator("tbody td").nth(1)).toHaveText("1");
  await expect(encoding.locator("[data-copy]")).toHaveCount(3);
});

for (const [lang, theme, hash, words] of [
  ["en", "light", "", "wherever p is"],
  ["zh-Hans", "dark", "#method=tensor2tensor&b.base=500", "无论 p 在哪里"],
  ["zh-Hant", "light", "#method=learned&rows=32&positions=40", "位置 32 沒有對應的列"],
  ["en", "dark", "#d_model=5&positions=8", "depends on p"],
] as const) {
  test(`axe and words: ${lang}, ${theme}, ${hash || "default"}`, async ({ page }) => {
    await open(page, { query: `lang=${lang}&theme=${theme}`, hash });
    await expect(answer(page)).toContainText(words);
    await expect(page.locator('[data-figure="projected"]')).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
}

test("a phone: nothing overflows, with a comparison too", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const hash of ["#k=-5", "#d_model=768&method=learned&b.d_model=5"]) {
    await open(page, { hash });
    await expect(page.locator('[data-figure="projected"]')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
});
