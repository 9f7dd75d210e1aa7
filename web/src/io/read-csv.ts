/**
 * CSV of numbers: one row per line, columns parted by commas, semicolons, tabs or spaces (as numpy.savetxt has them),
 * with or without one line of names. Columns of names are passed over: one that is called "row", as here, or nothing, as
 * in pandas and R, and those whose cells are all in quotes and not all numbers. Lines that begin with # are comments. A table whose last column is called "value" is
 * what csv.ts writes: indices first, every index in order.
 */
import { excerpt, refuse } from "./file-fault.ts";
import { MOST_NUMBERS, type NumberArray } from "./number-array.ts";

/** A line of the file, and its number there. */
interface Line {
  number: number;
  cells: readonly string[];
  /** Which of them stood in quotes. */
  quoted: readonly boolean[];
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
  const { names, rows, places } = tableOf(lines);
  const columns = places.length;
  if (rows.length === 0) refuse("file_empty", { field });
  if (rows.length * columns > MOST_NUMBERS)
    refuse("numbers_many", { field, limit: MOST_NUMBERS, came: rows.length * columns });
  const data = new Float64Array(rows.length * columns);
  for (const [row, { number, cells }] of rows.entries()) {
    if (cells.length !== columns) refuse("csv_ragged", { field, line: number, expected: columns, came: cells.length });
    for (const [column, cell] of cells.entries()) {
      const value = numberOf(cell);
      if (isWord(cell))
        refuse("csv_number", { field, line: number, column: (places[column] ?? column) + 1, came: excerpt(cell) });
      data[row * columns + column] = value;
    }
  }
  if (columns > 1 && names?.at(-1) === "value") return folded(data, rows, { name, field, columns });
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
    const pieces = cellsOf(line, separator).map((cell) => cell.trim());
    const quoted = pieces.map((cell) => cell.startsWith('"'));
    lines.push({ number: at + 1, cells: pieces.map(unquoted), quoted });
  }
  return lines;
}

/** A separator in quotes parts nothing. */
function cellsOf(line: string, separator: RegExp): string[] {
  if (!line.includes('"')) return line.split(separator);
  const masked = line.replace(/"(?:[^"]|"")*"/g, (text) => "q".repeat(text.length));
  const cells: string[] = [];
  let from = 0;
  for (const { index, 0: sign } of masked.matchAll(new RegExp(separator, "g"))) {
    cells.push(line.slice(from, index));
    from = index + sign.length;
  }
  return [...cells, line.slice(from)];
}

const unquoted = (cell: string): string => cell.replace(/^"(.*)"$/, "$1").replaceAll('""', '"');

interface NamedTable {
  /** null: the first line holds numbers. */
  names: readonly string[] | null;
  rows: readonly Line[];
  /** Of its columns in the file. */
  places: readonly number[];
}

/** Without the columns of names, which only a line of names tells. */
function tableOf(lines: readonly Line[]): NamedTable {
  const [head, ...rows] = lines as [Line, ...Line[]];
  const all = [...head.cells.keys()];
  if (!head.cells.some(isWord)) return { names: null, rows: lines, places: all };
  const isLabel = (column: number): boolean => {
    if (column === 0 && ["row", ""].includes(head.cells[0] as string)) return true;
    return rows.every(({ quoted }) => quoted[column]) && rows.some(({ cells }) => isWord(cells[column] ?? ""));
  };
  const places = rows.length === 0 ? all : all.filter((column) => !isLabel(column));
  if (places.length === 0) return { names: head.cells, rows, places: all };
  const isKept = (_: string, column: number) => column >= all.length || places.includes(column);
  const kept = (line: Line): Line => ({ ...line, cells: line.cells.filter(isKept) });
  return { names: kept(head).cells, rows: rows.map(kept), places };
}

const isWord = (cell: string): boolean => Number.isNaN(numberOf(cell)) && cell.toLowerCase() !== "nan";

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
