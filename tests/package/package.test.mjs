// The packed package in a fresh folder: in Node, as a command, in pages, in a worker, and through three bundlers.
import assert from "node:assert/strict";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { build as viteBuild } from "vite";
import { bundlerOr, freshFolder } from "./fresh-folder.mjs";

const { folder, run, inPage } = freshFolder("package-test");
const dist = "node_modules/posenc/dist";

// The worked example of RoPE: a quarter turn per position.
const SCRIPT = (from) => `
import { createPosenc } from "${from}";
const posenc = await createPosenc({ engine: "wasm" });
const { scores } = await posenc.attention({
  input: { kind: "tensors", query: [[1, 0], [1, 0]], key: [[1, 0], [1, 0], [1, 0]] },
  method: { kind: "rotary", inv_freq: [Math.PI / 2] },
  query_positions: [0, 4], key_positions: [1, 5, 2], scale: 1,
}, { outputs: ["scores"] });
posenc.close();
const text = [...scores.data].map((score) => Math.round(score * 1e4) / 1e4 + 0).join(" ");
`;
const EXPECTED = "0 0 -1 0 0 -1";
const TITLE = `document.title = text;`;
const titleOf = async (page) => {
  await page.waitForFunction(() => document.title !== "", null, { timeout: 10_000 });
  return page.title();
};

test("a script for Node prints the worked example", () => {
  writeFileSync(join(folder, "example.mjs"), `${SCRIPT("posenc")}console.log(text);`);
  assert.equal(run("node", "example.mjs").trim(), EXPECTED);
});

test("npx posenc --help lists the commands", () => {
  const help = run("npx", "--no-install", "posenc", "--help");
  for (const command of ["attention", "equivariance", "encode", "bias", "rotate", "decode", "explain", "frequencies", "diff", "models", "train"])
    assert.match(help, new RegExp(`\\b${command}\\b`));
});

test("a page of ten lines shows two labs", async () => {
  const html = `<title></title>
<script type="module" src="./${dist}/element.js"></script>
<posenc-lab lab="rotation" state="i=5&amp;j=5"></posenc-lab>
<posenc-lab lab="relative"></posenc-lab>`;
  const words = await inPage(html, async (page) => {
    const claims = page.locator("posenc-lab .claim .words");
    for (const at of [0, 1]) {
      await page.locator("posenc-lab").nth(at).scrollIntoViewIfNeeded();
      await claims.nth(at).waitFor();
    }
    await page.waitForFunction(() => document.querySelector("posenc-lab").shadowRoot.querySelector("posenc-rotation-lab").shadowRoot.querySelector(".words").textContent.match(/\d/));
    assert.equal(page.workers().length, 1);
    return claims.allTextContents();
  });
  assert.match(words[0], /\d\.\d/);
});

test("the page for frames is in it", async () => {
  const html = `<iframe src="./${dist}/embed/index.html?lab=rotation&ui=none" width="800" height="600"></iframe>`;
  const words = await inPage(html, async (page) => {
    const claim = page.frameLocator("iframe").locator(".claim .words", { hasText: /\d/ });
    await claim.waitFor();
    return claim.textContent();
  });
  assert.match(words, /\d/);
});

test("a widget of Jupyter renders a lab and gives its state back", async () => {
  const html = `<title></title><div id="cell"></div><script type="module">
    import widget from "./${dist}/anywidget.js";
    const traits = { lab: "rotation", state: "i=5", ui: "min" };
    const model = { get: (name) => traits[name], set: (name, value) => { traits[name] = value; },
      save_changes: () => { document.title = traits.state; }, on() {}, off() {} };
    const clean = widget.render({ model, el: document.getElementById("cell") });
    const lab = document.querySelector("posenc-lab");
    lab.addEventListener("posenc-ready", () => { lab.state = "i=6"; });
    window.clean = clean;
  </script>`;
  const left = await inPage(html, async (page) => {
    assert.equal(await titleOf(page), "i=6");
    return page.evaluate(() => (window.clean(), document.querySelectorAll("posenc-lab").length));
  });
  assert.equal(left, 0);
});

test("a plain module script and a module worker compute", async () => {
  const from = `./${dist}/posenc.js`;
  assert.equal(await inPage(`<title></title><script type="module">${SCRIPT(from)}${TITLE}</script>`, titleOf), EXPECTED);
  writeFileSync(join(folder, "worker.js"), `${SCRIPT(from)}postMessage(text);`);
  const html = `<title></title><script type="module">
    new Worker("./worker.js", { type: "module" }).onmessage = ({ data }) => { document.title = data; };
  </script>`;
  assert.equal(await inPage(html, titleOf), EXPECTED);
});

// A run of training gives the same numbers wherever it runs.
const TRAINING = (from) => `
import { performStudy } from "${from}";
const { runs } = await performStudy({ task: { kind: "copying" }, methods: ["rope"], seeds: [0], steps: 3, sequences: 2,
  lengths: [9, 18], model: { layers: 1, width: 16, heads: 2 }, training: { tokens: 9, batch: 2 } });
const text = runs[0].tests.map(({ loss }) => loss).join(" ");
`;

test("studies are trained in Node and in a page, to the same bit", async () => {
  writeFileSync(join(folder, "training.mjs"), `${TRAINING("posenc/training")}console.log(text);`);
  const inNode = run("node", "training.mjs").trim();
  assert.match(inNode, /^\d\.\d+ \d\.\d+$/);
  const html = `<title></title><script type="module">${TRAINING(`./${dist}/training.js`)}${TITLE}</script>`;
  assert.equal(await inPage(html, titleOf), inNode);
});

const entry = () => writeFileSync(join(folder, "entry.js"), SCRIPT("posenc") + TITLE);
const bundled = (out, type = "module") => inPage(`<title></title><script type="${type}" src="./${out}/entry.js"></script>`, titleOf);

test("Vite bundles it", async () => {
  entry();
  await viteBuild({
    ...{ root: folder, base: "./", configFile: false, logLevel: "warn" },
    build: {
      ...{ outDir: "vite", target: "es2022", assetsInlineLimit: 0 },
      rolldownOptions: { input: join(folder, "entry.js"), output: { entryFileNames: "entry.js" } },
    },
  });
  assert.equal(await bundled("vite"), EXPECTED);
});

test("webpack bundles it", async (t) => {
  const path = bundlerOr(t, "webpack");
  if (!path) return;
  entry();
  const { default: webpack } = await import(join(path, "lib/index.js"));
  const stats = await new Promise((resolve, reject) =>
    webpack(
      {
        ...{ mode: "production", context: folder, entry: "./entry.js" },
        output: { path: join(folder, "webpack"), filename: "entry.js" },
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    ),
  );
  assert.deepEqual(stats.toJson({ errors: true }).errors, []);
  assert.equal(await bundled("webpack", "text/javascript"), EXPECTED);
});

test("esbuild bundles it, with the worker and the core copied beside", async (t) => {
  const path = bundlerOr(t, "esbuild");
  if (!path) return;
  entry();
  const { default: esbuild } = await import(join(path, "lib/main.js"));
  await esbuild.build({
    ...{ absWorkingDir: folder, entryPoints: ["entry.js"], outdir: "esbuild" },
    ...{ bundle: true, format: "esm", splitting: true, target: "es2022", logLevel: "warning" },
  });
  for (const name of ["worker.js", "posenc-core.wasm"])
    cpSync(join(folder, dist, "assets", name), join(folder, "esbuild", name));
  assert.equal(await bundled("esbuild"), EXPECTED);
});
