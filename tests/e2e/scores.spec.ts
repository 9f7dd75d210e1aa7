/** The lab Scores: any method on any text. */
import type { Locator, Page } from "@playwright/test";
import { violations } from "./axe.ts";
import { setCoreFails, watchCore } from "./failing-core.ts";
import { longestTask } from "./longest-task.ts";
import { expect, test } from "./support.ts";

const answer = (page: Page): Locator => page.getByTestId("answer");
const figure = (page: Page, name: string): Locator => page.locator(`[data-figure="${name}"]`);
const cell = (page: Page, name: string, row: number, column: number): Locator =>
  figure(page, name).locator(`[data-row="${row}"][data-column="${column}"]`);
const map = (page: Page, name: string): Locator => figure(page, name).getByRole("slider");

async function settled(page: Page): Promise<void> {
  await expect(answer(page)).toHaveAttribute("aria-busy", "false", { timeout: 20_000 });
}

async function open(page: Page, { query = "lang=en", hash = "" } = {}): Promise<void> {
  await page.goto("about:blank");
  await page.goto(`./?lab=scores&${query}${hash}`);
  await settled(page);
}

test("opens with numbers: the answer, the terms of a cell, the promised example", async ({ page }) => {
  await open(page);
  await expect(page).toHaveTitle("Posenc: from scores to weights to outputs");
  await expect(answer(page)).toContainText("“dog” (token 11) looks back 3.1 tokens on average");
  await expect(answer(page)).toContainText("1.808 of at most 2.485 nats");
  await expect(cell(page, "position", 5, 1)).toHaveText("−1.00");
  await expect(cell(page, "scores", 1, 5)).toHaveText("hidden by the mask");
  const example = page.getByTestId("example");
  for (const [row, text] of [
    ["distance", "distance14"],
    ["content", "content score22"],
    ["score", "before: score1.50"],
    ["weight", "weight0.81760.1824"],
    ["after", "after: weight without it + bias0−1.5"],
  ])
    await expect(example.locator(`[data-row=${row}]`)).toHaveText(text as string);
  const sums = page.getByTestId("softmax").locator(".sum td");
  await expect(sums.nth(3)).toHaveText("1");
  await expect(sums.nth(5)).toHaveText("−15.5");
  await cell(page, "scores", 9, 2).hover();
  await expect(page.getByTestId("cell")).toHaveText("Query 9 “bites”, key 2 “bites”, Δ = key − query = −7.");
  const shown = await cell(page, "scores", 9, 2).textContent();
  await expect(page.getByTestId("formula").locator("b").first()).toHaveText(
    new RegExp(`^${(shown as string).slice(0, 4)}`),
  );
});

test("settings, undo, link and comparison", async ({ page }) => {
  await open(page);
  await page.getByTestId("method").getByRole("combobox").click();
  await page.getByTestId("method").getByRole("combobox").fill("rope");
  await page.keyboard.press("Enter");
  await expect(answer(page)).toContainText("Rotary (RoPE), causal mask");
  await expect(page.getByTestId("no-bias")).toBeVisible();
  await page.getByTestId("keep").click();
  await page.getByTestId("head").fill("2");
  await page.getByTestId("head").press("Enter");
  await expect(answer(page)).toContainText("head 2 of 4");
  await expect(page.getByTestId("difference")).toContainText(/Kept: .*head 0 of 4.*differ by 0\.\d+/);
  for (const side of ["kept", "present", "difference"])
    await expect(figure(page, "weights").and(page.locator(`[data-side=${side}]`))).toHaveCount(1);
  await expect(page.getByTestId("kept-cell")).toHaveText(/^Kept: score −?[\d.]+, weight [\d.]+\.$/);
  await expect(figure(page, "row-weights").locator(".legend")).toContainText("Weights, kept");
  const said = await answer(page).textContent();
  const { hash } = new URL(page.url());
  expect(hash).toBe("#method=rotary&head=2&b.method=rotary");
  await open(page, { hash });
  expect(await answer(page).textContent()).toBe(said);
  await page.getByTestId("drop").click();
  await expect(page.getByTestId("difference")).toHaveCount(0);
  await page.getByTestId("undo").click();
  await expect(page.getByTestId("difference")).toBeVisible();
  await page.locator("[data-try=order]").click();
  await expect(
    figure(page, "output").and(page.locator("[data-side=difference]")).locator('[data-row="1"][data-column="0"]'),
  ).toHaveText(/^(0|.*e-\d+)$/);
});

