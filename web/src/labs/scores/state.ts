/** What the lab shows, as properties of its address. Fields of methods have the names of the problem's JSON. */
import { givenProperty } from "../../lab/given.ts";
import { choice, flag, number, numbers, type StateOf, text, whole } from "../../state/schema.ts";

/** The engine would take more; maps stay quick and memory small up to here. */
export const MOST_TOKENS = 2000;
/** Of q, k and v from files; of a layer of the text's, see the schema. */
export const MOST_HEADS = 64;
/** Of the text, before it is repeated. */
export const MOST_SIGNS = 12_000;

export const KINDS = [
  "none",
  "sinusoidal",
  "learned",
  "rotary",
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

export const SCHEMA = {
  text: text("The dog bites the man, and the man bites the dog.", MOST_SIGNS),
  repeat: whole(1, [1, 200]),
  method: choice("alibi", KINDS),
  mask: choice("causal", ["none", "causal", "window"]),
  window: whole(4, [1, MOST_TOKENS]),
  heads: whole(4, [1, 8]),
  head: whole(0, [0, MOST_HEADS - 1]),
  head_dim: whole(8, [2, 64]),
  seed: whole(0, [0, 999]),
  query: whole(11, [0, MOST_TOKENS - 1]),
  /** Rows from … end, columns from … end of every map. */
  zoom: numbers([0, MOST_TOKENS, 0, MOST_TOKENS], [0, MOST_TOKENS], [4, 4]),

  /** Numbers from files: q, k and v or X in the place of the text, positions, a mask. */
  given: givenProperty,

  table: choice("paper", ["paper", "concatenated", "tensor2tensor", "fairseq"]),
  base: number(10_000, [2, 1e9]),
  rows: whole(512, [1, 4096]),
  max_relative_position: whole(16, [1, 128]),
  clamp_len: whole(0, [0, MOST_TOKENS]),
  max_relative_positions: whole(512, [2, 1024]),
  relative_attention_num_buckets: whole(32, [4, 128]),
  relative_attention_max_distance: whole(128, [2, 4096]),
  bidirectional: flag(true),
  direction: choice("causal", ["causal", "symmetric"]),
  slope_rule: choice("authors", ["authors", "geometric"]),
  pairing: choice("half_split", ["half_split", "interleaved"]),
  rope_theta: number(10_000, [1, 1e9]),
  form: choice("log", ["log", "power"]),
  dimension: whole(128, [2, 1024]),
  threshold: number(512, [1, 1e6]),
  scaled: choice("all", ["all", "content"]),
};

export type ScoresState = StateOf<typeof SCHEMA>;
export type Kind = ScoresState["method"];
