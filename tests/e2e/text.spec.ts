/** The free text field: splitting, limits, hostile text. */
import { setCoreFails, watchCore } from "./failing-core.ts";
import { cell, difference, expect, figure, open, order, problemInAddress, test, verdict } from "./support.ts";

const field = "Your own";

test("Chinese by character, others by word, emoji whole", async ({ page }) => {
  await open(page);
  await page.getByLabel(field).fill("猫追 the dog 👩‍👩‍👧!");
  await page.getByLabel(field).press("Enter");
  expect(problemInAddress(page)?.input).toMatchObject({ tokens: ["猫", "追", "the", "dog", "👩‍👩‍👧", "!"] });
  expect(await order(page)).toEqual(["!", "👩‍👩‍👧", "dog", "the", "追", "猫"]);
});

test("too much text: a message in the page's language, and the last result stays", async ({ page }) => {
  await open(page);
  await page.getByLabel(field).fill("a b c d");
  await page.getByLabel(field).fill("x ".repeat(17));
  await expect(page.getByTestId("text-note")).toHaveText("17 tokens; at most 16 are taken. The last result stays.");
  expect(await order(page)).toEqual(["d", "c", "b", "a"]);
  await page.getByLabel(field).fill("y".repeat(201));
  await expect(page.getByTestId("text-note")).toContainText("201 characters; at most 200");
  await page.getByLabel(field).fill("   ");
  await expect(page.getByTestId("text-note")).toContainText("There is no word in it.");
  await page.getByTestId("language").selectOption("zh-Hant");
  await expect(page.getByTestId("text-note")).toContainText("其中沒有詞。");
  await expect(verdict(page)).toHaveAttribute("data-follows", "true");
  expect(await order(page)).toEqual(["d", "c", "b", "a"]);
});

test("hostile text is text", async ({ page }) => {
  await open(page);
  await page.getByLabel(field).fill("<img src=x onerror=alert(1)> \u202eabc");
  await page.getByLabel(field).press("Enter");
  await expect(page.locator("posenc-token-strip .original li").first()).toContainText("<");
  expect(await page.evaluate(() => document.querySelectorAll("img").length)).toBe(0);
});

test("typing is one entry of the history, and the field keeps what was typed", async ({ page }) => {
  await open(page);
  const length = await page.evaluate(() => history.length);
  await page.getByLabel(field).fill("");
  await page.getByLabel(field).pressSequentially("a cat  sat ");
  await expect(page.getByLabel(field)).toHaveValue("a cat  sat ");
  await page.getByLabel(field).press("Tab");
  expect(await page.evaluate(() => history.length)).toBe(length + 1);
  await page.goBack();
  await expect(page.getByLabel(field)).toHaveValue("dog bites man");
});

test("right-to-left words, combining signs and emoji stay whole, in their order and in their cells", async ({
  page,
}) => {
  await open(page);
  await page.getByLabel(field).fill("שלום e\u0301t\u0327e\u0301 👨‍👩‍👧‍👦 العربية");
  await page.getByLabel(field).press("Enter");
  const tokens = ["שלום", "e\u0301t\u0327e\u0301".normalize(), "👨‍👩‍👧‍👦", "العربية"];
  expect(problemInAddress(page)?.input).toMatchObject({ tokens });
  expect(await order(page)).toEqual([...tokens].reverse());
  expect(await figure(page, "scores").locator("[role=rowheader]").allInnerTexts()).toEqual(tokens);
  // Text of another direction does not turn the figure round.
  const [first, last] = await Promise.all([0, 3].map((column) => cell(page, "scores", 0, column).boundingBox()));
  expect(first?.x).toBeLessThan(last?.x as number);
  expect(await difference(page)).toBeLessThanOrEqual(1e-6);
});

test("100 kB pasted: refused in words at once, and the last sentence stays", async ({ page }) => {
  await open(page);
  await page.getByLabel(field).evaluate((input: HTMLInputElement) => {
    input.value = "狗咬人 ".repeat(25_000);
    input.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await expect(page.getByTestId("text-note")).toContainText("100000 characters; at most 200 are taken.");
  expect(await order(page)).toEqual(["man", "bites", "dog"]);
  expect(new URL(page.url()).hash).toBe("");
  await page.getByLabel(field).fill("a b");
  await expect.poll(() => order(page)).toEqual(["b", "a"]);
});

test("a core that fails in mid-run: said in words, the last result dimmed and kept, and the next one right", async ({
  page,
}) => {
  await watchCore(page);
  await open(page);
  const before = await difference(page);
  await setCoreFails(page, true);
  await page.getByLabel("Causal", { exact: true }).check();
  await expect(page.getByTestId("failure")).toContainText("The core stopped twice on this and was restarted.");
  await expect(page.getByTestId("failure")).toContainText("unreachable <b>executed</b>");
  await expect(verdict(page)).toHaveClass(/past/);
  expect(Number(await page.getByTestId("difference").getAttribute("data-value"))).toBe(before);
  await setCoreFails(page, false);
  await page.getByTestId("undo").click();
  await expect(page.getByTestId("failure")).toHaveCount(0);
  await page.getByLabel("Causal", { exact: true }).check();
  await expect(verdict(page)).toContainText("under a causal mask does not follow");
});