test("by keyboard: the row is chosen in a figure, maps are read and zoomed", async ({ page }) => {
  await open(page);
  await cell(page, "weights", 0, 0).focus();
  for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  await expect(answer(page)).toContainText("“bites” (token 2)");
  await expect(page.getByTestId("query")).toHaveValue("2");
  await page.getByTestId("repeat").fill("8");
  await page.getByTestId("repeat").press("Enter");
  await settled(page);
  await map(page, "scores").focus();
  await page.keyboard.press("End");
  await expect(figure(page, "scores").locator(".readout")).toHaveText(
    "query 2 “bites”, key 103 “.”: hidden by the mask",
  );
  for (const key of ["PageDown", "Enter"]) await page.keyboard.press(key);
  await expect(answer(page)).toContainText("“.” (token 103)");
  await expect(figure(page, "scores").locator(".readout")).toContainText(/query 103 “.”, key 103 “.”: −?\d/);
  for (let press = 0; press < 3; ++press) await page.keyboard.press("+");
  await expect(page.getByTestId("region")).toHaveText("Queries 91 … 103, keys 91 … 103");
  await expect(figure(page, "scores").getByRole("grid")).toBeVisible();
  await page.getByTestId("zoom-all").click();
  await expect(map(page, "scores")).toBeVisible();
  await figure(page, "scores").getByRole("button", { name: "Scores as a table" }).click();
  await expect(figure(page, "scores").locator("tbody tr")).toHaveCount(64);
});

test("a drag zooms every map to its region", async ({ page }) => {
  await open(page, { hash: "#repeat=8" });
  const canvas = figure(page, "content").locator("canvas");
  await canvas.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await canvas.boundingBox()) as {
    x: number;
    y: number;
    width: number;
    height: number;
  };
  await page.mouse.move(x + width * 0.25, y + height * 0.25);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.75, y + height * 0.5, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByTestId("region")).toHaveText("Queries 26 … 52, keys 26 … 78");
  await expect(figure(page, "weights").getByRole("slider")).toHaveAttribute(
    "aria-valuetext",
    /^query 26 “.*”, key 26 /,
  );
  await expect(figure(page, "weights").locator("svg text", { hasText: /^60$/ })).toHaveCount(1);
  await expect(page.getByTestId("query")).toHaveValue("11");
});

test("a long text never holds the page up", { tag: "@alone" }, async ({ page }) => {
  await page.addInitScript(() => {
    const long: number[] = [];
    (window as unknown as { long: number[] }).long = long;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) long.push(duration);
    }).observe({ type: "longtask" });
  });
  await open(page);
  await page.evaluate(() => (window as unknown as { long: number[] }).long.splice(0));
  // The least of three: a busy machine makes every task longer.
  const longest: number[] = [];
  for (const seed of [0, 1, 2]) {
    if (longest.some((time) => time < 50)) break;
    const time = await longestTask(page, async () => {
      await page.evaluate((seed) => {
        location.hash = `#repeat=153&query=1500&method=rotary&head_dim=16&seed=${seed}`;
      }, seed);
      await expect(answer(page)).toContainText("(token 1500)", { timeout: 20_000 });
      await settled(page);
      await expect(map(page, "content")).toHaveAttribute("aria-busy", "false");
      await page.getByTestId("query-slider").focus();
      for (let press = 0; press < 5; ++press) await page.keyboard.press("ArrowRight");
      await expect(answer(page)).toContainText("(token 1505)");
      await settled(page);
    });
    longest.push(time);
  }
  const waited = await page.evaluate(() => (window as unknown as { long: number[] }).long);
  test.info().annotations.push({ type: "long tasks, wall ms", description: JSON.stringify(waited) });
  expect(Math.min(...longest)).toBeLessThan(50);
  await expect(page.getByTestId("text-meaning")).toContainText("1989 tokens. At most 2000 tokens and 12000 characters");
});

