/** Three languages, complete, switched without a reload; the theme in the address. */
import { expect, hashOf, methodMenu, open, order, test, verdict, words } from "./support.ts";

const EXPECTED = {
  en: { claim: "Attention without positions follows the permutation.", words: ["man", "bites", "dog"] },
  "zh-Hans": { claim: "不含位置的注意力：输出随置换而动。", words: ["人", "咬", "狗"] },
  "zh-Hant": { claim: "不含位置的注意力：輸出隨置換而動。", words: ["人", "咬", "狗"] },
};

for (const [lang, { claim, words: shown }] of Object.entries(EXPECTED)) {
  test(`${lang}: words, title and document language`, async ({ page }) => {
    await open(page, { query: `lang=${lang}` });
    await expect(verdict(page)).toContainText(claim);
    await methodMenu(page).click();
    await expect(page.locator("html")).toHaveAttribute("lang", lang);
    expect(await order(page)).toEqual(shown);
    // No key stands where its text should: "claim.follows".
    const text = await page.evaluate(() => {
      const texts: string[] = [];
      const walk = (root: Document | ShadowRoot) => {
        for (const element of root.querySelectorAll("*")) {
          if (element.shadowRoot) walk(element.shadowRoot);
          for (const node of element.childNodes)
            if (node.nodeType === Node.TEXT_NODE) texts.push(node.textContent ?? "");
          for (const name of ["aria-label", "title"]) texts.push(element.getAttribute(name) ?? "");
        }
      };
      walk(document);
      return texts.join("\n");
    });
    expect(text).not.toMatch(
      /\b(claim|method|mask|figure|issue|share|stage|group|relation|here|flow|try|menu|note|survey|engine|page|strip)\.[a-z_]+/,
    );
    expect(text).not.toMatch(/\{\w+\}/);
  });
}

test("switching keeps the state; an untouched page takes the language's own sentence", async ({ page }) => {
  await open(page);
  await page.getByTestId("language").selectOption("zh-Hans");
  await expect(verdict(page)).toContainText(EXPECTED["zh-Hans"].claim);
  expect(await order(page)).toEqual(["人", "咬", "狗"]);
  expect(new URL(page.url()).searchParams.get("lang")).toBe("zh-Hans");
  await page.getByLabel("因果掩码", { exact: true }).check();
  await page.getByTestId("language").selectOption("zh-Hant");
  await expect(verdict(page)).toContainText("不含位置的注意力（因果遮罩）：輸出不隨置換而動。");
  await page.reload();
  await expect(verdict(page)).toContainText("因果遮罩");
});

test.describe("without a language in the address", () => {
  test.use({ locale: "zh-TW" });
  test("the browser's list decides", async ({ page }) => {
    await open(page, { query: "" });
    await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hant");
  });
});

test("theme: from the address, by the switch, by the system", async ({ page }) => {
  await open(page, { query: "lang=en&theme=dark" });
  await expect(page.locator("html")).toHaveAttribute("data-scheme", "dark");
  await page.getByTestId("theme").selectOption("light");
  await expect(page.locator("html")).toHaveAttribute("data-scheme", "light");
  expect(new URL(page.url()).searchParams.get("theme")).toBe("light");
  await page.getByTestId("theme").selectOption("auto");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("html")).toHaveAttribute("data-scheme", "dark");
});

test("query keys and the problem live side by side", async ({ page }) => {
  await open(page, {
    query: "lang=zh-Hans&theme=dark&engine=reference",
    hash: hashOf({ input: words("a", "b"), mask: { kind: "causal" } }),
  });
  await expect(page.getByTestId("badge")).toHaveAttribute("data-engine", "reference");
  await page.getByTestId("language").selectOption("en");
  const url = new URL(page.url());
  expect([...url.searchParams.keys()].sort()).toEqual(["engine", "lab", "lang", "theme"]);
  expect(url.hash).toContain("causal");
});
