/** What the lab shows, as properties of its address. */
import { choice, flag, number, numbers, type StateOf, text, whole } from "../../state/schema.ts";

/** A number per head and distance, added to the score. */
export const BIASES = ["alibi", "t5_bias", "kerple", "sandwich", "fire"] as const;
/** Terms that vectors of the query or the key enter. */
export const TERMED = ["shaw", "transformer_xl", "deberta", "cope"] as const;

export type BiasName = (typeof BIASES)[number];
export type TermedName = (typeof TERMED)[number];
export type MethodName = BiasName | TermedName;

export const SLOPE_RULES = ["authors", "geometric", "circulating", "own"] as const;
export type SlopeRule = (typeof SLOPE_RULES)[number];

export const CONTENT_RANGE = [-10, 10] as const;
export const MOST_HEADS = 32;
export const MOST_KEYS = 12;
export const MOST_TEXT = 120;

/** Heads, as `head` and `second` name them, count from 1; 0 is none. Positions count from 0. */
export const SCHEMA = {
  method: choice<MethodName>("alibi", [...BIASES, ...TERMED]),
  heads: whole(8, [1, MOST_HEADS]),
  head: whole(1, [1, MOST_HEADS]),
  second: whole(4, [0, MOST_HEADS]),
  mask: choice("causal", ["causal", "none"]),
  reach: whole(64, [4, 1024]),
  /** Content scores of the keys, by position. */
  contents: numbers([2, 2, 2, 2, 2], CONTENT_RANGE, [1, MOST_KEYS]),
  query: whole(4, [0, MOST_KEYS - 1]),
  key: whole(0, [0, MOST_KEYS - 1]),
  /** Empty: the sentence of the page's language. */
  text: text("", MOST_TEXT),
  seed: whole(0, [0, 9999]),

  slope_rule: choice<SlopeRule>("authors", SLOPE_RULES),
  slope: number(0.5, [0.001, 4]),
  direction: choice("causal", ["causal", "symmetric"]),

  buckets: whole(32, [4, 128]),
  max_distance: whole(128, [2, 1024]),
  bidirectional: flag(false),

  form: choice("log", ["log", "power"]),
  /** One per head, repeating. */
  p: numbers([1.5, 1, 0.5, 0.25], [0.01, 2], [1, MOST_HEADS]),
  a: numbers([0.3], [0.01, 4], [1, MOST_HEADS]),

  dimension: whole(64, [2, 256]),

  c: number(0.1, [0.001, 10]),
  threshold: whole(512, [1, 8192]),

  clip: whole(2, [1, 16]),
  beyond: choice("clip", ["clip", "zero"]),
  clamp_len: whole(0, [0, 16]),
  span: whole(4, [1, 16]),
  positions: whole(16, [1, 64]),
  scaled: choice("all", ["all", "content"]),
};

export type RelativeState = StateOf<typeof SCHEMA>;

export const isBias = ({ method }: RelativeState): boolean => BIASES.some((name) => name === method);

/** From 0. */
export const headOf = ({ head, heads }: RelativeState): number => Math.min(head, heads) - 1;

/** From 0; null where only one is drawn. */
export function secondOf(state: RelativeState): number | null {
  const { second, heads } = state;
  return second === 0 || second > heads || second - 1 === headOf(state) ? null : second - 1;
}

export interface Place {
  query: number;
  key: number;
}

/** The chosen pair among `count` tokens. */
export const placeOf = ({ query, key }: RelativeState, count: number): Place => ({
  query: Math.min(query, count - 1),
  key: Math.min(key, count - 1),
});
