/** Numbers and positions as flags write them. */
import { UsageError } from "./usage-error.ts";

/** As many tokens as a problem of words may have. */
const maxPositions = 4096;

/** The longest context that is asked about, and as far as the core searches for a difference. */
export const farthest = 2 ** 24;

/** "0,1,5", "0:3" (0, 1, 2), "-2:3:0.5", and several of them: "0:3,100". */
export function readPositions(text: string, flag: string): number[] {
  const positions = text.split(",").flatMap((item) => {
    const parts = item.split(":");
    if (parts.length > 3) throw new UsageError(`--${flag}: expected a number or a range from:to:step, got "${item}"`);
    const [from = 0, to, step = 1] = parts.map((part) => readNumber(part, flag));
    return to === undefined ? [from] : range(from, to, step, item, flag);
  });
  if (positions.length > maxPositions)
    throw new UsageError(`--${flag}: expected at most ${maxPositions} positions, got ${positions.length}`);
  return positions;
}

function range(from: number, to: number, step: number, item: string, flag: string): number[] {
  const count = Math.ceil((to - from) / step);
  if (step === 0 || count < 1) throw new UsageError(`--${flag}: the range "${item}" is empty; from:to leaves out "to"`);
  if (count > maxPositions)
    throw new UsageError(`--${flag}: expected at most ${maxPositions} positions, got ${count} in "${item}"`);
  return Array.from({ length: count }, (_, i) => from + i * step);
}

export function readNumbers(text: string, flag: string): number[] {
  return text.split(",").map((item) => readNumber(item, flag));
}

export function readCount(text: string, flag: string, most = maxPositions): number {
  const count = readNumber(text, flag);
  if (!Number.isInteger(count) || count < 1 || count > most)
    throw new UsageError(`--${flag}: expected a whole number from 1 to ${most}, got "${text}"`);
  return count;
}

/** 0, 1, 2, 4, … and `limit` itself. */
export function powersOfTwo(limit: number): number[] {
  const positions = [0];
  for (let position = 1; position < limit; position *= 2) positions.push(position);
  return [...positions, limit];
}

export function readNumber(text: string, flag: string): number {
  const trimmed = text.trim();
  const number = Number(trimmed);
  // Number() also takes "", "0x10" and "Infinity".
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed) || !Number.isFinite(number))
    throw new UsageError(`--${flag}: expected a number, got "${text}"`);
  return number;
}
