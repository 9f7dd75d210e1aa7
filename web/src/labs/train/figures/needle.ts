/** Where the key may lie to be found: accuracy by length and depth, mean of the seeds. */
import { plain } from "../../../i18n/numbers.ts";
import type { Matrix } from "../../../lab/matrices.ts";
import { spreadOf } from "../../../training/summary.ts";
import { percent } from "../names.ts";
import type { Shown } from "../visit.ts";

export function needleOf({ study, runs }: Shown, name: string): Matrix | null {
  const maps = runs.flatMap((run) => (run.name === name && run.needle ? [run.needle] : []));
  const { depths = [] } = study;
  if (maps.length === 0) return null;
  const at = (row: number, column: number) => spreadOf(maps.map((map) => map[row]?.[column] ?? Number.NaN)).mean;
  return {
    rows: study.lengths.map((tokens) => ({ text: plain(tokens) })),
    columns: depths.map((depth) => ({ text: percent(depth) })),
    values: Float64Array.from(study.lengths.flatMap((_, row) => depths.map((__, column) => at(row, column)))),
  };
}
