/** How long a study takes: multiplications are counted, their pace is measured. */
import type { RunResult, Study, StudyRun } from "../../training/index.ts";
import { trainedTokens } from "../../training/index.ts";

/** A study above it is asked about before it starts. */
export const LONG_MS = 20 * 60_000;

/** Forward through the layers: projections and MLP per token, scores and sums per pair that is seen. */
function forward({ model }: Study, tokens: number, sequences: number): number {
  const { layers = 2, width = 64 } = model ?? {};
  return layers * sequences * tokens * (12 * width ** 2 + width * tokens);
}

/** Backward takes twice what forward takes. */
export const stepWork = (study: Study, tokens = trainedTokens(study)): number =>
  3 * forward(study, tokens, study.training?.batch ?? 16);

const testWork = (study: Study): number =>
  study.lengths.reduce((sum, tokens) => sum + forward(study, tokens, study.sequences), 0);

export interface RunWork {
  training: number;
  whole: number;
}

export function workOf(study: Study, run: Pick<StudyRun, "extensions">): RunWork {
  const { fine_tune = 0, depths = [] } = study;
  const extended = run.extensions.length;
  const training = study.steps * stepWork(study);
  const tuning = extended * fine_tune * stepWork(study, 2 * trainedTokens(study));
  const tests = 1 + depths.length + extended * (fine_tune > 0 ? 2 : 1);
  return { training, whole: training + tuning + tests * testWork(study) };
}

/** Milliseconds of all runs, so many of them side by side, at so many milliseconds a step of training. */
export function estimate(study: Study, runs: readonly StudyRun[], pace: { step: number; workers: number }): number {
  const whole = runs.map((run) => workOf(study, run).whole);
  const sum = whole.reduce((total, one) => total + one, 0);
  const workers = Math.min(pace.workers, runs.length);
  return (pace.step / stepWork(study)) * Math.max(sum / workers, ...whole);
}

/** A step's time as a multiple of that without positions; null where that was not measured. */
export function relativeTime(runs: readonly RunResult[], name: string): number | null {
  const meanOf = (of: string) => {
    const times = runs.filter((run) => run.name === of).map((run) => run.milliseconds_per_step);
    return times.reduce((sum, time) => sum + time, 0) / times.length;
  };
  const ratio = meanOf(name) / meanOf("none");
  return Number.isFinite(ratio) ? ratio : null;
}
