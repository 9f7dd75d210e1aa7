/**
 * CSV of numbers: one row per line, columns parted by commas, semicolons, tabs or spaces (as numpy.savetxt has them),
 * with or without one line of names. Lines that begin with # are comments. A table whose last column is called "value" is
 * what csv.ts writes: indices first, every index in order.
 */
import { excerpt, refuse } from "./file-fault.ts";
import { MOST_NUMBERS, type NumberArray } from "./number-array.ts";

/** A line of the file, and its number there. */
interface Line {
  number: number;
  cells: readonly string[];
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const WORDS: Readonly<Record<string, number>> = {
  nan: Number.NaN,
  inf: Number.POSITIVE_INFINITY,
  "+inf": Number.POSITIVE_INFINITY,
  "-inf": Number.NEGATIVE_INFINITY,
};

export function readCsv(text: string, name: string, field = name): NumberArray {
  const lines = linesOf(text);
  const [first] = lines;
  if (!first) return refuse("file_empty", { field });
  const hasNames = first.cells.some((cell) => Number.isNaN(numberOf(cell)) && cell.toLowerCase() !== "nan");
  const rows = hasNames ? lines.slice(1) : lines;
  const columns = first.cells.length;
  if (rows.length === 0) refuse("file_empty", { field });
  if (rows.length * columns > MOST_NUMBERS)
    refuse("numbers_many", { field, limit: MOST_NUMBERS, came: rows.length * columns });
  const data = new Float64Array(rows.length * columns);
  for (const [row, { number, cells }] of rows.entries()) {
    if (cells.length !== columns) refuse("csv_ragged", { field, line: number, expected: columns, came: cells.length });
    for (const [column, cell] of cells.entries()) {
      const value = numberOf(cell);
      if (Number.isNaN(value) && cell.toLowerCase() !== "nan")
        refuse("csv_number", { field, line: number, column: column + 1, came: excerpt(cell) });
      data[row * columns + column] = value;
    }
  }
  if (hasNames && columns > 1 && first.cells.at(-1) === "value") return folded(data, rows, { name, field, columns });
  return { name, dtype: "text", shape: [rows.length, columns], data };
}

/** NaN for what is no number. */
function numberOf(cell: string): number {
  if (NUMBER.test(cell)) return Number(cell);
  const word = cell.toLowerCase();
  return Object.hasOwn(WORDS, word) ? (WORDS[word] as number) : Number.NaN;
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let separator: RegExp | undefined;
  for (const [at, written] of text
    .replace(/^\ufeff/, "")
    .split(/\r\n|\n|\r/)
    .entries()) {
    const line = written.trim();
    if (line === "" || line.startsWith("#")) continue;
    separator ??=
      [",", ";", "\t"].map((sign) => (line.includes(sign) ? new RegExp(sign) : undefined)).find(Boolean) ?? /\s+/;
    lines.push({ number: at + 1, cells: line.split(separator).map(unquoted) });
  }
  return lines;
}

const unquoted = (cell: string): string => cell.trim().replace(/^"(.*)"$/, "$1");

interface Table {
  name: string;
  field: string;
  columns: number;
}

/** One line per number: the last line says the shape, and every line must be the next in C order. */
function folded(data: Float64Array, rows: readonly Line[], { name, field, columns }: Table): NumberArray {
  const axes = columns - 1;
  const cell = (row: number, column: number) => data[row * columns + column] as number;
  const shape = Array.from({ length: axes }, (_, axis) => cell(rows.length - 1, axis) + 1);
  const values = new Float64Array(rows.length);
  for (const [row, { number }] of rows.entries()) {
    let rest = row;
    for (let axis = axes - 1; axis >= 0; axis--) {
      const size = shape[axis] as number;
      const expected = axis === 0 ? rest : rest % size;
      if (cell(row, axis) !== expected) refuse("csv_index", { field, line: number, expected, came: cell(row, axis) });
      rest = Math.floor(rest / size);
    }
    values[row] = cell(row, axes);
  }
  return { name, dtype: "text", shape, data: values };
}
