/** The lab Context: what a configuration will do. */
import type { Locator, Page } from "@playwright/test";
import { violations } from "./axe.ts";
import { expect, test } from "./support.ts";

const answer = (page: Page): Locator => page.getByTestId("answer");
const config = (page: Page): Locator => page.getByTestId("config");
const numbers = (page: Page): Locator => page.getByTestId("numbers");
const model = (page: Page): Locator => page.getByTestId("model").getByRole("combobox");
const figure = (page: Page, name: string): Locator => page.locator(`[data-figure="${name}"]`);
const row = (page: Page, key: string): Locator => page.getByTestId("report").locator(`tr[data-key="${key}"]`);

const hashOf = (state: unknown): string => `#context=${encodeURIComponent(JSON.stringify(state))}`;
const textSource = (value: unknown) => ({ source: { kind: "text", text: JSON.stringify(value) } });

async function open(page: Page, { query = "lang=en", hash = "" } = {}): Promise<void> {
  await page.goto("about:blank");
  await page.goto(`./?lab=context&${query}${hash}`);
  await expect(page.getByTestId("report")).toBeVisible();
  await expect(answer(page)).toHaveAttribute("aria-busy", "false");
}

async function choose(page: Page, search: string): Promise<void> {
  await model(page).click();
  await model(page).fill(search);
  await model(page).press("Enter");
}

test("opens with the numbers of Llama 3.1", async ({ page }) => {
  await open(page);
  await expect(answer(page)).toContainText("29 kept, 6 blended, and 29 divided by 8");
  await expect(answer(page)).toContainText("Base 500000; attention factor 1; longest wavelength 2.05 × 10⁷");
  await expect(page).toHaveTitle("Posenc: what this configuration will do");
  for (const name of ["frequencies", "ramp", "score", "precision", "ratio", "cosine", "scores"])
    await expect(figure(page, name)).toBeVisible();
  await expect(row(page, "rope_theta")).toHaveAttribute("data-status", "read");
  await expect(row(page, "head_dim")).toHaveAttribute("data-status", "defaulted");
});

test("a model is found by typing, and Back undoes it", async ({ page }) => {
  await open(page);
  await choose(page, "gpt-oss");
  await expect(answer(page)).toContainText("gpt-oss");
  await expect(numbers(page)).toContainText("YaRN");
  await expect(config(page)).toHaveValue(/"gpt_oss"/);
  await page.goBack();
  await expect(answer(page)).toContainText("Llama 3.1 8B");
  await expect(config(page)).toHaveValue(/"llama"/);
});

test("layers of several types: each has its own numbers", async ({ page }) => {
  await open(page, { hash: hashOf({ source: { kind: "model", id: "gemma-3-4b" } }) });
  await page.getByRole("radio", { name: /full attention/ }).check();
  await expect(answer(page)).toContainText("all 128 pairs divided by 8");
  await page.getByRole("radio", { name: /sliding window/ }).check();
  await expect(answer(page)).toContainText("nothing is scaled");
  await expect(numbers(page)).toContainText("10000");
});

