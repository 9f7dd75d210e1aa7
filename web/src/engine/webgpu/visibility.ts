import type { CorePlan } from "../wasm/core-module.ts";

/** begin [queries], end [queries], then the words of the bits: the form of shaders/attend.wgsl. */
export function packVisibility({ shape, visibility }: CorePlan): Uint32Array<ArrayBuffer> {
  const { queries, keys } = shape;
  const words = visibility.words ?? new Uint32Array(0);
  const packed = new Uint32Array(2 * queries + words.length);
  if (visibility.begin) packed.set(visibility.begin, 0);
  if (visibility.end) packed.set(visibility.end, queries);
  else packed.fill(keys, queries, 2 * queries);
  packed.set(words, 2 * queries);
  return packed;
}

/** Writes -Infinity over hidden scores [heads, queries, keys]: shaders know no infinity. */
export function hideScores(scores: Float32Array, { shape, visibility }: CorePlan): void {
  const { queries, keys } = shape;
  const { begin, end, words, words_per_row: wordsPerRow = 0 } = visibility;
  for (let row = 0; row * keys < scores.length; row++) {
    const i = row % queries;
    const first = begin?.[i] ?? 0;
    const last = end?.[i] ?? keys;
    for (let j = 0; j < keys; j++) {
      const hasBit = !words?.length || (((words[i * wordsPerRow + (j >> 5)] ?? 0) >>> (j % 32)) & 1) === 1;
      if (j < first || j >= last || !hasBit) scores[row * keys + j] = Number.NEGATIVE_INFINITY;
    }
  }
}
