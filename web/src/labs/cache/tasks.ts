/** What to compute for a state and the one that is kept beside it. */
import type { Pair } from "../../lab/lab-element.ts";
import type { Tasks } from "../../lab/session.ts";
import { type Decoding, decodingTask } from "./parts/decoding.ts";
import { type ModelMemory, memoryTask } from "./parts/memory.ts";
import { type PairScore, pairTask } from "./parts/pair.ts";
import { type Probe, probeTask } from "./parts/probe.ts";
import { type Shift, shiftTask } from "./parts/shift.ts";
import { type Stale, staleTask } from "./parts/stale.ts";
import { type SurveyRow, surveyTask } from "./parts/survey.ts";
import { hasProbe, storageOf } from "./problem.ts";
import type { CacheState } from "./state.ts";

export interface Parts {
  decoding: Decoding;
  otherDecoding: Decoding;
  stale: Stale;
  otherStale: Stale;
  probe: Probe;
  otherProbe: Probe;
  pair: PairScore;
  otherPair: PairScore;
  shift: Shift;
  otherShift: Shift;
  memory: readonly ModelMemory[];
  survey: readonly SurveyRow[];
}

export function tasksFor({ state, other }: Pair<CacheState>): Tasks<Parts> {
  return {
    decoding: decodingTask(state),
    ...(other ? { otherDecoding: decodingTask(other) } : {}),
    ...(storageOf(state) === "unrotated" ? { stale: staleTask(state) } : {}),
    ...(other && storageOf(other) === "unrotated" ? { otherStale: staleTask(other) } : {}),
    ...(hasProbe(state) ? { probe: probeTask(state) } : { pair: pairTask(state) }),
    ...(other ? (hasProbe(other) ? { otherProbe: probeTask(other) } : { otherPair: pairTask(other) }) : {}),
    shift: shiftTask(state),
    ...(other ? { otherShift: shiftTask(other) } : {}),
    memory: memoryTask(),
    survey: surveyTask(state),
  };
}
