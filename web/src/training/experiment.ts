/**
 * A training run as plain data: a small Transformer with its positions, a task with a known answer, and how the one
 * learns the other. Everything follows from it: two runs of one experiment have equal bits.
 */
import type { Method, MethodStack, QueryScale } from "../engine/problem.ts";

/** Generated, no foreign text; cpp/tasks says what each is and why its floor is what it is. */
export type Task =
  /** Does the lower-numbered name bite, or is it bitten? A class per sequence. */
  | { kind: "biting"; names?: number }
  /** The next symbol of a language whose entropy is known. */
  | { kind: "hidden_markov"; states?: number; symbols?: number; contrast?: number; language?: number }
  /** Say again what stood before the sign. */
  | { kind: "copying"; symbols?: number }
  /** A random run of symbols, again and again, with a period of its own in every sequence. */
  | { kind: "induction"; symbols?: number; least_period?: number; most_period?: number }
  /** The value of a key that was told before. */
  | { kind: "recall"; keys?: number; values?: number; questions?: number }
  /** A key in a heap of noise; `depth` 0 … 1 says where, without it anywhere. */
  | { kind: "passkey"; digits?: number; length?: number; noise?: number; depth?: number }
  /** How often a symbol has come so far, modulo `modulus`. */
  | { kind: "counting"; modulus?: number; probability?: number };

export type TaskKind = Task["kind"];
export const taskKinds: readonly TaskKind[] = [
  ...(["biting", "copying", "induction", "recall", "passkey", "counting", "hidden_markov"] as const),
];

export interface ModelSizes {
  /** Default 2. */
  layers?: number;
  /** Default 64. */
  width?: number;
  /** Default 4. */
  heads?: number;
  kv_heads?: number;
  head_dim?: number;
  mlp_width?: number;
  norm?: "rms" | "layer";
  embedding?: "untied" | "tied";
}

export interface TrainingSettings {
  /** Of a sequence; default 32. */
  tokens?: number;
  /** Sequences of a step; default 16. */
  batch?: number;
  /** AdamW; default 1e-3, 0.9, 0.98, 1e-8, 0.01. */
  rate?: number;
  beta1?: number;
  beta2?: number;
  epsilon?: number;
  decay?: number;
  /** Of the gradients, which are clipped to it; 0: not clipped. Default 1. */
  largest_norm?: number;
  /** Steps until the full rate; default 0. */
  warmup?: number;
}

/** What tells tokens where they stand. */
export interface Positions {
  method?: Method | readonly Method[] | MethodStack;
  query_scale?: QueryScale;
}

export interface Experiment extends Positions {
  task: Task;
  model?: ModelSizes;
  training?: TrainingSettings;
  seed?: number;
}

/** Known before the first step. */
export interface TrainingFacts {
  parameters: number;
  /** Of them, those of the position methods. */
  position_parameters: number;
  vocabulary: number;
  outputs: number;
  /** Loss in nats of a model that knows the answers that there are, and nothing else. */
  chance: number;
  /** One answer per sequence instead of one per token. */
  classifies: boolean;
}

/** Of some steps, one number each. Fewer than were asked for where numbers stopped being finite. */
export interface TrainingSteps {
  /** Mean cross-entropy over what is predicted, nats. */
  losses: Float64Array;
  /** The least expected loss on that very batch. */
  floors: Float64Array;
  /** 0 … 1 */
  accuracies: Float64Array;
  /** Before clipping. */
  gradient_norms: Float64Array;
  rates: Float64Array;
  failure?: string;
}

export interface TestRequest {
  tokens: number;
  /** Default 64. */
  sequences?: number;
  /** Of a passkey. */
  depth?: number;
  /** For the trained model instead of its own: other frequencies, slopes, a table that is extended. */
  positions?: Positions;
}

export interface TestReport {
  loss: number;
  floor: number;
  accuracy: number;
  predicted: number;
}

/** Row-major numbers of one parameter, e.g. "layers.0.mlp.up.weight" [256, 64]. */
export interface NamedTensor {
  name: string;
  shape: readonly number[];
  data: Float32Array;
}
