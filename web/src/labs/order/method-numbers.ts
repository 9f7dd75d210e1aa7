/**
 * The few numbers of a method that a substituted formula quotes: slopes, angles, pairs of channels. For display only;
 * tests hold each formula against the engine's result.
 */
import type { Method } from "../../engine/problem.ts";
import { BASE } from "../../state/defaults.ts";

/** The ALiBi authors' rule (cpp/position/alibi_slopes.hpp). */
export function alibiSlope(method: Method & { kind: "alibi" }, heads: number, head: number): number {
  const given = method.slopes?.[head];
  if (given !== undefined) return given;
  const power = 2 ** Math.floor(Math.log2(heads));
  return head < power ? 2 ** ((-8 * (head + 1)) / power) : 2 ** ((-8 * (2 * (head - power) + 1)) / (2 * power));
}

/** The term that ALiBi adds to a score. */
export function alibiBias(
  method: Method & { kind: "alibi" },
  heads: number,
  head: number,
  relativePosition: number,
): number {
  const slope = alibiSlope(method, heads, head);
  return method.direction === "symmetric" ? -slope * Math.abs(relativePosition) : slope * relativePosition;
}

/** base^(-2r / model_dim) for the pair r = floor(channel / 2). */
export const sinusoidalFrequency = (base: number | undefined, modelDim: number, channel: number): number =>
  (base ?? BASE) ** ((-2 * Math.floor(channel / 2)) / modelDim);

export interface RotaryChannel {
  /** The other channel of the pair. */
  partner: number;
  /** +1 for the pair's second channel, which takes + sin of the first; -1 for the first. */
  sign: 1 | -1;
  /** Radians per position. */
  frequency: number;
}

/** null for a channel beyond rotary_dim, which is not turned. */
export function rotaryChannel(
  method: Method & { kind: "rotary" },
  headDim: number,
  channel: number,
): RotaryChannel | null {
  const width = method.rotary_dim || headDim;
  if (channel >= width) return null;
  const half = width / 2;
  const interleaved = method.pairing === "interleaved";
  const first = interleaved ? channel % 2 === 0 : channel < half;
  const pair = interleaved ? Math.floor(channel / 2) : channel % half;
  const partner = interleaved ? channel + (first ? 1 : -1) : channel + (first ? half : -half);
  const frequency = method.inv_freq?.[pair] ?? (method.rope_theta ?? BASE) ** ((-2 * pair) / width);
  return { partner, sign: first ? -1 : 1, frequency };
}