test("a model without rotary pairs says so", async ({ page }) => {
  await page.goto(`./?lab=context&lang=en${hashOf({ source: { kind: "model", id: "bloom-560m" } })}`);
  await expect(answer(page)).toContainText("no rotary pairs");
  await expect(answer(page)).toContainText("ALiBi");
  await expect(figure(page, "frequencies")).toHaveCount(0);
  await expect(numbers(page)).toContainText("ALiBi slopes");
  await expect(numbers(page)).toContainText("0.7071 … 0.003906");
  for (const hidden of ["length", "other", "keep"]) await expect(page.getByTestId(hidden)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Who agrees?" })).toHaveCount(0);
});

test("T5 and BERT: buckets and rows in numbers", async ({ page }) => {
  await open(page, { hash: hashOf({ source: { kind: "model", id: "t5-small" } }) });
  await expect(numbers(page)).toContainText("Maximum distance128");
  await expect(numbers(page)).toContainText("Scale on q·k1");
  await choose(page, "bert base");
  await expect(numbers(page)).toContainText("Learned rows512");
});

test("LongRoPE and NTK are told by what they do", async ({ page }) => {
  await open(page, { hash: hashOf({ source: { kind: "model", id: "phi-3.5-mini" } }) });
  await expect(answer(page)).toContainText("each of the 48 pairs has its own factor, 1.08 … 64.84");
  await expect(figure(page, "ramp").getByRole("heading")).toHaveText("Factor of each pair");
  await expect(figure(page, "lengths").getByRole("heading")).toHaveText("Slowest pair against the length");
  await figure(page, "lengths").getByRole("slider").focus();
  await page.keyboard.press("End");
  await expect(figure(page, "lengths").locator(".readout")).toContainText("length 131072");
  await page.locator("[data-try=dynamic]").click();
  await expect(answer(page)).toContainText("the base rises from 10000 to 10009.9");
});

test("one type of layers beside another", async ({ page }) => {
  await open(page);
  await page.locator("[data-try=gemma]").click();
  const comparison = page.locator('[data-part="comparison"]');
  await expect(comparison).toContainText("A: Gemma 3 4B, full attention layers");
  await expect(comparison).toContainText("B: Gemma 3 4B, sliding window layers");
  await page.getByTestId("other-layers").selectOption("");
  await expect(page.getByTestId("difference")).toContainText("turn alike");
});

test("a second configuration without rotary pairs: nothing is compared, and why", async ({ page }) => {
  await open(page, { hash: hashOf({ other: { source: { kind: "model", id: "bloom-560m" } } }) });
  await expect(page.getByTestId("no-comparison")).toHaveText(
    /BLOOM.* has no rotary pairs, so there is nothing to compare\./,
  );
});

test("a conflict in a fresh link: the error and the report alone", async ({ page }) => {
  await open(page, { hash: hashOf(textSource({ rope_scaling: { type: "linear", rope_type: "yarn", factor: 2 } })) });
  await expect(page.getByTestId("config-issue").first()).toBeVisible();
  await expect(numbers(page)).toHaveCount(0);
  await expect(answer(page)).not.toContainText("Llama");
  await expect(page.getByTestId("report")).toBeVisible();
});

test("no length named: it says what is assumed; a bad length, what is expected", async ({ page }) => {
  await open(page, { hash: hashOf(textSource({ model_type: "none", head_dim: 64, num_attention_heads: 2 })) });
  await expect(answer(page)).toContainText("no length named; 4096 assumed");
  await page.getByTestId("length").fill("0.5");
  await page.getByTestId("length").press("Enter");
  await expect(page.getByTestId("length-fault")).toHaveText("Expected a whole number from 1 to 16777216.");
  await expect(page.getByTestId("length")).toHaveAttribute("aria-invalid", "true");
  await page.getByTestId("length").fill("100");
  await page.getByTestId("length").press("Enter");
  await expect(page.getByTestId("length-fault")).toHaveCount(0);
  await expect(answer(page)).toContainText("the chosen length of 100");
});

test("the numbers are copied with every type of layers", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, { hash: hashOf({ source: { kind: "model", id: "gemma-3-4b" } }) });
  await expect(figure(page, "scores")).toBeVisible();
  const copies = page.locator("posenc-copies").first();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await copies.locator('[data-copy="json"]').click();
  await expect(copies.getByRole("status")).toHaveText("Copied.");
  const copied = JSON.parse(await clipboard());
  expect(copied).toMatchObject({ model: "Gemma 3 4B", dialect: "huggingface", head_dim: 256 });
  expect(copied.layer_types.map((layers: { base: number }) => layers.base)).toEqual(
    expect.arrayContaining([10000, 1000000]),
  );
  expect(copied.layer_types[0]).toMatchObject({ pairing: "half_split", query_scale: null, ramp: null });
  await copies.locator('[data-copy="python"]').click();
  await expect.poll(clipboard).toMatch(/^# Gemma 3 4B, layers full_attention, read as huggingface\nimport numpy/);
});

