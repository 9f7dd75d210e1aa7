// The kernels of this project as WebAssembly, through the plain C functions of tests/bench/exports.cpp.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const file = join(import.meta.dirname, "../../../build/wasm/posenc-bench.mjs");
const [QUERY, KEY, VALUE, OUTPUT] = [0, 1, 2, 3];

export async function createPosenc() {
  const { default: create } = await import(pathToFileURL(file).href);
  const module = await create();
  const setup = module.cwrap("bench_setup", "number", ["string"]);
  return {
    workload(description) {
      const handle = setup(description);
      const run = () => module._bench_run(handle);
      // A copy: memory that grows takes views away.
      const numbers = (which, count) => {
        const start = module._bench_numbers(handle, which) / Float32Array.BYTES_PER_ELEMENT;
        return module.HEAPF32.slice(start, start + count);
      };
      return {
        run,
        flops: () => module._bench_flops(handle),
        bytes: () => module._bench_bytes(handle),
        error: () => module._bench_error(handle),
        inputs: (count) => ({
          query: numbers(QUERY, count),
          key: numbers(KEY, count),
          value: numbers(VALUE, count),
        }),
        output: (count) => numbers(OUTPUT, count),
        free: () => module._bench_free(handle),
      };
    },
  };
}
