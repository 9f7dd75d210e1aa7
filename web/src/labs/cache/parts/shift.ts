/**
 * The first tokens leave the cache. What the next step reads from the keys that stay, against a cache made anew from the
 * tokens that stay, at positions that start from 0.
 */
import type { Method, RotaryMethod, Tensor } from "../../../engine/index.ts";
import { droppedOf, methodOf, problemOf, storageOf, tokensOf } from "../problem.ts";
import type { CacheState } from "../state.ts";
import { type Engine, gatherRows, given, largest, range, type Task } from "./vectors.ts";

/** Largest differences from the cache made anew: of a key, and of a score of the last token. */
export interface Gap {
  keys: number;
  scores: number;
}

export interface Shift {
  dropped: number;
  left: number;
  /** Keys and query stay at their positions. */
  kept: Gap;
  /** The query counts from 0 anew, the keys do not. */
  mixed: Gap;
  /** The keys are turned back by `dropped` positions; nothing to turn where they carry no rotation. */
  moved: Gap;
  /** Keys as they must be, and as they are after the move. [kv_heads, left, head_dim] */
  anew: Tensor;
  after: Tensor;
}

export const shiftTask = (state: CacheState): Task<Shift> => ({
  key: JSON.stringify([problemOf(state), droppedOf(state)]),
  run: (posenc, signal) => shift(posenc, state, signal),
});

/** What acts on the scores: rotations are in the vectors already, encodings came before the projections. */
function scoreMethod(state: CacheState): Method {
  return storageOf(state) === "bare" ? methodOf(state) : { kind: "none" };
}

/** R(-dropped) on keys as they lie in the cache: the frequencies alone, an amplitude is there already. */
async function turnedBack(posenc: Engine, state: CacheState, keys: Tensor, signal?: AbortSignal): Promise<Tensor> {
  const options = signal ? { signal } : {};
  const request = { method: methodOf(state) as RotaryMethod, head_dim: Number(state.head_dim) };
  const { inv_freq } = await posenc.frequencies({ ...request, length: tokensOf(state).length }, options);
  const back = Array.from({ length: keys.shape[1] as number }, () => -droppedOf(state));
  const { rotated_key } = await posenc.attention(
    {
      input: { kind: "tensors", query: keys, key: keys },
      method: { kind: "rotary", inv_freq: [...inv_freq] },
      query_positions: back,
      key_positions: back,
    },
    { ...options, outputs: ["rotated_key"] },
  );
  return given(rotated_key);
}

export async function shift(posenc: Engine, state: CacheState, signal?: AbortSignal): Promise<Shift> {
  const options = signal ? { signal } : {};
  const dropped = droppedOf(state);
  const count = tokensOf(state).length;
  const left = count - dropped;
  const asked = { ...options, outputs: ["rotated_query", "rotated_key", "query", "key", "scores"] as const };
  const before = await posenc.attention(problemOf(state), asked);
  const fresh = await posenc.attention(problemOf(state, dropped), asked);
  const stay = range(dropped, count);
  const keysBefore = gatherRows([given(before.rotated_key ?? before.key)], stay);
  const anew = given(fresh.rotated_key ?? fresh.key);
  const lastQuery = gatherRows([given(before.rotated_query ?? before.query)], [count - 1]);
  const newQuery = gatherRows([given(fresh.rotated_query ?? fresh.query)], [left - 1]);

  const scores = async (query: Tensor, key: Tensor, at: number, from: number): Promise<Tensor> => {
    const positions = { query_positions: [at], key_positions: range(from, from + left) };
    const problem = { input: { kind: "tensors" as const, query, key }, method: scoreMethod(state), ...positions };
    return given((await posenc.attention(problem, { ...options, outputs: ["scores"] })).scores);
  };
  const right = gatherRows([given(fresh.scores)], [left - 1]);
  const gap = (keys: Tensor, found: Tensor): Gap => ({
    keys: difference(keys, anew),
    scores: difference(found, right),
  });

  const storage = storageOf(state);
  const turns = storage === "rotated" || storage === "scaled";
  // Unrotated keys are turned at their new positions, with the new length: that is the cache made anew.
  const after =
    storage === "unrotated" ? anew : turns ? await turnedBack(posenc, state, keysBefore, signal) : keysBefore;
  return {
    dropped,
    left,
    kept: gap(keysBefore, await scores(lastQuery, keysBefore, count - 1, dropped)),
    mixed: gap(keysBefore, await scores(newQuery, keysBefore, left - 1, dropped)),
    moved: gap(after, await scores(newQuery, after, left - 1, 0)),
    anew,
    after,
  };
}

const difference = (a: Tensor, b: Tensor): number =>
  largest(Array.from(a.data, (value, at) => Math.abs(value - (b.data[at] as number))));
