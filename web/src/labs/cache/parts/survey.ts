/** Every method on the same tokens: what it does to cached keys, measured. */
import { type Storage, storageOf } from "../problem.ts";
import { type CacheState, METHODS, type MethodName, type Policy } from "../state.ts";
import { decoding } from "./decoding.ts";
import { shift } from "./shift.ts";
import { stale } from "./stale.ts";
import { type Engine, largest, type Task } from "./vectors.ts";

export interface SurveyRow {
  method: MethodName;
  policy: Policy | null;
  storage: Storage;
  /** Largest difference between a step and all at once. */
  decoding: number;
  /** Largest difference of a score where keys are kept as they were turned; null where nothing goes stale. */
  stale: number | null;
  /** Largest difference of a score of the last token after the first tokens were dropped. */
  kept: number;
  mixed: number;
  moved: number;
}

export const surveyTask = (state: CacheState): Task<readonly SurveyRow[]> => {
  const { step: _step, method: _method, policy: _policy, key: _key, context: _context, bits: _bits, ...sizes } = state;
  return { key: JSON.stringify(sizes), run: (posenc, signal) => survey(posenc, state, signal) };
};

/** Dynamic NTK once per rule. */
const ROWS: readonly [MethodName, Policy | null][] = METHODS.flatMap((method): [MethodName, Policy | null][] =>
  method === "dynamic_ntk"
    ? [
        [method, "recomputed"],
        [method, "sticky"],
        [method, "static"],
      ]
    : [[method, null]],
);

async function survey(posenc: Engine, state: CacheState, signal: AbortSignal): Promise<SurveyRow[]> {
  const rows: SurveyRow[] = [];
  for (const [method, policy] of ROWS) {
    const one: CacheState = { ...state, method, policy: policy ?? state.policy };
    const storage = storageOf(one);
    const { differences } = await decoding(posenc, one, signal);
    const { kept, mixed, moved } = await shift(posenc, one, signal);
    rows.push({
      method,
      policy,
      storage,
      decoding: largest(differences),
      stale: storage === "unrotated" ? largest((await stale(posenc, one, signal)).differences) : null,
      kept: kept.scores,
      mixed: mixed.scores,
      moved: moved.scores,
    });
  }
  return rows;
}
