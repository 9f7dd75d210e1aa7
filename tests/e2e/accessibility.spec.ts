/** axe in both themes and three languages, and the page by keyboard alone. */
import { violations } from "./axe.ts";
import {
  cell,
  chooseMethod,
  expect,
  figure,
  hashOf,
  methodMenu,
  open,
  order,
  test,
  verdict,
  words,
} from "./support.ts";

const STATES: [string, object | null][] = [
  ["default", null],
  [
    "rotary, causal, two heads",
    {
      input: { ...words("dog", "bites", "man"), heads: 2, head_dim: 8 },
      method: { kind: "rotary" },
      mask: { kind: "causal" },
    },
  ],
  [
    "sinusoidal, window",
    { input: words("狗", "咬", "狗"), method: { kind: "sinusoidal" }, mask: { kind: "sliding_window", window: 2 } },
  ],
];

for (const theme of ["light", "dark"]) {
  for (const [lang, [name, problem]] of [
    ["en", STATES[0]],
    ["zh-Hans", STATES[1]],
    ["zh-Hant", STATES[2]],
  ] as [string, (typeof STATES)[number]][]) {
    test(`axe: ${theme}, ${lang}, ${name}`, async ({ page }) => {
      await open(page, { query: `lang=${lang}&theme=${theme}`, hash: problem ? hashOf(problem) : "" });
      await expect(page.locator("[data-survey]").first()).not.toHaveText("…");
      expect(await violations(page)).toEqual([]);
    });
  }
}

test("axe: given vectors, with a refused method", async ({ page }) => {
  await open(page, { query: "lang=zh-Hans&theme=dark" });
  await page.locator('[data-example="alibi"]').click();
  await expect(cell(page, "scores", 4, 3)).toHaveText("1.50");
  expect(await violations(page)).toEqual([]);
  await page.locator('[data-survey="learned none"]').click();
  await expect(page.getByTestId("failure")).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test("axe: with messages, a table and an explained cell, on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, { query: "lang=en&theme=dark", hash: "#problem=%7B" });
  await figure(page, "scores").getByRole("button").click();
  await cell(page, "output", 1, 1).focus();
  await page.getByLabel("Your own").fill("x ".repeat(30));
  expect(await violations(page)).toEqual([]);
});

for (const [lang, theme] of [
  ["en", "light"],
  ["zh-Hans", "dark"],
  ["zh-Hant", "light"],
] as const) {
  test(`axe: a comparison, and the walk at a step that fails, ${theme}, ${lang}`, async ({ page }) => {
    const hash = hashOf({ input: words("狗", "咬", "人"), method: { kind: "sinusoidal" }, mask: { kind: "causal" } });
    await open(page, { query: `lang=${lang}&theme=${theme}`, hash });
    await page.locator("[data-step='1']").click();
    await expect(page.getByTestId("step-0")).toHaveAttribute("data-holds", "false");
    await page.getByTestId("keep").click();
    await chooseMethod(page, "alibi");
    await expect(page.getByTestId("kept")).toBeVisible();
    await expect(figure(page, "weights")).toHaveCount(3);
    expect(await violations(page)).toEqual([]);
  });
}

test("by keyboard alone: skip, permute, change the method, read a formula", async ({ page }) => {
  await open(page);
  const focused = () =>
    page.evaluate(() => {
      let element = document.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      return `${element?.tagName.toLowerCase()} ${element?.getAttribute("data-token") ?? element?.getAttribute("name") ?? element?.getAttribute("role") ?? element?.textContent?.trim()}`;
    });
  const tabTo = async (wanted: string) => {
    for (let presses = 0; presses < 80; ++presses) {
      if ((await focused()).startsWith(wanted)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`no way to ${wanted} by Tab`);
  };
  await page.keyboard.press("Tab");
  expect(await focused()).toBe("button Skip to the lab");
  await tabTo("button 0");
  await page.keyboard.press("Shift+ArrowLeft");
  expect(await order(page)).toEqual(["man", "dog", "bites"]);
  await tabTo("input combobox");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(verdict(page)).toContainText("sinusoidal");
  await page.keyboard.press("Tab");
  await tabTo("span gridcell");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByTestId("spoken")).toContainText("F(PX)[1,");
});

test("the menu of methods by keyboard: filter, step, take, leave", async ({ page }) => {
  await open(page);
  const menu = methodMenu(page);
  const options = page.getByTestId("method").getByRole("option");
  await menu.focus();
  await expect(menu).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("ArrowDown");
  await expect(options).toHaveCount(13);
  await expect(menu).toHaveAttribute("aria-activedescendant", "option-none");
  await page.keyboard.press("ArrowUp");
  await expect(menu).toHaveAttribute("aria-activedescendant", "option-cope");
  await page.keyboard.type("chi 2022");
  await expect(options).toHaveText([/KERPLE/]);
  await expect(page.getByTestId("method").getByRole("status")).toHaveText("1 to choose from");
  await page.keyboard.press("Escape");
  await expect(menu).toHaveValue("None");
  await page.keyboard.type("the score");
  await expect(options).toHaveCount(5);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(menu).toHaveValue("ALiBi");
  await expect(verdict(page)).toContainText("Attention with ALiBi");
  await page.keyboard.press("ArrowDown");
  await expect(options.and(page.locator("[aria-selected=true]"))).toHaveText(/ALiBi/);
  await page.keyboard.type("zzz");
  await expect(page.getByTestId("method").getByRole("listbox")).toHaveText("Nothing matches.");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(menu).toHaveValue("ALiBi");
  await expect(menu).toHaveAttribute("aria-expanded", "false");
});

for (const [lang, theme, search, name] of [
  ["en", "light", "", "FIRE"],
  ["zh-Hans", "dark", "旋转", "旋转编码（RoPE）"],
  ["zh-Hant", "light", "偏置", "T5 分桶偏置"],
] as const) {
  test(`axe: the open menu, ${theme}, ${lang}`, async ({ page }) => {
    await open(page, { query: `lang=${lang}&theme=${theme}` });
    await methodMenu(page).click();
    await methodMenu(page).fill(search);
    const option = page.getByTestId("method").getByRole("option").filter({ hasText: name });
    await expect(option).toHaveCount(1);
    expect(await violations(page)).toEqual([]);
    await option.click();
    await expect(methodMenu(page)).toHaveValue(name);
  });
}

test("the open menu fits a phone and is chosen from by a tap", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await methodMenu(page).click();
  const list = page.getByTestId("method").getByRole("listbox");
  const box = await list.boundingBox();
  expect(box && box.x >= 0 && box.x + box.width <= 390 && box.height <= 844 * 0.62).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await list.getByRole("option").filter({ hasText: "Transformer-XL" }).click();
  await expect(verdict(page)).toContainText("Transformer-XL");
});

