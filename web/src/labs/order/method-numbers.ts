/**
 * The few numbers of a method that a substituted formula quotes: slopes, angles, buckets, pairs of channels. For display
 * only; tests hold each formula against the engine's result.
 */
import type { Method, MethodKind } from "../../engine/problem.ts";
import { BASE } from "../../state/defaults.ts";

export type Of<Kind extends MethodKind> = Method & { kind: Kind };

/** 1 / sqrt(head_dim), 1 with T5's bias, 1 / sqrt(head_dim · terms) with DeBERTa, YaRN's softmax factor times the first. */
export function defaultScale(methods: readonly Method[], headDim: number): number {
  for (const method of methods) {
    if (method.kind === "t5_bias") return 1;
    if (method.kind === "rotary" && method.scaling?.kind === "yarn") {
      const { factor = 1, softmax_mscale: weight = 0 } = method.scaling;
      return (factor > 1 ? 0.1 * weight * Math.log(factor) + 1 : 1) ** 2 / Math.sqrt(headDim);
    }
    if (method.kind === "deberta") return 1 / Math.sqrt(headDim * debertaTerms(method));
  }
  return 1 / Math.sqrt(headDim);
}

export const debertaTerms = (method: Of<"deberta">): number => 1 + new Set(method.pos_att_type ?? ["c2p", "p2c"]).size;

/** cpp/position/alibi_slopes.hpp. */
export function alibiSlope(method: Of<"alibi">, heads: number, head: number): number {
  const given = method.slopes?.[head];
  if (given !== undefined) return given;
  const most = method.alibi_bias_max ?? 8;
  const series = method.slope_rule === "geometric" ? heads : 2 ** Math.floor(Math.log2(heads));
  return head < series
    ? 2 ** ((-most * (head + 1)) / series)
    : 2 ** ((-most * (2 * (head - series) + 1)) / (2 * series));
}

/** -p ln(1 + a d) or -a d^p. */
export function kerpleBias(method: Of<"kerple">, head: number, relative: number) {
  const [p, a] = [method.p?.[head] ?? 1, method.a?.[head] ?? 1];
  const distance = Math.max(-relative, 0);
  return { p, a, distance, bias: method.form === "power" ? -a * distance ** p : -p * Math.log1p(a * distance) };
}

export function sandwichBias(method: Of<"sandwich">, headDim: number, heads: number, head: number, relative: number) {
  const dimension = method.dimension ?? headDim;
  const half = Math.floor(dimension / 2);
  const distance = Math.max(-relative, 0);
  let sum = 0;
  for (let i = 1; i <= half; ++i) sum += Math.cos(distance * BASE ** ((-2 * i) / dimension));
  const divisor = (8 * (head + 1)) / heads;
  return { dimension, half, distance, sum, divisor, bias: (sum - half) / divisor };
}

/** psi(distance) / psi(max(query position, threshold)): what FIRE's network sees. */
export function fireShare(method: Of<"fire">, queryPosition: number, relative: number) {
  const psi = (x: number) => Math.log(Math.abs((method.c ?? 0.1) * x) + 1);
  const span = Math.max(queryPosition, method.threshold ?? 512);
  return { span, share: psi(-relative) / psi(span) };
}

/** cpp/position/t5_buckets.hpp. */
export function t5Bucket(method: Of<"t5_bias">, relative: number): number {
  let buckets = method.relative_attention_num_buckets ?? 32;
  let first = 0;
  let distance = Math.max(-relative, 0);
  if (method.bidirectional ?? true) {
    buckets = Math.floor(buckets / 2);
    if (relative > 0) first = buckets;
    distance = Math.abs(relative);
  }
  const exact = Math.floor(buckets / 2);
  if (distance < exact) return first + Math.floor(distance);
  const most = method.relative_attention_max_distance ?? 128;
  const step = Math.floor(((buckets - exact) * Math.log(distance / exact)) / Math.log(most / exact) + 1e-9);
  return first + Math.min(exact + step, buckets - 1);
}

export interface Wave {
  wave: "sin" | "cos";
  /** angle = position · base^(-exponent[0] / exponent[1]). */
  exponent: [number, number];
}

/** What stands in a channel of the sinusoidal table; null for the zero that some tables end with. */
export function sinusoidalWave(table: Of<"sinusoidal">["table"], width: number, channel: number): Wave | null {
  const half = Math.floor(width / 2);
  if (table === undefined || table === "paper") {
    return { wave: channel % 2 === 0 ? "sin" : "cos", exponent: [2 * Math.floor(channel / 2), width] };
  }
  const sines = table === "concatenated" ? Math.ceil(width / 2) : half;
  const wave = channel < sines ? "sin" : "cos";
  const r = channel < sines ? channel : channel - sines;
  if (table === "concatenated") return { wave, exponent: [2 * r, width] };
  return r < half ? { wave, exponent: [r, Math.max(half - 1, 1)] } : null;
}

export interface RotaryChannel {
  /** The other channel of the pair. */
  partner: number;
  /** +1 for the pair's second channel, which takes + sin of the first; -1 for the first. */
  sign: 1 | -1;
  /** Radians per position. */
  frequency: number;
}

/** Whether the rotation is the plain one that rotaryChannel describes. */
export const isPlainRotary = (method: Of<"rotary">): boolean =>
  !method.xpos &&
  !method.mrope_section &&
  !method.angle_precision &&
  (method.rope_type ?? "default") === "default" &&
  (method.scaling?.kind ?? "none") === "none";

/** null for a channel beyond the rotary width, which is not turned. */
export function rotaryChannel(method: Of<"rotary">, headDim: number, channel: number): RotaryChannel | null {
  const width = method.rotary_dim || Math.floor(headDim * (method.partial_rotary_factor ?? 1));
  if (channel >= width) return null;
  const half = width / 2;
  const interleaved = method.pairing === "interleaved";
  const first = interleaved ? channel % 2 === 0 : channel < half;
  const pair = interleaved ? Math.floor(channel / 2) : channel % half;
  const partner = interleaved ? channel + (first ? 1 : -1) : channel + (first ? half : -half);
  const frequency = method.inv_freq?.[pair] ?? (method.rope_theta ?? BASE) ** ((-2 * pair) / width);
  return { partner, sign: first ? -1 : 1, frequency };
}
