/** What a study found, as tables. */
import type { LengthResult, StudyResult } from "../training/result.ts";
import { trainedTokens } from "../training/study.ts";
import { type LengthSummary, type MethodSummary, reachThreshold, type Spread, summarise } from "../training/summary.ts";
import type { Cell, Table } from "./table.ts";

/** One line per test. */
export function testRows({ runs }: StudyResult): Table {
  const columns = ["method", "seed", "extension", "fine_tuned", "tokens", "loss", "floor", "accuracy", "refused"];
  const rowOf = (start: readonly Cell[], test: LengthResult): Cell[] =>
    "refused" in test
      ? [...start, test.tokens, null, null, null, test.refused]
      : [...start, test.tokens, test.loss, test.floor, test.accuracy, ""];
  return {
    columns,
    rows: runs.flatMap(({ name, seed, tests, extensions = [] }) => [
      ...tests.map((test) => rowOf([name, seed, "", 0], test)),
      ...extensions.flatMap((extension) =>
        extension.tests.map((test) => rowOf([name, seed, extension.name, extension.fine_tuned], test)),
      ),
    ]),
  };
}

/** One line per method and extension: means over seeds. */
export function summaryTable({ study, runs }: StudyResult): Table {
  const trained = trainedTokens(study);
  const own = summarise(runs, trained);
  const extended = (study.extensions ?? []).flatMap((name) =>
    [0, study.fine_tune ?? 0]
      .filter((tuned, at) => at === 0 || tuned > 0)
      .flatMap((tuned) => {
        const testsOf = (run: StudyResult["runs"][number]) =>
          run.extensions?.find((one) => one.name === name && one.fine_tuned === tuned)?.tests;
        return summarise(runs, trained, testsOf).map((summary) => ({
          ...summary,
          name: `${summary.name} + ${name}${tuned > 0 ? `, ${tuned} steps` : ""}`,
        }));
      }),
  );
  const reach = `reach (accuracy >= ${reachThreshold})`;
  return {
    columns: ["method", ...study.lengths.map(String), "nats per doubling", reach],
    rows: [...own, ...extended].map((summary) => rowOf(summary, study.lengths)),
  };
}

function rowOf({ name, seeds, lengths, slope, reach }: MethodSummary, tokens: readonly number[]): Cell[] {
  const cell = (length: number): Cell => {
    const found = lengths.find((one) => one.tokens === length);
    return found ? lossText(found, seeds) : "refused";
  };
  return [name, ...tokens.map(cell), slope === null ? null : Number(slope.toFixed(3)), reach];
}

function lossText({ loss, accuracy }: LengthSummary, seeds: number): string {
  const share = `(${Math.round(100 * accuracy.mean)} %)`;
  return seeds === 1 ? `${loss.mean.toFixed(3)} ${share}` : `${spreadText(loss)} ${share}`;
}

const spreadText = ({ mean, deviation }: Spread): string => `${mean.toFixed(3)} ± ${deviation.toFixed(3)}`;
