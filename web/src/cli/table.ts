/** Named columns, as aligned text for people or as CSV. */
import { printNumber } from "./print-number.ts";
import { alignColumns, escapeControls } from "./text.ts";

/** null: there is no such number. */
export type Cell = string | number | null;

export interface Table {
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
}

/** Numbers to the right. Without `digits` seven significant ones: whoever needs all of them takes JSON or CSV. */
export function tableText({ columns, rows }: Table, digits?: number): string {
  const right = columns.flatMap((_, c) => (rows.some((row) => typeof row[c] === "number") ? [c] : []));
  return alignColumns([columns, ...rows.map((row) => row.map((cell) => cellText(cell, digits)))], right);
}

export function numberText(value: number, digits?: number, significant = 10): string {
  if (!Number.isFinite(value)) return infinityText(value);
  return digits === undefined ? String(Number(value.toPrecision(significant))) : printNumber(value, "double", digits);
}

export function tableCsv({ columns, rows }: Table, digits?: number): string {
  const cell = (value: Cell) => {
    if (value === null) return "";
    if (typeof value === "string") return quote(escapeControls(value));
    return Number.isFinite(value) ? printNumber(value, "double", digits) : infinityText(value);
  };
  return [columns, ...rows].map((row) => `${row.map(cell).join(",")}\n`).join("");
}

function cellText(cell: Cell, digits: number | undefined): string {
  if (cell === null) return "-";
  return typeof cell === "number" ? numberText(cell, digits, 7) : escapeControls(cell);
}

function infinityText(value: number): string {
  return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

function quote(text: string): string {
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
