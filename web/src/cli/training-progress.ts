/** Progress of a study on standard error: one line that is written over in a terminal, else a line per finished run. */
import type { RunResult } from "../training/result.ts";
import type { RunHooks } from "../training/run.ts";
import type { StudyRun } from "../training/study.ts";

export interface ProgressStream {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

export interface Progress {
  hooksOf(index: number): Pick<RunHooks, "onPoint" | "onSteps">;
  ended(result: RunResult, index: number): void;
  /** Leaves the line. */
  close(): void;
}

const redrawMs = 100;

export function showProgress(runs: readonly StudyRun[], stream: ProgressStream): Progress {
  const shares = runs.map(() => 0);
  const started = performance.now();
  let drawn = -redrawMs;
  let line = "";

  const overwrite = (text: string) => {
    if (!stream.isTTY) return;
    stream.write(`\r${text.slice(0, (stream.columns ?? 80) - 1).padEnd(line.length)}`);
    line = text;
  };
  const draw = (about: string) => {
    if (performance.now() - drawn < redrawMs) return;
    drawn = performance.now();
    const share = shares.reduce((sum, one) => sum + one, 0) / runs.length;
    const seconds = (performance.now() - started) / 1000;
    const left = share > 0 ? `, ${durationText((seconds * (1 - share)) / share)} left` : "";
    overwrite(`${Math.floor(100 * share)} %${left}  ${about}`);
  };
  const nameOf = (index: number) => `${runs[index]?.name} (seed ${runs[index]?.seed})`;

  return {
    hooksOf: (index) => ({
      onPoint: ({ step, loss }) => draw(`${nameOf(index)}: step ${step}, loss ${loss.toFixed(3)}`),
      onSteps(done, total) {
        shares[index] = done / total;
      },
    }),
    ended({ curve, stopped, milliseconds_per_step: pace }, index) {
      shares[index] = 1;
      const text = stopped
        ? `stopped after step ${stopped.step}: ${stopped.reason}`
        : `loss ${curve.at(-1)?.loss.toFixed(4) ?? "not measured"}, ${pace.toFixed(1)} ms per step`;
      overwrite("");
      stream.write(`${stream.isTTY ? "\r" : ""}${nameOf(index)}: ${text}\n`);
    },
    close: () => {
      overwrite("");
      if (stream.isTTY) stream.write("\r");
    },
  };
}

function durationText(seconds: number): string {
  return seconds < 60 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
}
