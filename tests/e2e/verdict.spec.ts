/** What the lab says: equivariance holds and breaks where it should. */
import { cell, chooseMethod, difference, expect, figure, hashOf, open, test, verdict, words } from "./support.ts";

const PRESETS = [
  words("狗", "咬", "人"),
  words("人", "咬", "狗"),
  words("dog", "bites", "man"),
  words("man", "bites", "dog"),
];

test("without positions and without a mask the output follows the permutation", async ({ page }) => {
  await open(page);
  await expect(verdict(page)).toHaveAttribute("data-follows", "true");
  await expect(verdict(page)).toContainText("Attention without positions follows the permutation.");
  expect(await difference(page)).toBeLessThanOrEqual(1e-6);
  expect(Number(await page.getByTestId("mean-difference").getAttribute("data-value"))).toBeLessThanOrEqual(1e-6);
  expect(Number(await page.getByTestId("reference").getAttribute("data-value"))).toBeLessThanOrEqual(1e-12);
});

test("a causal mask breaks it; permuting the mask too mends it", async ({ page }) => {
  await open(page);
  await page.getByLabel("Causal", { exact: true }).check();
  await expect(verdict(page)).toHaveAttribute("data-follows", "false");
  await expect(verdict(page)).toContainText("under a causal mask does not follow");
  expect(await difference(page)).toBeGreaterThan(1e-3);
  await page.getByLabel("Permute the mask too").check();
  await expect(verdict(page)).toHaveAttribute("data-follows", "true");
  expect(await difference(page)).toBeLessThanOrEqual(1e-6);
});

const KINDS = "sinusoidal learned rotary shaw transformer_xl deberta t5_bias alibi kerple sandwich fire cope".split(
  " ",
);

for (const kind of KINDS) {
  test(`${kind} breaks it for every preset, with the mask permuted or not`, async ({ page }) => {
    // FIRE depends on |Δ| here, which a reversal keeps.
    const permutation = kind === "fire" ? [1, 0, 2] : [2, 1, 0];
    for (const input of PRESETS) {
      for (const rest of [{}, { mask: { kind: "causal" }, permute_mask: true }]) {
        await open(page, { hash: hashOf({ input, method: { kind }, permutation, ...rest }) });
        await expect(verdict(page)).toHaveAttribute("data-follows", "false");
        // With the mask permuted too, only the bias between the few visible pairs is left.
        expect(await difference(page)).toBeGreaterThan("mask" in rest ? 1e-4 : 1e-3);
      }
    }
  });
}

test("symmetric ALiBi cannot see a reversal, and the page says why", async ({ page }) => {
  await open(page, {
    hash: hashOf({ input: words("a", "b", "c"), method: { kind: "alibi", direction: "symmetric" } }),
  });
  await expect(verdict(page)).toHaveAttribute("data-follows", "true");
  await expect(page.getByText("a reversal keeps every |Δ|")).toBeVisible();
  await page.getByRole("button", { name: "Move left" }).click();
  await expect(verdict(page)).toHaveAttribute("data-follows", "false");
});

test("FIRE and a local mask cannot see a reversal either", async ({ page }) => {
  for (const rest of [{ method: { kind: "fire" } }, { mask: { kind: "local", reach: 1 } }]) {
    await open(page, { hash: hashOf({ input: words("a", "b", "c"), ...rest }) });
    await expect(verdict(page)).toHaveAttribute("data-follows", "true");
    await expect(page.getByText("a reversal keeps every |Δ|")).toBeVisible();
  }
});

test("a learned table that is too short: the missing row is named and the last result stays", async ({ page }) => {
  await open(page);
  const before = await difference(page);
  await page.locator('[data-try="learned_short"]').click();
  await expect(page.getByTestId("failure")).toContainText("Position 2 has no row: the learned table has 2 rows.");
  await expect(page.getByTestId("failure")).toBeInViewport();
  await expect(page.getByTestId("failure")).toContainText("The last result stays.");
  expect(Number(await page.getByTestId("difference").getAttribute("data-value"))).toBe(before);
  await page.getByLabel("Rows").fill("3");
  await page.getByLabel("Rows").press("Tab");
  await expect(verdict(page)).toContainText("Attention with learned positions does not follow");
  await expect(page.getByTestId("failure")).toHaveCount(0);
});

