/**
 * A comparison as one value: several position methods learn one task, each with several seeds, and are tested at
 * lengths that they never saw. What the lab, its links, `posenc train` and the recorded results have in common.
 */
import { PosencError } from "../engine/errors.ts";
import type { Method, QueryScale } from "../engine/problem.ts";
import type { Experiment, ModelSizes, Task, TrainingSettings } from "./experiment.ts";
import { taskKinds } from "./experiment.ts";
import { type ExtensionName, extensionNames, extensionOf, isExtensionName } from "./extension-presets.ts";
import { isMethodName, methodNames, methodOf } from "./method-presets.ts";

/** A preset's name, or a method of one's own. */
export type StudyMethod = string | { name: string; method: Method | readonly Method[]; query_scale?: QueryScale };

export interface Study {
  task: Task;
  methods: readonly StudyMethod[];
  model?: ModelSizes;
  training?: TrainingSettings;
  /** Of training. */
  steps: number;
  seeds: readonly number[];
  /** Tokens to test at. */
  lengths: readonly number[];
  /** Per length. */
  sequences: number;
  /** Of a passkey, 0 … 1: a map of length and depth. */
  depths?: readonly number[];
  /** Tested too, on the trained method that each is for. */
  extensions?: readonly ExtensionName[];
  /** Steps at twice the training length under each extension, then tested again; default 0: none. */
  fine_tune?: number;
}

export const trainedTokens = (study: Study): number => study.training?.tokens ?? 32;

export const limits = {
  steps: [1, 100_000],
  seeds: [1, 32],
  methods: [1, 32],
  lengths: [1, 32],
  tokens: [1, 16_384],
  sequences: [1, 4096],
  depths: [0, 32],
  fineTune: [0, 100_000],
} as const;

/** Recommended; every field can be changed. */
export const defaultStudy: Study = {
  task: { kind: "passkey" },
  methods: ["none", "learned", "rope", "alibi"],
  training: { tokens: 32, batch: 16, rate: 2e-3, warmup: 50 },
  steps: 400,
  seeds: [0],
  lengths: [32, 64, 128, 256, 512],
  sequences: 64,
};

export interface StudyRun {
  /** The method's name. */
  name: string;
  seed: number;
  experiment: Experiment;
  extensions: readonly ExtensionName[];
}

/** Every method with every seed, seed by seed, so that each method has a first result early. */
export function runsOf(study: Study, leastSteps = 1): StudyRun[] {
  validateStudy(study, leastSteps);
  const trained = trainedTokens(study);
  return study.seeds.flatMap((seed) =>
    study.methods.map((entry): StudyRun => {
      const own = typeof entry === "string" ? { name: entry, method: presetOf(entry, study) } : entry;
      const { name, ...positions } = own;
      return {
        name,
        seed,
        experiment: {
          task: study.task,
          ...(study.model && { model: study.model }),
          training: { ...study.training, tokens: trained },
          ...positions,
          seed,
        },
        extensions: (study.extensions ?? []).filter((extension) => extensionOf(extension).of === name),
      };
    }),
  );
}

function presetOf(name: string, study: Study): readonly Method[] {
  if (!isMethodName(name)) throw invalid("methods", `some of ${methodNames.join(", ")}`, JSON.stringify(name));
  return methodOf(name, trainedTokens(study), study.task.kind);
}

export function validateStudy(study: Study, leastSteps = 1): void {
  if (!taskKinds.includes(study.task?.kind))
    throw invalid("task.kind", `one of ${taskKinds.join(", ")}`, JSON.stringify(study.task?.kind));
  requireWhole("steps", study.steps, [leastSteps, limits.steps[1]]);
  requireWhole("sequences", study.sequences, limits.sequences);
  requireWhole("fine_tune", study.fine_tune ?? 0, limits.fineTune);
  requireList("methods", study.methods, limits.methods);
  requireList("seeds", study.seeds, limits.seeds);
  requireList("lengths", study.lengths, limits.lengths);
  requireList("depths", study.depths ?? [], limits.depths);
  for (const seed of study.seeds) requireWhole("seeds", seed, [0, 0x7fffffff]);
  for (const length of study.lengths) requireWhole("lengths", length, limits.tokens);
  for (const depth of study.depths ?? []) {
    if (!(depth >= 0 && depth <= 1)) throw invalid("depths", "numbers from 0 to 1", String(depth));
  }
  if (study.depths?.length && study.task.kind !== "passkey")
    throw invalid("depths", "none but for the task passkey", study.task.kind);
  for (const extension of study.extensions ?? []) {
    if (!isExtensionName(extension))
      throw invalid("extensions", `some of ${extensionNames.join(", ")}`, JSON.stringify(extension));
  }
  requireDifferent(study.methods.map((entry) => (typeof entry === "string" ? entry : entry.name)));
}

function requireDifferent(names: readonly string[]): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw invalid("methods", "different names", `${JSON.stringify(twice)} twice`);
}

function requireList(field: string, list: unknown, [low, high]: readonly [number, number]): void {
  if (Array.isArray(list) && list.length >= low && list.length <= high) return;
  throw invalid(field, `${low} to ${high} entries`, Array.isArray(list) ? String(list.length) : typeof list);
}

function requireWhole(field: string, number: number, [low, high]: readonly [number, number]): void {
  if (Number.isInteger(number) && number >= low && number <= high) return;
  throw invalid(field, `a whole number from ${low} to ${high}`, String(number));
}

function invalid(field: string, expected: string, got: string): PosencError {
  return new PosencError("invalid_argument", `${field}: expected ${expected}, got ${got}`);
}
