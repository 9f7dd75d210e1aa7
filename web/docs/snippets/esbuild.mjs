import { cp } from "node:fs/promises";
import { build } from "esbuild";

const out = "esbuild";
await build({ entryPoints: ["entry.js"], outdir: out, bundle: true, format: "esm", splitting: true, target: "es2022" });
for (const name of ["worker.js", "posenc-core.wasm"])
  await cp(`node_modules/posenc/dist/assets/${name}`, `${out}/${name}`);
