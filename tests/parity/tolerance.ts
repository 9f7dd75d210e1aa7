/**
 * How far an engine may be from the reference, per case. u = 2^-24 is the rounding error of float32.
 *
 * Scores. score = cap(scale q·k) + bias. A dot product of n numbers makes n roundings of partial sums, each at most
 * u |q| |k|; they add up like a random walk, 2 sqrt(n) leaves them room. Adding an encoding or turning a pair by a rounded
 * table costs each vector at most 3 u of its length, so 6 together; scale and softcap 2 more. A bias is rounded once in its
 * table, and the sum once: 4 u S covers both with S the largest |score|, and tanh within a few ulp.
 *   u ((2 sqrt(head_dim) + 8) |scale| |q| |k| + 4 S)
 * Weights. An error e of the scores changes a weight w by at most 2 e w; exp and the division add a few ulp:
 * the output's bound with V = 1. Outputs: 4 u (1 + S + sqrt(keys)) V, S the largest |score|, V the largest |value|.
 * WebGPU: its exp may be off by 3 + 2 |x| ulp, so 32 u (1 + S) V.
 */
import type { AttentionResult, Tensor } from "../../web/src/engine/problem.ts";

const u = 2 ** -24;

export interface Tolerances {
  scores: number;
  weights: number;
  output: number;
}

/** `exact` has scores, value, rotated_query and rotated_key. */
export function tolerancesOf(exact: AttentionResult, scale: number, engine: "wasm" | "webgpu"): Tolerances {
  const { keys, head_dim: headDim } = exact.shape;
  const largestScore = largest(exact.scores);
  const lengths = longestRow(exact.rotated_query, headDim) * longestRow(exact.rotated_key, headDim);
  const weights = engine === "wasm" ? 4 * u * (1 + largestScore + Math.sqrt(keys)) : 32 * u * (1 + largestScore);
  return {
    scores: u * ((2 * Math.sqrt(headDim) + 8) * Math.abs(scale) * lengths + 4 * largestScore),
    weights,
    output: weights * largest(exact.value),
  };
}

/** The largest finite magnitude: hidden scores do not count. */
function largest(tensor: Tensor | undefined): number {
  let found = 0;
  for (const number of tensor?.data ?? []) if (Number.isFinite(number)) found = Math.max(found, Math.abs(number));
  return found;
}

function longestRow(tensor: Tensor | undefined, width: number): number {
  const data = tensor?.data ?? [];
  let longest = 0;
  for (let start = 0; start < data.length; start += width) {
    let squares = 0;
    for (let c = start; c < start + width; c++) squares += (data[c] ?? 0) ** 2;
    longest = Math.max(longest, squares);
  }
  return Math.sqrt(longest);
}
