/**
 * One side of the comparison (X or PX) for one head, as small accessors, and the figures made from it.
 * Labels come from the problem that the numbers belong to, never from a newer one.
 */

import { commonDomain, type Figure, type Label } from "../../charts/figure.ts";
import type { AttentionResult, Tensor } from "../../engine/problem.ts";
import { type LabProblem, methodsOf } from "../../state/defaults.ts";
import { labelsOf, modelDimOf } from "../../state/input.ts";
import { apply } from "../../state/permutation.ts";
import { positionsOf } from "../../state/positions.ts";
import type { LabResult } from "./session.ts";
import type { Terms } from "./terms.ts";

export type Side = "original" | "permuted";

export const PIPELINE_FIGURES = ["x", "pe", "input", "q", "k", "v", "rq", "rk", "scores", "weights", "output"] as const;
export const COMPARISON_FIGURES = ["of_permuted", "permuted_of", "difference", "mean"] as const;
export type FigureName = (typeof PIPELINE_FIGURES)[number] | (typeof COMPARISON_FIGURES)[number];

export interface View {
  problem: LabProblem;
  side: Side;
  head: number;
  kvHead: number;
  count: number;
  tokens: readonly string[];
  queryPositions: readonly number[];
  keyPositions: readonly number[];
  /** 0 where q, k and v are given. */
  modelDim: number;
  headDim: number;
  valueDim: number;
  /** null before the first result. */
  result: LabResult["data"] | null;
  /** Numbers that some formulas need beside the result; null where none are needed or not here yet. */
  terms: Terms | null;
}

/** Whether a method adds to the input, and whether q and k enter the product otherwise than they are projected. */
export const addsToInput = (problem: LabProblem): boolean =>
  methodsOf(problem).some(({ kind }) => kind === "sinusoidal" || kind === "learned");
export const isTurned = (problem: LabProblem): boolean =>
  methodsOf(problem).some(({ kind }) => kind === "rotary") || problem.query_scale !== undefined;

export function makeView(
  problem: LabProblem,
  result: Pick<LabResult, "data" | "terms"> | null,
  side: Side,
  head: number,
): View {
  const { input } = problem;
  const safeHead = Math.min(head, input.heads - 1);
  const labels = labelsOf(input);
  const positions = positionsOf(problem);
  return {
    problem,
    side,
    head: safeHead,
    kvHead: Math.floor(safeHead / (input.heads / input.kv_heads)),
    count: labels.length,
    tokens: side === "original" ? labels : apply(problem.permutation, labels),
    queryPositions: positions.query,
    keyPositions: positions.key,
    modelDim: modelDimOf(input),
    headDim: input.head_dim,
    valueDim: input.value_dim ?? input.head_dim,
    result: result?.data ?? null,
    terms: result?.terms ?? null,
  };
}

/** Whether every figure has few columns, so that three stand side by side. */
export const isNarrow = ({ modelDim, headDim, valueDim, count }: View): boolean =>
  Math.max(modelDim, headDim, valueDim, count) <= 5;

export const sideResult = (view: View): AttentionResult | null => (view.result ? view.result[view.side] : null);

/** One head of [heads, rows, columns], or the whole of [rows, columns]. */
export function slice(tensor: Tensor | undefined, head: number): Float32Array | Float64Array | null {
  if (!tensor) return null;
  const [first, ...rest] = tensor.shape;
  if (rest.length < 2) return tensor.data;
  const size = rest.reduce((product, length) => product * length, 1);
  return head < (first as number) ? tensor.data.subarray(head * size, (head + 1) * size) : null;
}

