/**
 * Rows of a GPU's result beside the same rows of the core, both in float. Bounds, u = 2^-24:
 *   scores   2 u (2 sqrt(head_dim) + 12) (1 + S) + shift
 *   weights  4 u (8 + sqrt(keys)) (1 + S) + 2 shift        output  the same times V
 * Each side errs by its own rounding. A GPU's exp may be off by 3 + 2 |x| ulp, which leaves weights within 32 u (1 + S),
 * the bound of the parity tests; the core's sums over keys add 4 u sqrt(keys) (1 + S). A score is a dot product on either
 * side. S is the largest score that the row has, or that its q and k could give: scale |q| max |k|, because terms that
 * cancel leave the rounding of their own size. V is the largest value or output. Positions that content counts (CoPE) are
 * sums over keys, which shift a score by 16 u sqrt(keys) (1 + S); elsewhere shift = 0.
 */
import { worstDifference } from "../compare-tensors.ts";
import { methodsOf } from "../methods.ts";
import type { Problem, Tensor } from "../problem.ts";
import type { CoreAttention, Part } from "../wasm/core-module.ts";

export const comparedOutputs = ["scores", "weights", "output"] as const;

/** What the core must say beside them. */
export const boundOutputs = ["output", "value", "rotated_query", "rotated_key"] as const;

/** Some heads and queries of a GPU's result, and the problem that they come from, as problemOfPart cuts it. */
export interface Sample {
  problem: Problem;
  part: Part;
  permuted: boolean;
  /** [heads, queries, …] of the part. */
  ours: { [name in (typeof comparedOutputs)[number]]?: Tensor };
}

export interface Comparison {
  rows: number;
  /** The difference that came closest to its bound, or passed it, and that bound. NaN where one side has no number. */
  worst: number;
  allowed: number;
  /** Of the first row beyond its bound. */
  failure: string | null;
}

/** `core` is its answer to the sample's part. */
export function compareRows({ problem, part, ours }: Sample, core: CoreAttention): Comparison {
  const { keys, head_dim: headDim } = core.shape;
  const scale = Math.abs(problem.scale ?? 1 / Math.sqrt(headDim));
  const key = lengthsOf(core.rotated_key).reduce((a, b) => Math.max(a, b), 0);
  const value = Math.max(largest(core.value), largest(core.output));
  const isCounted = methodsOf(problem).some(({ kind }) => kind === "cope");
  const found: Comparison = { rows: 0, worst: 0, allowed: 0, failure: null };

  for (const [row, query] of lengthsOf(core.rotated_query).entries()) {
    const size = 1 + Math.max(scale * query * key, largest(rowOf(core.scores, row)));
    const shift = isCounted ? 16 * u * Math.sqrt(keys) * size : 0;
    const scores = 2 * u * (2 * Math.sqrt(headDim) + 12) * size + shift;
    const weights = 4 * u * (8 + Math.sqrt(keys)) * size + 2 * shift;
    const bounds = { scores, weights, output: weights * value };
    found.rows++;
    for (const name of comparedOutputs) {
      if (!ours[name]) continue;
      const worst = worstDifference(rowOf(ours[name], row), rowOf(core[name], row));
      const allowed = bounds[name];
      if (shareOf({ worst, allowed }) >= shareOf(found)) Object.assign(found, { worst, allowed });
      // Not `>`: a NaN must fail.
      if (!(worst <= allowed))
        found.failure ??= `${name} of ${nameOf(row, part)} differ from the core's by ${worst}, allowed are ${allowed}`;
    }
  }
  return found;
}

const u = 2 ** -24;

/** How much of its bound a difference takes up: 1 is all of it. */
export function shareOf({ worst, allowed }: Pick<Comparison, "worst" | "allowed">): number {
  if (Number.isNaN(worst)) return Number.POSITIVE_INFINITY;
  return worst === 0 ? 0 : worst / allowed;
}

function nameOf(row: number, { heads, queries }: Part): string {
  const count = queries[1] - queries[0];
  return `head ${heads[0] + Math.floor(row / count)}, query ${queries[0] + (row % count)}`;
}

/** Rows [head, query] counted through. */
function rowOf(tensor: Tensor | undefined, row: number): Tensor | undefined {
  const width = tensor?.shape[2] ?? 0;
  return tensor && { shape: [width], data: tensor.data.subarray(row * width, (row + 1) * width) };
}

/** The largest finite magnitude: hidden scores do not count. */
function largest(tensor: Tensor | undefined): number {
  const data = tensor?.data ?? [];
  let found = 0;
  for (let i = 0; i < data.length; i++) {
    const size = Math.abs(data[i] ?? 0);
    if (size > found && size < Number.POSITIVE_INFINITY) found = size;
  }
  return found;
}

/** The Euclidean length of every row. */
function lengthsOf(tensor: Tensor | undefined): number[] {
  const [heads = 0, rows = 0, width = 0] = tensor?.shape ?? [];
  const data = tensor?.data ?? [];
  return Array.from({ length: heads * rows }, (_, row) => {
    let squares = 0;
    for (let at = row * width; at < (row + 1) * width; at++) {
      const number = data[at] ?? 0;
      squares += number * number;
    }
    return Math.sqrt(squares);
  });
}
