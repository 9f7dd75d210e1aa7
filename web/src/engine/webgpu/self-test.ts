/**
 * Before a GPU is trusted, small problems that use every kernel, every slot of the plan and every kind of mask are
 * computed by the core and by the GPU, in the precision and with the subgroups that were chosen. A driver that answers
 * wrongly is refused with the reason. Pipelines are what takes time, so all problems share the narrowest workgroup.
 */
import { worstDifference } from "../compare-tensors.ts";
import type { AttentionEngine, EngineOptions } from "../engine.ts";
import { methodName } from "../methods.ts";
import type { Method, OutputName, Problem, ProblemInput, Tensor } from "../problem.ts";
import { toCoreProblem } from "../problem-json.ts";
import type { Precision } from "./pipelines.ts";

interface SelfTestProblem {
  problem: Problem;
  outputs: readonly OutputName[];
}

/**
 * Weights and values are at most 1 here, relative values at most 2; scores stay below S = 15: 32 u (1 + S) V of float32
 * is 6e-5. With float16 both factors of a score are off by 2^-11: 2 S 2^-11 V.
 */
const tolerances: Readonly<Record<Precision, number>> = { f32: 6e-5, f16: 4e-2 };

/** Nothing when the two agree, else what differs. */
export async function selfTest(
  gpu: AttentionEngine,
  core: AttentionEngine,
  precision: Precision = "f32",
): Promise<string | null> {
  const found = await Promise.all(
    selfTestProblems().map(async ({ problem, outputs }) => {
      const prepared = toCoreProblem(problem);
      const options: EngineOptions = { outputs, permuted: false };
      const [ours, expected] = await Promise.all([gpu.attention(prepared, options), core.attention(prepared, options)]);
      for (const name of outputs) {
        const difference = worstDifference(ours[name], expected[name]);
        // Not `>`: a NaN must fail.
        if (!(difference <= tolerances[precision])) {
          return `${name} of the self-test "${methodName(problem)}" differ from the core's by ${difference}, allowed are ${tolerances[precision]}`;
        }
      }
      return null;
    }),
  );
  return found.find((failure) => failure !== null) ?? null;
}

const pairs: readonly OutputName[] = ["weights", "output"];

function selfTestProblems(): SelfTestProblem[] {
  const shaw = { max_relative_position: 2, keys: wave([5, 6], 0.9), values: wave([5, 3], 1.9) };
  // A query that sees nothing, one that sees one key, holes, and a row longer than one word of bits.
  const rows = ["0", "1", "10", "01"].map((start) => start.padEnd(70, start === "0" ? "0" : "01"));
  const causal = { kind: "causal" } as const;
  const temperature = { kind: "llama4", floor_scale: 4 } as const;
  return [
    problemOf([4, 2, 21, 21], { kind: "rotary", rotary_dim: 4 }, { mask: causal, query_scale: temperature }, [
      "output",
    ]),
    // Few rows and many keys: shared among workgroups and combined.
    problemOf([2, 1, 1, 600], { kind: "none" }, {}, ["output"]),
    problemOf([4, 2, 5, 5], { kind: "rotary", pairing: "interleaved", rotary_dim: 4 }, { mask: causal, softcap: 5 }),
    problemOf([3, 1, 4, 70], { kind: "alibi", direction: "symmetric" }, { mask: { kind: "bits", rows } }),
    problemOf([2, 1, 3, 70], { kind: "shaw", ...shaw }),
    problemOf([2, 2, 4, 4], { kind: "transformer_xl" }),
    problemOf([2, 1, 4, 4], { kind: "deberta", max_relative_positions: 3 }),
    problemOf([2, 1, 3, 70], { kind: "cope", table: wave([9, 6], 0.5) }, { mask: causal }),
  ];
}

type Sizes = readonly [heads: number, kvHeads: number, queries: number, keys: number];

function problemOf(
  [heads, kvHeads, queries, keys]: Sizes,
  method: Method,
  rest: Partial<Problem> = {},
  outputs = pairs,
): SelfTestProblem {
  const input: ProblemInput = {
    kind: "tensors",
    query: wave([heads, queries, 6], 0.7),
    key: wave([kvHeads, keys, 6], 1.3),
    value: wave([kvHeads, keys, 3], 2.1),
  };
  return { problem: { input, method, ...rest }, outputs };
}

/** Numbers in [-1, 1] without a pattern that a wrong index could repeat. */
function wave(shape: readonly number[], step: number): Tensor {
  const count = shape.reduce((product, size) => product * size, 1);
  return { shape, data: Float32Array.from({ length: count }, (_, i) => Math.sin(step * (i + 1) + 0.01 * i * i)) };
}
