/** Text for a terminal. */

/** What steers a terminal, ends a line or turns the writing direction: C0, DEL, C1, line separators, bidirectional marks. */
const controls = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** The same on one line and harmless to look at: what a configuration calls its keys is only ever text. */
export function escapeControls(text: string): string {
  return text.replace(controls, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Cut to `width` characters, with a sign of it. */
export function shorten(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}

/** Columns two spaces apart, those of numbers to the right. The last one is as long as it likes. */
export function alignColumns(rows: readonly (readonly string[])[], right: readonly number[] = []): string {
  const widths: number[] = [];
  for (const row of rows) for (const [c, cell] of row.entries()) widths[c] = Math.max(widths[c] ?? 0, cell.length);
  const line = (row: readonly string[]) =>
    row.map((cell, c) => (right.includes(c) ? cell.padStart(widths[c] ?? 0) : cell.padEnd(widths[c] ?? 0))).join("  ");
  return rows.map((row) => `${line(row).trimEnd()}\n`).join("");
}
