/** Two configurations side by side, as JSON, CSV and text. */
import type { Frequencies } from "../engine/rope.ts";
import { type Comparison, type LayerComparison, type LayerPair, type Side, unmatched } from "./compare-layers.ts";
import { methodWords } from "./method-words.ts";
import type { Printable } from "./print-json.ts";
import { kindWords } from "./subject.ts";
import { type Cell, numberText, type Table, tableCsv, tableText } from "./table.ts";
import { alignColumns, escapeControls } from "./text.ts";

export function comparisonJson({ a, b, tolerance, limit, layers }: Comparison): Printable {
  return {
    a: { configuration: a.name, dialect: a.dialect, unmatched: unmatched(a, "a", layers) },
    b: { configuration: b.name, dialect: b.dialect, unmatched: unmatched(b, "b", layers) },
    tolerance,
    limit,
    layer_types: layers.map(layerJson),
  };
}

function layerJson({ name, a, b, frequencies, difference }: LayerComparison): Printable {
  return {
    name,
    a: sideJson(a, frequencies.a),
    b: sideJson(b, frequencies.b),
    first_difference: difference.first_difference,
    largest_difference: difference.largest_difference,
    ratio: [...difference.ratio],
    positions: [...difference.positions],
    cosine: [...difference.cosine],
    score_a: [...difference.score_a],
    score_b: [...difference.score_b],
  };
}

function sideJson({ layer }: LayerPair["a"], found: Frequencies): Printable {
  return {
    method: methodWords(layer.type.methods),
    base: found.base,
    length: found.original_length === null ? null : found.length,
    attention_factor: found.attention_factor,
    scale: layer.type.scale ?? found.scale,
    inv_freq: [...found.inv_freq],
  };
}

const positionColumns = ["position", "cosine", "score_a", "score_b"];
const pairColumns = ["pair", "inv_freq_a", "inv_freq_b", "ratio"];

function positionRows({ difference }: LayerComparison): Cell[][] {
  const { positions, cosine, score_a, score_b } = difference;
  return rows(positions.length, [positions, cosine, score_a, score_b]);
}

function pairRows({ frequencies: { a, b }, difference: { ratio } }: LayerComparison): Cell[][] {
  return rows(ratio.length, [Array.from(ratio, (_, r) => r), a.inv_freq, b.inv_freq, ratio]);
}

function rows(count: number, columns: readonly ArrayLike<number>[]): Cell[][] {
  return Array.from({ length: count }, (_, i) => columns.map((column) => column[i] ?? null));
}

export function comparisonCsv({ layers }: Comparison, table: "positions" | "pairs", digits?: number): string {
  const [columns, rowsOf] = table === "positions" ? [positionColumns, positionRows] : [pairColumns, pairRows];
  const whole: Table = {
    columns: ["layer_type", ...columns],
    rows: layers.flatMap((layer) => rowsOf(layer).map((row) => [layer.name, ...row])),
  };
  return tableCsv(whole, digits);
}

export function comparisonText({ a, b, tolerance, limit, layers }: Comparison, digits?: number): string {
  const sides = alignColumns([
    sideLine("A", a, unmatched(a, "a", layers)),
    sideLine("B", b, unmatched(b, "b", layers)),
  ]);
  return [sides, ...layers.map((layer) => layerText(layer, tolerance, limit, digits))].join("\n");
}

function sideLine(letter: string, side: Side, missing: readonly string[]): string[] {
  const rest = missing.length > 0 ? `; without a partner: ${escapeControls(missing.join(", "))}` : "";
  return [letter, side.name, `${kindWords(side)}${rest}`];
}

/** Without a scaling no length counts. */
function lengthText({ length, original_length: original }: Frequencies): string {
  return original === null ? "any" : String(length);
}

function layerText(layer: LayerComparison, tolerance: number, limit: number, digits?: number): string {
  const { name, a, b, frequencies, difference } = layer;
  const { first_difference: first, largest_difference: largest } = difference;
  const words = (side: LayerPair["a"]) => methodWords(side.layer.type.methods);
  const numbers = (of: (found: Frequencies) => number) =>
    [of(frequencies.a), of(frequencies.b)].map((n) => numberText(n));
  const head = alignColumns([
    [`layers: ${escapeControls(name)}`, "A", "B"],
    ["method", words(a), words(b)],
    ["base", ...numbers(({ base }) => base)],
    ["length", ...[frequencies.a, frequencies.b].map(lengthText)],
    ["attention factor", ...numbers(({ attention_factor }) => attention_factor)],
    [
      "scale",
      numberText(a.layer.type.scale ?? frequencies.a.scale),
      numberText(b.layer.type.scale ?? frequencies.b.scale),
    ],
  ]);
  const where =
    first === null
      ? `no scores differ by more than ${tolerance} up to position ${limit}`
      : `scores first differ by more than ${tolerance} at position ${first}`;
  const pairs = tableText({ columns: pairColumns, rows: pairRows(layer) }, digits);
  const positions = tableText({ columns: positionColumns, rows: positionRows(layer) }, digits);
  return `${head}\n${where}; at most by ${numberText(largest, digits)}\n\n${pairs}\n${positions}`;
}
