/**
 * The numbers of the learning path, straight from the definitions. Prose and exercises take them from here;
 * tests/web/learn holds each against the core.
 */

/** Radians per position of each pair of `width` channels. */
export const frequencies = (width: number, base = 10_000): number[] =>
  Array.from({ length: width / 2 }, (_, pair) => base ** ((-2 * pair) / width));

/** In positions. */
export const wavelengths = (width: number, base = 10_000): number[] =>
  frequencies(width, base).map((frequency) => (2 * Math.PI) / frequency);

/** Sine and cosine of each pair side by side, as in the paper. */
export const sinusoidalRow = (position: number, width: number): number[] =>
  frequencies(width).flatMap((frequency) => [Math.sin(position * frequency), Math.cos(position * frequency)]);

export const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, number, at) => sum + number * (b[at] ?? 0), 0);

export type Pair = readonly [number, number];

export const rotate = ([a, b]: Pair, angle: number): Pair => [
  a * Math.cos(angle) - b * Math.sin(angle),
  a * Math.sin(angle) + b * Math.cos(angle),
];

/** q at i and k at j, one pair that turns by `frequency` per position. */
export const ropeScore = ([q, k]: readonly [Pair, Pair], [i, j]: Pair, frequency: number): number =>
  dot(rotate(q, i * frequency), rotate(k, j * frequency));

/** T5, of a decoder: half of the buckets one distance each, the others by its logarithm. */
export function causalBucket(distance: number, buckets = 32, farthest = 128): number {
  const exact = Math.floor(buckets / 2);
  if (distance < exact) return distance;
  const share = Math.log(distance / exact) / Math.log(farthest / exact);
  return Math.min(exact + Math.trunc(share * (buckets - exact)), buckets - 1);
}

/** The row of a table that is stretched over more positions than it has. */
export const interpolatedRow = (position: number, rows: number, positions: number): number =>
  (position * (rows - 1)) / (positions - 1);

/** The authors' rule: a power of two has a geometric series; what is missing beyond it comes from twice as many heads. */
export function alibiSlopes(heads: number): number[] {
  const below = 2 ** Math.floor(Math.log2(heads));
  const series = (count: number) => Array.from({ length: count }, (_, head) => 2 ** ((-8 * (head + 1)) / count));
  const between = series(2 * below).filter((_, at) => at % 2 === 0);
  return [...series(below), ...between.slice(0, heads - below)];
}

export function softmax(scores: readonly number[]): number[] {
  const powers = scores.map((score) => Math.exp(score - Math.max(...scores)));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** The base for a context `alpha` times as long: the slowest pair is divided by alpha, the fastest not at all. */
export const ntkBase = (base: number, alpha: number, width: number): number => base * alpha ** (width / (width - 2));

interface Yarn {
  width: number;
  base: number;
  original: number;
}

/** The pair, not whole, that turns `turns` times within the original length. */
export const pairOfTurns = (turns: number, { width, base, original }: Yarn): number =>
  (width * Math.log(original / (2 * Math.PI * turns))) / (2 * Math.log(base));

/** Pairs whose frequency YaRN leaves alone, with beta_fast 32. */
export const yarnKept = (yarn: Yarn): number => Math.floor(pairOfTurns(32, yarn)) + 1;

/** On cosine and sine. */
export const yarnAttentionFactor = (factor: number): number => 0.1 * Math.log(factor) + 1;

/** What a state h = decay · h + x is after all inputs. */
export const recurrentState = (inputs: readonly number[], decay: number): number =>
  inputs.reduce((state, input) => decay * state + input, 0);