test("a long calculation says how far it is, and stops", async ({ page }) => {
  await open(page);
  await page.getByTestId("repeat").fill("153");
  await page.getByTestId("repeat").press("Enter");
  await settled(page);
  const before = await answer(page).textContent();
  await page.getByTestId("method").getByRole("combobox").click();
  await page.getByTestId("method").getByRole("combobox").fill("fire");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("progress")).toBeVisible();
  await page.getByTestId("stop").click();
  await expect(page.getByTestId("faults")).toContainText(
    "Stopped. The figures show the last result that was finished.",
  );
  await expect(page.getByTestId("again")).toBeVisible();
  expect(await answer(page).textContent()).toBe(before);
  await page.getByTestId("repeat").fill("2");
  await page.getByTestId("repeat").press("Enter");
  await expect(answer(page)).toContainText("FIRE");
  await settled(page);
  await expect(page.getByTestId("faults")).toBeEmpty();
});

test("what the core refuses is said, and the last numbers stay", async ({ page }) => {
  await open(page);
  const before = await answer(page).textContent();
  await page.getByTestId("head_dim").fill("7");
  await page.getByTestId("head_dim").press("Enter");
  await settled(page);
  await page.getByTestId("method").getByRole("combobox").click();
  await page.getByTestId("method").getByRole("combobox").fill("rope");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("faults")).toContainText(
    /could not be computed.*rotary_dim|could not be computed.*even/,
  );
  await expect(answer(page)).toContainText("ALiBi");
  expect(before).toContain("ALiBi");
});

test("text from anywhere is plain text; what is too long is cut and said", async ({ page }) => {
  await open(page);
  const field = page.getByTestId("text");
  await field.fill("<img src=x onerror=alert(1)> שלום 👩‍👩‍👧 e\u0301");
  await field.blur();
  await settled(page);
  await expect(page.locator("posenc-scores-lab img")).toHaveCount(0);
  await expect(figure(page, "scores").getByRole("rowheader").last()).toHaveText("é14");
  await field.fill("   ");
  await expect(page.getByTestId("text-meaning")).toContainText("There is no token in this text");
  await expect(figure(page, "scores").getByRole("rowheader").last()).toHaveText("é14");
  await field.evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "狗 ".repeat(50_000));
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(page.getByTestId("text-meaning")).toContainText(
    "The text is 100000 characters long; the first 12000 are taken.",
  );
  await expect(page.getByTestId("text-meaning")).toContainText("6000 tokens, of which the first 2000 are taken.");
  await expect(page.getByTestId("link-long")).toBeVisible();
});

test("a core that fails in mid-run is said, the last numbers stay, and the next setting is right", async ({ page }) => {
  await watchCore(page);
  await open(page);
  await setCoreFails(page, true);
  await page.getByTestId("head").fill("2");
  await page.getByTestId("head").press("Enter");
  await page.getByTestId("head_dim").fill("6");
  await page.getByTestId("head_dim").press("Enter");
  await expect(page.getByTestId("faults")).toContainText("stopped twice");
  await expect(page.getByTestId("faults")).toContainText("unreachable <b>executed</b>");
  await expect(answer(page)).toContainText("head 0 of 4");
  await expect(cell(page, "weights", 5, 1)).not.toHaveText("");
  await setCoreFails(page, false);
  await page.getByTestId("head_dim").fill("8");
  await page.getByTestId("head_dim").press("Enter");
  await expect(page.getByTestId("faults")).toBeEmpty();
  await expect(answer(page)).toContainText("head 2 of 4");
  await settled(page);
});

test("a hostile link is refused in words", async ({ page }) => {
  await open(page, { hash: "#method=%3Cscript%3Ealert(1)%3C/script%3E&heads=99&nonsense=1" });
  await expect(page.getByTestId("faults")).toContainText("<script>alert(1)</script>");
  await expect(page.getByTestId("faults")).toContainText("nonsense");
  await expect(answer(page)).toContainText("head 0 of 8");
});

for (const [lang, theme, hash, words] of [
  ["en", "dark", "#repeat=3", "looks back"],
  ["zh-Hans", "light", "#text=%E7%8B%97%E5%92%AC%E4%BA%BA&head=3&b.text=%E7%8B%97%E5%92%AC%E4%BA%BA", "平均回看"],
  ["zh-Hant", "dark", "#text=%E7%8B%97%E5%92%AC%E4%BA%BA&method=rotary&mask=none", "詞元"],
] as const) {
  test(`axe: ${lang}, ${theme}`, async ({ page }) => {
    await open(page, { query: `lang=${lang}&theme=${theme}`, hash });
    await expect(answer(page)).toContainText(words);
    expect(await violations(page)).toEqual([]);
  });
}
