/** A matrix with its labels as JSON, CSV and an array: one form for every heatmap and map. */
import type { Label } from "../charts/figure.ts";
import type { Tensor } from "../engine/problem.ts";
import { csvNumber } from "../io/csv.ts";

export interface LabelledMatrix {
  rows: readonly Label[];
  columns: readonly Label[];
  /** NaN where there is no number. */
  at(row: number, column: number): number;
}

/** What a file has in the place of NaN. */
export const filledIn = (value: number, hiddenAs = Number.NaN): number => (Number.isNaN(value) ? hiddenAs : value);

export const numbered = (count: number, from = 0): Label[] =>
  Array.from({ length: count }, (_, at) => ({ text: String(from + at) }));

export const nested = ({ rows, columns, at }: LabelledMatrix): number[][] =>
  rows.map((_, row) => columns.map((__, column) => at(row, column)));

/** JSON has no NaN and no infinity: they become null. */
export const matrixJson = (matrix: LabelledMatrix): string =>
  `${JSON.stringify({ rows: matrix.rows, columns: matrix.columns, values: nested(matrix) }, null, 1)}\n`;

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const nameOf = ({ text, index }: Label): string => (index === undefined ? text : `${text} ${index}`);

/** The first line names the columns, the first cell of a line its row. */
export function matrixCsv(matrix: LabelledMatrix): string {
  const head = ["row", ...matrix.columns.map((label) => quoted(nameOf(label)))];
  const name = (label: Label) => (/^\d+$/.test(nameOf(label)) ? nameOf(label) : quoted(nameOf(label)));
  const lines = nested(matrix).map((values, row) =>
    [name(matrix.rows[row] as Label), ...values.map(csvNumber)].join(","),
  );
  return `${[head.join(","), ...lines].join("\n")}\n`;
}

export function matrixTensor({ rows, columns, at }: LabelledMatrix): Tensor {
  const data = new Float64Array(rows.length * columns.length);
  for (let cell = 0; cell < data.length; ++cell)
    data[cell] = at(Math.floor(cell / columns.length), cell % columns.length);
  return exactTensor([rows.length, columns.length], data);
}

/** float32 where that holds every number, as it does those of the engine. */
export function exactTensor(shape: readonly number[], data: Float64Array): Tensor {
  const single = Float32Array.from(data);
  return { shape, data: data.every((value, at) => Object.is(value, single[at])) ? single : data };
}
