/** Order's proof, walked through on the matrices of the present problem. */
import { chooseMethod, expect, figure, hashOf, open, test, words } from "./support.ts";

const ROWS = { input: words("dog", "bites", "man") };

test("every step holds without positions; by buttons and by keys", async ({ page }) => {
  await open(page);
  for (let step = 0; step < 5; ++step) {
    await expect(page.getByTestId(`step-${step}`)).toHaveText("holds");
    await expect(page.getByTestId("walk")).toContainText(`Step ${step + 1} of 5.`);
    await expect(page.getByTestId("walk")).toContainText(/rounding|to the last bit/);
    const sides = await Promise.all(
      [0, 1].map((side) => page.locator(`[data-walk="${side}"] [role=gridcell]`).allInnerTexts()),
    );
    expect(sides[0]?.length).toBeGreaterThan(5);
    for (const [at, text] of (sides[0] as string[]).entries())
      expect(Math.abs(Number(text.replace("−", "-")) - Number(sides[1]?.[at]?.replace("−", "-")))).toBeLessThan(0.011);
    if (step < 4) await page.getByTestId("step-next").click();
  }
  await expect(page.getByTestId("step-next")).toBeDisabled();
  await page.getByTestId("step-back").click();
  await expect(page.locator("[data-step='3']")).toHaveAttribute("aria-current", "step");
  await page.locator("[data-step='3']").focus();
  await page.keyboard.press("ArrowUp");
  await expect(page.locator("[data-step='2']")).toBeFocused();
  await page.keyboard.press("Home");
  await expect(page.locator("[data-step='0']")).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByTestId("walk")).toContainText("Step 2 of 5.");
  await expect(page.locator("[data-walk]").first().locator("[role=rowheader]")).toHaveText(["man", "bites", "dog"]);
});

for (const [name, rest, first] of [
  ["sinusoidal: what enters is another input", { method: { kind: "sinusoidal" } }, 0],
  ["rotary: the scores", { method: { kind: "rotary" } }, 1],
  ["ALiBi: the scores", { method: { kind: "alibi", slopes: [1] } }, 1],
  ["a causal mask: other pairs are hidden", { mask: { kind: "causal" } }, 1],
] as const) {
  test(`the first step that fails, ${name}`, async ({ page }) => {
    await open(page, { hash: hashOf({ ...ROWS, ...rest }) });
    for (let step = 0; step < 5; ++step)
      await expect(page.getByTestId(`step-${step}`)).toHaveAttribute("data-holds", String(step < first));
    await page.locator(`[data-step="${first}"]`).click();
    await expect(page.getByTestId("walk")).toContainText("This is the first step that fails.");
    if ("mask" in rest) await expect(page.getByTestId("walk")).toContainText("hides other pairs");
    await page.getByTestId("step-next").click();
    await expect(page.getByTestId("walk")).toContainText("because a step before it does");
  });
}

test("a mask that is permuted too keeps every step", async ({ page }) => {
  await open(page, { hash: hashOf({ ...ROWS, mask: { kind: "causal" }, permute_mask: true }) });
  for (let step = 0; step < 5; ++step) await expect(page.getByTestId(`step-${step}`)).toHaveText("holds");
});

test("a step marks its figures, and a figure its step", async ({ page }) => {
  await open(page);
  await page.locator("[data-step='1']").focus();
  await expect(figure(page, "scores")).toHaveClass(/linked/);
  await expect(figure(page, "weights")).not.toHaveClass(/linked/);
  await page.locator(".proof li").nth(2).hover();
  await expect(figure(page, "weights")).toHaveClass(/linked/);
  await figure(page, "output").locator('[data-row="0"][data-column="0"]').hover();
  await expect(page.locator(".proof li").nth(3)).toHaveClass(/linked/);
  await page.getByTestId("to-step").click();
  await expect(page.locator("[data-step='3']")).toHaveAttribute("aria-current", "step");
  await expect(page.getByTestId("walk")).toContainText("Step 4 of 5.");
  await chooseMethod(page, "rope");
  await expect(page.getByTestId("walk")).toContainText("because a step before it does");
});
