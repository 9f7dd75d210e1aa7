/**
 * One number to follow: the slowest pair alone, query (1, 0) and key (0, 1), so that the score is the sine of the angle
 * between them. Key j stays where it was cached; the query is that of each step.
 */
import type { Frequencies, Tensor } from "../../../engine/index.ts";
import { cachedOf, methodOf } from "../problem.ts";
import type { CacheState } from "../state.ts";
import { frequenciesOf } from "./stale.ts";
import { atLength, type Engine, gatherRows, given, range, type Task } from "./vectors.ts";

export interface Probe {
  key: number;
  /** The length at which the key was cached. */
  cachedAt: number;
  /** Tokens in the cache: one point each. */
  lengths: readonly number[];
  recomputed: Float64Array;
  stale: Float64Array;
  /** Of the slowest pair: radians per position, at each point, and when the key was cached. */
  slowest: Float64Array;
  slowestThen: number;
  /** Of cosine and sine, squared: YaRN and LongRoPE. */
  amplitude: number;
}

export const probeTask = (state: CacheState): Task<Probe> => {
  const { prompt, tokens } = cachedOf(state);
  return {
    key: JSON.stringify([methodOf(state), state.head_dim, prompt, tokens.length, state.key]),
    run: (posenc, signal) => probe(posenc, state, signal),
  };
};

/** One head of `rows` equal rows with a 1 in one channel. */
function unitRows(rows: number, width: number, channel: number): Tensor {
  const data = new Float32Array(rows * width);
  for (let row = 0; row < rows; ++row) data[row * width + channel] = 1;
  return { shape: [1, rows, width], data };
}

export async function probe(posenc: Engine, state: CacheState, signal?: AbortSignal): Promise<Probe> {
  const { prompt, tokens } = cachedOf(state);
  const width = Number(state.head_dim);
  const options = signal ? { signal } : {};
  const key = Math.min(state.key, tokens.length - 1);
  const cachedAt = Math.max(key + 1, prompt);
  const lengths = range(cachedAt, tokens.length + 1);
  const problem = {
    input: {
      kind: "tensors" as const,
      // Half-split pairs: the slowest is the last channel of each half.
      query: unitRows(tokens.length, width, width / 2 - 1),
      key: unitRows(tokens.length, width, width - 1),
    },
    method: methodOf(state),
  };
  const turned: { query: Tensor; key: Tensor }[] = [];
  for (const length of lengths) {
    const asked = { ...options, outputs: ["rotated_query", "rotated_key"] as const };
    const { rotated_query, rotated_key } = await posenc.attention(atLength(problem, length), asked);
    turned.push({ query: given(rotated_query), key: given(rotated_key) });
  }
  const queries = gatherRows(
    turned.map(({ query }) => query),
    lengths.map((length) => length - 1),
  );
  const keysAt = (sources: readonly Tensor[]) =>
    gatherRows(
      sources,
      lengths.map(() => key),
    );
  const keys = turned.map((at) => at.key);
  const then = keys.slice(0, 1);
  const scores = async (key: Tensor): Promise<Float64Array> => {
    const asked = { input: { kind: "tensors" as const, query: queries, key }, scale: 1 };
    const { data } = given((await posenc.attention(asked, { ...options, outputs: ["scores"] })).scores);
    return Float64Array.from(lengths, (_, at) => data[at * lengths.length + at] as number);
  };
  const recomputed = await scores(keysAt(keys));
  const stale = await scores(keysAt(then));
  const frequencies = await frequenciesOf(posenc, state, signal);
  const slow = (length: number) => slowestOf(frequencies[length - 1]);
  return {
    key,
    cachedAt,
    lengths,
    recomputed,
    stale,
    slowest: Float64Array.from(lengths, slow),
    slowestThen: slow(cachedAt),
    amplitude: (frequencies[cachedAt - 1]?.attention_factor ?? 1) ** 2,
  };
}

const slowestOf = (frequencies: Frequencies | undefined): number => frequencies?.inv_freq.at(-1) ?? Number.NaN;
