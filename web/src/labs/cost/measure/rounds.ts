/**
 * Interleaved rounds: every round calls every subject once, each round beginning with another, so that a machine that
 * grows warm or busy slows all of them alike. The first round warms up and is not counted; it says how many calls make a
 * sample that the browser's clock, which moves in steps of a tenth of a millisecond, can tell from another.
 */
import type { EngineName, Posenc } from "../../../engine/index.ts";
import { problemsOf, type Setup, type Subject } from "./subjects.ts";

/** Of a sample, and calls in it at most. */
const SAMPLE_MS = 5;
const MOST_CALLS = 16;

export interface Times {
  setup: Setup;
  /** Milliseconds, one per round. */
  times: ReadonlyMap<Subject, readonly number[]>;
  /** What computed each. */
  engines: ReadonlyMap<Subject, EngineName>;
}

export interface Watch {
  signal: AbortSignal;
  onProgress(done: number, total: number): void;
  now(): number;
}

export async function timeRounds(
  posenc: Pick<Posenc, "attention">,
  setup: Setup,
  { signal, onProgress, now }: Watch,
): Promise<Times> {
  const problems = [...problemsOf(setup)];
  const times = new Map<Subject, number[]>(problems.map(([subject]) => [subject, []]));
  const engines = new Map<Subject, EngineName>();
  const total = (setup.rounds + 1) * problems.length;
  let done = 0;
  let repeats = 1;
  let fastest = Infinity;
  for (let round = 0; round <= setup.rounds; ++round) {
    if (round === 1) repeats = Math.min(MOST_CALLS, Math.max(1, Math.ceil(SAMPLE_MS / fastest)));
    for (let at = 0; at < problems.length; ++at) {
      const [subject, problem] = problems[(at + round) % problems.length] as (typeof problems)[number];
      const started = now();
      for (let call = 0; call < repeats; ++call) {
        const { engine } = await posenc.attention(problem, { outputs: ["output"], signal });
        engines.set(subject, engine);
      }
      const time = (now() - started) / repeats;
      if (round > 0) times.get(subject)?.push(time);
      else fastest = Math.min(fastest, time);
      onProgress(++done, total);
    }
  }
  return { setup, times, engines };
}
