/** Products and differences of rows that the core computed. */
import { layoutOf, type SinusoidalTable } from "./methods.ts";
import type { Table, Turn } from "./tasks.ts";

export type Row = readonly number[];

/** PE(p) for a whole p. */
export function rowAt({ rows, width, perPosition }: Table, p: number): Row {
  const start = p * perPosition * width;
  return Array.from({ length: width }, (_, channel) => rows[start + channel] as number);
}

/** [count, width]: rows of whole positions alone. */
export function wholeRows(table: Table): Float64Array {
  const { count, width, rows, perPosition } = table;
  const whole = new Float64Array(count * width);
  for (let p = 0; p < count; ++p)
    for (let channel = 0; channel < width; ++channel)
      whole[p * width + channel] = rows[p * perPosition * width + channel] as number;
  return whole;
}

/** PE(p) · PE(q) for all p and q, [count, count]. */
export function dotMap(table: Table): Float64Array {
  const { count, width } = table;
  const rows = wholeRows(table);
  const dots = new Float64Array(count * count);
  for (let p = 0; p < count; ++p)
    for (let q = 0; q <= p; ++q) {
      let sum = 0;
      for (let channel = 0; channel < width; ++channel)
        sum += (rows[p * width + channel] as number) * (rows[q * width + channel] as number);
      dots[p * count + q] = sum;
      dots[q * count + p] = sum;
    }
  return dots;
}

export interface Profile {
  /** Mean of PE(p) · PE(p + distance) over all p. */
  mean: number[];
  least: number[];
  most: number[];
}

/** One entry per distance 0 … count - 1. */
export function profileOf(dots: ArrayLike<number>, count: number): Profile {
  const profile: Profile = { mean: [], least: [], most: [] };
  for (let distance = 0; distance < count; ++distance) {
    let [sum, least, most] = [0, Infinity, -Infinity];
    for (let p = 0; p + distance < count; ++p) {
      const dot = dots[p * count + p + distance] as number;
      sum += dot;
      least = Math.min(least, dot);
      most = Math.max(most, dot);
    }
    profile.mean.push(sum / (count - distance));
    profile.least.push(least);
    profile.most.push(most);
  }
  return profile;
}

/** What is no more than the rounding of a sum of `width` products. */
export const isRounding = (difference: number, width: number): boolean => Math.abs(difference) <= 1e-12 * width;

/** The first distance after which the mean rises again; null where it never does. */
export function firstRise({ mean }: Profile, width: number): number | null {
  for (let distance = 0; distance + 1 < mean.length; ++distance) {
    const step = (mean[distance + 1] as number) - (mean[distance] as number);
    if (step > 0 && !isRounding(step, width)) return distance;
  }
  return null;
}

export interface Shifted {
  pair: number;
  /** sine and cosine channel of PE(p), turned by R(k), and of PE(p + k) as the core gives it. */
  from: [number, number];
  turned: [number, number];
  to: [number, number];
}

/** R(k) PE(p) beside PE(p + k), pair by pair. */
export function shiftAll(table: Table, turn: Turn, p: number): Shifted[] {
  const { pairs, sine, cosine } = layoutOf(table.at.method as SinusoidalTable, table.width);
  const [start, end] = [rowAt(table, p), rowAt(table, p + turn.k)];
  return Array.from({ length: Math.min(pairs, turn.sine.length) }, (_, pair) => {
    const channels = [sine(pair), cosine(pair)] as const;
    const [s, c] = channels.map((channel) => start[channel] as number) as [number, number];
    const [sinK, cosK] = [turn.sine[pair] as number, turn.cosine[pair] as number];
    return {
      pair,
      from: [s, c],
      turned: [cosK * s + sinK * c, cosK * c - sinK * s],
      to: channels.map((channel) => end[channel] as number) as [number, number],
    };
  });
}

export const largestShiftError = (shifted: readonly Shifted[]): number =>
  Math.max(0, ...shifted.flatMap(({ turned, to }) => [Math.abs(turned[0] - to[0]), Math.abs(turned[1] - to[1])]));

export const largestDifference = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((largest, value, at) => Math.max(largest, Math.abs(value - (b[at] as number))), 0);

/** Profiles are even: distance k and -k are the same products. */
export const profileAtDistance = ({ least, most }: Profile, k: number): { least: number; most: number } => ({
  least: least[Math.abs(k)] as number,
  most: most[Math.abs(k)] as number,
});
