/** What a reader trained on this visit: one run per method with the first seed of the recording, in the page's memory. */
import { performStudy, type RunResult, type Study, type StudyResult } from "../../training/index.ts";

export interface Running {
  /** 0 … 1 */
  share: number;
}

const found = new Map<string, readonly RunResult[]>();

/** By the study's task: all that was trained so far, in the form of a recording. */
export function trainedHere({ study }: StudyResult): StudyResult | null {
  const runs = found.get(study.task.kind);
  return runs ? { study: { ...study, seeds: study.seeds.slice(0, 1) }, runs } : null;
}

const shown = (): Promise<void> =>
  document.hidden
    ? new Promise((resolve) => document.addEventListener("visibilitychange", () => resolve(shown()), { once: true }))
    : Promise.resolve();

interface Hooks {
  signal: AbortSignal;
  onShare(share: number): void;
}

/** Rests while the page is hidden. */
export async function trainHere(study: Study, methods: readonly string[], { signal, onShare }: Hooks): Promise<void> {
  const { extensions: _, fine_tune: __, depths: ___, ...rest } = study;
  const own: Study = { ...rest, methods, seeds: study.seeds.slice(0, 1) };
  const shares = methods.map(() => 0);
  const { runs } = await performStudy(own, {
    signal,
    mayGoOn: shown,
    hooksOf: (_run, index) => ({
      onSteps: (done, total) => {
        shares[index] = done / total;
        onShare(shares.reduce((sum, share) => sum + share, 0) / shares.length);
      },
    }),
  });
  const before = (found.get(study.task.kind) ?? []).filter(({ name }) => !methods.includes(name));
  found.set(study.task.kind, [...before, ...runs]);
}

/** Largest difference of a loss from the recorded run of the same method and seed; null where there is none. */
export function differenceFrom(recorded: StudyResult, here: StudyResult): number | null {
  const differences = here.runs.flatMap((run) => {
    const other = recorded.runs.find(({ name, seed }) => name === run.name && seed === run.seed);
    return run.tests.flatMap((test) => {
      const same = other?.tests.find(({ tokens }) => tokens === test.tokens);
      return same && "loss" in same && "loss" in test ? [Math.abs(same.loss - test.loss)] : [];
    });
  });
  return differences.length > 0 ? Math.max(...differences) : null;
}
