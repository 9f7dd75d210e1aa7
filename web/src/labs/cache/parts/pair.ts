/** The score of the newest query with one key, parted into what the content gives and what positions change. */
import { cachedOf, problemOf } from "../problem.ts";
import type { CacheState } from "../state.ts";
import { type Engine, given, type Task } from "./vectors.ts";

export interface PairScore {
  query: number;
  key: number;
  content: number;
  total: number;
}

export const pairTask = (state: CacheState): Task<PairScore> => ({
  key: JSON.stringify([problemOf(state), cachedOf(state).cached, state.key]),
  run: (posenc, signal) => pairScore(posenc, state, signal),
});

async function pairScore(posenc: Engine, state: CacheState, signal: AbortSignal): Promise<PairScore> {
  const problem = problemOf(state);
  const query = cachedOf(state).cached - 1;
  const key = Math.min(state.key, query);
  const score = async (asked: typeof problem): Promise<number> => {
    const { scores, shape } = await posenc.attention(asked, { signal, outputs: ["scores"] });
    return given(scores).data[query * shape.keys + key] as number;
  };
  const { scale } = await posenc.plan(problem, { signal });
  return {
    query,
    key,
    content: await score({ ...problem, method: { kind: "none" }, scale }),
    total: await score(problem),
  };
}
