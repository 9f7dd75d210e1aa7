/** The Train lab: recorded results at once, training here with pause and abort, what is kept, links, languages, axe. */
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { violations } from "./axe.ts";
import { longestTask } from "./longest-task.ts";
import { expect, test } from "./support.ts";

/** Small enough for a test. */
const SMALL = "steps=30&tokens=16&times=1,2&sequences=4&width=16&heads=2&layers=1&batch=4";
/** Does not end by itself while a test looks at it. */
const LONG = "steps=20000&tokens=16&times=1&sequences=4&width=16&heads=2&layers=1&batch=4";

async function open(page: Page, hash = "", query = "lang=en"): Promise<void> {
  await page.goto("about:blank");
  await page.goto(`./?lab=train&${query}${hash}`);
  await expect(page.getByTestId("answer")).not.toContainText(/Fetching|正在取/);
}

const stage = (page: Page): Locator => page.getByTestId("stage");
const run = (page: Page, name: string): Locator => page.locator(`[data-run="${name}"]`);
const row = (page: Page, name: string): Locator => page.getByTestId("table").locator(`[data-row="${name}"]`);

const hide = (page: Page, isHidden: boolean) =>
  page.evaluate((isHidden) => {
    Object.defineProperty(document, "visibilityState", { value: isHidden ? "hidden" : "visible", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isHidden);

/** Steps that were done at two moments of a second's distance. */
async function stepsLater(page: Page, name: string): Promise<[number, number]> {
  const steps = () =>
    run(page, name)
      .locator("progress")
      .evaluate((bar) => (bar as HTMLProgressElement).value);
  const before = await steps();
  await page.waitForTimeout(1000);
  return [before, await steps()];
}

test("recorded results are there at once, with how they were made; nothing trains by itself", async ({ page }) => {
  const workers: string[] = [];
  page.on("worker", (worker) => workers.push(worker.url()));
  await open(page);
  await expect(page.getByTestId("condition")).toContainText("Recorded.");
  await expect(page.getByTestId("origin")).toContainText("npx posenc train --task passkey --methods ");
  for (const name of ["curve", "lengths-loss", "lengths-accuracy"])
    await expect(page.locator(`[data-figure="${name}"]`).first()).toBeVisible();
  await expect(row(page, "learned")).toContainText("refused: the table has 32 rows");
  await expect(page.getByTestId("abort")).toBeDisabled();
  await expect(page.getByTestId("attention")).toContainText("Recordings keep no models.");
  expect(workers).toEqual([]);
});

test("trained here: curves, tests by length, table; kept beside the recording, and as a file", async ({ page }) => {
  await open(page, `#methods=learned,rope&extensions=yarn&fine_tune=4&depths=3&${SMALL}`);
  await page.getByTestId("train").focus();
  await page.keyboard.press("Enter");
  await expect(run(page, "rope-0")).toContainText("34 of 34", { timeout: 30_000 });
  await expect(stage(page)).toHaveText("Done.", { timeout: 30_000 });
  await expect(page.getByTestId("condition")).toContainText("Passkey: 30 steps on 16 tokens, batch 4, seeds: 1");
  await expect(page.getByTestId("condition")).toContainText("Trained in this page.");
  await expect(page.getByTestId("condition")).not.toContainText("Train takes the present settings, which differ.");
  await expect(row(page, "learned")).toContainText("refused: the table has 16 rows");
  for (const name of ["rope", "rope+yarn", "rope+yarn+4"]) await expect(row(page, name)).toContainText("%");
  await expect(page.locator('[data-figure="needle-rope-present"]')).toBeVisible();
  await expect(page.locator('[data-figure="extensions-rope-4-loss"]')).toBeVisible();
  // What the trained models look at; the table refuses there too.
  const attention = page.getByTestId("attention");
  await attention.getByRole("combobox").selectOption("RoPE, seed 0");
  await attention.getByRole("button", { name: "32 tokens" }).click();
  await expect(attention.locator("posenc-map")).toHaveCount(2);
  await expect(attention.locator("posenc-map").first()).toContainText("Layer 1, head 1");
  await expect(attention.locator("posenc-map .readout").first()).toHaveText(/to read it\.$/);
  await attention.getByRole("combobox").selectOption("learned table, seed 0");
  await expect(attention.getByRole("alert")).toContainText("The model does not go to this length.");
  // The file is what the command prints.
  const download = page.waitForEvent("download");
  const copies = page.locator('posenc-copies[name="study"]');
  await copies.locator("summary").click();
  await copies.locator('[data-save="json"]').click();
  const { study, runs } = JSON.parse(await readFile(await (await download).path(), "utf8"));
  expect([study.methods, study.steps, runs.length, runs[0].curve.length]).toEqual([["learned", "rope"], 30, 2, 30]);
  // A second study, and back to the first.
  await page.getByTestId("steps").fill("2");
  await page.getByTestId("steps").press("Enter");
  await expect(page.getByTestId("condition")).toContainText("Train takes the present settings, which differ.");
  await page.getByTestId("train").click();
  await expect(page.locator('[data-visit="1"]')).toHaveAttribute("aria-pressed", "true");
  await expect(stage(page)).toHaveText("Done.", { timeout: 30_000 });
  await page.locator('[data-visit="0"]').click();
  await expect(page.getByTestId("steps")).toHaveValue("30");
  await expect(page.getByTestId("condition")).toContainText("30 steps on 16 tokens");
  await page.getByTestId("recorded").click();
  await expect(page.getByTestId("condition")).toContainText("Recorded.");
});

test("equal studies give equal numbers", async ({ page }) => {
  await open(page, `#methods=rope&${SMALL}`);
  const texts: string[] = [];
  for (let time = 0; time < 2; ++time) {
    await page.getByTestId("train").click();
    await expect(page.locator(`[data-visit="${time}"]`)).toHaveAttribute("aria-pressed", "true");
    await expect(stage(page)).toHaveText("Done.", { timeout: 30_000 });
    texts.push((await row(page, "rope").locator("td").allInnerTexts()).slice(0, 3).join(" "));
  }
  expect(texts[0]).toMatch(/\d\.\d{3}/);
  expect(texts[1]).toBe(texts[0]);
});

test("pause, resume and abort; hidden or off the screen it waits, and says so", async ({ page }) => {
  await open(page, `#methods=none,rope&${LONG}`);
  await page.getByTestId("train").click();
  await expect(page.getByTestId("progress-text")).toContainText(/steps per second/);
  await page.getByTestId("pause").click();
  await expect(stage(page)).toHaveText("Paused.");
  await page.waitForTimeout(400);
  const [before, after] = await stepsLater(page, "none-0");
  expect(after).toBe(before);
  await page.getByTestId("pause").click();
  await expect(stage(page)).toHaveText("Training.");
  await expect.poll(async () => (await stepsLater(page, "none-0"))[1]).toBeGreaterThan(after);
  await hide(page, true);
  await expect(stage(page)).toHaveText("Paused while the page is hidden.");
  await page.waitForTimeout(400);
  const [hidden, later] = await stepsLater(page, "none-0");
  expect(later).toBe(hidden);
  await hide(page, false);
  await expect(stage(page)).toHaveText("Training.");
  type Rests = HTMLElement & { environment: { activity: { pause(): void; resume(): void } } };
  const lab = page.locator("posenc-train-lab");
  await lab.evaluate((lab) => (lab as Rests).environment.activity.pause());
  await expect(stage(page)).toHaveText("Paused while it is off the screen.");
  await lab.evaluate((lab) => (lab as Rests).environment.activity.resume());
  await page.getByTestId("abort").click();
  await expect(stage(page)).toHaveText("Aborted; what was measured is kept.");
  await expect(run(page, "none-0")).toContainText("ended");
  await expect(page.locator('[data-figure="curve"]')).toBeVisible();
  await expect(page.getByTestId("train")).toBeEnabled();
});

test("a long study is asked about before it starts", async ({ page }) => {
  await open(page, "#steps=20000&seeds=5&tokens=128&batch=64&methods=none,rope,alibi,xl,deberta,fire");
  await page.getByTestId("train").click();
  await expect(page.getByTestId("question")).toContainText(/about \d/, { timeout: 30_000 });
  await expect(stage(page)).toHaveText("Not started.");
  await page.getByTestId("cancel").click();
  await expect(stage(page)).toHaveText("Aborted; what was measured is kept.");
  await expect(page.getByTestId("question")).toHaveCount(0);
});

test("links: round trip, undo, clamped and hostile ones are said", async ({ page }) => {
  await open(page, "#task=hidden_markov&methods=rope,t5&steps=77&seeds=2&depths=5&extensions=yarn");
  await expect(page.getByTestId("steps")).toHaveValue("77");
  await expect(page.getByTestId("task")).toHaveValue("hidden_markov");
  await expect(page.getByTestId("methods").getByLabel("T5 bias")).toBeChecked();
  await page.getByTestId("methods").getByLabel("ALiBi").check();
  await expect.poll(() => new URL(page.url()).hash).toContain("methods=t5,rope,alibi");
  await page.getByTestId("undo").click();
  await expect.poll(() => new URL(page.url()).hash).toContain("methods=t5,rope&");
  await open(page, "#steps=1e9&tokens=0&rate=-1&methods=gpt,rope&heads=%3Cscript%3E&__proto__=1");
  const faults = page.getByTestId("faults");
  for (const text of ["nearest that can be shown is 20000", "nearest that can be shown is 12", "<script>", "__proto__"])
    await expect(faults).toContainText(text);
  await expect(page.getByTestId("steps")).toHaveValue("20000");
});

test("the main thread stays free while it trains, on a phone too", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, `#methods=none,rope&${LONG}`);
  const longest: number[] = [];
  await page.getByTestId("train").click();
  await expect(stage(page)).toHaveText("Training.");
  for (let time = 0; time < 3 && !longest.some((ms) => ms < 50); ++time)
    longest.push(
      await longestTask(page, async () => {
        await page.waitForTimeout(1500);
        await page.locator('[data-figure="curve"] .plot').focus();
        for (let press = 0; press < 5; ++press) await page.keyboard.press("ArrowRight");
        await page.waitForTimeout(500);
      }),
    );
  expect(Math.min(...longest)).toBeLessThan(50);
  await page.getByTestId("abort").click();
});

for (const [lang, theme, width, text] of [
  ["en", "dark", 1280, "Method by length"],
  ["zh-Hans", "light", 390, "方法与长度"],
  ["zh-Hant", "dark", 1024, "方法與長度"],
] as const) {
  test(`axe and words: ${lang}, ${theme}, ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await open(page, `#methods=rope&${SMALL}&b.task=hidden_markov`, `lang=${lang}&theme=${theme}`);
    await page.getByTestId("train").click();
    await expect(page.locator('[data-row="rope"]').first()).toBeVisible({ timeout: 30_000 });
    for (const fold of await page.locator("details.fold summary").all()) await fold.click();
    await expect(page.locator("posenc-train-lab")).toContainText(text);
    await expect(page.getByTestId("abort")).toBeDisabled({ timeout: 30_000 });
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  });
}
