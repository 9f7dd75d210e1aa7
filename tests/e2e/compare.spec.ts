/** Order's comparison: a problem kept beside the present one, and Undo. */
import { chooseMethod, difference, expect, figure, hashOf, open, test, verdict, words } from "./support.ts";

const cells = (page: Parameters<typeof figure>[0], name: string, side: string) =>
  figure(page, name)
    .and(page.locator(`[data-side=${side}]`))
    .locator("[role=gridcell]")
    .allInnerTexts();

const numbers = (texts: string[]) => texts.map((text) => Number(text.replace("−", "-")));

test("kept, present and difference: two verdicts, every figure of one size, and the address", async ({ page }) => {
  await open(page);
  const bare = await difference(page);
  await page.getByTestId("keep").click();
  await chooseMethod(page, "rope");
  await expect(verdict(page)).toContainText("rotary positions does not follow");
  await expect(page.getByTestId("kept")).toContainText("Kept: Attention without positions follows the permutation.");
  expect(Number(await page.getByTestId("kept-difference").getAttribute("data-value"))).toBe(bare);
  for (const name of ["of_permuted", "difference", "mean", "x", "q", "rq", "scores", "weights", "output"])
    for (const side of ["kept", "present", "difference"])
      await expect(figure(page, name).and(page.locator(`[data-side=${side}]`))).toHaveCount(1);
  const [kept, present, rest] = await Promise.all(
    ["kept", "present", "difference"].map(async (side) => numbers(await cells(page, "weights", side))),
  );
  for (const [at, value] of (rest as number[]).entries())
    expect(Math.abs(value - ((present?.[at] as number) - (kept?.[at] as number)))).toBeLessThanOrEqual(0.0016);
  expect(Math.max(...(rest as number[]).map(Math.abs))).toBeGreaterThan(0.05);
  const { hash } = new URL(page.url());
  const address = decodeURIComponent(hash);
  expect(address).toContain('"method":{"kind":"rotary"}}&b={"input":');
  const said = await page.getByTestId("kept").textContent();
  await open(page, { hash });
  await expect.poll(() => page.getByTestId("kept").textContent()).toBe(said);
  await page.getByTestId("swap").click();
  await expect(verdict(page)).toContainText("without positions follows");
  await expect(page.getByTestId("kept")).toContainText("rotary positions does not follow");
  await page.getByTestId("undo").click();
  await expect(verdict(page)).toContainText("rotary positions does not follow");
  await page.getByTestId("drop").click();
  await expect(page.getByTestId("kept")).toHaveCount(0);
  await expect(figure(page, "weights")).toHaveCount(1);
  await page.goBack();
  await expect(page.getByTestId("kept")).toBeVisible();
});

test("other sizes are said, and a kept problem that the core refuses", async ({ page }) => {
  const other = encodeURIComponent(JSON.stringify({ input: words("a", "b") }));
  await open(page, { hash: `${hashOf({ input: words("a", "b", "c") })}&b=${other}` });
  await expect(page.getByTestId("outputs")).toContainText("different sizes");
  await expect(figure(page, "weights")).toHaveCount(1);
  const refused = encodeURIComponent(
    JSON.stringify({ input: words("a", "b", "c"), method: { kind: "learned", rows: 2 } }),
  );
  await open(page, { hash: `${hashOf({ input: words("a", "b", "c") })}&b=${refused}` });
  await expect(page.getByTestId("kept")).toContainText("Position 2 has no row");
  await expect(verdict(page)).toHaveAttribute("data-follows", "true");
  await open(page, { hash: `${hashOf({ input: words("a") })}&b=%7B%22input%22:1%7D` });
  await expect(page.getByTestId("link-issue")).toContainText("b.input: expected object, got 1");
});

test("the difference of a cell is written out, and the formula goes when its figure leaves the screen", async ({
  page,
}) => {
  await open(page);
  await page.getByTestId("keep").click();
  await page.getByLabel("Causal", { exact: true }).check();
  const plot = figure(page, "weights").and(page.locator("[data-side=difference]"));
  await plot.locator('[data-row="1"][data-column="0"]').hover();
  await expect(page.getByTestId("inspector")).toContainText(/now − kept.*\d\.\d{3} − 0\.\d{3} = 0\.\d{4}/s);
  await page.mouse.move(0, 0);
  await page.evaluate(() => scrollTo(0, 0));
  await expect(page.getByTestId("inspector")).toContainText("Point at a cell");
});

test("Undo takes back what was done, one change at a time", async ({ page }) => {
  await open(page);
  await expect(page.getByTestId("undo")).toBeDisabled();
  await page.getByLabel("Causal", { exact: true }).check();
  await page.getByRole("button", { name: "New numbers" }).click();
  await page.getByTestId("undo").click();
  await expect(page.getByTestId("seed")).toHaveText("0");
  await expect(page.locator("input[name=mask]:checked")).toHaveValue("causal");
  await page.getByTestId("undo").click();
  await expect(page.locator("input[name=mask]:checked")).toHaveValue("none");
  await expect(page.getByTestId("undo")).toBeDisabled();
  expect(new URL(page.url()).hash).toBe("");
});
