// What a page has to load, in bytes: as it is, and as servers send it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { peersFolder } from "./peers/installed.mjs";

const build = join(import.meta.dirname, "../../build");
const files = {
  "posenc-core.wasm": join(build, "wasm/posenc-core.wasm"),
  "posenc-core.mjs": join(build, "wasm/posenc-core.mjs"),
  "onnxruntime-web wasm": join(peersFolder, "node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm"),
  "tfjs wasm": join(peersFolder, "node_modules/@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm"),
};

export function measureSizes() {
  return Object.fromEntries(
    Object.entries(files).map(([name, file]) => {
      const content = readFileSync(file);
      const brotli = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
      return [name, { raw: content.length, gzip: gzipSync(content, { level: 9 }).length, brotli: brotli.length }];
    }),
  );
}
