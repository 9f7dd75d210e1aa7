/** <posenc-lab> in pages of another origin. */
import type { Page } from "@playwright/test";
import { snippet } from "../../web/src/embed/snippets.ts";
import { violations } from "./axe.ts";
import { embedded, expect, test } from "./embed-host.ts";

// The page around must have none, whoever could register one.
test.use({ serviceWorkers: "allow" });

const element = (baseURL: string | undefined, lab: string, state = "") =>
  snippet("element", embedded(baseURL, lab, state));
const words = (page: Page, at = 0) => page.locator("posenc-lab").nth(at).locator(".claim .words");

test("ten on a page share one worker, start near the screen and rest off it", async ({ page, host, baseURL }) => {
  const labs = ["rotation", "absolute", "relative", "scores", "cache"];
  const ten = [...labs, ...labs].map((lab) => `<div style="min-height: 1200px">${element(baseURL, lab)}</div>`);
  const cores: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(".wasm")) cores.push(request.url());
  });
  await host.open(ten.join(""));
  await expect(words(page)).toHaveText(/\d/);
  // The others are still what stands inside them.
  await expect(page.locator("posenc-lab").nth(9).locator(".claim")).toHaveCount(0);
  await expect(page.locator("posenc-lab").nth(9).getByRole("link")).toBeVisible();
  for (let at = 0; at < 10; ++at) {
    // Labs above may still grow and push it down.
    await expect(async () => {
      await page.locator("posenc-lab").nth(at).scrollIntoViewIfNeeded();
      await expect(words(page, at)).toHaveText(/\d/, { timeout: 1000 });
    }).toPass();
  }
  expect(page.workers()).toHaveLength(1);
  expect(cores).toHaveLength(1);

  // Off the screen nothing is computed; on coming back it is.
  const first = page.locator("posenc-lab").first();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.waitForTimeout(200);
  const before = await words(page).textContent();
  await first.evaluate((lab) => {
    (lab as HTMLElement & { state: string }).state = "i=9&j=9";
  });
  await page.waitForTimeout(500);
  expect(await words(page).textContent()).toBe(before);
  await page.evaluate(() => scrollTo(0, 0));
  await expect(words(page)).not.toHaveText(before as string);
});

test("what plays stops off the screen", async ({ page, host, baseURL }) => {
  await host.open(`${element(baseURL, "rotation")}<div style="height: 9000px"></div>`);
  const lab = page.locator("posenc-lab");
  await expect(words(page)).toHaveText(/\d/);
  const state = () => lab.evaluate((lab) => (lab as HTMLElement & { state: string }).state);
  await lab.getByRole("button", { name: "turn step by step" }).first().click();
  await expect.poll(state, { timeout: 5000 }).not.toBe("");
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.waitForTimeout(300);
  const stopped = await state();
  await page.waitForTimeout(1500);
  expect(await state()).toBe(stopped);
});

test("nothing of the page around is written", async ({ page, host, baseURL }) => {
  const look = `<p id="p" class="posenc">text</p><h1 id="h">heading</h1>`;
  await host.open(`<style>p { color: rgb(1, 2, 3) } .claim { display: none } * { letter-spacing: 3px }</style>${look}`);
  const styles = () =>
    page.evaluate(() =>
      ["html", "body", "#p", "#h"].map((name) => {
        const found = document.querySelector(name) as Element;
        const style = getComputedStyle(found);
        return [...style]
          .filter((key) => !/height|size$|inset|perspective|transform-origin|^(top|bottom|left|right|width)/.test(key))
          .map((key) => `${key}: ${style.getPropertyValue(key)}`)
          .join(";");
      }),
    );
  const globals = () =>
    page.evaluate(() => ({
      head: document.head.innerHTML,
      html: document.documentElement.getAttributeNames(),
      body: document.body.getAttributeNames(),
      history: history.length,
      url: location.href,
      sheets: document.styleSheets.length + document.adoptedStyleSheets.length,
      title: document.title,
      names: Object.keys(window)
        // Lit looks for other copies of itself there.
        .filter(
          (name) =>
            !/^(\d+|litHtmlVersions|litElementVersions|litPropertyMetadata|reactiveElementVersions)$/.test(name),
        )
        .sort(),
      storage: [localStorage.length, sessionStorage.length, document.cookie],
    }));
  const before = { styles: await styles(), globals: await globals() };
  await page.evaluate(
    ([base]) => {
      const lab = document.createElement("posenc-lab");
      lab.setAttribute("lab", "rotation");
      document.body.append(lab);
      return import(`${base}element.js`);
    },
    [baseURL],
  );
  await expect(words(page)).toHaveText(/\d/);
  // What the page says about its own texts does not come in.
  expect(await words(page).evaluate((found) => getComputedStyle(found).letterSpacing)).not.toBe("3px");
  await page.locator("posenc-lab").getByTestId("seed").fill("7");
  await page.locator("posenc-lab").getByTestId("seed").press("Enter");
  await expect
    .poll(() => page.locator("posenc-lab").evaluate((lab) => (lab as HTMLElement & { state: string }).state))
    .toBe("seed=7");
  expect({ styles: await styles(), globals: await globals() }).toEqual(before);
  expect(await page.context().cookies()).toEqual([]);
  expect(
    await page.evaluate(async () => [
      (await indexedDB.databases()).length,
      (await navigator.serviceWorker?.getRegistrations())?.length ?? 0,
    ]),
  ).toEqual([0, 0]);
});

