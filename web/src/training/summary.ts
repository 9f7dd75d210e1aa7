/** What several seeds of one method say together. */
import type { LengthResult, RunResult } from "./result.ts";

export interface Spread {
  mean: number;
  /** Sample standard deviation; 0 of one seed. */
  deviation: number;
  least: number;
  most: number;
}

export interface LengthSummary {
  tokens: number;
  loss: Spread;
  accuracy: Spread;
  floor: number;
}

export interface MethodSummary {
  name: string;
  seeds: number;
  /** A length that any seed refuses is left out here and named in `refused`. */
  lengths: readonly LengthSummary[];
  refused: readonly { tokens: number; reason: string }[];
  /** Nats of loss per doubling of the length, from the training length on; null with fewer than two lengths. */
  slope: number | null;
  /** The longest tested length up to which mean accuracy never falls below the threshold; null: not even in training. */
  reach: number | null;
}

/** A run of lengths passes while accuracy is at least this. */
export const reachThreshold = 0.9;

type Tested = Extract<LengthResult, { loss: number }>;

/** By name, in the order of the first run of each. `testsOf` picks the tests, those of an extension say. */
export function summarise(
  runs: readonly RunResult[],
  trained: number,
  testsOf: (run: RunResult) => readonly LengthResult[] | undefined = ({ tests }) => tests,
): MethodSummary[] {
  const names = [...new Set(runs.map(({ name }) => name))];
  return names.flatMap((name) => {
    const lists = runs.filter((run) => run.name === name).flatMap((run) => testsOf(run) ?? []);
    const seeds = runs.filter((run) => run.name === name && testsOf(run)).length;
    return seeds === 0 ? [] : [summaryOf(name, seeds, lists, trained)];
  });
}

function summaryOf(name: string, seeds: number, results: readonly LengthResult[], trained: number): MethodSummary {
  const tokens = [...new Set(results.map((result) => result.tokens))].sort((a, b) => a - b);
  const lengths: LengthSummary[] = [];
  const refused: { tokens: number; reason: string }[] = [];
  for (const length of tokens) {
    const here = results.filter((result) => result.tokens === length);
    const refusal = here.find((result): result is Extract<LengthResult, { refused: string }> => "refused" in result);
    if (refusal) refused.push({ tokens: length, reason: refusal.refused });
    else lengths.push(lengthSummary(length, here as Tested[]));
  }
  return { name, seeds, lengths, refused, slope: slopeOf(lengths, trained), reach: reachOf(lengths, tokens, trained) };
}

function lengthSummary(tokens: number, tested: readonly Tested[]): LengthSummary {
  return {
    tokens,
    loss: spreadOf(tested.map(({ loss }) => loss)),
    accuracy: spreadOf(tested.map(({ accuracy }) => accuracy)),
    floor: spreadOf(tested.map(({ floor }) => floor)).mean,
  };
}

export function spreadOf(numbers: readonly number[]): Spread {
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const squares = numbers.reduce((sum, number) => sum + (number - mean) ** 2, 0);
  const deviation = numbers.length > 1 ? Math.sqrt(squares / (numbers.length - 1)) : 0;
  return { mean, deviation, least: Math.min(...numbers), most: Math.max(...numbers) };
}

/** Least squares of mean loss over log2(tokens / trained), lengths from training on. */
function slopeOf(lengths: readonly LengthSummary[], trained: number): number | null {
  const points = lengths.flatMap(({ tokens, loss }) =>
    tokens >= trained ? [{ x: Math.log2(tokens / trained), y: loss.mean }] : [],
  );
  if (points.length < 2) return null;
  const mean = (of: (point: { x: number; y: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const x = mean((point) => point.x);
  const y = mean((point) => point.y);
  return mean((point) => (point.x - x) * (point.y - y)) / mean((point) => (point.x - x) ** 2);
}

function reachOf(lengths: readonly LengthSummary[], tokens: readonly number[], trained: number): number | null {
  let reach: number | null = null;
  for (const length of tokens.filter((one) => one >= trained)) {
    const found = lengths.find((one) => one.tokens === length);
    if (!found || found.accuracy.mean < reachThreshold) break;
    reach = length;
  }
  return reach;
}
