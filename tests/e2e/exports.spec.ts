/** Figures and their numbers as files: SVG and PNG that stand alone, NPY, CSV and JSON with the same numbers. */
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./support.ts";

const FORMS = ["svg", "png", "npy", "csv", "json"] as const;
type Form = (typeof FORMS)[number];

/** One figure of every kind in every lab. */
const FIGURES = [
  ["order", "", '[data-figure="scores"]', "posenc-order-scores-none-none-head-0"],
  ["order", "", "posenc-token-strip", "posenc-order-permutation-none-none-head-0"],
  ["context", "", '[data-figure="frequencies"]', "posenc-context-frequencies-llama-3-1-8b"],
  ["absolute", "", '[data-map="encoding-present"]', "posenc-absolute-encoding-present-paper"],
  ["absolute", "", '[data-figure="waves"]', "posenc-absolute-waves-paper"],
  ["absolute", "", '[data-section="shift"] .turn', "posenc-absolute-shift-paper"],
  ["relative", "", '[data-figure="curve"]', "posenc-relative-curve-alibi-causal-head-1"],
  ["relative", "", '[name="keys"]', "posenc-relative-keys-alibi-causal-head-1"],
  ["relative", "#method=shaw", '[data-matrix="score"]', "posenc-relative-score-present-shaw-causal-head-1"],
  ["rotation", "", '[data-part="score"]', "posenc-rotation-pairs-rotary"],
  ["rotation", "", '[data-figure="vectors-present"]', "posenc-rotation-vectors-present-rotary"],
  ["rotation", "", '[name="layouts"]', "posenc-rotation-layouts-rotary"],
  ["rotation", "", '[name="tokens"]', "posenc-rotation-tokens-rotary"],
  ["rotation", "#head_dim=64&layout=axial", '[name="streams"]', "posenc-rotation-streams-rotary"],
  ["scores", "#repeat=8", '[data-figure="scores"]', "posenc-scores-scores-alibi-causal-head-0"],
  ["cache", "", '[data-figure="stored-present"]', "posenc-cache-stored-present-rotary"],
  ["cache", "#method=longrope", '[name="strip"]', "posenc-cache-strip-longrope"],
  ["cost", "", '[aria-labelledby="shares-title"]', "posenc-cost-shares-rotary"],
] as const;

/** Of a drawing that stands alone. */
const SOUND = {
  isValid: true,
  isLight: true,
  isResolved: true,
  hasWords: true,
  foreign: 0,
  scripts: 0,
  outside: [],
};

async function save(page: Page, figure: Locator, form: Form): Promise<{ name: string; bytes: Buffer }> {
  const item = figure.locator(`[data-save="${form}"]`).first();
  if (!(await item.isVisible())) await figure.locator("posenc-save-menu summary").first().click();
  const [download] = await Promise.all([page.waitForEvent("download"), item.click()]);
  return { name: download.suggestedFilename(), bytes: await readFile((await download.path()) as string) };
}

interface Npy {
  shape: number[];
  values: number[];
}

/** As NumPy reads format 1.0 of little-endian floats and doubles. */
function readNpy(bytes: Buffer): Npy {
  expect(bytes.subarray(0, 8).toString("latin1")).toBe("\x93NUMPY\x01\x00");
  const start = 10 + bytes.readUInt16LE(8);
  const header = bytes.subarray(10, start).toString("latin1");
  const [, width = ""] = /^{'descr': '<f([48])', 'fortran_order': False/.exec(header) ?? [];
  const size = Number(width);
  const read = (at: number) => (size === 4 ? bytes.readFloatLE(at) : bytes.readDoubleLE(at));
  const shape = /\(([^)]*)\)/.exec(header)?.[1]?.split(",").filter(Boolean).map(Number) ?? [];
  return {
    shape,
    values: Array.from({ length: (bytes.length - start) / size }, (_, at) => read(start + size * at)),
  };
}

for (const [lab, hash, selector, name] of FIGURES) {
  test(`${lab} ${selector}: every form, under its name`, async ({ page }) => {
    await page.goto(`./?lab=${lab}&lang=en&theme=dark${hash}`);
    const figure = page.locator(selector).first();
    await expect(figure.locator("posenc-save-menu summary").first()).toBeVisible({ timeout: 60_000 });
    const files = new Map<Form, Buffer>();
    for (const form of FORMS) {
      const file = await save(page, figure, form);
      expect(file.name).toBe(`${name}.${form}`);
      files.set(form, file.bytes);
    }
    const text = (form: Form) => (files.get(form) as Buffer).toString("utf8");
    expect(await drawing(page, text("svg"))).toEqual({
      ...SOUND,
      link: page.url(),
    });
    const png = files.get("png") as Buffer;
    expect(png.subarray(1, 4).toString("latin1")).toBe("PNG");
    const [width, height] = sizeOf(text("svg"));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([2 * width, 2 * height]);
    const { shape, values } = readNpy(files.get("npy") as Buffer);
    expect(values).toHaveLength((shape[0] as number) * (shape[1] as number));
    expect(shape).toHaveLength(2);
    expect(numbersOf(text("csv"), shape[1] as number)).toEqual(values);
    expect(JSON.parse(text("json"))).toBeInstanceOf(Object);
  });
}

