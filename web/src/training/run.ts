/** One run of a study from the first step to the last test. */
import { PosencError, throwIfAborted } from "../engine/errors.ts";
import type { NamedTensor, Positions, TestRequest } from "./experiment.ts";
import { type ExtensionName, extensionOf } from "./extension-presets.ts";
import type { CurvePoint, ExtensionResult, LengthResult, RunResult } from "./result.ts";
import { type Study, type StudyRun, trainedTokens } from "./study.ts";
import type { Trainer } from "./trainer.ts";

export interface RunHooks {
  signal?: AbortSignal | undefined;
  /** To go on from, instead of a fresh model. */
  parameters?: readonly NamedTensor[] | undefined;
  /** Resolves at once, or when training may go on: asked between slices of about a tenth of a second. */
  mayGoOn?: (() => Promise<void>) | undefined;
  onPoint?: ((point: CurvePoint) => void) | undefined;
  /** Of training and fine-tuning together. */
  onSteps?: ((done: number, total: number, millisecondsPerStep: number) => void) | undefined;
  onTest?: ((test: LengthResult) => void) | undefined;
}

const sliceMs = 100;
/** Points of a curve, at most. */
const curvePoints = 50;

export async function performRun(
  trainer: Trainer,
  study: Study,
  run: StudyRun,
  hooks: RunHooks = {},
): Promise<{ result: RunResult; parameters: readonly NamedTensor[] }> {
  const fineTune = study.fine_tune ?? 0;
  const total = study.steps + fineTune * run.extensions.length;
  const facts = await trainer.start(run.experiment, hooks.parameters);
  const training = await train(trainer, { steps: study.steps, before: 0, total, record: true }, hooks);
  const parameters = await trainer.parameters();
  const tests = await testAll(trainer, study, () => undefined, hooks);
  const needle = study.depths?.length ? await needleMap(trainer, study, hooks) : undefined;
  const extensions: ExtensionResult[] = [];
  const add = async (name: ExtensionName, fine_tuned: number) =>
    extensions.push({ name, fine_tuned, tests: await testAll(trainer, study, positionsOf(name, study), hooks) });
  for (const name of run.extensions) await add(name, 0);
  if (fineTune > 0 && !training.stopped) {
    for (const [at, name] of run.extensions.entries()) {
      await startTuning(trainer, study, run, { name, parameters });
      await train(trainer, { steps: fineTune, before: study.steps + at * fineTune, total, record: false }, hooks);
      await add(name, fineTune);
    }
  }
  const { curve, stopped, milliseconds } = training;
  const result: RunResult = {
    name: run.name,
    seed: run.seed,
    facts,
    curve,
    tests,
    ...(needle && { needle }),
    ...(extensions.length > 0 && { extensions }),
    ...(stopped && { stopped }),
    milliseconds_per_step: milliseconds,
  };
  return { result, parameters };
}

const positionsOf =
  (name: ExtensionName, study: Study) =>
  (tokens: number): Positions =>
    extensionOf(name).positionsAt({ trained: trainedTokens(study), tokens });

/** Goes on from the trained parameters under an extension, at twice the length. */
async function startTuning(
  trainer: Trainer,
  study: Study,
  run: StudyRun,
  { name, parameters }: { name: ExtensionName; parameters: readonly NamedTensor[] },
): Promise<void> {
  const tokens = 2 * trainedTokens(study);
  const { method: _, query_scale: __, ...rest } = run.experiment;
  const positions = positionsOf(name, study)(tokens);
  await trainer.start({ ...rest, ...positions, training: { ...run.experiment.training, tokens } }, parameters);
}

interface Stretch {
  steps: number;
  /** Steps of the run done before, and in all. */
  before: number;
  total: number;
  record: boolean;
}

/** Slices end where a curve point is due, so that points do not depend on the machine's speed. */
async function train(trainer: Trainer, { steps, before, total, record }: Stretch, hooks: RunHooks) {
  const every = Math.ceil(steps / curvePoints);
  const curve: CurvePoint[] = [];
  let sums = { loss: 0, floor: 0, accuracy: 0, count: 0 };
  let done = 0;
  let spent = 0;
  let stopped: { step: number; reason: string } | undefined;
  while (done < steps && !stopped) {
    await hooks.mayGoOn?.();
    throwIfAborted(hooks.signal);
    const due = Math.min(steps - done, every - (done % every));
    const slice = done === 0 ? 1 : Math.max(1, Math.floor(sliceMs / (spent / done)));
    const started = performance.now();
    const made = await trainer.steps(Math.min(due, slice));
    spent += performance.now() - started;
    made.losses.forEach((loss, at) => {
      sums.loss += loss;
      sums.floor += made.floors[at] ?? 0;
      sums.accuracy += made.accuracies[at] ?? 0;
    });
    sums.count += made.losses.length;
    done += made.losses.length;
    if (made.failure !== undefined) stopped = { step: done, reason: made.failure };
    if (record && sums.count > 0 && (done % every === 0 || done === steps || stopped)) {
      const { loss, floor, accuracy, count } = sums;
      const point = { step: done, loss: loss / count, floor: floor / count, accuracy: accuracy / count };
      curve.push(point);
      hooks.onPoint?.(point);
      sums = { loss: 0, floor: 0, accuracy: 0, count: 0 };
    }
    hooks.onSteps?.(before + done, total, spent / Math.max(1, done));
  }
  return { curve, stopped, milliseconds: spent / Math.max(1, done) };
}

async function testAll(
  trainer: Trainer,
  study: Study,
  positionsAt: (tokens: number) => Positions | undefined,
  hooks: RunHooks,
): Promise<LengthResult[]> {
  const results: LengthResult[] = [];
  for (const tokens of study.lengths) {
    await hooks.mayGoOn?.();
    throwIfAborted(hooks.signal);
    const positions = positionsAt(tokens);
    const result = await testOne(trainer, { tokens, sequences: study.sequences, ...(positions && { positions }) });
    results.push(result);
    if (!positions) hooks.onTest?.(result);
  }
  return results;
}

async function testOne(trainer: Trainer, request: TestRequest): Promise<LengthResult> {
  const { tokens } = request;
  try {
    const { loss, floor, accuracy } = await trainer.test(request);
    return { tokens, loss, floor, accuracy };
  } catch (error) {
    // A table that ends is an answer; a broken worker is none.
    const refusals = ["invalid_argument", "too_large", "out_of_memory"];
    if (error instanceof PosencError && refusals.includes(error.code)) return { tokens, refused: error.message };
    throw error;
  }
}

async function needleMap(trainer: Trainer, study: Study, hooks: RunHooks): Promise<(number | null)[][]> {
  const map: (number | null)[][] = [];
  for (const tokens of study.lengths) {
    const row: (number | null)[] = [];
    for (const depth of study.depths ?? []) {
      await hooks.mayGoOn?.();
      throwIfAborted(hooks.signal);
      const result = await testOne(trainer, { tokens, depth, sequences: study.sequences });
      row.push("refused" in result ? null : result.accuracy);
    }
    map.push(row);
  }
  return map;
}
