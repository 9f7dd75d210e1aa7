import { PosencError } from "../engine/errors.ts";

/**
 * The number as JSON: the fewest digits that tell it from its float32 (or double) neighbours, then rounded to `digits`
 * after the point. A hidden score (-Infinity) is null; -0 is 0; any other infinity or NaN is a fault and is not hidden.
 */
export function printNumber(value: number, precision: "float" | "double", digits?: number): string {
  if (value === Number.NEGATIVE_INFINITY) return "null";
  if (!Number.isFinite(value)) throw new PosencError("internal", `a result is ${value}`);
  // Rounding starts from the short form: the float32 nearest to 0.99995 lies below it, and 4 digits should say 1.
  const short = precision === "float" ? shortestFloat(value) : value;
  const rounded = digits === undefined ? short : Number(short.toFixed(digits));
  return String(rounded === 0 ? 0 : rounded);
}

/** Powers of ten that a double holds exactly. */
const powersOfTen = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/** Six digits always survive float32, nine always suffice. */
function shortestFloat(value: number): number {
  const magnitude = Math.abs(value);
  const exponent = Math.floor(Math.log10(magnitude));
  for (const digits of [6, 7, 8]) {
    // A whole number over an exact power of ten is the double nearest to the decimal, without a detour over text.
    const power = powersOfTen[digits - 1 - exponent];
    const candidate = power ? Math.round(magnitude * power) / power : Number(magnitude.toPrecision(digits));
    if (Math.fround(candidate) === magnitude) return Math.sign(value) * candidate;
  }
  return Number(value.toPrecision(9));
}
