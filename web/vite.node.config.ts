/** The command and the library for Node: build/node/{cli,posenc,training}.mjs with the modules' .wasm beside them. */
import { copyFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { aliases, coreWasm, trainingWasm } from "./aliases.ts";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const outDir = path("../build/node");

function copyWasm(): Plugin {
  const copy = (file: string) => copyFile(file, join(outDir, basename(file)));
  return { name: "copy-wasm", writeBundle: async () => void (await Promise.all([coreWasm, trainingWasm].map(copy))) };
}

export default defineConfig({
  root: path("."),
  resolve: { alias: aliases("node") },
  publicDir: false,
  plugins: [copyWasm()],
  build: {
    outDir,
    emptyOutDir: true,
    ssr: true,
    target: "node20",
    rolldownOptions: {
      input: {
        cli: path("src/cli/main.ts"),
        posenc: path("src/engine/index.ts"),
        training: path("src/training/index.ts"),
      },
      // Chunks stay in the same folder: the core looks for its .wasm beside itself.
      output: { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
    },
  },
});
