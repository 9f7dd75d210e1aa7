/** A tensor as CSV: one line per number, its indices first. */
import type { Tensor } from "../engine/problem.ts";

/** Infinities as NumPy and pandas write them and read them. */
export const csvNumber = (value: number): string => String(value).replace("Infinity", "inf");

export interface Axis {
  /** Of the column. */
  name: string;
  /** What stands for each index; default the index, from 0. */
  labels?: ArrayLike<number>;
}

/** The first line names the axes and `value`. Every line ends with a line feed. */
export function toCsv({ shape, data }: Tensor, axes: readonly Axis[], print: (value: number) => string): string {
  if (axes.length !== shape.length) throw new RangeError(`${axes.length} names for ${shape.length} axes`);
  const lines = [[...axes.map(({ name }) => name), "value"].join(",")];
  const indices = shape.map(() => 0);
  for (const value of data) {
    const cells = axes.map(({ labels }, axis) => labels?.[indices[axis] ?? 0] ?? indices[axis]);
    lines.push(`${cells.join(",")},${print(value)}`);
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      const next = (indices[axis] ?? 0) + 1;
      indices[axis] = next < (shape[axis] ?? 0) ? next : 0;
      if (indices[axis] !== 0) break;
    }
  }
  return `${lines.join("\n")}\n`;
}
