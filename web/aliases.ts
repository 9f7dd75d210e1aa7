/**
 * Import names that stand for built or environment-dependent files. Every Vite and Vitest configuration takes them
 * from here; their types are in the *-alias.d.ts files.
 */
import { fileURLToPath } from "node:url";
import type { Alias } from "vite";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Where the C++ build leaves the modules. */
export const coreWasm = path("../build/wasm/posenc-core.wasm");
export const trainingWasm = path("../build/wasm/posenc-training.wasm");

export function aliases(host: "browser" | "node"): Alias[] {
  const browserOnly = [
    // Emscripten's glue imports it on its branch for Node; bundlers for browsers would warn at every build.
    { find: /^module$/, replacement: path("src/engine/wasm/no-node-module.ts") },
  ];
  return [
    ...(host === "browser" ? browserOnly : []),
    { find: /^#core$/, replacement: path("../build/wasm/posenc-core.mjs") },
    { find: /^#core\.wasm(?=\?|$)/, replacement: coreWasm },
    { find: /^#core-host$/, replacement: path(`src/engine/wasm/host-${host}.ts`) },
    { find: /^#training$/, replacement: path("../build/wasm/posenc-training.mjs") },
    { find: /^#training\.wasm(?=\?|$)/, replacement: trainingWasm },
    { find: /^#training-host$/, replacement: path(`src/training/host-${host}.ts`) },
  ];
}
