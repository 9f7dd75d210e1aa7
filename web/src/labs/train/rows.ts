/** What a study says per method, and per extension of one: means over seeds, in the study's order. */
import { type MethodSummary, type RunResult, summarise, trainedTokens } from "../../training/index.ts";
import { extensionName, methodName } from "./names.ts";
import { t } from "./strings.ts";
import type { Shown } from "./visit.ts";

export interface Row {
  /** Of the trained method. */
  method: string;
  extension: string | null;
  /** Steps under the extension; 0: none. */
  tuned: number;
  summary: MethodSummary;
}

export function rowsOf({ study, runs }: Shown): Row[] {
  const trained = trainedTokens(study);
  const own = summarise(runs, trained).map(
    (summary): Row => ({ method: summary.name, extension: null, tuned: 0, summary }),
  );
  return own.flatMap((row) => [row, ...extended(row.method, runs, trained)]);
}

function extended(method: string, runs: readonly RunResult[], trained: number): Row[] {
  const here = runs.filter(({ name }) => name === method);
  const kinds = new Map(
    here.flatMap(({ extensions = [] }) => extensions.map((one) => [`${one.fine_tuned} ${one.name}`, one] as const)),
  );
  return [...kinds.values()].flatMap(({ name, fine_tuned }) => {
    const testsOf = (run: RunResult) =>
      run.extensions?.find((one) => one.name === name && one.fine_tuned === fine_tuned)?.tests;
    return summarise(here, trained, testsOf).map(
      (summary): Row => ({ method, extension: name, tuned: fine_tuned, summary }),
    );
  });
}

export function rowName({ method, extension, tuned }: Row): string {
  if (extension === null) return methodName(method);
  const name = `${methodName(method)} + ${extensionName(extension)}`;
  return tuned > 0 ? t("row.tuned", { name, steps: tuned }) : name;
}
