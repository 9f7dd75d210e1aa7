/** Reading an answer and judging it. */
import type { ChoiceExercise, NumberExercise } from "./exercise.ts";

const DECIMAL = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i;

function readDecimal(text: string): number | null {
  const number = DECIMAL.test(text) ? Number(text.replace(",", ".")) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}

/** "−0.5", "0,5", "6e-3", "1/4", "2^-3"; null: no number. */
export function readNumber(given: string): number | null {
  const text = given.normalize("NFKC").replace(/[−–]/g, "-").replace(/\s/g, "");
  const [first, sign, second] = text.split(/([/^])/);
  const a = readDecimal(first ?? "");
  if (sign === undefined || a === null) return a;
  const b = readDecimal(second ?? "");
  const value = b === null ? Number.NaN : sign === "/" ? a / b : a ** b;
  return Number.isFinite(value) && text.split(/[/^]/).length === 2 ? value : null;
}

/** The last digits of both may have been lost in writing them down. */
const SLACK = 1e-9;

export function isRight(exercise: NumberExercise | ChoiceExercise, given: string): boolean {
  if (exercise.kind === "choice") return given === exercise.answer();
  const number = readNumber(given);
  const right = exercise.answer();
  return number !== null && Math.abs(number - right) <= exercise.tolerance + SLACK * Math.abs(right);
}
