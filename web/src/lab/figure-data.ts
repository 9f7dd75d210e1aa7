/** A figure with its numbers: the chart, the table and the copies come from the same columns. */
import type { LineFigure } from "../charts/line-figure.ts";
import { exactTensor } from "../elements/matrix-text.ts";
import type { Tensor } from "../engine/index.ts";
import { csvNumber } from "../io/csv.ts";
import type { Copies } from "./copies.ts";
import { commented } from "./python-text.ts";

export interface Column {
  /** In JSON and CSV. */
  name: string;
  /** In the table. */
  label: string;
  values: ArrayLike<number | string>;
}

export interface LabFigure {
  chart: LineFigure;
  columns: readonly Column[];
  /** Lines of Python that give the same numbers; a function where they are made when they are wanted. */
  python: string | (() => Promise<string>);
}

export const rowCount = ({ columns }: Pick<LabFigure, "columns">): number => columns[0]?.values.length ?? 0;

/** JSON has no infinities and no NaN: they become null. */
export function toJson({ columns }: Pick<LabFigure, "columns">): string {
  const lists = columns.map(({ name, values }) => [name, Array.from(values)]);
  return `${JSON.stringify(Object.fromEntries(lists), null, 1)}\n`;
}

const cell = (value: number | string | undefined): string =>
  typeof value === "string" ? `"${value.replaceAll('"', '""')}"` : csvNumber(Number(value));

export function toCsv(figure: Pick<LabFigure, "columns">): string {
  const lines = [figure.columns.map(({ name }) => name).join(",")];
  for (let row = 0; row < rowCount(figure); ++row)
    lines.push(figure.columns.map(({ values }) => cell(values[row])).join(","));
  return `${lines.join("\n")}\n`;
}

/** [rows, columns] of the columns that hold numbers, in their order. */
export function toTensor(figure: Pick<LabFigure, "columns">): Tensor {
  const numbers = figure.columns.filter(({ values }) => typeof values[0] === "number");
  const shape = [rowCount(figure), numbers.length];
  const data = Float64Array.from({ length: rowCount(figure) * numbers.length }, (_, at) =>
    Number(numbers[at % numbers.length]?.values[Math.floor(at / numbers.length)]),
  );
  return exactTensor(shape, data);
}

/** Of a table: `columns` is asked when something is copied or saved. */
export const columnCopies = (columns: () => readonly Column[], python?: Copies["python"]): Copies => ({
  json: () => toJson({ columns: columns() }),
  csv: () => toCsv({ columns: columns() }),
  tensor: () => toTensor({ columns: columns() }),
  ...(python ? { python } : {}),
});

export const copiesOf = ({ columns, python }: LabFigure, comment: string): Copies =>
  columnCopies(
    () => columns,
    typeof python === "string" ? () => commented(comment, python) : async () => commented(comment, await python()),
  );
