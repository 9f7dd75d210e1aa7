/** Numbers from files in the labs Scores and Order: dropped, chosen, pasted, refused. */
import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { violations } from "./axe.ts";
import { expect, test } from "./support.ts";

/** By NumPy: tests/golden/families/files.py. */
const golden = JSON.parse(readFileSync(new URL("../golden/values/files/attention.json", import.meta.url), "utf8")) as {
  files: Record<string, string>;
  weights: Record<"none" | "causal", number[][][]>;
  output: Record<"none" | "causal", number[][][]>;
};

const file = (name: string, data = golden.files[name] as string) => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.from(data, "base64"),
});
const text = (name: string, content: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(content) });

async function open(page: Page, lab: string, { query = "lang=en", hash = "" } = {}): Promise<void> {
  await page.goto("about:blank");
  await page.goto(`./?lab=${lab}&${query}${hash}`);
  await expect(page.getByTestId("file-place")).toBeAttached();
}

async function settled(page: Page): Promise<void> {
  await expect(page.getByTestId("answer")).toHaveAttribute("aria-busy", "false", { timeout: 20_000 });
}

const choose = (page: Page, ...files: ReturnType<typeof file>[]) => page.getByTestId("file-input").setInputFiles(files);
const arrays = (page: Page) => page.getByTestId("given-arrays").getByRole("listitem");
const fault = (page: Page) => page.getByTestId("file-fault");
const cell = (page: Page, name: string, row: number, column: number) =>
  page.locator(`[data-figure="${name}"] [data-row="${row}"][data-column="${column}"]`);

/** As a heatmap writes it. */
const shown = (value: number): string => value.toFixed(2).replace("-", "−");

async function seesNumbersOf(page: Page, mask: "none" | "causal", head: number): Promise<void> {
  const [weights, output] = [golden.weights[mask][head], golden.output[mask][head]] as [number[][], number[][]];
  for (let row = 0; row < 5; row++) {
    for (let column = 0; column < 5; column++) {
      const isHidden = mask === "causal" && column > row;
      await expect(cell(page, "weights", row, column)).toHaveText(
        isHidden ? "hidden by the mask" : shown(weights[row]?.[column] as number),
      );
    }
    for (let column = 0; column < 3; column++)
      await expect(cell(page, "output", row, column)).toHaveText(shown(output[row]?.[column] as number));
  }
}

/** Drops files as a hand would. */
const drop = (page: Page, ...files: ReturnType<typeof file>[]): Promise<void> =>
  dropOn(page.getByTestId("file-place"), ...files);

async function dropOn(place: Locator, ...files: ReturnType<typeof file>[]): Promise<void> {
  const given = files.map(({ name, buffer }) => [name, buffer.toString("base64")] as const);
  const transfer = await place.page().evaluateHandle((all) => {
    const made = new DataTransfer();
    for (const [name, data] of all)
      made.items.add(new File([Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))], name));
    return made;
  }, given);
  for (const type of ["dragover", "drop"]) await place.dispatchEvent(type, { dataTransfer: transfer });
}

test("files dropped anywhere on a lab are taken, and one that misses leaves the page where it is", async ({ page }) => {
  await open(page, "order");
  await expect(page.getByTestId("verdict")).toHaveAttribute("data-follows", /true|false/);
  await dropOn(page.locator("posenc-order-lab h2").last(), file("q.npy"), file("k.npy"), file("v.npy"));
  await expect(arrays(page)).toHaveCount(3);
  await expect(page.getByTestId("own-numbers")).toHaveAttribute("open", "");

  await page.goto("./?lab=rotation&lang=en");
  await expect(page.getByTestId("answer")).toHaveText(/\d/);
  const isKept = (type: string) =>
    page.locator("footer").evaluate((footer, type) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["1"], "q.csv"));
      const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true, composed: true });
      return !footer.dispatchEvent(event);
    }, type);
  expect([await isKept("dragover"), await isKept("drop")]).toEqual([true, true]);
});

