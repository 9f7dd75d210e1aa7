/** Numbers as the lab writes them. */
import { measure, plain } from "../i18n/numbers.ts";

const SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const superscript = (exponent: number): string =>
  (exponent < 0 ? "⁻" : "") + [...String(Math.abs(exponent))].map((digit) => SUPERSCRIPT[Number(digit)]).join("");

/** Settings: as short as they are, six digits at most, all digits of a whole number. */
export function setting(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e12) return plain(value);
  if (!Number.isFinite(value)) return measure(value);
  return Math.abs(value) >= 1e-4 && Math.abs(value) < 1e9 ? plain(Number(value.toPrecision(6))) : powerOfTen(value, 4);
}

/** Results: four digits. */
export function result(value: number): string {
  if (value === 0) return "0";
  if (!Number.isFinite(value)) return measure(value);
  const size = Math.abs(value);
  if (size >= 1e4 && size < 1e6) return plain(Math.round(value));
  return size >= 1e-3 && size < 1e4 ? plain(Number(value.toPrecision(4))) : powerOfTen(value, 3);
}

/** At a tick: 0.5, 20, 10⁵, 2 × 10⁵. */
export function tick(value: number): string {
  if (value === 0) return "0";
  const size = Math.abs(value);
  return size >= 1e-3 && size < 1e5 ? plain(Number(value.toPrecision(3))) : powerOfTen(value, 2);
}

function powerOfTen(value: number, digits: number): string {
  const [mantissa, exponent] = value.toExponential(digits - 1).split("e");
  const power = `10${superscript(Number(exponent))}`;
  const factor = plain(Number(mantissa));
  return factor === "1" ? power : `${factor}\u00a0×\u00a0${power}`;
}

/** In a table: nine digits. */
export const digits = (value: number | string | undefined): string => {
  if (typeof value !== "number") return value ?? "";
  if (!Number.isFinite(value)) return measure(value);
  const size = Math.abs(value);
  if (value !== 0 && (size < 1e-4 || size >= 1e9))
    return value.toExponential(8).replace("e+", "e").replaceAll("-", "−");
  return plain(Number(value.toPrecision(9)));
};
