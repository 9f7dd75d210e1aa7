/**
 * A problem in parts for several workers, and their results as one. Heads are split between kv groups; where heads
 * are few, queries too, between the kernel's blocks. The core computes a part from the whole problem's tables, so the
 * joined numbers are those of one worker, bit for bit.
 *
 * What is estimated here only decides how work is shared; a problem that cannot be estimated is not split.
 */
import type { AttentionShape, Mask, OutputName, Problem, Tensor } from "../problem.ts";
import type { CoreAttention, Part } from "./core-module.ts";

/** Queries that the kernel takes together: cuts lie between them (cpp/model/part.hpp refuses others). */
export const blockQueries = 32;

/** Heads may be dealt out this unevenly before queries are split as well. */
const tolerableImbalance = 1.15;

export interface ProblemSize {
  shape: AttentionShape;
  /** Of the projections; 0 where q, k and v are given. */
  modelDim: number;
}

/** The sizes of a problem of toCoreProblem; null where the core will refuse them. */
export function sizeOf({ input }: Problem): ProblemSize | null {
  if (typeof input !== "object" || input === null) return null;
  const size = input.kind === "tensors" ? sizeOfTensors(input) : sizeOfLayer(input);
  if (!size) return null;
  const numbers = [...Object.values(size.shape), size.modelDim + 1];
  const whole = numbers.every((number) => Number.isInteger(number) && number > 0);
  return whole && size.shape.heads % size.shape.kv_heads === 0 ? size : null;
}

function sizeOfTensors(input: Extract<Problem["input"], { kind: "tensors" }>): ProblemSize | null {
  const { query, key, value } = input;
  if (!isTensor(query) || !isTensor(key) || (value !== undefined && !isTensor(value))) return null;
  const [heads = 0, queries = 0, head_dim = 0] = query.shape;
  const [kv_heads = 0, keys = 0] = key.shape;
  // Without values the core takes one zero per key.
  const value_dim = value ? (value.shape[2] ?? 0) : 1;
  return { shape: { heads, kv_heads, queries, keys, head_dim, value_dim }, modelDim: 0 };
}

function sizeOfLayer(input: Exclude<Problem["input"], { kind: "tensors" }>): ProblemSize | null {
  let tokens: number | undefined;
  let modelDim: number | undefined;
  if (input.kind === "tokens") {
    tokens = input.tokens?.length;
    modelDim = input.model_dim ?? 8;
  } else if (input.kind === "embeddings" && isTensor(input.embeddings)) {
    [tokens, modelDim] = input.embeddings.shape;
  }
  if (tokens === undefined || modelDim === undefined) return null;
  const { heads = 1, kv_heads = heads } = input;
  const { head_dim = modelDim / heads } = input;
  const { value_dim = head_dim } = input;
  return { shape: { heads, kv_heads, queries: tokens, keys: tokens, head_dim, value_dim }, modelDim };
}

/** Of both products, for visible pairs, and of the projections. */
export function multiplyAdds(problem: Problem, { shape, modelDim }: ProblemSize): number {
  const { heads, kv_heads, queries, head_dim, value_dim } = shape;
  let pairs = 0;
  for (let i = 0; i < queries; i++) pairs += visibleKeys(problem, shape, i);
  const projections = queries * modelDim * (heads * head_dim + kv_heads * (head_dim + value_dim));
  return heads * pairs * (head_dim + value_dim) + projections;
}

/** Of a problem of toCoreProblem; 0 for one that the core will refuse. */
export function workOf(problem: Problem): number {
  const size = sizeOf(problem);
  return size ? multiplyAdds(problem, size) : 0;
}

/** How many keys a query sees, as if positions were those of slots; all of them where a mask follows no rule. */
function visibleKeys({ mask }: Problem, { queries, keys }: AttentionShape, query: number): number {
  const at = keys - queries + query;
  const seen = mask ? keysSeen(mask, at, keys) : keys;
  return Number.isFinite(seen) ? Math.min(Math.max(seen, 0), keys) : keys;
}

function keysSeen(mask: Mask, at: number, keys: number): number {
  switch (mask.kind) {
    case "causal":
      return at + 1;
    case "sliding_window":
      return Math.min(mask.window, at + 1);
    case "local":
      return 2 * mask.reach + 1;
    case "chunked":
      return (at % mask.chunk) + 1;
    case "prefix":
      return Math.max(mask.prefix, at + 1);
    case "all":
      return Math.min(keys, ...(Array.isArray(mask.masks) ? mask.masks : []).map((one) => keysSeen(one, at, keys)));
    default:
      return keys;
  }
}