test("q, k and v dropped in Scores: the numbers of NumPy, in a link that another page reads", async ({ page }) => {
  await open(page, "scores", { hash: "#method=none&mask=none" });
  await drop(page, file("q.npy"), file("k.npy"), file("v.npy"));
  await expect(arrays(page)).toHaveText([/q: float32, 2 × 5 × 4/, /k: float64, 2 × 5 × 4/, /v: float16, 2 × 5 × 3/]);
  await settled(page);
  await seesNumbersOf(page, "none", 0);
  await page.getByTestId("head").fill("1");
  await page.getByTestId("head").press("Enter");
  await expect(page.getByTestId("answer")).toContainText("head 1 of 2");
  await seesNumbersOf(page, "none", 1);
  const hash = new URL(page.url()).hash;
  await open(page, "scores", { hash });
  await settled(page);
  await expect(arrays(page)).toHaveCount(3);
  await seesNumbersOf(page, "none", 1);
  expect(await violations(page)).toEqual([]);
});

test("one query on many keys, as in decoding: a row that sees them all; positions and mask of files", async ({
  page,
}) => {
  await open(page, "scores", { hash: "#method=alibi&mask=causal&head=0&query=9" });
  const rows = (count: number) =>
    JSON.stringify(Array.from({ length: count }, (_, row) => [Math.sin(row), Math.cos(3 * row)]));
  await choose(page, text("query.json", rows(1)), text("key.json", rows(6)), text("value.json", rows(6)));
  await settled(page);
  await expect(page.getByTestId("answer")).toContainText("“q₀” (token 0) looks back");
  await expect(page.getByTestId("answer")).toContainText("on 6 keys that it sees");
  const labels = page.locator('[data-figure="weights"] [data-row="0"][data-column]');
  await expect(labels).toHaveCount(6);
  await expect(page.locator('[data-figure="weights"] [data-row="1"]')).toHaveCount(0);
  await cell(page, "scores", 0, 1).hover();
  await expect(page.getByTestId("cell")).toHaveText("Query 0 “q₀”, key 1 “k₁”, Δ = key − query = −4.");
  await choose(page, text("query_positions.json", "[2]"));
  await expect(page.getByTestId("answer")).toContainText("on 3 keys that it sees");
  await expect(cell(page, "scores", 0, 3)).toHaveText("hidden by the mask");
  await choose(page, text("mask.json", "[[0, 0, 0, 0, 0, 0]]"));
  await expect(page.getByTestId("answer")).toContainText("“q₀” (token 0) sees no key");
  expect(await violations(page)).toEqual([]);
  // A map of few rows and many columns.
  await open(page, "scores", { hash: "#method=rotary&mask=causal" });
  await choose(page, text("query.json", rows(3)), text("key.json", rows(60)));
  await settled(page);
  await expect(page.locator('posenc-map[data-figure="weights"]')).toBeVisible();
  await page.getByTestId("zoom-in").click();
  await expect(page.getByTestId("region")).toContainText("Queries 0 … 2, keys 7 … 36");
});

test("a mask of a file, Undo and Back; what is refused changes nothing", async ({ page }) => {
  await open(page, "scores", { hash: "#method=none&mask=none" });
  await choose(page, file("qkv.safetensors"));
  await settled(page);
  await choose(page, file("mask.npy"));
  await expect(page.getByTestId("answer")).toContainText("mask of a file");
  await seesNumbersOf(page, "causal", 0);
  for (const [wrong, said] of [
    [
      file(
        "cut.npy",
        Buffer.from(golden.files["q.npy"] as string, "base64")
          .subarray(0, 90)
          .toString("base64"),
      ),
      /cut\.npy: expected \d+ bytes, got 90/,
    ],
    [text("x.csv", "1,2\n3\n"), /x\.csv, line 2: expected 2 columns, as in the lines before, got 1/],
    [text("mask.json", "[[1, 2], [3, 4]]"), /mask: expected \[5, 5\], got shape \[2, 2\]/],
    [text("key.json", "[[1, 2, 3]]"), /key: expected \[kv_heads, keys, 4\]/],
    [
      text("<img src=x onerror=alert(1)>.csv", "a\nb"),
      /<img src=x onerror=alert\(1\)>\.csv, line 2, column 1: expected a number, got b/,
    ],
    [text("picture.png", "x"), /picture\.png: expected a \.npy/],
  ] as const) {
    await choose(page, wrong);
    await expect(fault(page)).toHaveText(said);
    await expect(fault(page)).toContainText("The page shows what it showed before.");
    await seesNumbersOf(page, "causal", 0);
  }
  await page.getByTestId("undo").click();
  await expect(arrays(page)).toHaveCount(3);
  await expect(fault(page)).toHaveCount(0);
  await seesNumbersOf(page, "none", 0);
  await page.goBack();
  await seesNumbersOf(page, "causal", 0);
  await page.getByTestId("remove-files").click();
  await expect(page.getByTestId("answer")).toContainText("“dog”");
  await expect(arrays(page)).toHaveCount(0);
});

