/** Rows of tensors, moved and compared; everything else is the engine's. */
import type { Posenc, Problem, RotaryMethod, Tensor } from "../../../engine/index.ts";
import { PosencError } from "../../../engine/index.ts";
import type { Task as SessionTask } from "../../../lab/session.ts";

export type Engine = Pick<Posenc, "attention" | "decode" | "frequencies" | "plan" | "close">;
export type Task<T> = SessionTask<T>;

export function given(tensor: Tensor | undefined): Tensor {
  if (!tensor) throw new PosencError("internal", "the engine left out what was asked for");
  return tensor;
}

/** Rows `indices` of the second axis of [heads, rows, width]; row r of `sources[r]` where there are several. */
export function gatherRows(sources: readonly Tensor[], indices: readonly number[]): Tensor {
  const [heads = 0, , width = 0] = sources[0]?.shape ?? [];
  const data = new Float32Array(heads * indices.length * width);
  indices.forEach((index, at) => {
    const source = sources[sources.length === 1 ? 0 : at] as Tensor;
    const rows = source.shape[1] as number;
    for (let head = 0; head < heads; ++head) {
      const start = (head * rows + index) * width;
      data.set(source.data.subarray(start, start + width), (head * indices.length + at) * width);
    }
  });
  return { shape: [heads, indices.length, width], data };
}

export const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);

/** max |a - b| over the rows `row` of [heads, rows, width], of columns 0 … columns - 1. */
export function rowDifference(a: Tensor, b: Tensor, row: number, columns = a.shape[2] as number): number {
  const [heads = 0, rows = 0, width = 0] = a.shape;
  let worst = 0;
  for (let head = 0; head < heads; ++head) {
    const start = (head * rows + row) * width;
    for (let at = start; at < start + columns; ++at)
      worst = Math.max(worst, Math.abs((a.data[at] as number) - (b.data[at] as number)));
  }
  return worst;
}

export const largest = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((most, value) => Math.max(most, value), 0);

/** The problem at a length that its rotation goes by. */
export const atLength = (problem: Problem, length: number): Problem => ({
  ...problem,
  method: { ...(problem.method as RotaryMethod), length },
});
