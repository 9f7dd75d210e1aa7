/** The lab Rotation: RoPE by its pairs, its score, its claims tested, and its positions with several streams. */
import type { Locator, Page } from "@playwright/test";
import { violations } from "./axe.ts";
import { expect, test } from "./support.ts";

const score = (page: Page): Locator => page.getByTestId("score");
const figure = (page: Page, name: string): Locator => page.locator(`[data-figure="${name}"]`);
const part = (page: Page, name: string): Locator => page.locator(`section[data-part="${name}"]`);

async function open(page: Page, { query = "lang=en", hash = "" } = {}): Promise<void> {
  await page.goto("about:blank");
  await page.goto(`./?lab=rotation&${query}${hash}`);
  await expect(score(page)).toBeVisible();
  await settled(page);
}

/** Every part has the numbers of the present state. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByTestId("answer")).toHaveAttribute("aria-busy", "false");
  await expect(part(page, "picture")).toHaveAttribute("aria-busy", "false");
}

async function tryIt(page: Page, name: string): Promise<void> {
  await page.locator(`[data-try="${name}"]`).click();
  await settled(page);
}

test("opens with a score, its parts and every figure", async ({ page }) => {
  await open(page);
  await expect(page).toHaveTitle("Posenc: rotary positions (RoPE)");
  await expect(score(page)).toContainText("Query at 7, key at 3");
  await expect(page.locator("posenc-dials figure")).toHaveCount(4);
  await expect(page.getByTestId("wavelengths")).toContainText("6.283 to 6283 positions; 2π · base = 62832");
  await expect(page.getByTestId("identical")).toContainText("8 of 8 channels turn; 0 are the same");
  await expect(page.getByTestId("next-position")).toContainText("stands at 8, though there are 11 tokens");
  await expect(page.getByTestId("stream-counts")).toHaveText("Pairs: t 2, h 3, w 3.");
  for (const name of [
    "frequencies",
    "single",
    "vectors-present",
    "amplitude",
    "raster",
    "streamed",
    "picture-difference",
  ])
    await expect(figure(page, name)).toBeVisible();
});

test("the worked examples in two dimensions", async ({ page }) => {
  await open(page);
  await tryIt(page, "quarter");
  await expect(score(page)).toHaveText("Query at 0, key at 1: the score is 0.");
  await tryIt(page, "shifted");
  await expect(score(page)).toHaveText("Query at 4, key at 5: the score is 0.");
  await expect(page.getByTestId("difference")).toContainText("present minus kept: 0.");
  await tryIt(page, "half");
  await expect(score(page)).toHaveText("Query at 0, key at 2: the score is −1.");
  await tryIt(page, "content");
  await expect(score(page)).toHaveText("Query at 0, key at 1: the score is −1.");
  await expect(page.getByTestId("difference")).toContainText("present minus kept: −1.");
  await tryIt(page, "periodic");
  await expect(page.getByTestId("period")).toContainText("every 4 positions");
});

test("layouts, partial width and XPos in numbers", async ({ page }) => {
  await open(page);
  await tryIt(page, "layouts");
  await expect(score(page)).toContainText("7.03963");
  await expect(page.getByTestId("layout-scores")).toContainText("10.6237");
  await tryIt(page, "mixed");
  await expect(
    page.getByTestId("layout-scores").locator("tr", { hasText: "q half-split, k interleaved" }),
  ).toContainText("0.649465");
  await expect(page.getByTestId("layout-difference")).toContainText("happen to agree");
  await tryIt(page, "partial");
  await expect(page.getByTestId("identical")).toContainText("4 of 16 channels turn; 12 are the same");
  await tryIt(page, "xpos");
  await expect(page.getByTestId("norms")).toContainText("XPos does not keep norms");
});

test("farther is not always smaller, and what streams do", async ({ page }) => {
  await open(page);
  await tryIt(page, "decay");
  await expect(page.getByTestId("ups")).toContainText("Of 2048 steps outwards");
  const ups = await page.getByTestId("ups").textContent();
  const [, rises] = /the score rises in (\d+)/.exec(ups ?? "") ?? [];
  expect(Number(rises)).toBeGreaterThan(500);
  expect(ups).toContain("Largest counter-example");
  await tryIt(page, "misfit");
  await expect(page.getByTestId("stream-counts")).toHaveText("Pairs: t 22, h 21, w 21.");
  await tryIt(page, "axial");
  await expect(page.getByTestId("next-position")).toContainText("16 patches without words");
  await page.locator('[data-patch="0"]').click();
  await expect(page.locator('[data-patch="0"]')).toHaveAttribute("aria-pressed", "true");
  expect(new URL(page.url()).hash).toContain("patch=0");
});

test("positions by keyboard: field, step, slider; Undo takes one back", async ({ page }) => {
  await open(page);
  await page.getByTestId("i").focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("5");
  await page.keyboard.press("Enter");
  await expect(score(page)).toContainText("Query at 5, key at 3");
  await page.getByTestId("j-on").focus();
  await page.keyboard.press("Enter");
  await expect(score(page)).toContainText("Query at 5, key at 4");
  await page.getByTestId("j-slider").focus();
  await page.keyboard.press("ArrowRight");
  await expect(score(page)).toContainText("key at 5");
  await expect(page.getByTestId("layout-difference")).toContainText("happen to agree");
  await page.getByTestId("undo").click();
  await expect(score(page)).toContainText("key at 4");
  await page.getByTestId("reset").click();
  await expect(score(page)).toContainText("Query at 7, key at 3");
  await figure(page, "single").getByRole("slider").focus();
  await page.keyboard.press("End");
  await expect(figure(page, "single").locator(".readout")).toContainText("256");
});

test("a handle of a dial drags the position", async ({ page }) => {
  await open(page, { hash: "#inv_freq=1.5707963267948966&q=1,0&k=1,0&i=0&j=1" });
  await page.locator("posenc-dials").scrollIntoViewIfNeeded();
  const box = await page.locator('posenc-dials svg[role="img"]').boundingBox();
  const handle = await page.locator('[data-handle="k"] rect').boundingBox();
  if (!box || !handle) throw new Error("no dial");
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
  await page.mouse.down();
  // From the top round to the left: a quarter turn more.
  await page.mouse.move(box.x + 0.25 * box.width, box.y + 0.25 * box.height, { steps: 4 });
  await page.mouse.move(box.x + 0.12 * box.width, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(score(page)).toHaveText("Query at 0, key at 2: the score is −1.");
  expect(new URL(page.url()).hash).toContain("j=2");
});

test("turning starts and stops by its button; reduced motion has steps alone", async ({ page }) => {
  await open(page);
  await page.getByTestId("j-play").click();
  await expect(score(page)).not.toContainText("key at 3");
  await page.getByTestId("j-play").click();
  await settled(page);
  const stopped = await score(page).textContent();
  await page.waitForTimeout(1300);
  expect(await score(page).textContent()).toBe(stopped);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page);
  await expect(page.getByTestId("j-play")).toHaveCount(0);
  await expect(page.getByTestId("j-on")).toBeVisible();
});

for (const [lab, play, step] of [
  ["rotation", "j-play", "j-on"],
  ["cache", "play", "step"],
] as const)
  test(`${lab}: a frame without motion has steps alone`, async ({ page }) => {
    await page.goto(`./embed/?lab=${lab}&lang=en`);
    await expect(page.getByTestId(play)).toBeVisible();
    await page.goto(`./embed/?lab=${lab}&lang=en&motion=off`);
    await expect(page.getByTestId(step)).toBeVisible();
    await expect(page.getByTestId(play)).toHaveCount(0);
  });

test("comparison: both in every figure; the link holds it", async ({ page }) => {
  await open(page);
  await page.getByTestId("keep").click();
  await page.getByTestId("theta").fill("100");
  await page.getByTestId("theta").press("Enter");
  await settled(page);
  await expect(page.getByTestId("difference")).toHaveAttribute("data-value", /-?0\.\d+/);
  for (const name of ["vectors-kept", "vectors-difference", "picture-kept", "average"])
    await expect(figure(page, name)).toBeVisible();
  for (const name of ["frequencies", "single"])
    await expect(figure(page, name).locator(".legend li")).toHaveText(["kept", "present"]);
  await expect(page.locator("posenc-dials .kept")).toHaveCount(8);
  const answer = await page.getByTestId("answer").textContent();
  const { hash } = new URL(page.url());
  expect(hash).toBe("#theta=100&b=");
  await open(page, { query: "lang=en", hash });
  expect(await page.getByTestId("answer").textContent()).toBe(answer);
  await page.getByTestId("drop").click();
  await expect(page.getByTestId("difference")).toHaveCount(0);
});

test("what cannot be is said, and the last numbers stay", async ({ page }) => {
  await open(page, {
    hash: `#i=99999&pairing=__proto__&q=${encodeURIComponent("<img src=x onerror=alert(1)>")}&nonsense=1`,
  });
  const faults = page.getByTestId("faults");
  await expect(faults.getByRole("alert")).toHaveCount(4);
  await expect(faults).toContainText("<img src=x onerror=alert(1)>");
  await expect(score(page)).toContainText("Query at 4096");
  await open(page);
  const before = await score(page).textContent();
  await page.locator('[data-try="odd"]').click();
  await expect(faults).toContainText("even number of channels");
  expect(await score(page).textContent()).toBe(before);
  await expect(page.getByTestId("answer")).toHaveClass(/stale/);
  await page.getByTestId("undo").click();
  await page.getByTestId("q").fill("1, two");
  await page.getByTestId("q").press("Enter");
  await expect(page.getByTestId("q-fault")).toContainText("numbers with commas");
});

for (const [lang, theme, hash, words] of [
  ["en", "light", "", "the score is"],
  ["zh-Hans", "dark", "#theta=100&b=", "分数为"],
  ["zh-Hant", "light", "#layout=axial&sections=0,4,4&head_dim=64", "分數為"],
] as const) {
  test(`axe: ${lang}, ${theme}`, async ({ page }) => {
    await open(page, { query: `lang=${lang}&theme=${theme}`, hash });
    await expect(score(page)).toContainText(words);
    await page.locator("section[data-part=picture] summary").first().click();
    await figure(page, "frequencies").locator("button").first().click();
    expect(await violations(page)).toEqual([]);
  });
}

test("a phone: nothing is wider than the screen", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, { query: "lang=en&theme=dark", hash: "#head_dim=64&columns=8&rows=8&i=1e9" });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});
