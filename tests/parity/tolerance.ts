/**
 * How far an engine may be from the reference, per case. u = 2^-24 is the rounding error of float32. The same bounds
 * as output_tolerance and score_tolerance of tests/support/cases.cpp, from the outputs of the reference.
 *
 * Scores. A dot product of n numbers makes n roundings of partial sums, each at most u |a| |b|; they add up like a
 * random walk, 2 sqrt(n) leaves them room. Adding an encoding or turning a pair by a rounded table costs each vector at
 * most 3 u of its length, so 6 together; scale and softcap 2 more. The products that make up a score:
 *   content   scale |q + u| |k|
 *   relative  scale (|q + v| |K_r| + |k| |Q_r|)      K_r, Q_r: rows of the relative tables, u, v: Transformer-XL's biases
 *   gated     |q| |e|, scaled as CoPE's `scaled` says
 * A bias is rounded once in its table, and the sum once: 4 u S covers both with S the largest |score|.
 *   u ((2 sqrt(head_dim) + 8) (content + relative + gated) + 4 S) + shift
 * Weights. An error e of the scores changes a weight w by at most 2 e w; exp and the division add a few ulp. Terms that
 * cancel in a score leave the rounding of their own size, so S' = S + relative + gated.
 *   4 u (1 + S' + sqrt(keys)) + 2 shift                  WebGPU: its exp may be off by 3 + 2 |x| ulp, so 8 u (1 + S')
 * Outputs: the weights' bound times V, the largest |value| (and |value table|), plus the values' own error.
 * Shift. What a projection's rounding, p = sqrt(n) u Σ |x w| for n terms, does to a score, independent from channel to
 * channel: p scale sqrt(head_dim) (|q| + |k|); and gated positions, sums of up to `keys` gates that are each off by a
 * few u: 8 u gated (1 + S) sqrt(keys).
 * Stored as float16 (u16 = 2^-11), both factors of a product are off by u16 at most, before anything is summed: scores
 * and shift get 2 u16 (content + relative + gated) more, outputs u16 V.
 */
import { methodsOf } from "../../web/src/engine/methods.ts";
import type { AttentionResult, Matrix, OutputName, Problem, Tensor } from "../../web/src/engine/problem.ts";
import type { CorePlan } from "../../web/src/engine/wasm/core-module.ts";

const u = 2 ** -24;
const u16 = 2 ** -11;

export interface Tolerances {
  scores: number;
  weights: number;
  output: number;
}

/** What the bounds are made of, beside scores. */
export const boundOutputs: readonly OutputName[] = ["query", "key", "value", "input", "rotated_query", "rotated_key"];

export interface Bounded {
  problem: Problem;
  /** Of the reference, with `boundOutputs`. */
  exact: AttentionResult;
  plan: Pick<CorePlan, "scale">;
  engine: "wasm" | "webgpu";
  /** How q, k and v are stored. */
  precision: "f32" | "f16";
}

export function tolerancesOf({ problem, exact, plan, engine, precision }: Bounded): Tolerances {
  const { keys, head_dim: headDim } = exact.shape;
  const scale = Math.abs(plan.scale);
  const { content, relative, gated } = scoreSizes(problem, exact, scale);
  const score = largest(exact.scores);
  const projection = projectionError(problem, exact);
  const vectors = largest(exact.query) + largest(exact.key);
  const stored = precision === "f16" ? u16 : 0;
  const shift =
    projection * scale * Math.sqrt(headDim) * vectors +
    8 * u * gated * (1 + score) * Math.sqrt(keys) +
    2 * stored * (content + relative + gated);
  const size = score + relative + gated;
  const weights = (engine === "wasm" ? 4 * u * (1 + size + Math.sqrt(keys)) : 8 * u * (1 + size)) + 2 * shift;
  return {
    scores: u * ((2 * Math.sqrt(headDim) + 8) * (content + relative + gated) + 4 * score) + shift,
    weights,
    output: (weights + stored) * largestValue(problem, exact) + projection,
  };
}