test("a heatmap is one tab stop with roving focus, read out with its numbers", async ({ page }) => {
  await open(page, { hash: hashOf({ input: words("狗", "咬", "人"), mask: { kind: "causal" } }) });
  await cell(page, "scores", 0, 0).focus();
  await page.keyboard.press("End");
  await expect(cell(page, "scores", 0, 2)).toBeFocused();
  await expect(page.getByTestId("spoken")).toContainText("hidden by the mask");
  await page.keyboard.press("Control+End");
  await expect(cell(page, "scores", 2, 2)).toBeFocused();
  await page.keyboard.press("PageUp");
  await expect(cell(page, "scores", 0, 2)).toBeFocused();
  await page.keyboard.press("Control+Home");
  await expect(page.getByTestId("inspector")).toContainText("= 0.354 · (");
  expect(await figure(page, "scores").locator('[role=gridcell][tabindex="0"]').count()).toBe(1);
});

test("every figure has a table with the full numbers", async ({ page }) => {
  await open(page);
  for (const heatmap of await page.locator("posenc-heatmap").all()) {
    await heatmap.getByRole("button").click();
    await expect(heatmap.locator("table td").first()).not.toBeEmpty();
    await heatmap.getByRole("button").click();
    await expect(heatmap.locator("[role=grid]")).toBeVisible();
  }
});

test("targets are at least 24 px", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  const small = await page.evaluate(() => {
    const found: string[] = [];
    const walk = (root: Document | ShadowRoot) => {
      for (const element of root.querySelectorAll<HTMLElement>("*")) {
        if (element.shadowRoot) walk(element.shadowRoot);
        if (!element.matches("button, select, input:not([type=radio], [type=checkbox]), label.choice")) continue;
        const { width, height } = element.getBoundingClientRect();
        if (width > 1 && (width < 24 || height < 24))
          found.push(`${element.tagName} ${element.textContent?.trim()} ${width}x${height}`);
      }
    };
    walk(document);
    return found;
  });
  expect(small).toEqual([]);
});

test("the formula under the pointer agrees with the cell", async ({ page }) => {
  await open(page, { hash: hashOf({ input: words("狗", "咬", "人"), method: { kind: "rotary" } }) });
  await cell(page, "weights", 1, 0).hover();
  const shown = await cell(page, "weights", 1, 0).textContent();
  await expect(page.getByTestId("inspector")).toContainText("exp(");
  const result = await page.getByTestId("inspector").locator("b").last().textContent();
  expect(Number(result)).toBeCloseTo(Number(shown), 3);
});