test("pasted X, and positions for words", async ({ page }) => {
  await open(page, "scores", { hash: "#method=alibi&mask=none&heads=1&text=a+b+c&query=2" });
  await page.getByText("Paste numbers").click();
  await page.getByTestId("paste-role").selectOption("positions");
  await page.getByTestId("paste-numbers").fill("0\n10\n12");
  await page.getByTestId("paste-use").click();
  // One head: the slope is 1/256.
  await expect(cell(page, "position", 2, 0)).toHaveText("−0.05");
  await page.getByTestId("paste-role").selectOption("embeddings");
  await page.getByTestId("paste-numbers").fill("[[1, 0, 0, 0], [0, 1, 0, 0]]");
  await page.getByTestId("paste-use").click();
  await expect(fault(page)).toHaveText(/positions: expected \[2\], got shape \[3, 1\]/);
  await arrays(page).filter({ hasText: "pasted positions" }).getByRole("button").click();
  await expect(page.getByTestId("answer")).toContainText("x₁");
});

test("numbers too many for a link: said, the button idle, Undo and Back still find them, another page does not", async ({
  page,
}) => {
  await open(page, "scores", { hash: "#method=none&mask=none" });
  const rows = Array.from({ length: 300 }, (_, t) => Array.from({ length: 16 }, (_, c) => Math.sin(t * (c + 1))));
  await choose(
    page,
    text("qkv.json", JSON.stringify({ q: [rows, rows, rows, rows], k: [rows, rows], v: [rows, rows] })),
  );
  await settled(page);
  await expect(page.getByTestId("answer")).toContainText("head 0 of 4");
  await page.getByTestId("head").fill("3");
  await page.getByTestId("head").press("Enter");
  await settled(page);
  await expect(page.getByTestId("answer")).toContainText("head 3 of 4");
  await expect(page.getByTestId("not-in-link")).toBeVisible();
  await expect(page.getByTestId("copy-link")).toBeDisabled();
  await expect(page.getByTestId("copy-json")).toBeEnabled();
  const { hash } = new URL(page.url());
  expect(hash.length).toBeLessThan(100);
  await page.getByTestId("undo").click();
  await page.getByTestId("undo").click();
  await expect(page.getByTestId("answer")).toContainText("“dog”");
  await page.goBack();
  await expect(arrays(page)).toHaveCount(3);
  await open(page, "scores", { hash });
  await expect(page.getByTestId("files-gone")).toContainText("Choose them again");
  await expect(page.getByTestId("answer")).toContainText("“dog”");
});

test("q, k and v in Order become the problem of the address; what is too large is refused", async ({ page }) => {
  await open(page, "order", {});
  await page.getByTestId("own-numbers").locator("summary").first().click();
  await choose(page, file("q.npy"), file("k.npy"), file("v.npy"));
  await expect(arrays(page)).toHaveCount(3);
  await expect(page.getByTestId("given")).toBeVisible();
  for (let column = 0; column < 5; column++)
    await expect(cell(page, "weights", 2, column)).toHaveText(shown(golden.weights.none[0]?.[2]?.[column] as number));
  await choose(page, text("x.json", JSON.stringify(Array.from({ length: 17 }, () => [1, 2, 3, 4]))));
  await expect(fault(page)).toContainText("input.embeddings");
  await expect(page.getByTestId("given")).toBeVisible();
  await page.goBack();
  await expect(page.getByTestId("given")).toHaveCount(0);
  await expect(arrays(page)).toHaveCount(0);
  await page.goForward();
  await expect(arrays(page)).toHaveCount(3);
  await page.getByTestId("remove-files").click();
  await expect(page.getByTestId("given")).toHaveCount(0);
});

for (const [lang, title, kept] of [
  ["zh-Hans", "自己的数值", "页面仍显示原来的内容。"],
  ["zh-Hant", "自己的數值", "頁面仍顯示原來的內容。"],
] as const)
  test(`in ${lang}`, async ({ page }) => {
    await open(page, "scores", { query: `lang=${lang}` });
    await expect(page.getByText(title, { exact: true })).toBeVisible();
    await choose(page, text("x.csv", "1,2\n3\n"));
    await expect(fault(page)).toContainText(kept);
    await choose(page, file("qkv.npz"));
    await expect(arrays(page)).toHaveCount(3);
    await settled(page);
    expect(await violations(page)).toEqual([]);
  });
