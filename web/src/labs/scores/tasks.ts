/** What the engine is asked for, part by part. */
import { PosencError } from "../../engine/index.ts";
import type { Pair } from "../../lab/lab-element.ts";
import type { Tasks } from "../../lab/session.ts";
import { type Example, exampleTask } from "./example.ts";
import { faultOf } from "./given.ts";
import type { HeadCore } from "./head-core.ts";
import { headOf, problemOf } from "./problem.ts";
import { type Asked, type HeadResult, headResult, type PlainRow, type Progress, plainRow } from "./result.ts";
import type { ScoresState } from "./state.ts";
import { t } from "./strings.ts";
import { namesOf } from "./token-list.ts";

export interface Parts {
  present: HeadResult;
  plain: PlainRow;
  kept: HeadResult;
  example: Example;
}

/** What the page lends to its tasks. */
export interface Round {
  core: HeadCore;
  /** Fires when the visitor stops the calculation. */
  stopped: AbortSignal;
  progress(progress: Progress): void;
  /** Results of the last rounds, by key: the two sides may be one. */
  known: Map<string, HeadResult>;
}

const MOST_KNOWN = 2;

/** Numbers of files by their mark: as text they would be long. */
export const keyOf = (state: ScoresState): string =>
  JSON.stringify([headOf(state), problemOf({ ...state, given: null }), state.given?.text ?? ""]);

/** The row that is shown; a shorter text ends before the one that the state names. */
export const queryOf = (state: ScoresState): number => Math.min(state.query, namesOf(state).queries.length - 1);

export function tasksFor({ state, other }: Pair<ScoresState>, round: Round): Tasks<Parts> {
  const asked = (posenc: Asked["posenc"], signal: AbortSignal): Asked => ({
    core: round.core,
    posenc,
    progress: round.progress,
    signal: AbortSignal.any([signal, round.stopped]),
  });
  const side = (of: ScoresState) => {
    const key = keyOf(of);
    return {
      key,
      run: async (posenc: Asked["posenc"], signal: AbortSignal) =>
        round.known.get(key) ??
        remember(round, key, await saying(() => headResult(asked(posenc, signal), checked(of)))),
    };
  };
  const query = queryOf(state);
  return {
    present: side(state),
    plain: {
      key: `${keyOf(state)} ${query}`,
      run: (posenc, signal) => saying(() => plainRow(asked(posenc, signal), checked(state), query)),
    },
    ...(other ? { kept: side(other) } : {}),
    example: exampleTask,
  };

  /** What the visitor stopped is said in the page's language. */
  async function saying<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (thrown) {
      throw round.stopped.aborted ? new PosencError("aborted", t("run.stopped")) : thrown;
    }
  }
}

function checked(state: ScoresState): ScoresState {
  const fault = faultOf(state);
  if (fault !== null) throw new PosencError("invalid_argument", fault);
  return state;
}

function remember({ known }: Round, key: string, result: HeadResult): HeadResult {
  known.set(key, result);
  for (const old of known.keys()) if (known.size > MOST_KNOWN) known.delete(old);
  return result;
}
