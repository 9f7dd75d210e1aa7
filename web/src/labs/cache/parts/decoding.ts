/** Token by token: what lies in the cache, and how far each step is from attention over all tokens at once. */
import type { Tensor } from "../../../engine/index.ts";
import { problemOf, storageOf, tokensOf } from "../problem.ts";
import type { CacheState } from "../state.ts";
import { atLength, type Engine, given, range, rowDifference, type Task } from "./vectors.ts";

export interface Decoding {
  tokens: readonly string[];
  cachedKeys: "rotated" | "unrotated";
  /** Of all tokens. */
  cacheBytes: number;
  maxDifference: number;
  /** Per step: largest |output - its row of attention over the tokens up to it|. */
  differences: Float64Array;
  scores: Tensor;
  output: Tensor;
  /** [kv_heads, tokens, head_dim], as they lie in the cache. */
  stored: Tensor;
  /** Keys before any position term of the rotation. */
  projected: Tensor;
}

export const decodingTask = (state: CacheState): Task<Decoding> => {
  const problem = problemOf(state);
  return {
    key: JSON.stringify(problem),
    run: (posenc, signal) => decoding(posenc, state, signal),
  };
};

export async function decoding(posenc: Engine, state: CacheState, signal?: AbortSignal): Promise<Decoding> {
  const problem = problemOf(state);
  const options = signal ? { signal } : {};
  const steps = await posenc.decode(problem, { ...options, outputs: ["scores", "output"] });
  const whole = await posenc.attention(problem, { ...options, outputs: ["key", "rotated_key", "output"] });
  const projected = given(whole.key);
  const stored = steps.cachedKeys === "rotated" ? given(whole.rotated_key ?? whole.key) : projected;
  const output = given(steps.output);
  const rows = range(0, steps.positions.length);
  const differences = new Float64Array(rows.length);
  for (const row of rows) {
    // Where the length changes the frequencies, "all at once" is all tokens of that length.
    const same =
      storageOf(state) === "unrotated"
        ? given((await posenc.attention(atLength(problem, row + 1), { ...options, outputs: ["output"] })).output)
        : given(whole.output);
    differences[row] = rowDifference(output, same, row);
  }
  return {
    tokens: tokensOf(state),
    cachedKeys: steps.cachedKeys,
    cacheBytes: steps.cacheBytes,
    maxDifference: steps.maxDifference,
    differences,
    scores: given(steps.scores),
    output,
    stored,
    projected,
  };
}
