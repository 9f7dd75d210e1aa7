/** Given vectors in the place of words, and the worked examples. */
import type { Page } from "@playwright/test";
import {
  cell,
  chooseMethod,
  difference,
  expect,
  figure,
  hashOf,
  open,
  order,
  problemInAddress,
  test,
  verdict,
} from "./support.ts";

const example = (page: Page, name: string) => page.locator(`[data-example="${name}"]`);

const numberIn = async (page: Page, name: string, row: number, column: number): Promise<number> =>
  Number((await cell(page, name, row, column).textContent())?.replace("−", "-"));

async function choose(page: Page, name: string): Promise<void> {
  await example(page, name).click();
  await expect(example(page, name)).toHaveAttribute("aria-pressed", "true");
  await difference(page);
}

test("ALiBi: content 2 at distances 1 and 4 gives 1.5 and 0, and its formula stands there", async ({ page }) => {
  await open(page);
  await choose(page, "alibi");
  await expect(cell(page, "scores", 4, 3)).toHaveText("1.50");
  await expect(cell(page, "scores", 4, 0)).toHaveText("0");
  await expect(cell(page, "scores", 4, 3)).toBeInViewport();
  await expect(page.getByTestId("inspector")).toContainText("1.5000");
  await expect(page.getByTestId("inspector")).toContainText("2 − 0.5 · 1 = 1.5");
  await expect(figure(page, "x")).toHaveCount(0);
});

test("rotary in two dimensions, sinusoidal, Shaw, learned: the promised numbers", async ({ page }) => {
  await open(page, { query: "lang=en&engine=reference" });
  await choose(page, "rotary");
  expect(await numberIn(page, "scores", 0, 2)).toBeCloseTo(-1, 12);
  expect(await numberIn(page, "scores", 0, 1)).toBeCloseTo(0, 12);
  await choose(page, "rotary_keys");
  expect(await numberIn(page, "scores", 0, 1)).toBeCloseTo(-1, 12);
  await choose(page, "sinusoidal");
  expect(await figure(page, "pe").locator("[role=gridcell]").allInnerTexts()).toEqual([
    "0",
    "1.000",
    "0",
    "1.000",
    "0.841",
    "0.540",
    "0.010",
    "1.000",
    "0.909",
    "−0.416",
    "0.020",
    "1.000",
  ]);
  await choose(page, "learned");
  await expect(cell(page, "input", 2, 0)).toHaveText("2.300");
  await expect(cell(page, "input", 2, 1)).toHaveText("0.400");
  await choose(page, "shaw");
  await expect(page.getByTestId("inspector")).toContainText("Δ = −1");
  await cell(page, "scores", 1, 2).hover();
  await cell(page, "scores", 1, 2).focus();
  await expect(page.getByTestId("inspector")).toContainText("Δ = 1");
});

test("given vectors are permuted like words; back to words, and Back", async ({ page }) => {
  const input = {
    kind: "tensors",
    query: [
      [1, 0],
      [0, 1],
      [1, 1],
    ],
    key: [
      [1, 2],
      [0, 1],
      [3, 0],
    ],
    value: [[1], [2], [4]],
  };
  await open(page, { hash: hashOf({ input }) });
  await expect(verdict(page)).toHaveAttribute("data-follows", "true");
  expect(await order(page)).toEqual(["x₂", "x₁", "x₀"]);
  await expect(page.getByLabel("Your own")).toHaveCount(0);
  await expect(page.getByTestId("given")).toContainText("Q, K and V are given instead of words");
  await expect(page.getByTestId("seed")).toHaveCount(0);
  await page.getByRole("button", { name: "Move left" }).click();
  expect(problemInAddress(page)).toEqual({ input, permutation: [2, 0, 1] });
  expect(await difference(page)).toBeLessThanOrEqual(1e-6);
  await page.getByLabel("Causal", { exact: true }).check();
  await expect(verdict(page)).toHaveAttribute("data-follows", "false");
  await page.getByTestId("to-words").click();
  await expect(page.getByLabel("Your own")).toHaveValue("dog bites man");
  await expect(page.locator("input[name=mask]:checked")).toHaveValue("causal");
  await page.goBack();
  expect(await order(page)).toEqual(["x₂", "x₀", "x₁"]);
});

test("X given: width fixed, heads and seed free; without values a remark; no input to add to is said", async ({
  page,
}) => {
  const embeddings = [
    [1, 0, 2, 1],
    [0, 1, -1, 0.5],
    [1, 1, 0, 2],
  ];
  await open(page, { hash: hashOf({ input: { kind: "embeddings", embeddings } }) });
  await expect(page.getByText("4, from the vectors")).toBeVisible();
  await page.getByRole("button", { name: "New numbers" }).click();
  expect(problemInAddress(page)?.input).toEqual({ kind: "embeddings", embeddings, seed: 1 });
  await expect(figure(page, "x").locator("[role=gridcell]").first()).toHaveText("1.000");
  await open(page, { hash: hashOf({ input: { kind: "tensors", query: embeddings, key: embeddings } }) });
  await expect(page.getByText("No values are given")).toBeVisible();
  await chooseMethod(page, "sinus");
  await expect(page.getByTestId("failure")).toContainText("there is no input to which this method could add positions");
});

for (const lang of ["en", "zh-Hans", "zh-Hant"]) {
  test(`every example says what it shows, in ${lang}`, async ({ page }) => {
    await open(page, { query: `lang=${lang}` });
    for (const button of await page.locator("[data-example]").all()) {
      await button.click();
      await difference(page);
      await expect(page.getByTestId("example")).toHaveText(/.{10}/);
      const text = (await page.locator("posenc-order-lab section").allInnerTexts()).join();
      expect(text).not.toMatch(/\{\w+\}|example\.|given\.|undefined|NaN/);
      if (lang !== "en") await expect(page.getByTestId("example")).toHaveText(/\p{Script=Han}/u);
    }
  });
}
