/**
 * Before a GPU is trusted, a few small problems that use every kernel are computed by the core and by the GPU.
 * A driver that answers wrongly is refused with the reason.
 */
import { worstDifference } from "../compare-tensors.ts";
import type { AttentionEngine } from "../engine.ts";
import { methodName } from "../methods.ts";
import type { OutputName, Problem, Tensor } from "../problem.ts";
import { toCoreProblem } from "../problem-json.ts";

const outputs: readonly OutputName[] = ["weights", "output"];

/** Weights are at most 1 and values at most 1 here; 32 u (1 + S) with scores up to S = 7 is 1.5e-5. */
const tolerance = 1.5e-5;

/** Nothing when the two agree, else what differs. */
export async function selfTest(gpu: AttentionEngine, core: AttentionEngine): Promise<string | null> {
  for (const problem of selfTestProblems()) {
    const options = { outputs, permuted: false };
    const [ours, expected] = [await gpu.attention(problem, options), await core.attention(problem, options)];
    for (const name of outputs) {
      const difference = worstDifference(ours[name], expected[name]);
      // Not `>`: a NaN must fail.
      if (!(difference <= tolerance)) {
        return `${name} of the self-test "${methodName(problem)}" differ from the core's by ${difference}, allowed are ${tolerance}`;
      }
    }
  }
  return null;
}

function selfTestProblems(): Problem[] {
  // A query that sees nothing, one that sees one key, holes, and a row longer than one word of bits.
  const rows = ["0", "1", "10", "01"].map((start) => start.padEnd(70, start === "0" ? "0" : "01"));
  return [
    {
      input: tensors({ heads: 4, kvHeads: 2, queries: 5, keys: 5 }),
      method: { kind: "rotary", pairing: "interleaved", rotary_dim: 4 },
      mask: { kind: "causal" },
      softcap: 5,
    },
    {
      input: tensors({ heads: 1, kvHeads: 1, queries: 2, keys: 3 }),
      method: { kind: "rotary", pairing: "half_split", rotary_dim: 4 },
    },
    {
      input: tensors({ heads: 3, kvHeads: 1, queries: 4, keys: 70 }),
      method: { kind: "alibi", direction: "symmetric" },
      mask: { kind: "bits", rows },
    },
  ].map(toCoreProblem);
}

function tensors(size: { heads: number; kvHeads: number; queries: number; keys: number }) {
  return {
    kind: "tensors",
    query: wave([size.heads, size.queries, 6], 0.7),
    key: wave([size.kvHeads, size.keys, 6], 1.3),
    value: wave([size.kvHeads, size.keys, 3], 2.1),
  };
}

/** Numbers in [-1, 1] without a pattern that a wrong index could repeat. */
function wave(shape: readonly number[], step: number): Tensor {
  const count = shape.reduce((product, size) => product * size, 1);
  return { shape, data: Float32Array.from({ length: count }, (_, i) => Math.sin(step * (i + 1) + 0.01 * i * i)) };
}