/** Rows of one pipeline figure; X is given back as input minus encoding. */
export function valuesOf(view: View, figure: FigureName): ArrayLike<number> | null {
  const result = sideResult(view);
  if (!result || !view.result) return null;
  switch (figure) {
    case "x": {
      const encoding = result.encoding;
      return encoding && result.input
        ? result.input.data.map((sum, at) => sum - (encoding.data[at] as number))
        : slice(result.input, 0);
    }
    case "pe":
      return slice(result.encoding, 0);
    case "input":
      return slice(result.input, 0);
    case "q":
      return slice(result.query, view.head);
    case "k":
      return slice(result.key, view.kvHead);
    case "v":
      return slice(result.value, view.kvHead);
    case "rq":
      return slice(result.rotated_query, view.head);
    case "rk":
      return slice(result.rotated_key, view.kvHead);
    case "scores":
      return slice(result.scores, view.head);
    case "weights":
      return slice(result.weights, view.head);
    case "output":
      return slice(result.output, view.head);
    case "of_permuted":
      return slice(view.result.permuted.output, view.head);
    case "permuted_of":
      return slice(view.result.reordered, view.head);
    case "difference": {
      const other = slice(view.result.reordered, view.head);
      return slice(view.result.permuted.output, view.head)?.map((value, at) => value - (other?.[at] as number)) ?? null;
    }
    case "mean": {
      const { original, permuted } = view.result.mean;
      const width = view.valueDim;
      const of = (tensor: Tensor) => Array.from(tensor.data.subarray(view.head * width, (view.head + 1) * width));
      const [first, second] = [of(permuted), of(original)];
      return [...first, ...second, ...first.map((value, at) => value - (second[at] as number))];
    }
  }
}

/** Token labels; equal words carry their position. */
export function tokenLabels(tokens: readonly string[]): Label[] {
  return tokens.map((text, index) => (tokens.indexOf(text) === tokens.lastIndexOf(text) ? { text } : { text, index }));
}

export const channelLabels = (count: number): Label[] => Array.from({ length: count }, (_, c) => ({ text: String(c) }));

export function isHidden(view: View, query: number, key: number): boolean {
  const scores = valuesOf(view, "scores");
  return scores !== null && scores[query * view.count + key] === -Infinity;
}

const IS_BY_PAIR = new Set<FigureName>(["scores", "weights"]);
const IS_MODEL_WIDE = new Set<FigureName>(["x", "pe", "input"]);
const HAS_VALUE_WIDTH = new Set<FigureName>(["v", "output", "of_permuted", "permuted_of", "difference", "mean"]);

/** The figure as data. Figures that are compared share one scale: the two outputs, their difference, q with its turned form. */
export function figureOf(view: View, name: FigureName, meanRows: readonly string[] = []): Figure {
  const values = valuesOf(view, name);
  const permutedTokens = apply(view.problem.permutation, labelsOf(view.problem.input));
  const isComparison = name === "of_permuted" || name === "permuted_of" || name === "difference";
  const rows =
    name === "mean" ? meanRows.map((text) => ({ text })) : tokenLabels(isComparison ? permutedTokens : view.tokens);
  const width = IS_MODEL_WIDE.has(name) ? view.modelDim : HAS_VALUE_WIDTH.has(name) ? view.valueDim : view.headDim;
  const figure: Figure = {
    rows,
    columns: IS_BY_PAIR.has(name) ? tokenLabels(view.tokens) : channelLabels(width),
    values,
    map: name === "weights" ? "sequential" : "diverging",
    domain: name === "weights" ? 1 : domainOf(view, name),
  };
  if (IS_BY_PAIR.has(name)) {
    const scores = valuesOf(view, "scores");
    figure.hiddenAs = name === "weights" ? 0 : -Infinity;
    figure.hidden = (query, key) => scores?.[query * view.count + key] === -Infinity;
  }
  return figure;
}

function domainOf(view: View, name: FigureName): number {
  const together: FigureName[][] = [
    ["x", "pe", "input"],
    ["q", "k", "rq", "rk"],
    ["output", "of_permuted", "permuted_of", "difference", "mean"],
  ];
  const group = together.find((names) => names.includes(name)) ?? [name];
  return commonDomain(
    ...group.filter((other) => other !== "difference" && other !== "mean").map((other) => valuesOf(view, other)),
  );
}
