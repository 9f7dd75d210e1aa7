/**
 * Questions about a rotary method alone: its frequencies, its score curve, two methods side by side, and the phase error
 * of low precision. Everything is computed by the core in double (cpp/analysis/rope_*).
 */
import type { RotaryMethod } from "./problem.ts";

export interface RotaryRequest {
  method: RotaryMethod;
  head_dim: number;
  /** Length that length-dependent scalings go by; default method.length, else the scaling's original length. */
  length?: number;
}

/** What a scaling does to a pair. still: frequency 0. other: changed, but by neither 1 nor the factor nor between. */
export type PairRegime = "kept" | "blended" | "scaled" | "other" | "still";

/** Arrays are [pairs], pair 0 the fastest. */
export interface Frequencies {
  rotary_dim: number;
  length: number;
  /** The context of training that the scaling starts from; null where the method names none. */
  original_length: number | null;
  /** The factor of the scaling at this length; 1 without one. */
  factor: number;
  /** rope_theta, or what an NTK rule makes of it at this length. */
  base: number;
  /** Without the scaling, and with it: radians per position. */
  plain_inv_freq: Float64Array;
  inv_freq: Float64Array;
  /** 2 pi / inv_freq, in positions; Infinity for pairs that stand still. */
  wavelength: Float64Array;
  /** Turns that the unscaled pair makes within original_length; empty where that is null. */
  turns: Float64Array;
  /** Share of the division by factor that a pair gets: 0 kept, 1 divided. */
  interpolated: Float64Array;
  regime: readonly PairRegime[];
  /** First and last pair of YaRN's ramp, not yet rounded to pairs where it does not truncate; null for others. */
  ramp: readonly [number, number] | null;
  /** On cosine and sine; the rotated part of q·k grows by its square. */
  attention_factor: number;
  /** On the default scale, for scalings that change it (DeepSeek). */
  softmax_factor: number;
  /** softmax_factor / sqrt(head_dim). */
  scale: number;
}

/**
 * The rotated part of q·k against distance for q = k = x with independent standard normal channels, divided by the
 * rotary width: mean attention_factor² / pairs Σ_r cos(distance inv_freq[r]), and the standard deviation over draws of x.
 */
export interface ScoreCurve {
  distances: Float64Array;
  mean: Float64Array;
  deviation: Float64Array;
}

/** Two rotary methods on the same width. */
export interface RotaryDifference {
  /** inv_freq of b / inv_freq of a; 1 where both stand still. [pairs] */
  ratio: Float64Array;
  /** Cosine of the angle between R_a(p) x and R_b(p) x, x with equal pairs: 1 / pairs Σ_r cos(p (a_r - b_r)). */
  positions: Float64Array;
  cosine: Float64Array;
  /** Mean of the score curves of a and b at distance = position. */
  score_a: Float64Array;
  score_b: Float64Array;
  /** The first whole position, up to `limit`, at which the two scores differ by more than the tolerance; else null. */
  first_difference: number | null;
  largest_difference: number;
}

/** What rounding does to angles, at each position the worst pair. */
export interface PhaseError {
  positions: Float64Array;
  /** |rounded angle - exact angle|, radians; Infinity where the rounded one is not finite. */
  phase: Float64Array;
  /** |cosine with rounding - exact cosine|, at most 2; NaN angles count as 2. */
  cosine: Float64Array;
  /** The pair with the worst phase. */
  pair: Int32Array;
}
