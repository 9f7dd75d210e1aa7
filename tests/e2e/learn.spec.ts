/** The learning path: five pages in three languages, with live figures, exercises, and what was measured. */
import type { Locator, Page } from "@playwright/test";
import { violations } from "./axe.ts";
import { expect, test } from "./support.ts";

const STEPS = [1, 2, 3, 4, 5];
/** Labs have titles too; the page's comes first. */
const title = (page: Page): Locator => page.locator("h1").first();
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
const exercise = (page: Page, name: string): Locator => page.locator(`posenc-exercise[data-exercise="${name}"]`);
const verdict = (of: Locator): Locator => of.locator(".verdict[role=status]");

async function go(page: Page, step: number, query = "lang=en"): Promise<void> {
  await page.goto(`./learn/?step=${step}&${query}`);
  await expect(title(page)).toBeVisible();
}

/** Scrolls to each figure and waits for its lab to say something. */
async function startFigures(page: Page): Promise<void> {
  for (const lab of await page.locator("article > figure posenc-lab").all()) {
    await lab.scrollIntoViewIfNeeded();
    await expect(
      lab
        .locator(".words, .number")
        .filter({ hasText: /\d|\p{L}/u })
        .first(),
    ).toBeVisible();
    await expect(lab.getByRole("alert").filter({ hasText: /\S/ })).toHaveCount(0);
  }
}

for (const [lang, words] of [
  ["en", "Sinusoidal encoding and its wavelengths"],
  ["zh-Hans", "正弦编码与它的波长"],
  ["zh-Hant", "正弦編碼與它的波長"],
] as const) {
  test(`each step in ${lang}: figures, exercises, what was measured`, async ({ page }) => {
    test.setTimeout(120_000);
    for (const step of STEPS) {
      await go(page, step, `lang=${lang}`);
      if (step === 1) await expect(title(page)).toHaveText(words);
      await expect(page.locator("html")).toHaveAttribute("lang", lang);
      expect(await page.locator("posenc-exercise").count()).toBeGreaterThanOrEqual(3);
      await startFigures(page);
      await page.locator("posenc-measured").scrollIntoViewIfNeeded();
      await expect(page.locator("posenc-measured h3").first()).toBeVisible();
      await expect(page.locator("article")).not.toContainText(/\{\w+\}|undefined|NaN/);
    }
  });
}

test("a wrong answer is told why, a right one too, and the list of steps counts it", async ({ page }) => {
  await go(page, 1);
  const sine = exercise(page, "sine");
  await sine.getByRole("button", { name: "Check" }).click();
  await expect(verdict(sine)).toContainText("not read as a number");
  await sine.getByRole("textbox").fill("3");
  await sine.getByRole("button", { name: "Check" }).click();
  await expect(verdict(sine)).toContainText("Not yet. The first pair has frequency 1");
  await expect(page.locator("[data-progress]")).toHaveCount(0);
  await sine.getByRole("textbox").fill("0,141");
  await sine.getByRole("button", { name: "Check" }).click();
  await expect(verdict(sine)).toContainText("Right.");
  await expect(page.locator("[data-progress=sinusoidal]")).toHaveText("1 of 4 exercises done");
  // It stays while the reader goes on and comes back.
  await page.getByRole("link", { name: /^Next/ }).click();
  await expect(title(page)).toHaveText("RoPE: deriving the inner product");
  await expect(page).toHaveURL(/step=2/);
  await page.goBack();
  await expect(exercise(page, "sine").getByText("solved")).toBeVisible();
});

test("a prediction brings the lab from which the number is read", async ({ page }) => {
  await go(page, 1);
  const eighth = exercise(page, "eighth");
  await expect(eighth.locator("posenc-lab")).toHaveCount(0);
  await eighth.getByRole("textbox").fill("50");
  await eighth.getByRole("button", { name: "Check" }).click();
  await expect(verdict(eighth)).toContainText("Not yet.");
  await expect(eighth.locator("posenc-lab").getByTestId("wavelengths")).toContainText("62.83");
  await eighth.getByRole("button", { name: "Show the answer" }).click();
  await expect(verdict(eighth)).toContainText("The answer: 62.8 positions.");
});

test("by the keyboard alone", async ({ page }) => {
  await go(page, 2);
  const half = exercise(page, "half");
  await half.getByRole("textbox").focus();
  await page.keyboard.type("-1");
  await page.keyboard.press("Enter");
  await expect(verdict(half)).toContainText("Right.");
  const value = exercise(page, "value");
  await value.getByRole("radio").first().focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await expect(value.getByRole("radio", { name: "q and k" })).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(verdict(value)).toContainText("Right.");
  await page.keyboard.press("Tab");
  await expect(value.getByRole("button", { name: "Show the answer" })).toBeFocused();
});

