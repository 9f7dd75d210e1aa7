/** What is measured, as properties of its address. The numbers themselves belong to the machine and are in no link. */
import { choice, type StateOf, whole } from "../../state/schema.ts";

/** Heads × tokens × width, at most: one call then takes about a second on a slow machine. */
export const MOST_TOKENS = 2048;

/**
 * Those that act inside attention. Vectors that are added to the input do their work before it; Transformer-XL and
 * DeBERTa would be timed for drawing their large tables, which the core does in every call.
 */
export const TIMED = ["rotary", "alibi", "t5_bias", "kerple", "sandwich", "fire", "shaw", "cope"] as const;
export type Timed = (typeof TIMED)[number];

export const SCHEMA = {
  method: choice<Timed>("rotary", TIMED),
  /** Which are timed: RoPE, ALiBi and the method, or all. */
  set: choice("few", ["few", "all"]),
  tokens: whole(512, [16, MOST_TOKENS]),
  heads: choice("8", ["1", "2", "4", "8"]),
  head_dim: choice("64", ["16", "32", "64"]),
  mask: choice("causal", ["causal", "none"]),
  engine: choice("wasm", ["wasm", "webgpu"]),
  rounds: whole(9, [3, 31]),
};

export type CostState = StateOf<typeof SCHEMA>;