test("things to try lead to their settings, and back to the verdict", async ({ page }) => {
  await open(page);
  const tries = page.locator("[data-try]");
  expect(await tries.count()).toBe(8);
  for (const button of await tries.all()) {
    await button.click();
    await expect(page.locator("h1")).toBeInViewport();
    await expect(verdict(page)).toHaveAttribute("data-follows", /true|false/);
  }
  await page.locator('[data-try="t5"]').click();
  await cell(page, "scores", 2, 0).hover();
  await expect(page.getByTestId("inspector")).toContainText("(−2) = 1");
  await cell(page, "scores", 2, 1).hover();
  await expect(page.getByTestId("inspector")).toContainText("(−1) = 1");
});

test("the place of every method is marked, and its formula stands complete", async ({ page }) => {
  for (const kind of KINDS) {
    await open(page, { hash: hashOf({ input: words("a", "b", "c"), method: { kind } }) });
    await expect(page.locator(".flow .active")).toHaveCount(kind === "shaw" ? 2 : 1);
    await expect(page.locator(".here")).toHaveCount(1);
    const place = cell(page, "scores", 2, 1);
    await place.hover();
    await expect(page.getByTestId("inspector")).not.toContainText("…");
    await expect(page.getByTestId("inspector")).not.toContainText("NaN");
    const result = await page.getByTestId("inspector").locator("b").last().textContent();
    expect(Number(result?.replace("−", "-"))).toBeCloseTo(Number((await place.textContent())?.replace("−", "-")), 2);
  }
});

test("the table of measurements agrees with the verdict, and leads to its settings", async ({ page }) => {
  await open(page);
  const survey = page.locator('[data-survey="rotary causal"]');
  await expect(survey).toHaveAttribute("data-value", /\d/);
  const measured = Number(await survey.getAttribute("data-value"));
  await survey.click();
  await expect(verdict(page)).toContainText("rotary positions under a causal mask");
  await expect.poll(() => difference(page)).toBeCloseTo(measured, 5);
  for (const mask of ["none", "permuted"]) {
    expect(Number(await page.locator(`[data-survey="none ${mask}"]`).getAttribute("data-value"))).toBeLessThan(1e-12);
  }
});

test("figures follow the method, the side and the head", async ({ page }) => {
  await open(page, {
    hash: hashOf({ input: { ...words("a", "b", "c"), heads: 2, head_dim: 8 }, method: { kind: "sinusoidal" } }),
  });
  await expect(figure(page, "pe")).toBeVisible();
  await expect(figure(page, "rq")).toHaveCount(0);
  const rows = () => figure(page, "scores").locator("[role=rowheader]").allInnerTexts();
  expect(await rows()).toEqual(["a", "b", "c"]);
  await page.getByRole("button", { name: "PX, permuted order" }).click();
  expect(await rows()).toEqual(["c", "b", "a"]);
  const scores = () => figure(page, "scores").locator("[role=gridcell]").allInnerTexts();
  const first = await scores();
  await page.getByRole("button", { name: "Head 2" }).first().click();
  expect(await scores()).not.toEqual(first);
  await chooseMethod(page, "rope");
  await expect(figure(page, "rq")).toBeVisible();
  await expect(figure(page, "pe")).toHaveCount(0);
});

test("new numbers: another seed, other numbers, the same verdict", async ({ page }) => {
  await open(page);
  const before = await figure(page, "x").locator("[role=gridcell]").allInnerTexts();
  await page.getByRole("button", { name: "New numbers" }).click();
  await expect(page.getByTestId("seed")).toHaveText("1");
  await expect.poll(() => figure(page, "x").locator("[role=gridcell]").allInnerTexts()).not.toEqual(before);
  expect(await difference(page)).toBeLessThanOrEqual(1e-6);
});