test("a pasted conflict is named; the text stays, and so does the last result, dimmed", async ({ page }) => {
  await open(page);
  const text = JSON.stringify({
    model_type: "llama",
    hidden_size: 4096,
    num_attention_heads: 32,
    rope_theta: 10000,
    rope_parameters: { rope_type: "default", rope_theta: 500000 },
  });
  await config(page).fill(text);
  const issue = page.getByTestId("config-issue");
  await expect(issue).toHaveCount(1);
  await expect(issue).toContainText("rope_theta");
  await expect(answer(page)).toHaveClass(/stale/);
  await expect(page.getByTestId("shown")).toHaveText("Shown: the last valid result, Llama 3.1 8B.");
  await expect(answer(page)).toContainText("29 kept, 6 blended");
  await expect(config(page)).toHaveValue(text);
  await expect(page.getByTestId("report").locator('tr[data-status="conflict"]').first()).toContainText("≠");
  await page.getByTestId("undo").click();
  await expect(issue).toHaveCount(0);
  await expect(answer(page)).not.toHaveClass(/stale/);
  await expect(config(page)).toHaveValue(/"llama3"/);
});

test("no JSON: one message, nothing lost; Clear and Undo", async ({ page }) => {
  await open(page);
  await config(page).fill("{ rope_theta: 1 ");
  await expect(page.getByTestId("text-issue")).toContainText(
    "Not valid JSON: line 1, column 3: expected a key in double quotes",
  );
  await expect(answer(page)).toContainText("29 kept");
  await page.getByTestId("clear").click();
  await expect(config(page)).toHaveValue("");
  await expect(config(page)).toBeFocused();
  await expect(page.getByTestId("cleared")).toContainText("Cleared.");
  await expect(model(page)).toHaveValue("");
  await page.getByTestId("undo").click();
  await expect(config(page)).toHaveValue("{ rope_theta: 1 ");
  await expect(page.getByTestId("text-issue")).toBeVisible();
});

test("megabytes are refused at once, pasted or typed", async ({ page }) => {
  await open(page);
  const before = await config(page).inputValue();
  const took = await config(page).evaluate((field) => {
    const data = new DataTransfer();
    data.setData("text/plain", `{"a": "${"x".repeat(10_000_000)}"}`);
    const start = performance.now();
    const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
    field.dispatchEvent(event);
    return event.defaultPrevented ? performance.now() - start : Infinity;
  });
  expect(took).toBeLessThan(200);
  await expect(page.getByTestId("text-issue")).toContainText("longer than 1 MiB");
  await expect(config(page)).toHaveValue(before);
  await config(page).evaluate((field: HTMLTextAreaElement) => {
    field.value = "x".repeat(2_000_000);
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  });
  await expect(config(page)).toHaveValue(before);
});

test("a file is dropped", async ({ page }) => {
  await open(page);
  await config(page).evaluate((field) => {
    const dataTransfer = new DataTransfer();
    const text = '{"model_type": "llama", "head_dim": 64, "num_attention_heads": 2, "rope_theta": 10000}';
    dataTransfer.items.add(new File([text], "config.json", { type: "application/json" }));
    field.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true, composed: true }));
  });
  await expect(answer(page)).toContainText("all 32 pairs turn at their plain speed");
});

test("markup in a key or a value stays text", async ({ page }) => {
  const name = "<img src=x onerror=alert(1)>";
  await open(page, {
    hash: hashOf(
      textSource({ model_type: name, head_dim: 8, num_attention_heads: 1, [name]: `<b>${name}`, rope_theta: 10000 }),
    ),
  });
  await expect(row(page, name).locator("code").first()).toHaveText(name);
  await expect(page.locator("posenc-context-lab img")).toHaveCount(0);
});

test("a link holds everything, and a reload restores it", async ({ page }) => {
  await open(page, { hash: hashOf({ source: { kind: "model", id: "phi-3.5-mini" }, length: 4096 }) });
  await expect(page.getByTestId("length")).toHaveValue("4096");
  await page.getByTestId("length").fill("4097");
  await page.getByTestId("length").press("Enter");
  await page.getByTestId("dialect").selectOption("vllm");
  await page.locator('[data-option="frequency"]').click();
  await page.reload();
  await expect(page.getByTestId("length")).toHaveValue("4097");
  await expect(page.getByTestId("dialect")).toHaveValue("vllm");
  await expect(page.locator('[data-option="frequency"]')).toHaveAttribute("aria-pressed", "true");
  await expect(answer(page)).toContainText("Phi-3.5");
});

