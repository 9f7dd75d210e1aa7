/** What is trained and tested, as properties of the address: all that a study's numbers depend on. */
import { choices } from "../../state/choices.ts";
import { choice, number, type StateOf, whole } from "../../state/schema.ts";
import {
  defaultStudy,
  type ExtensionName,
  extensionNames,
  type MethodName,
  methodNames,
  taskKinds,
} from "../../training/index.ts";

/** As many as a figure tells apart. */
export const MOST_METHODS = 6;
/** Test lengths, as multiples of the length in training. */
export const TIMES = ["1", "2", "3", "4", "6", "8", "12", "16"] as const;
const MOST_SEEDS = 5;

export const SCHEMA = {
  task: choice(defaultStudy.task.kind, taskKinds),
  methods: choices<MethodName>(["none", "learned", "rope", "alibi"], methodNames, [1, MOST_METHODS]),
  steps: whole(defaultStudy.steps, [1, 20_000]),
  tokens: whole(32, [12, 128]),
  batch: whole(16, [1, 64]),
  rate: number(0.002, [1e-6, 10]),
  warmup: whole(50, [0, 5000]),
  width: choice("64", ["16", "32", "64", "128"]),
  heads: choice("4", ["1", "2", "4", "8"]),
  layers: whole(2, [1, 4]),
  /** How many, and the first. */
  seeds: whole(1, [1, MOST_SEEDS]),
  seed: whole(0, [0, 0x7fffffff - MOST_SEEDS]),
  times: choices<(typeof TIMES)[number]>(["1", "2", "4", "8", "16"], TIMES, [1, TIMES.length]),
  sequences: whole(defaultStudy.sequences, [1, 512]),
  extensions: choices<ExtensionName>([], extensionNames, [0, extensionNames.length]),
  fine_tune: whole(0, [0, 2000]),
  /** Of the needle map, evenly from 0 to 1; 0: no map. */
  depths: choice("0", ["0", "3", "5", "9", "11"]),
};

export type TrainState = StateOf<typeof SCHEMA>;
