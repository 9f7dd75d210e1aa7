/** The page for frames, in pages of another origin. */
import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { SECTIONS } from "../../web/src/embed/sections.ts";
import { SNIPPETS, snippet } from "../../web/src/embed/snippets.ts";
import { LAB_NAMES } from "../../web/src/embed/vocabulary.ts";
import { violations } from "./axe.ts";
import { embedded, expect, frameOf, LISTEN, said, say, test } from "./embed-host.ts";

const frame = (page: Page) => page.frameLocator("iframe");
const words = (page: Page) => frame(page).locator(".claim .words");

for (const sandbox of ["", ' sandbox="allow-scripts"']) {
  test(`a frame computes in a page of another origin${sandbox && ", in a sandbox"}`, async ({
    page,
    host,
    baseURL,
  }) => {
    await host.open(frameOf(baseURL, "rotation", "i=5&j=5").replace("<iframe", `<iframe${sandbox}`));
    await expect(words(page)).toContainText(/-?[−\d.]+\d/);
    expect(await page.context().cookies()).toEqual([]);
  });
}

test("the height follows the content, grows and shrinks, and comes to rest", async ({ page, host, baseURL }) => {
  await host.open(`${LISTEN}<div id="room">${frameOf(baseURL, "rotation")}</div>`);
  await expect(words(page)).toHaveText(/\d/);
  const heights = async () => (await said(page, "posenc:height")).map(({ height }) => height as number);
  const rest = async () => {
    let before = -1;
    await expect
      .poll(
        async () => {
          const count = (await heights()).length;
          const isSame = count === before;
          before = count;
          return isSame && count > 0;
        },
        { intervals: [700] },
      )
      .toBe(true);
    return (await heights()).at(-1) as number;
  };
  const setWidth = (width: string) =>
    page.evaluate((width) => {
      (document.getElementById("room") as HTMLElement).style.width = width;
    }, width);
  const wide = await rest();
  // The snippet's own script has set it, and nothing is left to scroll.
  const box = await page.locator("iframe").boundingBox();
  expect(Math.abs((box?.height ?? 0) - wide)).toBeLessThanOrEqual(1);
  expect(
    await frame(page)
      .locator("html")
      .evaluate((root) => root.scrollHeight - root.clientHeight),
  ).toBeLessThanOrEqual(1);
  await setWidth("380px");
  const narrow = await rest();
  expect(narrow).toBeGreaterThan(wide + 100);
  await setWidth("auto");
  expect(Math.abs((await rest()) - wide)).toBeLessThanOrEqual(2);
  const all = await heights();
  expect(all.length).toBeLessThan(40);
  for (const [at, height] of all.entries())
    if (at > 0) expect(Math.abs(height - (all[at - 1] as number))).toBeGreaterThan(1);
});

