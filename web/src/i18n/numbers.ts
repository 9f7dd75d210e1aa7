/** Numbers as text: by Intl in the page's language, with a real minus sign, and powers of ten where digits run out. */
import { language } from "./language.ts";

const formats = new Map<string, Intl.NumberFormat>();

function format(key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const name = `${language()} ${key}`;
  let found = formats.get(name);
  if (!found) {
    found = new Intl.NumberFormat(language(), { useGrouping: false, ...options });
    formats.set(name, found);
  }
  return found;
}

const withMinus = (text: string): string => text.replace("-", "−");

const SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const superscript = (exponent: number): string =>
  (exponent < 0 ? "⁻" : "") + [...String(Math.abs(exponent))].map((digit) => SUPERSCRIPT[Number(digit)]).join("");

function special(value: number): string | null {
  if (Number.isNaN(value)) return "NaN";
  if (value === Infinity) return "∞";
  if (value === -Infinity) return "−∞";
  return null;
}

/** Fixed digits: "−0.125", "0.000". */
export function fixed(value: number, digits: number): string {
  const text =
    special(value) ??
    format(`f${digits}`, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
  return withMinus(/^-0(\.0*)?$/.test(text) ? text.slice(1) : text);
}

/** [mantissa, exponent], the mantissa with one digit before the point: 5.96e-8 -> ["6.0", -8]. */
export function scientific(value: number, digits = 1): [string, number] {
  const [mantissa, exponent] = value.toExponential(digits).split("e");
  return [fixed(Number(mantissa), digits), Number(exponent)];
}

/** For a number alone: "0.213", "6.0 × 10⁻⁸", "0". Three significant digits where no power of ten is needed. */
export function measure(value: number): string {
  const out = special(value);
  if (out) return out;
  if (value === 0) return "0";
  if (Math.abs(value) >= 1e-3 && Math.abs(value) < 1e6) {
    return withMinus(format("m", { maximumSignificantDigits: 3, minimumSignificantDigits: 3 }).format(value));
  }
  const [mantissa, exponent] = scientific(value);
  return `${mantissa}\u00a0×\u00a010${superscript(exponent)}`;
}

/** For a cell: the fixed form, or "6e−8" where that would read as zero. Never wider than six signs for |value| < 100. */
export function cell(value: number, digits: number): string {
  if (value === 0) return "0";
  const out = special(value);
  if (out) return out;
  if (Math.abs(value) < 0.5 * 10 ** -digits) {
    const [mantissa, exponent] = scientific(value, 0);
    return `${mantissa}e${exponent}`;
  }
  return fixed(value, Math.abs(value) >= 10 ? Math.max(0, digits - 1) : digits);
}

/** Every digit that a float has to show: for tables. */
export function exact(value: number): string {
  if (value !== 0 && Math.abs(value) < 1e-6) return withMinus(value.toExponential(3));
  return special(value) ?? withMinus(format("e", { maximumSignificantDigits: 9 }).format(value));
}

/** Counts and settings, as short as they are. */
export const plain = (value: number): string =>
  withMinus(format("p", { maximumFractionDigits: 20, maximumSignificantDigits: 12 }).format(value));

/** At the ends of a scale: as short as it is, a power of ten where it would be long. */
export const end = (value: number): string =>
  value === 0 || (Math.abs(value) >= 1e-3 && Math.abs(value) < 1e6) ? plain(value) : measure(value);

/** Two digits and a word: "40 million", "4000万". */
export const rounded = (value: number): string =>
  format("r", { notation: "compact", compactDisplay: "long", maximumSignificantDigits: 2 }).format(value);
