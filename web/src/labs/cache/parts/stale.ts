/**
 * A cache that keeps keys as they were turned when they came, although the frequencies have changed since: key j keeps
 * those of the length at which it was cached, the query has those of the present length.
 */
import type { Frequencies, Problem, RotaryMethod, Tensor } from "../../../engine/index.ts";
import { cachedOf, methodOf, problemOf, tokensOf } from "../problem.ts";
import type { CacheState } from "../state.ts";
import { atLength, type Engine, gatherRows, given, range, rowDifference, type Task } from "./vectors.ts";

export interface Stale {
  prompt: number;
  /** Frequencies at lengths 1 … tokens; [length - 1]. */
  frequencies: readonly Frequencies[];
  /** [heads, tokens, tokens], row t of step t, with every key turned anew and with keys as they were cached. */
  recomputed: Tensor;
  stale: Tensor;
  /** Per step: largest difference of a score. */
  differences: Float64Array;
}

export const staleTask = (state: CacheState): Task<Stale> => ({
  key: JSON.stringify([problemOf(state), cachedOf(state).prompt]),
  run: (posenc, signal) => stale(posenc, state, signal),
});

/** Key j came with the prompt, or alone. */
const lengthOfKey = (key: number, prompt: number): number => Math.max(key + 1, prompt);

/** Row t of queries at length t + 1, row j of keys at the length that the key was cached at. */
async function turnedAsCached(posenc: Engine, problem: Problem, prompt: number, count: number, signal?: AbortSignal) {
  const queries: Tensor[] = [];
  const keys: Tensor[] = [];
  for (const length of range(1, count + 1)) {
    const { rotated_query, rotated_key } = await posenc.attention(atLength(problem, length), {
      outputs: ["rotated_query", "rotated_key"],
      ...(signal ? { signal } : {}),
    });
    queries.push(given(rotated_query));
    keys.push(given(rotated_key));
  }
  const rows = range(0, count);
  const cached = rows.map((key) => keys[lengthOfKey(key, prompt) - 1] as Tensor);
  return { query: gatherRows(queries, rows), key: gatherRows(cached, rows) };
}

export async function frequenciesOf(posenc: Engine, state: CacheState, signal?: AbortSignal): Promise<Frequencies[]> {
  const method = methodOf(state) as RotaryMethod;
  const found: Frequencies[] = [];
  for (const length of range(1, tokensOf(state).length + 1))
    found.push(
      await posenc.frequencies({ method, head_dim: Number(state.head_dim), length }, signal ? { signal } : {}),
    );
  return found;
}

export async function stale(posenc: Engine, state: CacheState, signal?: AbortSignal): Promise<Stale> {
  const problem = problemOf(state);
  const options = signal ? { signal } : {};
  const { prompt, tokens } = cachedOf(state);
  const decoded = await posenc.decode(problem, { ...options, outputs: ["scores"] });
  const turned = await turnedAsCached(posenc, problem, prompt, tokens.length, signal);
  const kept = await posenc.attention(
    { input: { kind: "tensors", ...turned }, mask: { kind: "causal" } },
    { ...options, outputs: ["scores"] },
  );
  const [recomputed, mixed] = [given(decoded.scores), given(kept.scores)];
  const differences = Float64Array.from(range(0, tokens.length), (row) =>
    // The prompt is computed at once, at one length; steps begin behind it.
    row < prompt ? 0 : rowDifference(recomputed, mixed, row, row + 1),
  );
  return { prompt, frequencies: await frequenciesOf(posenc, state, signal), recomputed, stale: mixed, differences };
}

/** Keys in the cache whose frequencies are no longer those of the present length. */
export function staleKeys({ frequencies, prompt }: Stale, cached: number): boolean[] {
  const now = frequencies[cached - 1]?.inv_freq;
  return range(0, cached).map((key) => {
    const then = frequencies[lengthOfKey(key, prompt) - 1]?.inv_freq;
    // The whole prompt is turned with its own length.
    return cached > prompt && now?.some((value, pair) => value !== then?.[pair]) === true;
  });
}
