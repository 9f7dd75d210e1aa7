/** What the lab shows, as properties of its address. */
import { choice, number, type StateOf, text, whole } from "../../state/schema.ts";

/** More tokens would need figures of another kind. */
export const MOST_TOKENS = 32;

export const METHODS = [
  "none",
  "sinusoidal",
  "learned",
  "rotary",
  "linear",
  "yarn",
  "dynamic_ntk",
  "longrope",
  "xpos",
  "shaw",
  "transformer_xl",
  "deberta",
  "t5_bias",
  "alibi",
  "kerple",
  "sandwich",
  "fire",
  "cope",
] as const;
export type MethodName = (typeof METHODS)[number];

export const POLICIES = ["recomputed", "sticky", "static"] as const;
export type Policy = (typeof POLICIES)[number];

export const SCHEMA = {
  method: choice<MethodName>("rotary", METHODS),
  text: text("the cat sat on the mat and the dog lay by the door", 200),
  /** Tokens that are computed at once before the steps begin. */
  prompt: whole(4, [1, MOST_TOKENS]),
  /** Tokens in the cache. */
  step: whole(7, [1, MOST_TOKENS]),
  heads: choice("4", ["1", "2", "4", "8"]),
  kv_heads: choice("2", ["1", "2", "4", "8"]),
  head_dim: choice("8", ["4", "8", "16", "32"]),
  base: number(10000, [2, 1e7]),
  /** The length of training, that scalings start from. */
  original: whole(8, [2, MOST_TOKENS]),
  factor: number(2, [1, 32]),
  policy: choice<Policy>("recomputed", POLICIES),
  longest: whole(0, [0, 1024]),
  /** The cached key that the formula follows. */
  key: whole(3, [0, MOST_TOKENS - 1]),
  /** First tokens that are dropped from the cache. */
  drop: whole(4, [0, MOST_TOKENS - 1]),
  context: whole(8192, [1, 2 ** 20]),
  bits: choice("16", ["8", "16", "32"]),
};

export type CacheState = StateOf<typeof SCHEMA>;
