// Puts into build/package what the builds did not: the files for Node, the command, the documents and package.json.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const out = join(root, "build/package");
const source = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

cpSync(join(root, "build/node"), join(out, "node"), { recursive: true });
cpSync(join(root, "LICENSE"), join(out, "LICENSE"));
writeFileSync(join(out, "README.md"), readmeOfPackage());
mkdirSync(join(out, "bin"), { recursive: true });
writeFileSync(
  join(out, "bin/posenc.mjs"),
  `#!/usr/bin/env node
import { main } from "../node/cli.mjs";

process.exitCode = await main(process.argv.slice(2));
`,
);

const typesOf = (path) => `./types/web/src/${path}.d.ts`;
const { name, version, description, license, type, engines } = source;
const manifest = {
  ...{ name, version, description, license, type, engines },
  bin: { posenc: "./bin/posenc.mjs" },
  exports: {
    ".": { types: typesOf("engine/index"), node: "./node/posenc.mjs", default: "./dist/posenc.js" },
    "./training": {
      types: typesOf("training/index"),
      node: "./node/training.mjs",
      default: "./dist/training.js",
    },
    "./element": { types: typesOf("embed/element"), default: "./dist/element.js" },
    "./anywidget": { types: typesOf("embed/anywidget"), default: "./dist/anywidget.js" },
    "./core.wasm": "./dist/assets/posenc-core.wasm",
    "./training.wasm": "./dist/assets/posenc-training.wasm",
    "./embed/*": "./dist/embed/*",
    "./package.json": "./package.json",
  },
  // The element registers itself, and labs theirs.
  sideEffects: ["./dist/element.js", "./dist/assets/*.js"],
  files: ["bin", "dist", "node", "types"],
};
writeFileSync(join(out, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);

/** Pictures stay in the repository; the documents lie elsewhere than on the site. */
function readmeOfPackage() {
  const readme = readFileSync(join(root, "README.md"), "utf8").replace(/^!\[.*\]\((?!https:).*\)\n\n/gm, "");
  const ofSite = "**Guide and reference** (`docs/`, linked below every lab)";
  if (!readme.includes(ofSite)) throw new Error(`README.md: expected ${ofSite}`);
  const note =
    "This is the README of the repository: `build-scripts`, `cpp`, `tests` and `web/src` are folders there. Of this package " +
    'there are `import "posenc"`, `import "posenc/element"`, `posenc/anywidget`, pages for frames in `dist/embed`, and the ' +
    "command: `npx posenc --help`.";
  return readme
    .replace(/^(# .*\n)/, `$1\n> ${note}\n`)
    .replace(ofSite, "**[Guide](dist/docs/index.html) and [reference](dist/docs/api.html)**");
}
