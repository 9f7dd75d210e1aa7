// Every file that the guide tells readers to copy, in a fresh folder with the package: each does what it says.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { build as viteBuild } from "vite";
import { bundlerOr, freshFolder, root } from "./fresh-folder.mjs";

const snippets = join(root, "web/docs/snippets");
const { folder, run, inPage } = freshFolder("package-docs");
before(() => cpSync(snippets, folder, { recursive: true }));

const open = (name, read) => inPage(readFileSync(join(snippets, name), "utf8").replace("<!doctype html>\n", ""), read, name);
const filled = async (page, selector) => {
  await page.waitForFunction((selector) => document.querySelector(selector).textContent !== "", selector);
  return page.locator(selector).textContent();
};

const TESTS = {
  "install.sh"() {
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    assert.equal(readFileSync(join(snippets, "install.sh"), "utf8"), `npm install ./posenc-${version}.tgz\n`);
    cpSync(join(root, `build/posenc-${version}.tgz`), join(folder, `posenc-${version}.tgz`));
    run("bash", "-e", "install.sh", "--offline");
  },
  "node.mjs"() {
    const [, said] = /^\/\/ (.*)$/m.exec(readFileSync(join(snippets, "node.mjs"), "utf8"));
    assert.equal(said, "[ 1, 2, 3 ] 0 0 -1 0 0 -1");
    assert.equal(run("node", "node.mjs").trim(), said);
  },
  async "page.html"() {
    const rows = (await open("page.html", (page) => filled(page, "pre"))).split("\n").map((row) => row.split(" ").map(Number));
    assert.equal(rows.length, 3);
    assert.deepEqual(rows[0], [1, 0, 0]);
    // Three digits of each.
    for (const row of rows) assert.ok(Math.abs(row.reduce((sum, weight) => sum + weight, 0) - 1) < 2e-3);
  },
  // Opened by the page after it.
  "worker.js": () => {},
  async "worker-page.html"() {
    assert.equal(await open("worker-page.html", (page) => filled(page, "output")), "1.64");
  },
  async "element.html"() {
    assert.equal(await open("element.html", (page) => filled(page, "output")), "i=6");
  },
  async "frame.html"() {
    const [words, height] = await open("frame.html", async (page) => {
      const words = await filled(page, "output");
      await page.waitForFunction(() => document.querySelector("iframe").getAttribute("height") !== "640");
      return [words, await page.locator("iframe").getAttribute("height")];
    });
    assert.equal(words, "first: i=6");
    assert.ok(Number(height) > 200);
  },
  async "theme.js"() {
    const page = `<body data-md-color-scheme="slate"><posenc-lab lab="cost"></posenc-lab>
      <script type="module" src="./node_modules/posenc/dist/element.js"></script><script type="module" src="./theme.js"></script></body>`;
    const themes = await inPage(page, async (page) => {
      const theme = () => page.locator("posenc-lab .posenc").getAttribute("data-scheme");
      await page.locator("posenc-lab .claim").waitFor();
      const before = await theme();
      await page.evaluate(() => document.body.setAttribute("data-md-color-scheme", "default"));
      return [before, await theme()];
    }, "theme.html");
    assert.deepEqual(themes, ["dark", "light"]);
  },
  "commands.sh"() {
    const output = run("bash", "-e", "commands.sh");
    assert.match(output, /^0,0,0,1$/m);
    assert.match(output, /^0,3,3,0\.29$/m);
    assert.match(output, /^base +500000$/m);
    assert.equal(readFileSync(join(folder, "x.npy")).subarray(1, 6).toString(), "NUMPY");
  },
  // Built by the three after it.
  "entry.js": () => {},
  async "vite.config.js"() {
    mkdirSync(join(folder, "vite"), { recursive: true });
    await viteBuild({
      ...{ root: folder, base: "./", configFile: join(folder, "vite.config.js"), logLevel: "warn" },
      build: {
        outDir: "vite",
        rolldownOptions: { input: join(folder, "entry.js"), output: { entryFileNames: "entry.js" } },
      },
    });
    assert.equal(await bundled("vite/entry.js"), "1.64");
  },
  async "webpack.config.js"(t) {
    const path = bundlerOr(t, "webpack");
    if (!path) return;
    const { default: webpack } = await import(join(path, "lib/index.js"));
    const { default: config } = await import(join(folder, "webpack.config.js"));
    const stats = await new Promise((resolve, reject) =>
      webpack({ ...config, context: folder, output: { path: join(folder, "dist") } }, (error, result) =>
        error ? reject(error) : resolve(result),
      ),
    );
    assert.deepEqual(stats.toJson({ errors: true }).errors, []);
    assert.equal(await bundled("dist/main.js"), "1.64");
  },
  async "esbuild.mjs"(t) {
    const path = bundlerOr(t, "esbuild");
    if (!path) return;
    symlinkSync(path, join(folder, "node_modules/esbuild"));
    run("node", "esbuild.mjs");
    assert.equal(await bundled("esbuild/entry.js"), "1.64");
  },
};

const bundled = (script) =>
  inPage(`<body></body><script type="module" src="./${script}"></script>`, (page) => filled(page, "body"), "bundled.html");

test("there is a test for every file, and for no other", () => {
  assert.deepEqual(Object.keys(TESTS).sort(), readdirSync(snippets).sort());
});

for (const [name, check] of Object.entries(TESTS)) test(`the guide's ${name}`, check);
