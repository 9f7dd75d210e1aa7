/** A matrix as a picture of many small cells: its data, its text and its copies. */

import type { Scheme } from "../../charts/color-map.ts";
import { type Figure, paint } from "../../charts/figure.ts";
import type { Copies } from "../../lab/copies.ts";

export interface MapFigure {
  name: string;
  note?: string;
  /** What is to be seen: the text alternative. */
  description: string;
  rowWord: string;
  columnWord: string;
  rows: number;
  columns: number;
  /** [rows, columns] */
  values: ArrayLike<number>;
  /** The value at full ink, above zero and below it. */
  domain: number;
  /** A cell in words, without its value. */
  cell(row: number, column: number): string;
  /** Copied Python that makes the same matrix. */
  python: string;
}

export const valueAt = ({ values, columns }: MapFigure, row: number, column: number): number =>
  values[row * columns + column] as number;

const numbered = (count: number) => Array.from({ length: count }, (_, at) => ({ text: String(at) }));

export function paintMap({ rows, columns, values, domain }: MapFigure, scheme: Scheme): Uint8ClampedArray {
  const figure: Figure = { rows: numbered(rows), columns: numbered(columns), values, map: "diverging", domain };
  return paint(figure, scheme);
}

export function nested({ rows, columns, values }: MapFigure): number[][] {
  return Array.from({ length: rows }, (_, row) => Array.from(values).slice(row * columns, (row + 1) * columns));
}

export const mapCopies = (figure: MapFigure): Copies => ({
  json: () => `${JSON.stringify(nested(figure))}\n`,
  csv: () =>
    `${nested(figure)
      .map((row) => row.join(","))
      .join("\n")}\n`,
  python: () => figure.python,
});
