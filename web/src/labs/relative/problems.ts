/** A state as problems of the engine. */
import type { Mask, Method, Problem, Tensor } from "../../engine/index.ts";
import { type BiasName, isBias, type MethodName, placeOf, type RelativeState, type TermedName } from "./state.ts";

export const HEAD_DIM = 8;
const MODEL_DIM = 16;

type Of<Name extends MethodName> = (state: RelativeState) => Extract<Method, { kind: Name }>;

const repeated = (values: readonly number[], heads: number): number[] =>
  Array.from({ length: heads }, (_, head) => values[head % values.length] as number);

/** 2^-(i+1) for i = 0 … heads - 1: right for eight heads alone. */
export const circulatingSlopes = (heads: number): number[] =>
  Array.from({ length: heads }, (_, head) => 2 ** -(head + 1));

const alibi: Of<"alibi"> = ({ slope_rule, slope, heads, direction }) => {
  const kind = "alibi";
  if (slope_rule === "own") return { kind, slopes: Array(heads).fill(slope), direction };
  if (slope_rule === "circulating") return { kind, slopes: circulatingSlopes(heads), direction };
  return { kind, slope_rule, direction };
};

const METHODS: { readonly [Name in BiasName | TermedName]: Of<Name> } = {
  alibi,
  t5_bias: ({ buckets, max_distance, bidirectional, seed }) => ({
    kind: "t5_bias",
    relative_attention_num_buckets: buckets,
    relative_attention_max_distance: max_distance,
    bidirectional,
    seed,
  }),
  kerple: ({ form, p, a, heads }) => ({ kind: "kerple", form, p: repeated(p, heads), a: repeated(a, heads) }),
  sandwich: ({ dimension }) => ({ kind: "sandwich", dimension }),
  fire: ({ c, threshold, seed }) => ({ kind: "fire", c, threshold, seed }),
  shaw: ({ clip, beyond, seed }) => ({ kind: "shaw", max_relative_position: clip, beyond, seed }),
  transformer_xl: ({ clamp_len, seed }) => ({ kind: "transformer_xl", clamp_len, seed }),
  deberta: ({ span, seed }) => ({ kind: "deberta", max_relative_positions: span, seed }),
  cope: ({ positions, scaled, seed }) => ({ kind: "cope", positions, scaled, seed }),
};

export const methodOf = (state: RelativeState): Method => METHODS[state.method](state);

export const maskOf = ({ mask }: RelativeState): Mask => ({ kind: mask });

export const zeros = (...shape: number[]): Tensor => ({
  shape,
  data: new Float64Array(shape.reduce((product, length) => product * length, 1)),
});

/** A query at `position` before keys at 0 … last, all of them zero: what is left of a score is the bias. */
export const biasProblem = (method: Method, heads: number, position: number, last: number): Problem => ({
  input: { kind: "tensors", query: zeros(heads, 1, 1), key: zeros(1, last + 1, 1) },
  method,
  query_positions: [position],
  key_positions: Array.from({ length: last + 1 }, (_, key) => key),
});

/** One query of (1) per head, keys of one number: their products are the given content scores. */
export function contentProblem(state: RelativeState): Problem {
  const { contents, heads } = state;
  const { query } = placeOf(state, contents.length);
  return {
    input: {
      kind: "tensors",
      query: Array.from({ length: heads }, () => [[1]]),
      key: [contents.map((content) => [content])],
    },
    method: methodOf(state),
    mask: maskOf(state),
    scale: 1,
    query_positions: [query],
    key_positions: contents.map((_, key) => key),
  };
}

export const sentenceProblem = (state: RelativeState, tokens: readonly string[]): Problem => ({
  input: {
    kind: "tokens",
    tokens,
    model_dim: MODEL_DIM,
    heads: state.heads,
    head_dim: HEAD_DIM,
    seed: state.seed,
  },
  method: methodOf(state),
  mask: maskOf(state),
});

export const problemFor = (state: RelativeState, tokens: readonly string[]): Problem =>
  isBias(state) ? contentProblem(state) : sentenceProblem(state, tokens);

/** The same scores and weights by the command line. */
export const commandFor = (problem: Problem): string =>
  `printf %s '${JSON.stringify(problem).replaceAll("'", "'\\''")}' | npx posenc attention --outputs scores,weights`;
