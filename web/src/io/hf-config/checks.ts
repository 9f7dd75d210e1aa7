import type { NoteCode } from "./note-codes.ts";

/** What a value must be; the code names it in the report. */
export interface Check<T> {
  readonly code: NoteCode;
  accepts(value: unknown): value is T;
}

function check<T>(code: NoteCode, accepts: (value: unknown) => boolean): Check<T> {
  return { code, accepts: (value): value is T => accepts(value) };
}

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isCount = (most: number) => (value: unknown) =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) <= most;
const isList = (value: unknown, accepts: (item: unknown) => boolean) => Array.isArray(value) && value.every(accepts);

export const number = check<number>("expected_number", isNumber);
/** The ranges are those of the core. */
export const positive = check<number>("expected_positive", (value) => isNumber(value) && value >= 1e-6 && value <= 1e9);
export const amount = check<number>(
  "expected_amount",
  (value) => value === 0 || (isNumber(value) && value >= 1e-6 && value <= 1000),
);
/** Of positions. */
export const count = check<number>("expected_count", isCount(1e12));
/** Of windows and chunks. */
export const span = check<number>("expected_span", isCount(2 ** 30));
/** Of heads, channels and layers: what the core takes. */
export const size = check<number>("expected_size", isCount(2 ** 20));
export const whole = check<number>("expected_whole", (value) => Number.isSafeInteger(value) && (value as number) >= 0);
/** The factor of a context extension. */
export const factor = check<number>("expected_factor", (value) => isNumber(value) && value >= 1 && value <= 1e6);
/** A base, above 1 so that frequencies fall. */
export const base = check<number>("expected_base", (value) => isNumber(value) && value > 1 && value <= 1e30);
export const share = check<number>("expected_share", (value) => isNumber(value) && value > 0 && value <= 1);
export const flag = check<boolean>("expected_flag", (value) => typeof value === "boolean");
/** Flags that some files give as a number. */
export const switchValue = check<boolean | number>(
  "expected_flag",
  (value) => typeof value === "boolean" || (isNumber(value) && value >= 0),
);
export const flagOrText = check<boolean | string>(
  "expected_flag",
  (value) => typeof value === "boolean" || typeof value === "string",
);
export const text = check<string>("expected_text", (value) => typeof value === "string");
export const texts = check<string[]>("expected_texts", (value) => isList(value, (item) => typeof item === "string"));
export const positives = check<number[]>("expected_positives", (value) =>
  isList(value, (item) => isNumber(item) && item >= 1e-6 && item <= 1e6),
);
export const wholes = check<number[]>("expected_wholes", (value) =>
  isList(value, (item) => Number.isSafeInteger(item) && (item as number) >= 0),
);