test("length moves dynamic NTK at its boundary", async ({ page }) => {
  await open(page);
  await page.locator("[data-try=dynamic]").click();
  await expect(numbers(page)).toContainText("10009.9");
  await expect(figure(page, "lengths")).toBeVisible();
  await page.getByTestId("length").fill("4096");
  await page.getByTestId("length").press("Enter");
  await expect(numbers(page)).not.toContainText("10009.9");
});

for (const [name, hash, message] of [
  ["no JSON", "#context=%7B", "holds no JSON"],
  ["another lab's link", "#problem=%7B%7D", "not understood"],
  ["an unknown field", hashOf({ colour: 1 }), "colour"],
  ["an unknown model", hashOf({ source: { kind: "model", id: "nobody-7b" } }), "nobody-7b"],
] as const) {
  test(`a bad link, ${name}: one message, and the page works`, async ({ page }) => {
    await open(page, { hash });
    await expect(page.getByRole("alert").locator("p")).toHaveCount(1);
    await expect(page.getByTestId("link-issue")).toContainText(message);
    await expect(answer(page)).toContainText("Llama 3.1 8B");
    await choose(page, "mistral v0.3");
    await expect(answer(page)).toContainText("Mistral");
    await expect(page.getByTestId("link-issue")).toHaveCount(0);
  });
}

test("dialects: who agrees, who differs, and the page follows a choice", async ({ page }) => {
  await open(page);
  await page.getByTestId("sample").click();
  const dialect = (name: string) => page.getByTestId("dialects").locator(`[data-dialect="${name}"]`);
  await expect(dialect("huggingface")).toHaveAttribute("data-verdict", "own");
  await expect(dialect("vllm")).toHaveAttribute("data-verdict", "agrees");
  await expect(dialect("huggingface_2025")).toContainText("attention factor 1 instead of 1.13863");
  await dialect("huggingface_2025").click();
  await expect(page.getByTestId("dialect")).toHaveValue("huggingface_2025");
  await expect(answer(page)).toContainText("attention factor 1;");
});

test("a lost base beside the right one", async ({ page }) => {
  await open(page);
  await page.locator("[data-try=theta]").click();
  await expect(row(page, "rope_theta")).toHaveAttribute("data-status", "defaulted");
  await expect(page.getByTestId("difference")).toContainText(/first differ by more than 0.01 at position \d+/);
});

test("every figure can be read, shown as a table and copied", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page);
  const first = figure(page, "frequencies");
  const cursor = first.getByRole("slider");
  await cursor.focus();
  await expect(first.locator(".readout")).toContainText("pair 0:");
  await page.keyboard.press("ArrowRight");
  await expect(first.locator(".readout")).toContainText("pair 1:");
  for (const key of ["Home", "ArrowRight", "PageDown", "End", "ArrowLeft"]) await page.keyboard.press(key);
  await expect(first.locator(".readout")).toContainText("pair 62: plain");
  await expect(cursor).toHaveAttribute("aria-valuetext", /pair 62/);
  await page.keyboard.press("Escape");
  await expect(first.locator(".readout")).toContainText("Point at the figure");
  await first.getByRole("button", { name: /as a table/ }).click();
  await expect(first.locator("tbody tr")).toHaveCount(64);
  await expect(first.locator("tbody tr").nth(63)).toContainText("3.06892599e−7");
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await first.locator('[data-copy="json"]').click();
  await expect(first.getByRole("status")).toHaveText("Copied.");
  expect(JSON.parse(await clipboard()).inv_freq[29]).toBeCloseTo(0.002166570764, 12);
  await first.locator('[data-copy="csv"]').click();
  await expect.poll(clipboard).toMatch(/^pair,plain_inv_freq,inv_freq,wavelength\n0,1,1,/);
  await first.locator('[data-copy="python"]').click();
  await expect.poll(clipboard).toMatch(/^# Llama 3.1 8B, read as huggingface\nimport numpy as np/);
});

test("the pointer reads the nearest point", async ({ page }) => {
  await open(page);
  const plot = figure(page, "ramp").locator(".plot");
  await plot.hover({ position: { x: 500, y: 60 } });
  await expect(figure(page, "ramp").locator(".readout")).toContainText(/pair \d+: share of the division/);
});

