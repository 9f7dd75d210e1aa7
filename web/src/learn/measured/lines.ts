/** A study as lines of a table, and what can be said of a line without a judgement of one's own. */
import type { ExtensionName, RunResult, StudyResult } from "../../training/index.ts";
import { type MethodSummary, summarise, trainedTokens } from "../../training/index.ts";
import type { LengthResult } from "../../training/result.ts";
import { type Spread, spreadOf } from "../../training/summary.ts";
import type { MeasuredPart } from "./part.ts";

export interface Line {
  method: string;
  extension: ExtensionName | null;
  /** Steps under the extension before the test. */
  tuned: number;
  /** Of this visit. */
  isHere: boolean;
  summary: MethodSummary;
  /** Loss above the floor by length, over seeds. */
  excess: ReadonlyMap<number, Spread>;
}

/**
 * From the training length to the longest, of the loss above the floor. Seeds decide: "rises" means that every seed ends
 * above where any began.
 */
export type Course = "rises" | "falls" | "steady" | "refuses";

type TestsOf = (run: RunResult) => readonly LengthResult[] | undefined;

interface Kind {
  method: string;
  extension: ExtensionName | null;
  tuned: number;
}

function lineOf({ study, runs }: StudyResult, kind: Kind, isHere: boolean): Line | null {
  const testsOf: TestsOf = (run) =>
    kind.extension === null
      ? run.tests
      : run.extensions?.find(({ name, fine_tuned }) => name === kind.extension && fine_tuned === kind.tuned)?.tests;
  const own = runs.filter(({ name }) => name === kind.method);
  const summary = summarise(own, trainedTokens(study), testsOf)[0];
  return summary ? { ...kind, isHere, summary, excess: excessOf(own, testsOf, summary) } : null;
}

function excessOf(runs: readonly RunResult[], testsOf: TestsOf, { lengths }: MethodSummary): Map<number, Spread> {
  const tests = runs.flatMap((run) => testsOf(run) ?? []);
  return new Map(
    lengths.map(({ tokens }) => {
      const values = tests.flatMap((test) =>
        test.tokens === tokens && "loss" in test ? [test.loss - test.floor] : [],
      );
      return [tokens, spreadOf(values)];
    }),
  );
}

/** The lines of a part, in its order; what the study does not have is left out. */
export function linesOf(result: StudyResult, part: MeasuredPart, isHere = false): Line[] {
  const { fine_tune = 0, extensions: known = [] } = result.study;
  const tunings = fine_tune > 0 ? [0, fine_tune] : [0];
  const plain = part.methods.map((method): Kind => ({ method, extension: null, tuned: 0 }));
  const extended = (part.extensions ?? [])
    .filter((extension) => known.includes(extension))
    .flatMap((extension) => {
      const method = result.runs.find(({ extensions }) => extensions?.some(({ name }) => name === extension))?.name;
      return method === undefined ? [] : tunings.map((tuned): Kind => ({ method, extension, tuned }));
    });
  return [...plain, ...extended].flatMap((kind) => lineOf(result, kind, isHere) ?? []);
}

export const methodLine = (result: StudyResult, method: string, extension: ExtensionName | null = null): Line | null =>
  lineOf(result, { method, extension, tuned: 0 }, false);

export function courseOf({ summary, excess }: Line, [trained, longest]: readonly [number, number]): Course {
  const [from, to] = [excess.get(trained), excess.get(longest)];
  if (!from || !to || summary.refused.length > 0) return "refuses";
  if (to.least > from.most) return "rises";
  return to.most < from.least ? "falls" : "steady";
}

export const longestOf = ({ study }: StudyResult): number => Math.max(...study.lengths);

export const accuracyAt = ({ summary }: Line, tokens: number): Spread | null =>
  summary.lengths.find((length) => length.tokens === tokens)?.accuracy ?? null;
