/** Runs the case list on engines and on the reference. Knows neither Vitest nor Playwright: both call it. */
import { worstDifference } from "../../web/src/engine/compare-tensors.ts";
import { methodName } from "../../web/src/engine/methods.ts";
import type { CallOptions, Posenc } from "../../web/src/engine/posenc.ts";
import type { AttentionResult, Problem } from "../../web/src/engine/problem.ts";
import type { ParityCase } from "./cases.ts";
import { boundOutputs, tolerancesOf } from "./tolerance.ts";

/** What is run: a Posenc, or anything with its attention. */
export interface ParityEngine {
  attention(problem: Problem, options?: CallOptions): Promise<AttentionResult>;
  /** How it stores q, k and v; default float32. */
  readonly precision?: "f32" | "f16";
}

export interface Comparison {
  name: string;
  method: string;
  output: "scores" | "weights" | "output";
  /** max |engine - reference|; NaN where one has a NaN or an infinity that the other has not. */
  error: number;
  tolerance: number;
  /** "wasm", "webgpu": what the engine says that it used. */
  engine: string;
}

const compared = ["scores", "weights", "output"] as const;

/** One list of comparisons per engine; each case goes to the reference once. */
export async function runParity(
  engines: readonly ParityEngine[],
  reference: Pick<Posenc, "attention" | "plan">,
  cases: readonly ParityCase[],
): Promise<Comparison[][]> {
  const found = engines.map((): Comparison[] => []);
  for (const { name, problem } of cases) {
    const exact = await reference.attention(problem, { outputs: [...compared, ...boundOutputs] });
    const plan = await reference.plan(problem);
    for (const [n, engine] of engines.entries()) {
      const result = await engine.attention(problem, { outputs: compared });
      const tolerances = tolerancesOf({
        ...{ problem, exact, plan },
        engine: result.engine === "webgpu" ? "webgpu" : "wasm",
        precision: engine.precision ?? "f32",
      });
      for (const output of compared) {
        found[n]?.push({
          name,
          method: methodName(problem),
          output,
          error: worstDifference(result[output], exact[output]),
          tolerance: tolerances[output],
          engine: result.engine,
        });
      }
    }
  }
  return found;
}

/** Not `error > tolerance`: a NaN must fail. */
export function failuresOf(comparisons: readonly Comparison[]): string[] {
  return comparisons
    .filter(({ error, tolerance }) => !(error <= tolerance))
    .map(({ name, output, error, tolerance }) => `${name}: ${output} off by ${error}, allowed ${tolerance}`);
}

/** One line per method: the worst error as a share of its tolerance. Printed even when all is well. */
export function summaryOf(comparisons: readonly Comparison[]): string {
  const lines = new Map<string, Map<string, number>>();
  for (const { engine, method, output, error, tolerance } of comparisons) {
    const key = `${engine.padEnd(10)} ${method.padEnd(27)}`;
    const shares = lines.get(key) ?? new Map<string, number>();
    lines.set(key, shares);
    // Nothing visible: 0 of 0.
    const share = error === 0 ? 0 : error / tolerance;
    const worst = shares.get(output) ?? 0;
    shares.set(output, share > worst || Number.isNaN(share) ? share : worst);
  }
  const texts = [...lines].map(([key, shares]) => {
    const parts = [...shares].map(([output, share]) => `${output} ${share.toFixed(3)}`);
    return `${key} worst error / tolerance: ${parts.join("  ")}`;
  });
  return texts.join("\n");
}