test("by keyboard alone: choose a model, change the length, read a figure", async ({ page }) => {
  await open(page);
  const focused = () =>
    page.evaluate(() => {
      let element = document.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      return `${element?.tagName.toLowerCase()} ${element?.getAttribute("data-testid") ?? element?.getAttribute("role") ?? element?.textContent?.trim()}`;
    });
  const tabTo = async (wanted: string) => {
    for (let presses = 0; presses < 60; ++presses) {
      if ((await focused()).startsWith(wanted)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`no way to ${wanted} by Tab`);
  };
  await tabTo("input combobox");
  await page.keyboard.type("qwen2.5 7b yarn");
  await page.keyboard.press("Enter");
  await expect(answer(page)).toContainText("divided by 4");
  await tabTo("textarea config");
  await tabTo("input length-slider");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByTestId("length")).not.toHaveValue("131072");
  await tabTo("div slider");
  await page.keyboard.press("End");
  await expect(figure(page, "frequencies").locator(".readout")).toContainText("pair 63");
});

for (const [lang, theme, hash] of [
  ["en", "light", ""],
  ["zh-Hans", "dark", hashOf({ source: { kind: "model", id: "gemma-3-4b" }, rows: "all" })],
  ["zh-Hant", "light", hashOf({ source: { kind: "model", id: "phi-3.5-mini" } })],
] as const) {
  test(`axe: ${theme}, ${lang}`, async ({ page }) => {
    await open(page, { query: `lang=${lang}&theme=${theme}`, hash });
    await expect(figure(page, "precision")).toBeVisible();
    await figure(page, "frequencies").getByRole("button").first().click();
    expect(await violations(page)).toEqual([]);
  });

  test(`no text is missing: ${lang}, ${theme}`, async ({ page }) => {
    await open(page, { query: `lang=${lang}&theme=${theme}`, hash });
    await expect(figure(page, "precision")).toBeVisible();
    const text = await page.evaluate(() => {
      const seen: string[] = [];
      const walk = (root: ParentNode) => {
        for (const element of root.querySelectorAll("*")) {
          seen.push(
            ...[...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent ?? ""),
          );
          if (element.shadowRoot) walk(element.shadowRoot);
        }
      };
      walk(document.body);
      return seen.join("\n");
    });
    expect(text).not.toMatch(/\{\w+\}/);
    expect(text).not.toMatch(/\b(note|axis|section|figure|report|dialects?|regime|mark)\.[a-z_]+/);
  });
}

test("axe: a fresh link with faults", async ({ page }) => {
  const hash = hashOf(textSource({ head_dim: 3, rope_scaling: { type: "linear", rope_type: "yarn" } }));
  await open(page, { query: "lang=zh-Hant&theme=dark", hash });
  expect(await violations(page)).toEqual([]);
});

for (const width of [360, 768, 1440]) {
  test(`does not scroll sideways at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const lang of ["en", "zh-Hans", "zh-Hant"]) {
      for (const hash of ["", hashOf({ source: { kind: "model", id: "phi-3.5-mini" }, length: 4097, rows: "all" })]) {
        await open(page, { query: `lang=${lang}`, hash });
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      }
    }
  });
}

test("another language keeps the state", async ({ page }) => {
  await open(page, { hash: hashOf({ source: { kind: "model", id: "deepseek-v3" } }) });
  await page.getByTestId("language").selectOption("zh-Hant");
  await expect(answer(page)).toContainText("DeepSeek");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("這份模型設定會做什麼？");
  await expect(page).toHaveTitle("Posenc：這份設定會做什麼");
});

test("print: light, the figures and the report, no controls", async ({ page }) => {
  await open(page, { query: "lang=en&theme=dark" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("html")).toHaveAttribute("data-scheme", "light");
  await expect(page.locator(".rail")).toBeHidden();
  await expect(figure(page, "frequencies")).toBeVisible();
  await expect(page.getByTestId("report")).toBeVisible();
});

test("forced colours: lines stay apart by their dashes", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await open(page);
  const dashes = figure(page, "precision").locator(".plot path.line");
  await expect(dashes).toHaveCount(3);
  const kinds = await dashes.evaluateAll((paths) => paths.map((path) => getComputedStyle(path).strokeDasharray));
  expect(new Set(kinds).size).toBe(3);
});