test("it says what it can, takes a state, and tells of changes", async ({ page, host, baseURL }) => {
  await host.open(LISTEN + frameOf(baseURL, "rotation", "id=left"));
  await expect(words(page)).toHaveText(/\d/);
  await expect.poll(() => said(page, "posenc:ready")).toHaveLength(1);
  await say(page, { type: "posenc:ping", v: 1 });
  await expect.poll(() => said(page, "posenc:ready")).toHaveLength(2);
  const ready = (await said(page, "posenc:ready"))[1];
  expect(ready).toMatchObject({ v: 1, id: "left", frame: 0, version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
  expect(ready?.capabilities).toContain("load");

  const before = await words(page).textContent();
  await say(page, { type: "posenc:set", state: "i=9&j=9" });
  await expect(words(page)).not.toHaveText(before as string);
  await expect.poll(async () => (await said(page, "posenc:change")).map(({ state }) => state)).toEqual(["i=9&j=9"]);
  await say(page, { type: "posenc:get" });
  await expect.poll(async () => (await said(page, "posenc:change")).length).toBe(2);

  await frame(page).getByTestId("seed").fill("5");
  await frame(page).getByTestId("seed").press("Enter");
  await expect.poll(async () => (await said(page, "posenc:change")).at(-1)?.state).toBe("i=9&j=9&seed=5");

  await say(page, { type: "posenc:theme", theme: "dark" });
  await expect(frame(page).locator("html")).toHaveAttribute("data-scheme", "dark");
  await say(page, { type: "posenc:lang", lang: "zh-Hant" });
  await expect(frame(page).locator("html")).toHaveAttribute("lang", "zh-Hant");
  expect(await said(page, "posenc:error")).toEqual([]);
});

test("what it does not understand is refused in words, a stranger is not heard", async ({ page, host, baseURL }) => {
  const warnings: string[] = [];
  page.on("console", (message) => warnings.push(message.text()));
  await host.open(`${LISTEN}${frameOf(baseURL, "rotation")}<iframe srcdoc="<p>stranger</p>"></iframe>`);
  await expect(page.frameLocator("iframe").first().locator(".claim .words")).toHaveText(/\d/);
  const before = await page.frameLocator("iframe").first().locator(".claim .words").textContent();
  for (const message of [
    { type: "posenc:eval", code: "alert(1)" },
    { type: "posenc:set", state: "i=1", origin: "me" },
    { type: "posenc:set", state: 7 },
    { type: "posenc:ping", v: 9 },
    { type: "posenc:load", name: "a.npy", bytes: new Array(3) },
    { type: "somebody:else" },
  ])
    await say(page, message);
  await expect
    .poll(async () => (await said(page, "posenc:error")).map(({ code }) => code))
    .toEqual(["type", "field", "value", "version", "value"]);
  await page.evaluate(() => {
    const [, other] = document.querySelectorAll("iframe");
    const stranger = other?.contentWindow as (Window & typeof globalThis) | null | undefined;
    stranger?.setTimeout("top.frames[0].postMessage({ type: 'posenc:set', state: 'i=1' }, '*')");
  });
  await expect.poll(() => warnings.join()).toContain("stranger");
  expect(await page.frameLocator("iframe").first().locator(".claim .words").textContent()).toBe(before);
});

test("a file goes to the lab that takes it, and is refused in words by one that does not", async ({
  page,
  host,
  baseURL,
}) => {
  const load = (name: string, text: string) =>
    page.evaluate(
      ([name, text]) => {
        const bytes = new TextEncoder().encode(text).buffer;
        const target = document.querySelector("iframe")?.contentWindow;
        target?.postMessage({ type: "posenc:load", name, bytes }, "*", [bytes]);
      },
      [name, text] as const,
    );
  await host.open(LISTEN + frameOf(baseURL, "context"));
  await expect(words(page)).toContainText("Llama 3.1 8B");
  await load(
    "config.json",
    '{"model_type": "llama", "rope_theta": 31415, "head_dim": 64, "num_attention_heads": 4, "hidden_size": 256}',
  );
  await expect(frame(page).locator(".results")).toContainText("31415");
  await host.open(LISTEN + frameOf(baseURL, "scores", "ui=none"));
  await expect(words(page)).toHaveText(/\d/);
  await load("qkv.json", '{"q": [[1, 0], [0, 1], [1, 1]], "k": [[1, 0], [0, 1], [1, 1]], "v": [[1], [2], [3]]}');
  await expect(words(page)).toContainText("x₂");
  await load("q.npy", "no NumPy file");
  await expect
    .poll(async () => (await said(page, "posenc:error")).map(({ message }) => message).join())
    .toMatch(/q\.npy: expected the signature of NPY/);
  await expect(words(page)).toContainText("x₂");
  await host.open(LISTEN + frameOf(baseURL, "order"));
  await expect(frame(page).getByTestId("verdict")).toHaveAttribute("data-follows", /true|false/);
  await load("x.csv", "1,0,0,0\n0,1,0,0\n0,0,1,0\n");
  await expect
    .poll(async () => (await said(page, "posenc:change")).map(({ state }) => state).join())
    .toMatch(/embeddings|tensors/);
  await host.open(LISTEN + frameOf(baseURL, "rotation"));
  await expect(words(page)).toHaveText(/\d/);
  await load("config.json", "{}");
  await expect.poll(async () => (await said(page, "posenc:error")).map(({ code }) => code)).toEqual(["load"]);
});

test("what is hidden is gone, what is locked cannot be changed, in every way to show a lab", async ({
  page,
  baseURL,
}) => {
  await page.goto(`${baseURL}embed/?lab=rotation&lang=en&hide=seed,compare&lock=theta,pairing`);
  await expect(page.locator(".claim .words")).toHaveText(/\d/);
  await expect(page.getByTestId("seed")).toBeHidden();
  await expect(page.getByTestId("keep")).toBeHidden();
  await expect(page.getByTestId("theta")).toBeDisabled();
  await expect(page.getByTestId("theta-slider")).toBeDisabled();
  for (const radio of await page.getByTestId("pairing").getByRole("radio").all()) await expect(radio).toBeDisabled();
  await expect(page.getByTestId("head_dim")).toBeEnabled();
  // A new drawing keeps it so.
  await page.getByTestId("head_dim").fill("16");
  await page.getByTestId("head_dim").press("Enter");
  await expect(page.getByTestId("head_dim-slider")).toHaveValue("16");
  await expect(page.getByTestId("theta")).toBeDisabled();
  await page.goto(`${baseURL}embed/?lab=order&lang=en&hide=heads&lock=mask`);
  await expect(page.getByTestId("verdict")).toHaveAttribute("data-follows", /true|false/);
  await expect(page.locator('input[name="mask"]').first()).toBeDisabled();
});

test("what is locked stays, whatever is pressed; the page around may change it", async ({ page, host, baseURL }) => {
  await host.open(LISTEN + frameOf(baseURL, "rotation", "i=3&theta=20000&lang=en&lock=theta,i"));
  await expect(words(page)).toHaveText(/\d/);
  const lab = frame(page).locator("posenc-rotation-lab");
  const theta = lab.getByTestId("theta");
  // A try that is about the base is not there; others leave it as it is.
  await expect(lab.locator('[data-try="base"]')).toHaveCount(0);
  await lab.locator('[data-try="layouts"]').click();
  await expect(lab.getByTestId("swap")).toBeVisible();
  await expect(theta).toHaveValue("20000");
  for (const button of ["swap", "undo", "reset"]) {
    await lab.getByTestId(button).click();
    await expect(theta).toHaveValue("20000");
    await expect(lab.getByTestId("i")).toHaveValue("3");
  }
  await lab.locator("posenc-dials").first().press("ArrowRight");
  await expect(lab.getByTestId("i-on")).toBeDisabled();
  await expect(lab.getByTestId("i")).toHaveValue("3");
  await say(page, { type: "posenc:set", state: "theta=30000&i=5" });
  await expect(theta).toHaveValue("30000");
  await lab.getByTestId("reset").click();
  await expect(theta).toHaveValue("30000");

  await page.goto(`${baseURL}embed/?lab=order&lang=en&lock=method,tokens`);
  await expect(page.getByTestId("verdict")).toHaveAttribute("data-follows", /true|false/);
  await expect(page.locator('[data-try="rotary"]')).toHaveCount(0);
  await expect(page.locator('[data-try="causal"]')).toBeVisible();
  for (const name of ["input#text", "[data-example] >> nth=0", '[data-survey="rotary none"]'])
    await expect(page.locator(name)).toBeDisabled();
});

test("sections are hidden by their names, all of every lab", async ({ page, host, baseURL }) => {
  for (const lab of LAB_NAMES) {
    await host.open(LISTEN + frameOf(baseURL, lab, `hide=${SECTIONS[lab].join(",")}`));
    const claim = frame(page).locator(`posenc-${lab}-lab`).locator(".claim .words, .answer").first();
    await expect(claim).not.toHaveText(/^(Computing…)?$/);
    const named = frame(page).locator('section[aria-labelledby$="-title"]:visible, [data-part]:visible');
    for (const section of await named.all()) {
      const part = (await section.getAttribute("data-part")) ?? "";
      expect({ lab, part, is: ["tries", "compare", "share", "settings"].includes(part) }).toEqual({
        lab,
        part,
        is: true,
      });
    }
    expect(await said(page, "posenc:error")).toEqual([]);
  }
});

test("what an address asks for in vain is said to the page around", async ({ page, host, baseURL }) => {
  const wrong = "theme=black&ui=tiny&lang=fr&h=5&v=9&lock=thetha&hide=foo,compare&nosuch=3";
  await host.open(LISTEN + frameOf(baseURL, "rotation", wrong));
  await expect(words(page)).toHaveText(/\d/);
  await expect.poll(async () => (await said(page, "posenc:ready")).length).toBe(1);
  const messages = (await said(page, "posenc:error")).map(({ code, message }) => `${code} ${message}`);
  expect(messages).toEqual([
    expect.stringMatching(/^value v: expected 1, got 9/),
    expect.stringMatching(/^value h: expected 80/),
    expect.stringMatching(/^value ui: expected full, min, none, got tiny/),
    expect.stringMatching(/^value theme: expected auto, light, dark, got black/),
    expect.stringMatching(/^value lang: expected en, /),
    expect.stringMatching(/^state not read: nosuch/),
    expect.stringMatching(/^value hide: expected tries, .*, got foo$/),
    expect.stringMatching(/^value lock: expected i, j, head_dim, .*, got thetha$/),
  ]);
  await host.open(LISTEN + frameOf(baseURL, "rotary"));
  await expect(frame(page).getByRole("alert")).toContainText("lab: expected order, absolute");
  await expect(frame(page).locator("posenc-order-lab")).toHaveCount(0);
  expect(await said(page, "posenc:error")).toMatchObject([
    { code: "value", message: expect.stringMatching(/got rotary$/) },
  ]);
});

test("Order in a frame of any width has nothing to scroll sideways", async ({ page, baseURL }) => {
  await page.goto(`${baseURL}embed/?lab=order&lang=en`);
  await expect(page.getByTestId("verdict")).toHaveAttribute("data-follows", /true|false/);
  for (const width of [360, 600, 620, 680, 725, 760, 785, 800, 1000]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${width}`).toBe(0);
  }
});

test("a key that nobody knows is said in the console and left out", async ({ page, baseURL }) => {
  const notes: string[] = [];
  page.on("console", (message) => notes.push(message.text()));
  await page.goto(`${baseURL}embed/?lab=rotation&lang=en&utm_source=x&i=1e9&ui=some`);
  await expect(page.locator(".claim .words")).toHaveText(/\d/);
  expect(notes.join("\n")).toMatch(/ui: expected full[\s\S]*not read: utm_source/);
  // What is out of range is shown as the page shows it.
  await expect(page.locator(".faults")).toHaveText(/The link gives i as 1e9; the nearest that can be shown is 4096/);
});

const BUDGET = 110_000;

for (const lab of LAB_NAMES)
  test(`${lab} in a frame fetches less than ${BUDGET / 1000} kB, without the core`, async ({ page, baseURL }) => {
    const bodies: Promise<Buffer>[] = [];
    page.on("response", (response) => {
      if (!response.url().endsWith(".wasm")) bodies.push(response.body());
    });
    await page.goto(`${baseURL}embed/?lab=${lab}&lang=en&ui=none`);
    await expect(page.locator(".claim .words, .answer").first()).not.toBeEmpty();
    await page.waitForLoadState("networkidle");
    const bytes = (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body).length, 0);
    expect(bytes).toBeLessThan(BUDGET);
    expect(bytes).toBeGreaterThan(20_000);
  });

test("something is painted before the core is fetched", async ({ page, baseURL }) => {
  await page.goto(`${baseURL}embed/?lab=rotation&lang=en`);
  await expect(page.locator(".claim .words")).toHaveText(/\d/);
  const times = () =>
    page.evaluate(() => ({
      paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
      core: performance.getEntriesByType("resource").find(({ name }) => name.includes("worker"))?.startTime,
    }));
  await expect.poll(async () => (await times()).core).toBeGreaterThan(0);
  const { paint, core } = await times();
  expect(paint).toBeGreaterThan(0);
  expect(paint).toBeLessThan(core as number);
});

test("axe finds nothing, however much is shown", async ({ page, baseURL }) => {
  for (const settings of ["ui=full", "ui=min&theme=dark&lang=zh-Hans", "ui=none&lang=zh-Hant"]) {
    await page.goto(`${baseURL}embed/?lab=rotation&${settings}`);
    await expect(page.locator(".claim .words")).toHaveText(/\d/);
    expect(await violations(page)).toEqual([]);
  }
});

test("the keyboard is enough", async ({ page, host, baseURL }) => {
  await host.open(`${LISTEN}<button>before</button>${frameOf(baseURL, "rotation", "ui=min")}<button>after</button>`);
  await expect(words(page)).toHaveText(/\d/);
  await page.getByText("before").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => (await said(page, "posenc:change")).length).toBeGreaterThan(0);
  await page.getByText("after").focus();
  await page.keyboard.press("Shift+Tab");
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe("iframe");
});

test("every snippet can be copied from the page, also where the clipboard is refused", async ({
  page,
  baseURL,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: new URL(baseURL as string).origin });
  await page.goto(`${baseURL}?lab=rotation&lang=en#theta=500000&i=5`);
  await page.getByText("Embed in another page").click();
  const title = await page.locator("h1").textContent();
  const code = page.locator("posenc-embed-code");
  // In the order of the schema.
  const state = "i=5&theta=500000";
  for (const kind of SNIPPETS) {
    await code.locator(`[data-embed="${kind}"]`).click();
    const text = snippet(kind, {
      ...embedded(baseURL, "rotation", state),
      title: title as string,
      shown: { lang: "en" },
    });
    await expect(code.locator("textarea").last()).toHaveValue(text);
    await expect(code.getByRole("status")).toHaveText("Copied.");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  }
  await code.locator('[data-embed="mkdocs"]').click();
  await code.locator('[data-file="mkdocs.yml"]').click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^extra_javascript:\n/);
  await context.clearPermissions();
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
  });
  await code.locator('[data-embed="myst"]').click();
  await expect(code.getByRole("status")).toContainText("refused");
});

