/** Who sees whom, as the shaders read it and as results show it. */
import type { CorePlan } from "../wasm/core-module.ts";
import { inSlices } from "./breathe.ts";

type Seen = Pick<CorePlan, "shape" | "visibility">;

/** Keys [begin, end) of query i. */
export function interval({ shape, visibility }: Seen, i: number): [begin: number, end: number] {
  return [visibility.begin?.[i] ?? 0, visibility.end?.[i] ?? shape.keys];
}

/**
 * For each block of rows, rows being `group` to a query: the first key and the end of the keys that any of its rows
 * sees; 0, 0 where none sees any.
 */
export function keyRanges(
  plan: Seen,
  queries: readonly [from: number, end: number],
  { group, rows }: { group: number; rows: number },
): Int32Array {
  const [from, end] = queries;
  const blocks = Math.ceil(((end - from) * group) / rows);
  const ranges = new Int32Array(2 * blocks);
  for (let block = 0; block < blocks; block++) {
    const first = from + Math.floor((block * rows) / group);
    const last = Math.min(end, from + Math.ceil(((block + 1) * rows) / group));
    let [low, high] = [plan.shape.keys, 0];
    for (let i = first; i < last; i++) {
      const [begin, past] = interval(plan, i);
      if (begin >= past) continue;
      low = Math.min(low, begin);
      high = Math.max(high, past);
    }
    ranges.set(low < high ? [low, high] : [0, 0], 2 * block);
  }
  return ranges;
}

/** Writes -Infinity over hidden scores [heads, queries, keys]: shaders know no infinity. */
export async function hideScores(scores: Float32Array, plan: Seen): Promise<void> {
  const { queries, keys } = plan.shape;
  const { words, words_per_row: wordsPerRow = 0 } = plan.visibility;
  await inSlices(scores.length, (from, end) => {
    for (let row = Math.floor(from / keys); row * keys < end; row++) {
      const i = row % queries;
      const [first, past] = interval(plan, i);
      for (let at = Math.max(from, row * keys); at < Math.min(end, (row + 1) * keys); at++) {
        const j = at - row * keys;
        const hasBit = !words?.length || (((words[i * wordsPerRow + (j >> 5)] ?? 0) >>> (j % 32)) & 1) === 1;
        if (j < first || j >= past || !hasBit) scores[at] = Number.NEGATIVE_INFINITY;
      }
    }
  });
}