test("works under a policy that allows its origin, WebAssembly and workers made of blobs", async ({
  page,
  host,
  baseURL,
}) => {
  const { origin } = new URL(baseURL as string);
  await host.open(element(baseURL, "rotation"), {
    "Content-Security-Policy": `default-src 'none'; script-src ${origin} 'wasm-unsafe-eval'; connect-src ${origin}; worker-src blob: ${origin}; img-src data:`,
  });
  await expect(words(page)).toHaveText(/\d/);
  await expect.poll(() => page.workers().length).toBe(1);
});

test("without workers it computes on the page's own thread", async ({ page, host, baseURL, watch }) => {
  const { origin } = new URL(baseURL as string);
  await host.open(element(baseURL, "rotation"), {
    "Content-Security-Policy": `default-src 'none'; script-src ${origin} 'wasm-unsafe-eval'; connect-src ${origin}; worker-src 'none'; img-src data:`,
  });
  await expect(words(page)).toHaveText(/\d/);
  expect(page.workers()).toHaveLength(0);
  // The browser says that it refused one.
  watch.splice(0, watch.length, ...watch.filter((line) => !/worker/i.test(line)));
});

test("properties, attributes and events", async ({ page, host, baseURL }) => {
  await host.open(`
    <script>
      window.heard = [];
      for (const name of ["posenc-ready", "posenc-change", "posenc-error"])
        addEventListener(name, ({ type, detail }) => window.heard.push({ type, ...detail }));
    </script>
    ${element(baseURL, "rotation", "theta=500000")}`);
  const heard = () => page.evaluate(() => (window as unknown as { heard: { type: string }[] }).heard);
  const lab = page.locator("posenc-lab");
  const set = (changes: Record<string, string>) =>
    lab.evaluate((lab, changes) => void Object.assign(lab, changes), changes);
  await expect(words(page)).toHaveText(/\d/);
  await expect.poll(heard).toContainEqual({ type: "posenc-ready", lab: "rotation", version: expect.any(String) });
  await expect(lab.getByTestId("theta")).toHaveValue("500000");

  await set({ ui: "none" });
  await expect(lab.getByTestId("theta")).toBeHidden();
  await expect(words(page)).toHaveText(/\d/);
  await set({ ui: "full", lang: "zh-Hant" });
  await expect(lab.getByTestId("theta")).toHaveValue("500000");
  await expect(lab.locator(".posenc")).toHaveAttribute("lang", "zh-Hant");
  await set({ theme: "dark" });
  await expect(lab.locator(".posenc")).toHaveAttribute("data-scheme", "dark");

  await set({ state: "theta=1e99" });
  await expect
    .poll(heard)
    .toContainEqual({ type: "posenc-error", code: "state", message: expect.stringContaining("theta") });
  await set({ lab: "nothing" });
  await expect
    .poll(heard)
    .toContainEqual({ type: "posenc-error", code: "state", message: expect.stringContaining("got nothing") });
  await expect(lab.getByRole("link")).toBeVisible();
});

