/** What a study found, as plain JSON. */
import type { TestReport, TrainingFacts } from "./experiment.ts";
import type { Study } from "./study.ts";

/** Means over the steps since the point before. */
export interface CurvePoint {
  step: number;
  loss: number;
  floor: number;
  accuracy: number;
}

/** At one length; `refused` is what the method says where it does not go so far. */
export type LengthResult = ({ tokens: number } & Omit<TestReport, "predicted">) | { tokens: number; refused: string };

export interface ExtensionResult {
  name: string;
  /** Steps at twice the training length before the test; 0: none. */
  fine_tuned: number;
  tests: readonly LengthResult[];
}

export interface RunResult {
  name: string;
  seed: number;
  facts: TrainingFacts;
  curve: readonly CurvePoint[];
  tests: readonly LengthResult[];
  /** Accuracy [lengths of the study][depths]; null where the method does not go so far. */
  needle?: readonly (readonly (number | null)[])[];
  extensions?: readonly ExtensionResult[];
  /** Training ended early, with the step and the reason; tests are those of the last good state. */
  stopped?: { step: number; reason: string };
  /** Wall clock; the only numbers that differ from run to run. */
  milliseconds_per_step: number;
}

export interface StudyResult {
  study: Study;
  runs: readonly RunResult[];
}
