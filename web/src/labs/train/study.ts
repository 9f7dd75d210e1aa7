/** The study that a state describes, the state that describes a study, and the command that performs it. */
import { startOf } from "../../state/schema.ts";
import { defaultStudy, extensionOf, type Study, trainedTokens } from "../../training/index.ts";
import { MOST_METHODS, SCHEMA, TIMES, type TrainState } from "./state.ts";

const MODEL = { layers: 2, width: 64, heads: 4 } as const;

const evenly = (count: number): number[] => Array.from({ length: count }, (_, at) => at / (count - 1));

/** What has no effect is left out: extensions of methods that are not trained, depths of other tasks. */
export function studyOf(state: TrainState): Study {
  const { task, methods, tokens, batch, rate, warmup, steps, sequences, layers } = state;
  const sizes = Object.entries({ layers, width: Number(state.width), heads: Number(state.heads) });
  const model = Object.fromEntries(sizes.filter(([name, size]) => size !== MODEL[name as keyof typeof MODEL]));
  const extensions = state.extensions.filter((name) => methods.includes(extensionOf(name).of));
  const depths = task === "passkey" ? evenly(Number(state.depths)) : [];
  return {
    task: { kind: task },
    methods,
    training: { tokens, batch, rate, warmup },
    ...(Object.keys(model).length > 0 && { model }),
    steps,
    seeds: Array.from({ length: state.seeds }, (_, at) => state.seed + at),
    lengths: state.times.map((times) => Number(times) * tokens),
    sequences,
    ...(depths.length > 0 && { depths }),
    ...(extensions.length > 0 && { extensions }),
    ...(extensions.length > 0 && state.fine_tune > 0 && { fine_tune: state.fine_tune }),
  };
}

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The controls that perform a study again, with some of its methods; what they cannot say keeps its start. */
export function stateOf(study: Study, methods: readonly string[] = namesOf(study)): TrainState {
  const tokens = trainedTokens(study);
  const { batch = 16, rate = 1e-3, warmup = 0 } = study.training ?? {};
  const { layers = MODEL.layers, width = MODEL.width, heads = MODEL.heads } = study.model ?? {};
  const start = startOf(SCHEMA);
  const depths = SCHEMA.depths.read(String(study.depths?.length ?? 0));
  return {
    ...start,
    task: study.task.kind,
    methods: SCHEMA.methods.options.filter((name) => methods.includes(name)).slice(0, MOST_METHODS),
    steps: study.steps,
    ...{ tokens, batch, rate, warmup, layers },
    width: SCHEMA.width.read(String(width))?.value ?? start.width,
    heads: SCHEMA.heads.read(String(heads))?.value ?? start.heads,
    seeds: study.seeds.length,
    seed: study.seeds[0] ?? 0,
    times: TIMES.filter((times) => study.lengths.includes(Number(times) * tokens)),
    sequences: study.sequences,
    extensions: study.extensions ?? [],
    fine_tune: study.fine_tune ?? 0,
    depths: depths?.value ?? "0",
  };
}

export const namesOf = ({ methods }: Study): string[] =>
  methods.map((method) => (typeof method === "string" ? method : method.name));

/** Flags where the command's own defaults say something else. */
export function commandOf(study: Study): string {
  const { training = {}, model = {}, depths = [], extensions = [], fine_tune = 0 } = study;
  const tokens = trainedTokens(study);
  const usual = [1, 2, 4, 8, 16].map((times) => times * tokens);
  const flags: [string, string | number | undefined, unknown?][] = [
    ["task", study.task.kind],
    ["methods", namesOf(study).join(",")],
    ["steps", study.steps],
    ["seeds", study.seeds.join(",")],
    ["tokens", tokens, 32],
    ["batch", training.batch, defaultStudy.training?.batch],
    ["rate", training.rate, defaultStudy.training?.rate],
    ["warmup", training.warmup, defaultStudy.training?.warmup],
    ["layers", model.layers, MODEL.layers],
    ["width", model.width, MODEL.width],
    ["heads", model.heads, MODEL.heads],
    ["lengths", study.lengths.join(","), usual.join(",")],
    ["sequences", study.sequences, defaultStudy.sequences],
    ["depths", depths.join(","), ""],
    ["extensions", extensions.join(","), ""],
    ["fine-tune", fine_tune, 0],
  ];
  const given = flags.filter(([, value, usual]) => value !== undefined && value !== usual);
  return ["npx posenc train", ...given.map(([name, value]) => `--${name} ${value}`)].join(" ");
}