/** About `count` parts of about equal work that cover all heads and queries, ordered by head, then by query. */
export function planParts(problem: Problem, { shape }: ProblemSize, count: number, permuted = false): Part[] {
  const { heads, kv_heads } = shape;
  const even = count <= kv_heads && (Math.ceil(kv_heads / count) * count) / kv_heads <= tolerableImbalance;
  const headRanges = even ? count : greatestCommonDivisor(kv_heads, count);
  const queryRanges = count / headRanges;
  // A mask that goes with permuted tokens no longer grows with them.
  const spread = permuted && problem.permute_mask ? { ...problem, mask: undefined } : problem;
  const queryCuts = cutQueries(spread, shape, queryRanges);
  const group = heads / kv_heads;
  const headCuts = Array.from({ length: headRanges + 1 }, (_, i) => group * Math.round((i * kv_heads) / headRanges));
  return rangesOf(headCuts).flatMap((range) =>
    rangesOf(queryCuts).map((queries) => ({ heads: range, queries, all_heads: heads, all_kv_heads: kv_heads })),
  );
}

/** Cuts at the blocks where the visible pairs before them come closest to equal shares. */
function cutQueries(problem: Problem, shape: AttentionShape, ranges: number): number[] {
  const { queries } = shape;
  const pairsBefore = [0];
  for (let i = 0; i < queries; i++) pairsBefore.push((pairsBefore[i] ?? 0) + visibleKeys(problem, shape, i));
  const all = pairsBefore[queries] ?? 0;
  const cuts = [0];
  for (let range = 1; range < ranges; range++) {
    const share = (range * all) / ranges;
    const exact = pairsBefore.findIndex((pairs) => pairs >= share);
    cuts.push(Math.round(exact / blockQueries) * blockQueries);
  }
  return [...cuts.map((cut) => Math.min(cut, queries)), queries];
}

function rangesOf(cuts: readonly number[]): [number, number][] {
  return cuts.slice(1).flatMap((end, i) => {
    const from = cuts[i] ?? 0;
    return from < end ? [[from, end] as [number, number]] : [];
  });
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** The problem with only those tensors of q, k and v that the part needs; everything else is the whole's. */
export function problemOfPart(problem: Problem, { shape }: ProblemSize, part: Part): Problem {
  const { input } = problem;
  if (input.kind !== "tensors") return problem;
  const group = shape.heads / shape.kv_heads;
  const kvHeads = part.heads.map((head) => head / group);
  const cut = (tensor: unknown, [from = 0, end = 0]: readonly number[]): Tensor => {
    const { shape, data } = tensor as Tensor;
    const step = data.length / (shape[0] ?? 1);
    return { shape: [end - from, ...shape.slice(1)], data: data.slice(from * step, end * step) };
  };
  const { query, key, value } = input;
  const cutInput = { ...input, query: cut(query, part.heads), key: cut(key, kvHeads) };
  return { ...problem, input: value === undefined ? cutInput : { ...cutInput, value: cut(value, kvHeads) } };
}

const ofTokens: readonly OutputName[] = ["input", "encoding"];
const ofKeys: readonly OutputName[] = ["key", "value", "rotated_key"];

/** What is asked of a part: tensors that several parts have come from the first of them. */
export function outputsOfPart(outputs: readonly OutputName[], part: Part): OutputName[] {
  return outputs.filter((name) => {
    if (ofTokens.includes(name)) return part.heads[0] === 0 && part.queries[0] === 0;
    return !ofKeys.includes(name) || part.queries[0] === 0;
  });
}

/** The answer to the whole problem from those to its parts. */
export function joinParts(answers: readonly CoreAttention[], parts: readonly Part[]): CoreAttention {
  const [first] = answers;
  if (!first) throw new Error("no parts to join");
  const joined: CoreAttention = { ...first };
  const { heads, kv_heads, queries } = first.shape;
  for (const name of Object.keys(first) as (keyof CoreAttention)[]) {
    if (name === "shape" || name === "notes" || ofTokens.includes(name)) continue;
    const like = first[name];
    if (!like) continue;
    const forKeys = ofKeys.includes(name);
    const [, rows = 0, width = 0] = like.shape;
    const wholeShape = forKeys ? [kv_heads, rows, width] : [heads, queries, width];
    const whole = emptyLike(like, wholeShape);
    for (const [i, part] of parts.entries()) {
      const from = answers[i]?.[name];
      if (!from) continue;
      const head = forKeys ? part.heads[0] / (heads / kv_heads) : part.heads[0];
      place(from, whole, head, forKeys ? 0 : part.queries[0]);
    }
    joined[name] = whole;
  }
  return joined;
}

function emptyLike({ data }: Tensor, shape: number[]): Tensor {
  const count = shape.reduce((product, size) => product * size, 1);
  return { shape, data: data instanceof Float32Array ? new Float32Array(count) : new Float64Array(count) };
}

/** Copies a part's heads and rows to where they belong. */
function place(part: Tensor, whole: Tensor, firstHead: number, firstRow: number): void {
  const [heads = 0, rows = 0, width = 0] = part.shape;
  const allRows = whole.shape[1] ?? 0;
  if (rows === allRows) {
    whole.data.set(part.data, firstHead * rows * width);
    return;
  }
  for (let h = 0; h < heads; h++) {
    const head = part.data.subarray(h * rows * width, (h + 1) * rows * width);
    whole.data.set(head, ((firstHead + h) * allRows + firstRow) * width);
  }
}

function isTensor(value: unknown): value is Tensor {
  return typeof value === "object" && value !== null && "shape" in value && Array.isArray(value.shape);
}
