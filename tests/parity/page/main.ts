/** A page without content: gives the browser tests the engine and the case list, bundled as the site is. */
import type { AttentionEngine } from "../../../web/src/engine/engine.ts";
import { createPosenc, defaultOutputs } from "../../../web/src/engine/posenc.ts";
import type { Problem, Tensor } from "../../../web/src/engine/problem.ts";
import { toCoreProblem } from "../../../web/src/engine/problem-json.ts";
import { createCoreClient } from "../../../web/src/engine/wasm/client.ts";
import { coreEngine } from "../../../web/src/engine/wasm/engine.ts";
import { requestAdapter, requestDevice } from "../../../web/src/engine/webgpu/device.ts";
import { createGpuEngine, type GpuEngineOptions } from "../../../web/src/engine/webgpu/engine.ts";
import { selfTest } from "../../../web/src/engine/webgpu/self-test.ts";
import { parityCases } from "../cases.ts";
import { failuresOf, type ParityEngine, runParity, summaryOf } from "../run-parity.ts";

type Options = Pick<GpuEngineOptions, "precision" | "subgroups">;

/** The WebGPU engine by itself, with options that a Posenc does not pass on. */
async function openEngine(options: Options, injected?: GPUDevice) {
  const client = createCoreClient();
  const device = injected ?? (await requestDevice(await requestAdapter()));
  const engine = await createGpuEngine({ ...options, device, owned: true, client });
  const parity: ParityEngine = {
    ...(options.precision && { precision: options.precision }),
    async attention(problem, { outputs = defaultOutputs, signal, onProgress } = {}) {
      const prepared = toCoreProblem(problem);
      const result = await engine.attention(prepared, { outputs, permuted: false, signal, onProgress });
      return { engine: "webgpu", ...result };
    },
  };
  return { engine, device, parity, core: coreEngine(client, "wasm"), client };
}

const attend = (engine: AttentionEngine, problem: Problem) =>
  engine.attention(problem, { outputs: defaultOutputs, permuted: false });

/** Numbers in [-1, 1] without a pattern that a wrong index could repeat. */
function wave(shape: readonly number[], step: number): Tensor {
  const count = shape.reduce((product, size) => product * size, 1);
  return {
    shape,
    data: Float32Array.from({ length: count }, (_, i) => Math.sin(step * (i + 1) + 0.01 * i * (i % 97))),
  };
}

/** One row of the output, straight from the formula, keys from … end - 1 visible; as many kv heads as heads. */
function rowOf(
  { query, key, value }: Record<"query" | "key" | "value", Tensor>,
  [h, i]: readonly [head: number, query: number],
  [from, end]: readonly [from: number, end: number],
): number[] {
  const [, tokens = 0, width = 0] = query.shape;
  const row = ({ data }: Tensor, t: number) =>
    (data as Float32Array).subarray((h * tokens + t) * width, (h * tokens + t + 1) * width);
  const scores: number[] = [];
  for (let j = from; j < end; j++)
    scores.push(row(query, i).reduce((sum, x, c) => sum + x * (row(key, j)[c] ?? 0), 0) / Math.sqrt(width));
  const largest = scores.reduce((a, b) => Math.max(a, b));
  const weights = scores.map((score) => Math.exp(score - largest));
  const total = weights.reduce((a, b) => a + b);
  const output = new Array<number>(width).fill(0);
  weights.forEach((weight, n) => {
    row(value, from + n).forEach((x, c) => {
      output[c] = (output[c] ?? 0) + (weight / total) * x;
    });
  });
  return output;
}

/** How far some rows of an output are from the formula, each query seeing itself and `span - 1` keys back. */
function largestErrorOf(
  output: Tensor | undefined,
  tensors: Record<"query" | "key" | "value", Tensor>,
  { rows, span }: { rows: readonly number[]; span: number },
): number {
  const [heads = 0, tokens = 0, width = 0] = tensors.value.shape;
  const differences = rows.flatMap((i) => {
    const h = i % heads;
    const ours = (h * tokens + i) * width;
    return rowOf(tensors, [h, i], [Math.max(0, i + 1 - span), i + 1]).map((exact, c) =>
      Math.abs((output?.data[ours + c] ?? Number.NaN) - exact),
    );
  });
  return Math.max(...differences);
}

const posencTest = {
  ...{ createPosenc, openEngine, selfTest, toCoreProblem, attend, wave, rowOf, largestErrorOf },
  ...{ parityCases, runParity, failuresOf, summaryOf },
};

declare global {
  interface Window {
    posencTest: typeof posencTest;
  }
}

window.posencTest = posencTest;
