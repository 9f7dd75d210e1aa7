/** What a written-out formula is made of. */
import { fixed } from "../../i18n/numbers.ts";
import type { FigureName } from "./view.ts";

/** Text, a variable (italic), an index (lowered), an exponent (raised) or a result (strong). */
export type Piece = string | { v: string } | { sub: string } | { sup: string } | { result: string };
export type Line = Piece[];

const DIGITS = 3;
export const number = (value: number): string => fixed(value, DIGITS);
export const factor = (value: number): string => (value < 0 ? `(${number(value)})` : number(value));
export const signed = (value: number): string => (value < 0 ? ` − ${number(-value)}` : ` + ${number(value)}`);
export const result = (value: number): Piece => ({ result: fixed(value, 4) });
export const v = (name: string): Piece => ({ v: name });
export const sub = (...parts: (string | number)[]): Piece => ({ sub: parts.join(",\u2009") });

/** The plain text of an explanation, for the live region and for tests. */
export const textOf = (line: Line): string =>
  line
    .map((piece) => {
      if (typeof piece === "string") return piece;
      if ("v" in piece) return piece.v;
      if ("sub" in piece) return `[${piece.sub}]`;
      return "sup" in piece ? `^(${piece.sup})` : piece.result;
    })
    .join("");

export type Note =
  | "hidden"
  | "sees_nothing"
  | "embedding"
  | "given"
  | "projection"
  | "identity"
  | "unrotated"
  | "turned_otherwise"
  | "moved_row"
  | "table_row"
  | "several_encodings"
  | "t5_scale"
  | "asked_terms"
  | "asked_table"
  | "open_terms";

export interface Explanation {
  lines: Line[];
  /** The formula's value from the quoted numbers; NaN where the page shows no calculation. */
  value: number;
  /** A sentence by key: what the page says when there is nothing to calculate. */
  note?: Note;
  /** More of them: where a scale or a term comes from. */
  more?: readonly Note[];
}

export interface CellPlace {
  figure: FigureName;
  row: number;
  column: number;
}

/** A token's name; equal words carry their position. */
export function name(view: { tokens: readonly string[] }, token: number): string {
  const text = view.tokens[token] as string;
  return view.tokens.indexOf(text) === view.tokens.lastIndexOf(text) ? text : `${text}(${token})`;
}

export const at = (values: ArrayLike<number> | null, index: number): number => values?.[index] ?? Number.NaN;

/** "0.1 · 0.2 + 0.3 · 0.4", shortened in the middle where it would fill the page. */
export function products(pairs: readonly [number, number][]): string {
  const shown = pairs.length > 10 ? [...pairs.slice(0, 8), null, pairs[pairs.length - 1] as [number, number]] : pairs;
  return shown.map((pair) => (pair ? `${factor(pair[0])}\u2009·\u2009${factor(pair[1])}` : "…")).join(" + ");
}
