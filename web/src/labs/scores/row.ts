/** One query's row of weights in numbers. */
import { type HeadResult, slotOf } from "./result.ts";

export interface RowNumbers {
  query: number;
  /** Its place among the keys. */
  slot: number;
  weights: Float32Array;
  scores: Float32Array;
  content: Float32Array;
  /** Keys that the mask shows. */
  visible: number;
  /** Nats. */
  entropy: number;
  /** Σ weight (slot − key): positive looks back. */
  back: number;
  /** The key with the largest weight. */
  top: number;
}

export function rowNumbers(result: HeadResult, query: number): RowNumbers {
  const { weights, scores, content, tokens } = result;
  const count = tokens.length;
  const slot = slotOf(result, query);
  const of = (values: Float32Array) => values.subarray(query * count, (query + 1) * count);
  const row = { query, slot, weights: of(weights), scores: of(scores), content: of(content) };
  let [visible, entropy, back, top] = [0, 0, 0, 0];
  for (let key = 0; key < count; ++key) {
    const weight = row.weights[key] as number;
    if (row.scores[key] !== -Infinity) ++visible;
    if (weight > 0) entropy -= weight * Math.log(weight);
    back += weight * (slot - key);
    if (weight > (row.weights[top] as number)) top = key;
  }
  return { ...row, visible, entropy, back, top };
}

/** Half the sum of |difference|: 0 for equal rows, 1 where no key has weight in both. */
export function variation(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let key = 0; key < a.length; ++key) sum += Math.abs((a[key] as number) - (b[key] as number));
  return sum / 2;
}

/** The keys with the largest weights, in their order. */
export function heaviest(weights: ArrayLike<number>, most: number): number[] {
  const keys = Array.from({ length: weights.length }, (_, key) => key);
  keys.sort((a, b) => (weights[b] as number) - (weights[a] as number) || a - b);
  return keys.slice(0, most).sort((a, b) => a - b);
}