/** What is drawn or laid out as a picture: icons and samples in a legend are smaller. */
const DRAWN = "canvas, svg, posenc-token-strip, table.strip, .tokens, .streams";

/** With how many figures each has at least, once its numbers are there. */
for (const [lab, hash, least] of [
  ["order", "", 12],
  ["absolute", "", 9],
  ["absolute", "#method=learned", 5],
  ["relative", "", 8],
  ["relative", "#method=shaw", 6],
  ["rotation", "", 12],
  ["context", "", 6],
  ["scores", "", 6],
  ["cache", "#method=longrope", 7],
  ["cost", "", 2],
] as const)
  test(`${lab}${hash}: every figure can be saved as a picture`, async ({ page }) => {
    await page.goto(`./?lab=${lab}&lang=en${hash}`);
    const enough = async () => (await figures(page)).all >= least;
    await expect.poll(enough, { timeout: 30_000 }).toBe(true);
    await expect.poll(async () => (await figures(page)).unsaved).toEqual([]);
  });

/** Those of the page, and those with no menu for pictures: in their own element, or in their part of the lab. */
const figures = (page: Page) =>
  page.evaluate((drawn) => {
    const within = (root: ParentNode): Element[] =>
      [...root.querySelectorAll("*")].flatMap((one) => [one, ...(one.shadowRoot ? within(one.shadowRoot) : [])]);
    const isFigure = (one: Element) => {
      const { width, height } = one.getBoundingClientRect();
      return one.matches(drawn) && width >= 24 && height >= 8 && !one.closest("button, .legend, .bar");
    };
    const hasMenu = (root: Element | ShadowRoot) => within(root).some((one) => one.matches('[data-save="svg"]'));
    const isLab = (root: Node) => root instanceof ShadowRoot && root.host.localName.endsWith("-lab");
    const canBeSaved = (figure: Element): boolean => {
      const root = figure.getRootNode() as ShadowRoot;
      if (!isLab(root)) return hasMenu(root) || canBeSaved(root.host);
      const part = figure.closest("section");
      return hasMenu(figure) || (part !== null && hasMenu(part));
    };
    const all = within(document.body).filter(isFigure);
    const unsaved = all.filter((figure) => !canBeSaved(figure));
    return { all: all.length, unsaved: unsaved.map(({ outerHTML }) => outerHTML.slice(0, 80)) };
  }, DRAWN);

const sizeOf = (text: string): [number, number] => {
  const [, width, height] = /<svg[^>]* width="(\d+)" height="(\d+)"/.exec(text) ?? [];
  return [Number(width), Number(height)];
};