test("properties set before the script is there count, and its title is below the page's", async ({
  page,
  host,
  baseURL,
}) => {
  await host.open(`
    <h1>The page</h1><posenc-lab></posenc-lab>
    <script>Object.assign(document.querySelector("posenc-lab"), { lab: "rotation", state: "i=5", ui: "full" })</script>
    <script type="module" src="${baseURL}element.js"></script>`);
  await expect(words(page)).toHaveText(/\d/);
  await expect(page.locator("posenc-rotation-lab h1")).toHaveAttribute("aria-level", "2");
  expect(await page.locator("posenc-lab").evaluate((lab) => (lab as HTMLElement & { state: string }).state)).toBe(
    "i=5",
  );
});

test("two copies, and one that is moved, are no trouble", async ({ page, host, baseURL }) => {
  const second = `<script type="module" src="${baseURL}element.js?again"></script>`;
  await host.open(`${element(baseURL, "rotation", "i=5")}${second}<section id="other"></section>`);
  await expect(words(page)).toHaveText(/\d/);
  const before = await words(page).textContent();
  await page.evaluate(() => document.getElementById("other")?.append(document.querySelector("posenc-lab") as Element));
  await expect(words(page)).toHaveText(before as string);
});

test("a narrow column gets the narrow page, and axe finds nothing", async ({ page, host, baseURL }) => {
  await host.open(`<main style="width: 600px"><h1>The page</h1>${element(baseURL, "rotation")}</main>`);
  await expect(words(page)).toHaveText(/\d/);
  const lab = page.locator("posenc-rotation-lab");
  expect(await lab.evaluate((lab) => getComputedStyle(lab).gridTemplateColumns.split(" ").length)).toBe(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(await violations(page)).toEqual([]);
});

test("attributes that are not understood are said", async ({ page, host, baseURL }) => {
  await host.open(`
    <script>
      window.heard = [];
      addEventListener("posenc-error", ({ detail }) => window.heard.push(detail.message));
    </script>
    <script type="module" src="${baseURL}element.js"></script>
    <posenc-lab lab="rotation" state="nosuch=3" theme="black" lang="fr" ui="tiny" hide="foo,compare" lock="thetha"></posenc-lab>`);
  const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
  await expect(words(page)).toHaveText(/\d/);
  expect(await heard()).toEqual([
    expect.stringMatching(/^ui: expected full, min, none, got tiny/),
    expect.stringMatching(/^theme: expected auto, light, dark, got black/),
    expect.stringMatching(/^lang: expected en, /),
    expect.stringMatching(/^not read: nosuch/),
    expect.stringMatching(/^hide: .*, got foo$/),
    expect.stringMatching(/^lock: .*, got thetha$/),
  ]);
  await page.locator("posenc-lab").evaluate((lab) => lab.setAttribute("theme", "pink"));
  expect((await heard()).at(-1)).toMatch(/^theme: .*, got pink$/);
});

test("text keeps a distance from the edges, of the page's choice; the page may show through", async ({
  page,
  host,
  baseURL,
}) => {
  const box = () =>
    page.locator("posenc-lab .posenc").evaluate((found) => {
      const { paddingLeft, backgroundColor } = getComputedStyle(found);
      return [paddingLeft, backgroundColor];
    });
  await host.open(element(baseURL, "rotation").replace("<posenc-lab", '<posenc-lab theme="dark" ui="min"'));
  await expect(words(page)).toHaveText(/\d/);
  expect(await box()).toEqual(["16px", "rgb(22, 24, 28)"]);
  const lab = page.locator("posenc-lab");
  await lab.evaluate((lab) => (lab as HTMLElement).style.setProperty("--posenc-padding", "5px"));
  expect((await box())[0]).toBe("5px");
  await lab.evaluate((lab) => {
    (lab as HTMLElement).style.removeProperty("--posenc-padding");
    lab.setAttribute("transparent", "");
  });
  expect(await box()).toEqual(["0px", "rgba(0, 0, 0, 0)"]);
  await lab.evaluate((lab) => lab.setAttribute("transparent", "0"));
  expect((await box())[0]).toBe("16px");
});
