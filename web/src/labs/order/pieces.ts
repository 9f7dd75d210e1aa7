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

export interface Explanation {
  lines: Line[];
  /** The formula's value from the quoted numbers; NaN where the page shows no calculation. */
  value: number;
  /** A sentence by key: what the page says when there is nothing to calculate. */
  note?: "hidden" | "sees_nothing" | "embedding" | "projection" | "identity" | "unrotated" | "moved_row";
}

export interface CellPlace {
  figure: FigureName;
  row: number;
  column: number;
}