/** The columns of the CSV that hold numbers; the row's name before them is none. */
function numbersOf(csv: string, columns: number): number[] {
  const cells = csv
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => [...line.matchAll(/(?:^|,)("(?:[^"]|"")*"|[^,]*)/g)].map((match) => match[1] as string));
  return cells.flatMap((line) =>
    line
      .filter((cell) => !cell.startsWith('"'))
      .slice(-columns)
      .map((cell) => Number(cell.replace("inf", "Infinity"))),
  );
}

/** What another program makes of the file: read as XML and drawn where no page helps it. */
async function drawing(page: Page, text: string) {
  const elsewhere = await page.context().newPage();
  const seen = await elsewhere.evaluate((text) => {
    const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    const all = (selector: string) => [...root.querySelectorAll(selector)];
    document.body.append(document.adoptNode(root));
    const edge = root.getBoundingClientRect();
    const isOutside = (node: Element) => {
      const { left, right } = node.getBoundingClientRect();
      return left < edge.left - 1 || right > edge.right + 1;
    };
    return {
      isValid: root.localName === "svg" && all("parsererror").length === 0,
      isLight: root.querySelector("rect")?.getAttribute("fill") === "#fcfcfa",
      isResolved: all("style").every(({ textContent }) => !/var\(|@import|url\(/.test(textContent ?? "")),
      hasWords: ["title", "desc"].every((name) => (root.querySelector(name)?.textContent ?? "") !== ""),
      link: root.querySelector("a")?.getAttribute("href"),
      foreign: all("image, use").filter((node) => !node.getAttribute("href")?.startsWith("data:")).length,
      scripts: all("script, foreignObject").length,
      outside: all("text")
        .filter(isOutside)
        .map(({ textContent }) => textContent),
    };
  }, text);
  await elsewhere.close();
  return seen;
}

test("by keyboard: the menu opens, Escape closes it, and its files are taken with Enter", async ({ page }) => {
  await page.goto("./?lab=rotation&lang=en");
  const menu = page.locator('[data-figure="frequencies"] posenc-save-menu');
  const button = menu.locator("summary");
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(menu.locator("[data-save]").first()).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await expect(menu.locator("[data-save]").first()).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  expect(download.suggestedFilename()).toBe("posenc-rotation-frequencies-rotary.svg");
  await page.keyboard.press("Enter");
  for (let press = 0; press < 6; ++press) await page.keyboard.press("Tab");
  await expect(menu.locator("[data-save]").first()).toBeHidden();
});

test("on a phone the menu opens inside the page", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("./?lab=absolute&lang=en");
  const menu = page.locator('[data-figure="waves"] posenc-save-menu');
  await menu.locator("summary").click();
  const list = menu.locator(".list");
  await expect(list).toBeVisible();
  await expect.poll(() => list.evaluate((node) => node.getBoundingClientRect().right)).toBeLessThanOrEqual(390);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("a picture of the figure: as light as paper, with ink in it, on a dark page too", async ({ page }) => {
  await page.goto("./?lab=order&lang=zh-Hans&theme=dark");
  const figure = page.locator('posenc-heatmap[data-figure="scores"]');
  const { bytes } = await save(page, figure, "png");
  const seen = await page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext("2d") as CanvasRenderingContext2D;
    context.drawImage(image, 0, 0);
    const { data: pixels } = context.getImageData(0, 0, image.width, image.height);
    const colours = new Set<string>();
    for (let at = 0; at < pixels.length; at += 4) colours.add(pixels.slice(at, at + 4).join());
    return { corner: [...pixels.slice(0, 4)], colours: colours.size };
  }, bytes.toString("base64"));
  expect(seen.corner).toEqual([252, 252, 250, 255]);
  expect(seen.colours).toBeGreaterThan(20);
});

test("text from the visitor stays text in the file", async ({ page }) => {
  const text = `<script>alert(1)</script> & "quoted"`;
  await page.goto(`./?lab=scores&lang=en#text=${encodeURIComponent(text)}`);
  const figure = page.locator('[data-figure="weights"]');
  await expect(figure.getByRole("grid")).toBeVisible();
  const { bytes } = await save(page, figure, "svg");
  expect(await drawing(page, bytes.toString("utf8"))).toEqual({ ...SOUND, link: page.url() });
  expect(bytes.toString("utf8")).toContain("&lt;");
});

test("what the mask hides, in what is saved of Scores: 0 of weights, −∞ of scores, as the command has it", async ({
  page,
}) => {
  await page.goto("./?lab=scores&lang=en#text=a%20b%20c");
  const saved = async (name: string, form: Form) => {
    const figure = page.locator(`posenc-heatmap[data-figure="${name}"]`);
    await expect(figure.getByRole("grid")).toBeVisible();
    return (await save(page, figure, form)).bytes;
  };
  const upper = (values: number[]) => [values[1], values[2], values[5]];
  expect(upper(readNpy(await saved("weights", "npy")).values)).toEqual([0, 0, 0]);
  expect(upper(readNpy(await saved("scores", "npy")).values)).toEqual([-Infinity, -Infinity, -Infinity]);
  const { about, values } = JSON.parse((await saved("scores", "json")).toString("utf8"));
  expect(values[0].slice(1)).toEqual([null, null]);
  expect(about).toEqual({
    caption: ["From scores to weights to outputs", "ALiBi, causal mask, head 0 of 4 (counted from 0)."],
    link: page.url(),
  });
});

test("below a picture: the lab, method, mask and head; the address where it fits, and whole", async ({ page }) => {
  const texts = async () => {
    const figure = page.locator('posenc-heatmap[data-figure="weights"]');
    await expect(figure.getByRole("grid")).toBeVisible();
    const text = (await save(page, figure, "svg")).bytes.toString("utf8").replaceAll("&amp;", "&");
    return {
      desc: /<desc>([^<]*)/.exec(text)?.[1],
      below: [...text.matchAll(/class="(caption|link)"[^>]*>([^<]*)/g)].map((found) => found.slice(1)),
    };
  };
  await page.goto("./?lab=scores&lang=zh-Hans#text=a%20b%20c");
  const caption = ["从分数到权重再到输出", "ALiBi，因果掩码，4\u00a0个头中的头\u00a00（从 0 数起）。"];
  const short = await texts();
  expect(short.below.map(([, text]) => text).slice(0, 2)).toEqual(caption);
  expect(short.below[2]).toEqual(["link", page.url()]);
  await page.goto(
    `./?lab=scores&lang=zh-Hans#text=a%20b%20c&seed=12&heads=4&base=${"1".repeat(9)}&table=fairseq&rows=77&max_relative_position=3&clamp_len=7`,
  );
  const long = await texts();
  expect(page.url().length).toBeGreaterThan(120);
  expect(long.below.map(([name]) => name)).toEqual(["caption", "caption"]);
  expect(long.desc).toContain("clamp_len=7");
});
