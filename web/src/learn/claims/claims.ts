/**
 * Claims that circulate, each with a rule that turns numbers into a verdict: what the numbers say is said, whichever way it
 * goes.
 */
import type { ScoreCurve } from "../../engine/index.ts";
import { reachThreshold, type StudyResult, trainedTokens } from "../../training/index.ts";
import { accuracyAt, type Course, courseOf, longestOf, methodLine } from "../measured/lines.ts";
import type { StudyName } from "../measured/recorded.ts";

export type Verdict = "holds" | "fails" | "depends" | "unmeasured";
export type Studies = ReadonlyMap<StudyName, StudyResult>;

/** One study's word on a claim: what was `from` became `to`. */
export interface Fact {
  kind: "length" | "direction" | "slopes" | "gap";
  study: StudyName;
  holds: boolean;
  /** Tokens of `from` and of `to`. */
  lengths: readonly [number, number];
  from: number;
  to: number;
  /** Methods or settings that `from` and `to` belong to. */
  names: readonly [string, string];
  course?: Course;
}

export interface Finding {
  verdict: Verdict;
  facts: readonly Fact[];
}

/** All, none or some of the facts speak for it. */
function verdictOf(facts: readonly Fact[]): Finding {
  const holding = facts.filter(({ holds }) => holds).length;
  if (facts.length === 0) return { verdict: "unmeasured", facts };
  return { verdict: holding === facts.length ? "holds" : holding === 0 ? "fails" : "depends", facts };
}

/**
 * Does a method that learned a task at the training length keep its loss at the longest? Held against every study in
 * which it did learn: 90 % of the answers right, or any language, of which the loss itself is the measure.
 */
export function keepsItsLoss(studies: Studies, method: string): Finding {
  const facts = [...studies].flatMap(([study, result]): Fact[] => {
    const line = methodLine(result, method);
    const lengths = [trainedTokens(result.study), longestOf(result)] as const;
    if (!line) return [];
    const hasLearned = study === "hidden_markov" || (accuracyAt(line, lengths[0])?.mean ?? 0) >= reachThreshold;
    if (!hasLearned) return [];
    const course = courseOf(line, lengths);
    const [from, to] = lengths.map((tokens) => line.excess.get(tokens)?.mean ?? Number.NaN) as [number, number];
    const holds = course === "steady" || course === "falls";
    return [{ kind: "length", study, holds, lengths, from, to, names: [method, method], course }];
  });
  return verdictOf(facts);
}

/** Can a reader leave ALiBi's settings alone? One case in which a setting costs something is enough to say no. */
export function needsNoCare(studies: Studies): Finding {
  const facts = [...directionFacts(studies), ...slopeFacts(studies)];
  const finding = verdictOf(facts);
  return finding.verdict === "depends" ? { ...finding, verdict: "fails" } : finding;
}

/** A classifier that sees both ways, with the symmetric bias −m|i − j|. */
function directionFacts(studies: Studies): Fact[] {
  const result = studies.get("biting");
  const line = result && methodLine(result, "alibi");
  if (!result || !line) return [];
  const trained = trainedTokens(result.study);
  const accuracy = accuracyAt(line, trained)?.mean ?? 0;
  const holds = accuracy >= reachThreshold;
  const names = ["alibi", "alibi"] as const;
  return [
    { kind: "direction", study: "biting", holds, lengths: [trained, trained], from: accuracy, to: accuracy, names },
  ];
}

/** Other slopes than the trained ones, at the training length: does every seed lose more than any seed had? */
function slopeFacts(studies: Studies): Fact[] {
  return (["passkey", "hidden_markov"] as const).flatMap((study) => {
    const result = studies.get(study);
    const own = result && methodLine(result, "alibi");
    if (!result || !own) return [];
    const trained = trainedTokens(result.study);
    return (["alibi_flat", "alibi_steep"] as const).flatMap((extension): Fact[] => {
      const other = methodLine(result, "alibi", extension)?.excess.get(trained);
      const before = own.excess.get(trained);
      if (!other || !before) return [];
      const holds = other.least <= before.most;
      const names = ["alibi", extension] as const;
      return [{ kind: "slopes", study, holds, lengths: [trained, trained], from: before.mean, to: other.mean, names }];
    });
  });
}

/** At the training length: do the losses of the best and the worst method overlap, over seeds? */
export function isSmallDetail(studies: Studies): Finding {
  const facts = [...studies].flatMap(([study, result]): Fact[] => {
    const trained = trainedTokens(result.study);
    const names = [...new Set(result.runs.map(({ name }) => name))];
    const all = names.flatMap((name) => {
      const loss = methodLine(result, name)?.excess.get(trained);
      return loss ? [{ name, loss }] : [];
    });
    const sorted = all.sort((a, b) => a.loss.mean - b.loss.mean);
    const [best, worst] = [sorted[0], sorted.at(-1)];
    if (!best || !worst || best === worst) return [];
    const holds = worst.loss.least <= best.loss.most;
    const ends = [best.name, worst.name] as const;
    return [
      {
        kind: "gap",
        study,
        holds,
        lengths: [trained, trained],
        from: best.loss.mean,
        to: worst.loss.mean,
        names: ends,
      },
    ];
  });
  return verdictOf(facts);
}

export interface Decay {
  verdict: Verdict;
  steps: number;
  /** Steps of one position at which the score grows. */
  rises: number;
  firstRise: number | null;
  /** Means from 1 to 2, 2 to 4, 4 to 8 … positions, the last included in the next. */
  octaves: readonly number[];
}

/** "Farther is always smaller" needs no rise at all; where there are some, the means over octaves may still fall. */
export function decayOf({ distances, mean }: Pick<ScoreCurve, "distances" | "mean">): Decay {
  const values = Array.from(mean);
  const rising = values.flatMap((value, at) => (at > 0 && value > (values[at - 1] as number) ? [at] : []));
  const farthest = distances.at(-1) ?? 0;
  const octaves: number[] = [];
  for (let start = 1; 2 * start <= farthest; start *= 2) {
    const inside = values.filter(
      (_, at) => (distances[at] as number) >= start && (distances[at] as number) < 2 * start,
    );
    octaves.push(inside.reduce((sum, value) => sum + value, 0) / inside.length);
  }
  const fallsOnAverage = octaves.every((value, at) => at === 0 || value < (octaves[at - 1] as number));
  const verdict = rising.length === 0 ? "holds" : fallsOnAverage ? "depends" : "fails";
  const first = rising[0];
  return {
    verdict,
    steps: values.length - 1,
    rises: rising.length,
    firstRise: first === undefined ? null : (distances[first] as number),
    octaves,
  };
}

/** Of the curve that the claim is held against: a head of Llama's width with the paper's base. */
export const decayRequest = {
  method: { kind: "rotary", rope_theta: 10_000 },
  head_dim: 128,
  distances: Array.from({ length: 2049 }, (_, distance) => distance),
} as const;