function scoreSizes(problem: Problem, { shape, ...exact }: AttentionResult, scale: number) {
  const { head_dim: width } = shape;
  const query = longestRow(exact.rotated_query, width);
  const key = longestRow(exact.rotated_key, width);
  const sizes = { content: scale * query * key, relative: 0, gated: 0 };
  for (const method of methodsOf(problem)) {
    if (method.kind === "shaw") {
      sizes.relative += scale * query * (method.keys === null ? 0 : longestRow(given(method.keys), width));
    } else if (method.kind === "transformer_xl") {
      sizes.content = scale * (query + longestRow(given(method.u), width)) * key;
      const rows = projectedSinusoids(given(method.projection), distances(problem, shape, method.clamp_len));
      sizes.relative += scale * (query + longestRow(given(method.v), width)) * longestRow(rows, width);
    } else if (method.kind === "deberta") {
      const types = method.pos_att_type ?? ["c2p", "p2c"];
      const keys = types.includes("c2p") ? longestRow(given(method.position_keys), width) : 0;
      const queries = types.includes("p2c") ? longestRow(given(method.position_queries), width) : 0;
      sizes.relative += scale * (query * keys + key * queries);
    } else if (method.kind === "cope") {
      sizes.gated += (method.scaled === "content" ? 1 : scale) * query * longestRow(given(method.table), width);
    }
  }
  return sizes;
}

/** Without the table there is no bound: the cases give theirs. */
function given(matrix: Matrix | null | undefined): Tensor {
  if (matrix && "data" in matrix) return matrix;
  throw new Error("parity cases give their vector tables as tensors");
}

function distances(problem: Problem, { queries, keys }: AttentionResult["shape"], clamp = 0): number[] {
  const last = (count: number) => Array.from({ length: count }, (_, t) => keys - count + t);
  const { query_positions: q = last(queries), key_positions: k = last(keys) } = problem;
  const all = q.flatMap((query) => k.map((key) => query - key));
  return [...new Set(clamp > 0 ? all.map((d) => Math.max(-clamp, Math.min(clamp, d))) : all)];
}

/** W R(distance), one row of all heads per distance: R = [sines, cosines]. */
function projectedSinusoids({ shape, data }: Tensor, distances: readonly number[]): Tensor {
  const [outputs = 0, width = 0] = shape;
  const rows = distances.flatMap((distance) => {
    const angles = Array.from({ length: width / 2 }, (_, r) => distance * 10000 ** ((-2 * r) / width));
    const wave = [...angles.map(Math.sin), ...angles.map(Math.cos)];
    return Array.from({ length: outputs }, (_, o) =>
      wave.reduce((sum, value, w) => sum + value * (data[o * width + w] ?? 0), 0),
    );
  });
  return { shape: [distances.length, outputs], data: Float64Array.from(rows) };
}

function largestValue(problem: Problem, exact: AttentionResult): number {
  const tables = methodsOf(problem).map((method) =>
    method.kind === "shaw" && method.values !== null ? largest(given(method.values)) : 0,
  );
  return tables.reduce((sum, size) => sum + size, largest(exact.value));
}

/** A row of ones and zeros only picks a number, exactly. */
function projectionError({ input }: Problem, exact: AttentionResult): number {
  if (input.kind === "tensors" || typeof input.projections !== "object") return 0;
  const x = exact.input;
  if (!x) return 0;
  let worst = 0;
  for (const matrix of Object.values(input.projections)) {
    const { shape, data } = given(matrix);
    const width = shape[1] ?? 0;
    for (let row = 0; row < data.length; row += width) {
      const terms = data.subarray(row, row + width).filter((weight) => weight !== 0).length;
      if (terms < 2) continue;
      for (let token = 0; token < x.data.length; token += width) {
        let sum = 0;
        for (let c = 0; c < width; c++) sum += Math.abs((x.data[token + c] ?? 0) * (data[row + c] ?? 0));
        worst = Math.max(worst, Math.sqrt(terms) * u * sum);
      }
    }
  }
  return worst;
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