test("recorded studies are told in numbers, and lead to the lab that runs them again", async ({ page }) => {
  await go(page, 4);
  const measured = page.locator("posenc-measured");
  await expect(measured.locator("table[data-study=passkey] tbody tr").first()).toContainText("RoPE");
  await expect(measured.locator("[data-sentences=passkey]")).toContainText("at every tested length up to");
  const link = measured.getByRole("link", { name: "Run it again" }).first();
  await expect(link).toHaveAttribute("href", /\?lab=train&lang=en#task=passkey&methods=rope&steps=\d+/);
});

test("what is trained here is equal to the recording of the same seed", async ({ page }) => {
  test.setTimeout(180_000);
  await go(page, 4);
  const button = page.locator("[data-here=hidden_markov]");
  await button.scrollIntoViewIfNeeded();
  await button.click();
  await expect(page.getByRole("progressbar")).toBeVisible();
  const row = page.locator("table[data-study=hidden_markov] tr.here");
  await expect(row).toContainText("RoPE, here", { timeout: 150_000 });
  const difference = await page.locator("[data-difference=hidden_markov]").getAttribute("data-value");
  // The recording keeps five digits after the point.
  expect(Number(difference)).toBeLessThanOrEqual(1e-5);
});

test("claims have verdicts with numbers; the cost is measured here", async ({ page }) => {
  await go(page, 5);
  const claims = page.getByTestId("claims");
  await claims.scrollIntoViewIfNeeded();
  await expect(claims.locator("[data-claim=decay]")).toHaveAttribute("data-verdict", "depends");
  await expect(claims.locator("[data-claim=decay]")).toContainText("of 2048 steps");
  for (const name of ["sinusoidal", "flat", "detail"])
    await expect(claims.locator(`[data-claim=${name}]`)).toHaveAttribute("data-verdict", /holds|fails|depends/);
  const cost = claims.locator("[data-claim=cost]");
  await expect(cost).toHaveAttribute("data-verdict", "unmeasured");
  await cost.getByRole("button", { name: "Measure here" }).click();
  await expect(cost.locator("li")).toContainText(/tokens|Cannot be told/, { timeout: 30_000 });
});

test("reached from the home page and from the guide, with language and theme", async ({ page }) => {
  await page.goto("./?lang=zh-Hans&theme=dark");
  await page.getByTestId("learn").click();
  await expect(page).toHaveURL(/\/learn\/\?lang=zh-Hans&theme=dark$/);
  await expect(page.locator("html")).toHaveAttribute("data-scheme", "dark");
  await page.locator("header nav a").nth(1).click();
  await expect(page).toHaveURL(/\/docs\/\?lang=zh-Hans&theme=dark$/);
  await page.getByRole("link", { name: "学习路径" }).click();
  await expect(title(page)).toHaveText("正弦编码与它的波长");
});

test("language and theme change on the page, and its links follow", async ({ page }) => {
  await go(page, 3);
  await page.getByLabel("Language", { exact: true }).selectOption("zh-Hant");
  await expect(title(page)).toHaveText("從可學習的表到 T5 的桶");
  await page.getByLabel("配色", { exact: true }).selectOption("dark");
  await expect(page.locator("figcaption a").first()).toHaveAttribute("href", /lang=zh-Hant&theme=dark/);
  await expect(page).toHaveURL(/step=3&lang=zh-Hant&theme=dark$/);
  await expect(page.getByRole("link", { name: /^下一步/ })).toHaveAttribute("href", /step=4&lang=zh-Hant&theme=dark/);
});

for (const [lang, theme, width] of [
  ["en", "light", 1280],
  ["zh-Hans", "dark", 1280],
  ["zh-Hant", "light", 390],
  ["en", "dark", 390],
] as const) {
  test(`axe and width, ${lang}, ${theme}, ${width}`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width, height: 844 });
    for (const step of STEPS) {
      await go(page, step, `lang=${lang}&theme=${theme}`);
      await startFigures(page);
      const first = page.locator("posenc-exercise").first();
      await first.locator("button").last().click();
      await expect(verdict(first)).not.toBeEmpty();
      expect(await violations(page)).toEqual([]);
      expect(await overflow(page), `step ${step}`).toBeLessThanOrEqual(0);
    }
  });
}
