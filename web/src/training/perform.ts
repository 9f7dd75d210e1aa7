/** A whole study: its runs side by side, one worker each, results in the study's order. */
import { host as defaultHost } from "#training-host";
import { abortedError, throwIfAborted } from "../engine/errors.ts";
import type { NamedTensor } from "./experiment.ts";
import type { TrainingHost } from "./host.ts";
import type { RunResult, StudyResult } from "./result.ts";
import { performRun, type RunHooks } from "./run.ts";
import { runsOf, type Study, type StudyRun } from "./study.ts";
import { openTrainer } from "./trainer.ts";

export interface StudyHooks {
  signal?: AbortSignal;
  /** At most so many runs at a time; default: as many as the machine has cores. */
  workers?: number;
  /** That every run goes on from; then a study of no steps only tests. */
  parameters?: readonly NamedTensor[];
  mayGoOn?: () => Promise<void>;
  /** What one run is told; the runs are those of runsOf(study). */
  hooksOf?: (run: StudyRun, index: number) => Pick<RunHooks, "onPoint" | "onSteps" | "onTest">;
  onRun?: (result: RunResult, index: number, parameters: readonly NamedTensor[]) => void;
}

export async function performStudy(
  study: Study,
  hooks: StudyHooks = {},
  host: TrainingHost = defaultHost,
): Promise<StudyResult> {
  const runs = runsOf(study, hooks.parameters ? 0 : 1);
  const results: RunResult[] = new Array(runs.length);
  const stop = new AbortController();
  const signal = hooks.signal ? AbortSignal.any([hooks.signal, stop.signal]) : stop.signal;
  let next = 0;

  async function work(): Promise<void> {
    while (next < runs.length) {
      const index = next++;
      const run = runs[index] as StudyRun;
      const trainer = openTrainer(host);
      // A step or a test under way ends with its worker.
      const close = () => trainer.close();
      signal.addEventListener("abort", close, { once: true });
      try {
        const own = { signal, parameters: hooks.parameters, mayGoOn: hooks.mayGoOn, ...hooks.hooksOf?.(run, index) };
        const { result, parameters } = await performRun(trainer, study, run, own);
        results[index] = result;
        hooks.onRun?.(result, index, parameters);
      } finally {
        signal.removeEventListener("abort", close);
        close();
      }
    }
  }

  throwIfAborted(hooks.signal);
  const count = Math.min(runs.length, hooks.workers ?? host.parallelism());
  try {
    await Promise.all(Array.from({ length: count }, work));
  } catch (error) {
    stop.abort();
    throw hooks.signal?.aborted ? abortedError() : error;
  }
  return { study, runs: results };
}
