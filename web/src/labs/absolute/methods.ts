/** A state as a method of the core, as a problem and as a command; and where the core puts a pair's channels. */
import type { Method, Problem } from "../../engine/index.ts";
import type { AbsoluteState } from "./state.ts";

export type SinusoidalTable = Exclude<AbsoluteState["method"], "learned">;
export const SINUSOIDAL: readonly SinusoidalTable[] = ["paper", "concatenated", "tensor2tensor", "fairseq"];

/** The number of rows that the core draws a table from; equal seeds give equal tables. */
export const SEED = 0;

export const isLearned = ({ method }: Pick<AbsoluteState, "method">): boolean => method === "learned";

export function methodOf({ method, base, offset, rows, extension, alpha }: AbsoluteState): Method {
  if (method !== "learned") return { kind: "sinusoidal", table: method, base, offset };
  const extended = extension === "hierarchical" ? { extension, alpha } : { extension };
  return { kind: "learned", rows, offset, seed: SEED, ...extended };
}

/** Zeros that the method is added to: the encoding alone. Attention beside it is as small as it can be. */
export const encodingProblem = (method: Method, positions: readonly number[], width: number): Problem => ({
  input: {
    kind: "embeddings",
    embeddings: { shape: [positions.length, width], data: new Float32Array(positions.length * width) },
    heads: 1,
    head_dim: 2,
  },
  method,
  mask: { kind: "sliding_window", window: 1 },
  query_positions: positions,
  key_positions: positions,
  scale: 1,
});

/** The same table elsewhere; the tokens are numbered, their vectors are the core's. */
export const sharedProblem = (state: AbsoluteState): Problem => ({
  input: {
    kind: "tokens",
    tokens: Array.from({ length: state.positions }, (_, at) => String(at)),
    model_dim: state.d_model,
    heads: 1,
    head_dim: 2,
  },
  method: methodOf(state),
});

export function commandOf(state: AbsoluteState): string {
  const { kind, ...fields } = methodOf(state);
  const sets = Object.entries(fields).map(([name, value]) => `--set ${name}=${value}`);
  return [
    `posenc encode --method ${kind}`,
    ...sets,
    `--positions 0:${state.positions} --width ${state.d_model} --engine reference`,
  ].join(" ");
}

export interface Layout {
  /** Frequencies that have a sine and a cosine. */
  pairs: number;
  sine(pair: number): number;
  cosine(pair: number): number;
  /** The channel without a partner where the width is odd. */
  rest: "none" | "sine" | "zero";
}

export function layoutOf(method: SinusoidalTable, width: number): Layout {
  const pairs = Math.floor(width / 2);
  const isOdd = width % 2 === 1;
  const ownsFrequencies = method === "paper" || method === "concatenated";
  const sines = ownsFrequencies ? Math.ceil(width / 2) : pairs;
  const rest = isOdd ? (ownsFrequencies ? "sine" : "zero") : "none";
  return method === "paper"
    ? { pairs, rest, sine: (pair) => 2 * pair, cosine: (pair) => 2 * pair + 1 }
    : { pairs, rest, sine: (pair) => pair, cosine: (pair) => sines + pair };
}

/** The pair that a channel belongs to; the last pair for a channel without a partner. */
export function pairOf(layout: Layout, channel: number): number {
  for (let pair = 0; pair < layout.pairs; ++pair)
    if (layout.sine(pair) === channel || layout.cosine(pair) === channel) return pair;
  return layout.pairs - 1;
}

/** The chosen pair as it fits the width. */
export const chosenPair = ({ pair, d_model }: Pick<AbsoluteState, "pair" | "d_model">): number =>
  Math.min(pair, Math.floor(d_model / 2) - 1);

/** The channels that pictures of the chosen pair show: a sine and its cosine, or two neighbours of a learned table. */
export function chosenChannels(state: Pick<AbsoluteState, "method" | "pair" | "d_model">): [number, number] {
  const pair = chosenPair(state);
  const layout = layoutOf(state.method === "learned" ? "paper" : state.method, state.d_model);
  return [layout.sine(pair), layout.cosine(pair)];
}
