/** The tables of a part that the main kernel reads as they are: whole numbers, one buffer of sections. */
import type { CorePlan, RelativeRows } from "../wasm/core-module.ts";
import { rowsOfWorkgroup, type WorkgroupShape } from "./layout.ts";
import { type Part, wordsPerRow } from "./parts.ts";
import type { Words } from "./run.ts";
import { interval, keyRanges } from "./visibility.ts";

export interface IndexTables {
  pieces: Words[];
  ranges_at: number;
  words_at: number;
  rows_at: number;
  key_row_of_at: number;
  query_row_of_at: number;
  value_row_of_at: number;
}

/** The sections of `indices` in shaders/problem.wgsl. */
export function indexTables(plan: CorePlan, part: Part, workgroup: WorkgroupShape): IndexTables {
  const pieces: Words[] = [];
  let length = 0;
  /** Appends sections; answers where the first starts. */
  const add = (...sections: readonly (Words | undefined)[]) => {
    const start = length;
    for (const section of sections) {
      if (!section) continue;
      pieces.push(section);
      length += section.length;
    }
    return start;
  };
  const [from, end] = part.queries;
  const perRow = wordsPerRow(plan);
  const group = plan.shape.heads / plan.shape.kv_heads;
  add(...intervals(plan, part));
  return {
    pieces,
    ranges_at: add(keyRanges(plan, part.queries, { group, rows: rowsOfWorkgroup(workgroup) })),
    words_at: add(perRow > 0 ? plan.visibility.words?.subarray(from * perRow, end * perRow) : undefined),
    rows_at: add(...relativeRows(plan.relative_rows, part, plan.shape.keys)),
    key_row_of_at: add(plan.relative_keys?.row_of),
    query_row_of_at: add(plan.relative_queries?.row_of),
    value_row_of_at: add(plan.relative_values?.row_of),
  };
}

function intervals(plan: CorePlan, { queries: [from, end] }: Part): [begin: Int32Array, end: Int32Array] {
  const begins = new Int32Array(end - from);
  const ends = new Int32Array(end - from);
  for (let i = from; i < end; i++) [begins[i - from], ends[i - from]] = interval(plan, i);
  return [begins, ends];
}

function relativeRows(
  rows: RelativeRows | undefined,
  { queries: [from, end] }: Part,
  keys: number,
): (Int32Array | undefined)[] {
  if (rows?.pair_rows) return [rows.pair_rows.subarray(from * keys, end * keys)];
  return [rows?.query_rows?.subarray(from, end), rows?.key_rows];
}
