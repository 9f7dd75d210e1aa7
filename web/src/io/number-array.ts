/** An array as a file holds it: its name, the type of its numbers there, and the numbers in C order. */
import { refuse } from "./file-fault.ts";

export interface NumberArray {
  readonly name: string;
  /** float16, bfloat16, float32, float64, int8 … uint64, bool; "text" from CSV and JSON. */
  readonly dtype: string;
  readonly shape: readonly number[];
  /** Every number exactly: Float64Array where float32 could not hold it. */
  readonly data: Float32Array | Float64Array;
}

/** Of a file, before it is read. */
export const MOST_BYTES = 256 * 1024 * 1024;
/** Of a text, where every number takes several characters. */
export const MOST_TEXT = 64 * 1024 * 1024;
/** In all arrays of a file together: as many as the engine takes in one tensor. */
export const MOST_NUMBERS = 2 ** 26;
export const MOST_AXES = 8;

/** How many numbers an array of this shape has. Refuses before anything is allocated. */
export function countOf(shape: readonly number[], field: string): number {
  if (shape.length > MOST_AXES) refuse("axes_many", { field, limit: MOST_AXES, came: shape.length });
  const count = shape.reduce((product, size) => product * size, 1);
  // One axis of 0 may hide sizes that no product can hold.
  if (!shape.every(Number.isSafeInteger) || count > MOST_NUMBERS)
    refuse("numbers_many", { field, limit: MOST_NUMBERS, came: Number.isFinite(count) ? count : "∞" });
  return count;
}

export const MEBIBYTE = 1024 * 1024;

/** To be called with a file's size before its bytes are asked for. */
export function checkFileSize(field: string, size: number): void {
  if (size > MOST_BYTES)
    refuse("file_large", { field, limit: MOST_BYTES / MEBIBYTE, came: Math.ceil(size / MEBIBYTE) });
}
