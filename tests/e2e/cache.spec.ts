/** The Cache lab: promised numbers, steps, comparison, links, keyboard, languages, axe. */
import type { Page } from "@playwright/test";
import { violations } from "./axe.ts";
import { expect, test } from "./support.ts";

async function open(page: Page, hash = "", query = "lang=en"): Promise<void> {
  await page.goto("about:blank");
  await page.goto(`./?lab=cache&${query}${hash}`);
  await expect(page.getByTestId("bytes")).toBeVisible();
}

const answer = (page: Page) => page.getByTestId("answer");
const SMALL = "#method=dynamic_ntk&text=a+b+c+d+e+f+g+h&step=8&head_dim=4&original=4";

test("RoPE stores rotated keys; ALiBi and T5 leave the cache alone", async ({ page }) => {
  await open(page);
  await expect(answer(page)).toContainText("RoPE caches rotated keys: a step turns one key per key head (2)");
  await expect(page.getByTestId("bytes")).toContainText("7 tokens take 896 bytes");
  await expect(page.getByTestId("bytes")).toContainText("difference 0");
  await expect(page.getByTestId("strip")).toContainText("R₆k");
  for (const [method, name] of [
    ["alibi", "ALiBi"],
    ["t5_bias", "T5 buckets"],
  ] as const) {
    await page.getByTestId("method").selectOption(method);
    await expect(answer(page)).toContainText(`${name} leaves the cache alone`);
  }
  await expect(page.getByTestId("survivors")).toHaveText("17 of 20 survive.");
});

test("dynamic NTK makes cached keys stale: the sign of a score flips", async ({ page }) => {
  await open(page, SMALL);
  await expect(answer(page)).toContainText("of 8 keys, 7 would be stale");
  const formula = page.getByTestId("formula");
  await expect(formula).toContainText("= 0.01333");
  await expect(formula).toContainText("= −0.006667");
  await expect(page.locator(".strip td.stale").first()).toBeVisible();
  await page.getByTestId("policy").selectOption("static");
  await expect(answer(page)).toContainText("caches rotated keys");
  await expect(page.locator(".strip td.stale")).toHaveCount(0);
});

test("steps by buttons, by keys and by themselves", async ({ page }) => {
  await open(page);
  const cached = page.getByTestId("cached");
  await page.getByTestId("step").click();
  await expect(cached).toHaveText("8 of 13 tokens in the cache");
  await page.getByTestId("back").focus();
  await page.keyboard.press("Enter");
  await expect(cached).toHaveText("7 of 13 tokens in the cache");
  await page.getByTestId("strip").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(cached).toHaveText("9 of 13 tokens in the cache");
  expect(new URL(page.url()).hash).toBe("#step=9");
  await page.getByTestId("play").click();
  await expect(cached).toHaveText("11 of 13 tokens in the cache");
  await page.getByTestId("play").click();
  await expect(page.getByTestId("play")).toHaveText("Play");
  await page.getByTestId("undo").click();
  await expect(cached).toHaveText("9 of 13 tokens in the cache");
});

test("dropping tokens: RoPE turned back, a learned table lost", async ({ page }) => {
  await open(page);
  const moved = page.locator('[data-way="moved"] td').last();
  await expect(moved).toHaveText(/10⁻[⁶⁷]/);
  await page.getByTestId("method").selectOption("learned");
  await expect(page.getByTestId("shift")).toContainText("must be computed again");
  await page.getByTestId("dropped").fill("0");
  await page.getByTestId("dropped").press("Enter");
  await expect(moved).toHaveText("0");
});

test("compared: both sides in the answer, the strip, the figures and the tables", async ({ page }) => {
  await open(page);
  await page.getByTestId("keep").click();
  await page.getByTestId("method").selectOption("dynamic_ntk");
  await page.getByTestId("kv_heads").selectOption("1");
  await expect(page.getByTestId("difference")).toContainText("Kept, RoPE: 128 bytes per token");
  await expect(page.getByTestId("difference")).toContainText("64 bytes per token, 0.");
  await expect(page.getByTestId("strip")).toContainText("In the cache (kept)");
  await expect(page.locator('posenc-heatmap[data-figure^="scores"]')).toHaveCount(3);
  await expect(page.locator('posenc-figure[data-figure="probe"] .legend li')).toHaveCount(3);
  await expect(page.getByTestId("gaps").locator("th")).toHaveCount(8);
});

test("links: round trip, and a hostile one is shown as text", async ({ page }) => {
  await open(page, `${SMALL}&b.method=alibi`);
  await expect(page.getByTestId("method")).toHaveValue("dynamic_ntk");
  await expect(page.getByTestId("drop")).toHaveText("Stop comparing");
  await page.reload();
  await expect(answer(page)).toContainText("of 8 keys, 7 would be stale");
  const script = encodeURIComponent("<img src=x onerror=alert(1)> ‮שלום 👩‍👩‍👧 é");
  await open(page, `#text=${script}&step=9999&method=%3Cb%3E&constructor=1&base=1e99`);
  const faults = page.getByTestId("faults");
  await expect(faults).toContainText("“<b>”");
  await expect(faults).toContainText("constructor");
  await expect(faults).toContainText("nearest that can be shown is 32");
  await expect(page.getByTestId("strip")).toContainText("👩‍👩‍👧");
  await expect(page.locator("posenc-cache-lab img")).toHaveCount(0);
});

test("on a phone the strip stands at the step, and a heatmap fades where more lies behind", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  const strip = page.getByTestId("strip");
  const rightEdges = () =>
    strip.evaluate((box) =>
      [box, ...box.querySelectorAll("th.present")].map((one) => one.getBoundingClientRect().right),
    );
  await expect.poll(async () => (await rightEdges()).length).toBe(2);
  const [edge, step] = (await rightEdges()) as [number, number];
  expect(step).toBeLessThanOrEqual(edge + 1);
  expect(await strip.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0);
  const scores = page.locator("posenc-heatmap").filter({ hasText: "Scores of the steps" }).locator(".scroll");
  const mask = () => scores.evaluate((box) => getComputedStyle(box).maskImage);
  await expect.poll(mask).toContain("gradient");
  await scores.evaluate((box) => box.scrollTo(box.scrollWidth, 0));
  await expect.poll(mask).toBe("none");
});

test("what the core refuses is said, and the earlier numbers stay", async ({ page }) => {
  await open(page);
  await page.goto(`./?lab=cache&lang=en#heads=2&kv_heads=8`);
  await expect(page.getByTestId("faults")).toContainText("kv_heads");
  await expect(page.getByTestId("bytes")).toBeVisible();
  await page.getByTestId("text").fill("   ");
  await page.getByTestId("text").press("Enter");
  await expect(page.getByTestId("text-meaning")).toContainText("write at least one word");
  // Where there are no earlier ones, nothing says that they are being computed.
  await page.goto("about:blank");
  await page.goto(`./?lab=cache&lang=en#heads=2&kv_heads=8`);
  await expect(page.getByTestId("faults")).toContainText("kv_heads");
  await expect(answer(page)).toHaveCount(0);
});

for (const [lang, theme, width, hash, text] of [
  ["en", "dark", 1280, `${SMALL}&b.method=rotary`, "stale"],
  ["zh-Hans", "light", 390, SMALL, "过时"],
  ["zh-Hant", "dark", 1024, "", "快取旋轉後的鍵"],
] as const) {
  test(`axe and words: ${lang}, ${theme}, ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await open(page, hash, `lang=${lang}&theme=${theme}`);
    await expect(answer(page)).toContainText(text);
    await expect(page.getByTestId("survivors")).toBeVisible();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  });
}