test("a snippet has the words and colours of the page, or those that are chosen", async ({ page, baseURL }) => {
  await page.goto(`${baseURL}?lab=relative&lang=zh-Hans&theme=dark`);
  await page.getByText("嵌入其他网页").click();
  const code = page.locator("posenc-embed-code");
  const text = code.locator("textarea");
  await expect(text).toHaveValue(/embed\/\?lab=relative&amp;theme=dark&amp;lang=zh-Hans"/);
  await expect(code.getByTestId("embed-theme")).toHaveValue("dark");
  await code.getByTestId("embed-theme").selectOption("auto");
  await code.getByTestId("embed-lang").selectOption("zh-Hant");
  await code.getByTestId("embed-ui").selectOption("min");
  await expect(text).toHaveValue(/lab=relative&amp;ui=min&amp;lang=zh-Hant"/);
  await code.getByTestId("embed-lang").selectOption("");
  await expect(text).toHaveValue(/lab=relative&amp;ui=min"/);
  // As wide as its column, with both its edges.
  const [field, column] = await Promise.all([text.boundingBox(), code.boundingBox()]);
  expect((field?.x ?? 0) + (field?.width ?? 0)).toBeLessThanOrEqual((column?.x ?? 0) + (column?.width ?? 0) + 0.5);
  const guide = code.getByRole("link");
  expect(new URL((await guide.getAttribute("href")) as string, page.url()).pathname).toBe(
    `${new URL(baseURL as string).pathname}docs/`,
  );
  await page.goto((await guide.getAttribute("href")) as string);
  await expect(page.locator("#names")).toBeVisible();
});
