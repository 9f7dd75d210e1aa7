/** The free text field: splitting, limits, hostile text. */
import { expect, open, order, problemInAddress, test, verdict } from "./support.ts";

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
