/** The page as a whole: where it comes from, what it may do, how much it is. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, figure, hashOf, open, test, verdict, words } from "./support.ts";

test("loads from a sub-path without an error and without asking another origin", async ({ page, context }) => {
  await open(page);
  await expect(page).toHaveTitle(/Posenc/);
  await expect(page.locator("h1")).toHaveText("What attention knows about word order");
  await expect(page.locator("[data-survey]").first()).not.toHaveText("…");
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
});

test("its content security policy is in force", async ({ page, watch }) => {
  await open(page);
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute("content");
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
  const ran = await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.ranInline = true";
    document.head.append(script);
    return "ranInline" in window;
  });
  expect(ran).toBe(false);
  expect(watch.join()).toContain("Content Security Policy");
  watch.length = 0;
});

test("what it fetches of scripts and styles stays under 120 kB compressed, and holds no style attribute and no inline script", async ({
  page,
}) => {
  const fetched: string[] = [];
  page.on("response", (response) => fetched.push(new URL(response.url()).pathname));
  await open(page);
  const site = fileURLToPath(new URL("../../build/site", import.meta.url));
  const files = readdirSync(site, { recursive: true, encoding: "utf8" }).filter((name) =>
    fetched.some((path) => /\.(js|css|html)$/.test(name) && path.endsWith(`/${name}`)),
  );
  // The lab, the worker and what they share, of many chunks: other labs are not among them.
  expect(files.length).toBeGreaterThan(3);
  const scripts = files.filter((name) => name.endsWith(".js")).map((name) => readFileSync(`${site}/${name}`, "utf8"));
  expect(scripts.join()).not.toMatch(/"?model_type"?:\s*["`]llama/);
  const sizes = files.map((name) => gzipSync(readFileSync(`${site}/${name}`), { level: 9 }).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(120_000);
  const html = readFileSync(`${site}/index.html`, "utf8");
  expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
  expect(html).not.toMatch(/\sstyle=/);
});

for (const width of [1440, 1024, 390]) {
  test(`does not scroll sideways at ${width} px, with short and with long sentences`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    const long = "the quick brown fox jumps over the lazy dog while a cat sleeps by the fire".split(" ");
    for (const input of [words("狗", "咬", "人"), { ...words(...long), heads: 2, head_dim: 8, model_dim: 16 }]) {
      for (const lang of ["en", "zh-Hans", "zh-Hant"]) {
        await open(page, {
          query: `lang=${lang}`,
          hash: hashOf({ input, method: { kind: "rotary" }, mask: { kind: "causal" } }),
        });
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      }
    }
  });
}

test("nothing moves when the result arrives", async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await open(page);
  await page.waitForTimeout(500);
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.02);
});

test("forced colours: numbers stay, colours go", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await open(page);
  await expect(figure(page, "weights").locator("canvas")).toHaveCSS("visibility", "hidden");
  await expect(figure(page, "weights").locator('[data-row="0"]').first()).toHaveText(/^0\.\d+$/);
});

test("print is light and without controls", async ({ page }) => {
  await open(page, { query: "lang=en&theme=dark" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("html")).toHaveAttribute("data-scheme", "light");
  await expect(page.locator(".rail")).toBeHidden();
  await expect(verdict(page)).toBeVisible();
});
