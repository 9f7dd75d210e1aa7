/** What the lab shows, as properties of its address, and the problem that a state stands for. */
import type { Problem, RotaryMethod } from "../../engine/index.ts";
import { choice, flag, number, numbers, type StateOf, whole } from "../../state/schema.ts";

export const PAIRINGS = ["half_split", "interleaved"] as const;
export type Pairing = (typeof PAIRINGS)[number];

export const SCHEMA = {
  /** Positions of the query and of the key. */
  i: whole(7, [0, 4096]),
  j: whole(3, [0, 4096]),
  head_dim: whole(8, [2, 256]),
  theta: number(10000, [2, 1e8]),
  /** Radians per position and pair, instead of powers of theta. */
  inv_freq: numbers([], [0, 7], [1, 128]),
  pairing: choice<Pairing>("half_split", PAIRINGS),
  /** Share of the channels that turns. */
  share: choice("1", ["1", "0.75", "0.5", "0.25"]),
  xpos: flag(false),
  seed: whole(0, [0, 9999]),
  /** The key's vector is the query's. */
  same: flag(false),
  /** Given vectors; where none is given, both are drawn. */
  q: numbers([], [-1000, 1000], [1, 256]),
  k: numbers([], [-1000, 1000], [1, 256]),
  reach: whole(256, [8, 4096]),
  /** A picture between words, for positions with several streams. */
  sections: numbers([2, 3, 3], [0, 64], [3, 3]),
  layout: choice("chunked", ["chunked", "interleaved", "axial"]),
  rows: whole(2, [1, 8]),
  columns: whole(3, [1, 8]),
  before: whole(3, [0, 8]),
  after: whole(2, [0, 8]),
  patch: whole(5, [0, 63]),
};

export type RotationState = StateOf<typeof SCHEMA>;

export const isGiven = ({ q, k }: RotationState): boolean => q.length > 0 || k.length > 0;

/** One given vector stands for both. */
export const givenQuery = ({ q, k }: RotationState): readonly number[] => (q.length > 0 ? q : k);
export const givenKey = ({ q, k }: RotationState): readonly number[] => (k.length > 0 ? k : q);

/** What is given decides the width: vectors, then frequencies. */
export function widthOf(state: RotationState): number {
  if (isGiven(state)) return givenQuery(state).length;
  const { inv_freq, share, head_dim } = state;
  return inv_freq.length > 0 ? Math.round((2 * inv_freq.length) / Number(share)) : head_dim;
}

export function methodOf({ pairing, share, inv_freq, theta, xpos }: RotationState): RotaryMethod {
  return {
    kind: "rotary",
    pairing,
    ...(share === "1" ? {} : { partial_rotary_factor: Number(share) }),
    ...(inv_freq.length > 0 ? { inv_freq } : { rope_theta: theta }),
    ...(xpos ? { xpos: {} } : {}),
  };
}

/** q is the first token and k the second: the score is in row 0, in its last column. */
export function problemOf(state: RotationState): Problem {
  const { i, j } = state;
  const shared = { method: methodOf(state), scale: 1 };
  if (isGiven(state)) {
    const input = { kind: "tensors", query: [givenQuery(state)], key: [givenKey(state)] } as const;
    return { input, ...shared, query_positions: [i], key_positions: [j] };
  }
  return { input: drawnInput(state), ...shared, query_positions: [i, j], key_positions: [i, j] };
}

export const drawnInput = (state: RotationState) =>
  ({
    kind: "tokens",
    tokens: ["q", state.same ? "q" : "k"],
    model_dim: widthOf(state),
    seed: state.seed,
    projections: "identity",
  }) as const;

export const commandOf = (state: RotationState): string =>
  `echo '${JSON.stringify(problemOf(state))}' | npx posenc attention - --engine reference --outputs scores,rotated_query,rotated_key`;

/** Everything that the numbers about q, k and their rotation depend on, without the positions. */
export const vectorKey = (state: RotationState): string => {
  const { head_dim, theta, inv_freq, pairing, share, xpos, seed, same, q, k } = state;
  return JSON.stringify({ head_dim, theta, inv_freq, pairing, share, xpos, seed, same, q, k });
};

export const pictureKey = (state: RotationState): string => {
  const { theta, pairing, sections, layout, rows, columns, before, after } = state;
  return JSON.stringify({ theta, pairing, sections, layout, rows, columns, before, after });
};
