/** From times to shares: medians, quartiles, the fastest round, and whether the machine was calm. */
import type { Times } from "./rounds.ts";
import type { Subject } from "./subjects.ts";

/** Linear between neighbours, as NumPy's default. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const low = sorted[Math.floor(place)] ?? Number.NaN;
  const high = sorted[Math.ceil(place)] ?? Number.NaN;
  return low + (high - low) * (place - Math.floor(place));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export interface Row {
  subject: Subject;
  engine: string;
  /** Milliseconds of a call: median and fastest. */
  median: number;
  least: number;
  /**
   * Extra time against no method, as a share of attention without copies: median of the rounds, quartiles, fastest.
   * NaN where the two cannot be compared.
   */
  share: number;
  low: number;
  high: number;
  leastShare: number;
}

export interface Summary {
  times: Times;
  rows: readonly Row[];
  /** Attention without a method, without copies and call, in milliseconds. */
  attention: number;
  /** Copies and call. */
  frame: number;
  /** Spread of the same call: (third - first quartile) / median. */
  scatter: number;
}

/** Above it, half of the calls of one kind differ by more than this share of their time. */
export const CALM = 0.15;
export const isBusy = ({ scatter }: Pick<Summary, "scatter">): boolean => !(scatter <= CALM);

export function summarize(times: Times): Summary {
  const of = (subject: Subject): readonly number[] => times.times.get(subject) ?? [];
  const none = of("none");
  const frame = median(of("frame"));
  const attention = median(none) - frame;
  const leastAttention = Math.min(...none) - Math.min(...of("frame"));
  const spread = quantile(none, 0.75) - quantile(none, 0.25);
  const engineOf = (subject: Subject): string => times.engines.get(subject) ?? "wasm";
  const rows = [...times.times].map(([subject, list]): Row => {
    // Nothing can be said about a part of what is lost in the scatter, nor of what another engine does.
    const isComparable = attention > spread && engineOf(subject) === engineOf("none");
    const shares = list.map((time, round) =>
      isComparable ? (time - (none[round] as number)) / attention : Number.NaN,
    );
    return {
      subject,
      engine: engineOf(subject),
      median: median(list),
      least: Math.min(...list),
      share: median(shares),
      low: quantile(shares, 0.25),
      high: quantile(shares, 0.75),
      leastShare: isComparable ? (Math.min(...list) - Math.min(...none)) / leastAttention : Number.NaN,
    };
  });
  return { times, rows, attention, frame, scatter: spread / median(none) };
}

export const rowOf = ({ rows }: Summary, subject: Subject): Row | undefined =>
  rows.find((row) => row.subject === subject);

/** open: the middle half of the rounds lies on both sides of the limit. */
export type Verdict = "holds" | "fails" | "open";

export function verdictOf({ low, high }: Pick<Row, "low" | "high">, limit: number): Verdict {
  if (high < limit) return "holds";
  return low > limit ? "fails" : "open";
}
