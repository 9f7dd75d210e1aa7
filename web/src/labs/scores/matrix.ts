/** The matrices of a result as functions of row and column: nothing of their size is copied. */
import { commonDomain } from "../../charts/figure.ts";
import type { Cells } from "../../elements/map/map-figure.ts";
import { type HeadResult, samePairs } from "./result.ts";

export const MATRICES = ["content", "position", "mask", "scores", "weights", "output"] as const;
export type MatrixName = (typeof MATRICES)[number];

export type Matrix = Cells;

type At = Matrix["at"];

function readerOf(result: HeadResult, name: MatrixName): At {
  const { content, scores, weights, output, tokens, valueDim } = result;
  const count = tokens.length;
  const seen = (value: (at: number) => number): At => {
    return (row, column) => {
      const at = row * count + column;
      return scores[at] === -Infinity ? Number.NaN : value(at);
    };
  };
  switch (name) {
    case "content":
      return (row, column) => content[row * count + column] as number;
    case "position":
      return seen((at) => (scores[at] as number) - (content[at] as number));
    case "mask":
      return seen(() => 0);
    case "scores":
      return seen((at) => scores[at] as number);
    case "weights":
      return seen((at) => weights[at] as number);
    case "output":
      return (row, column) => output[row * valueDim + column] as number;
  }
}

const HIDDEN_AS: { readonly [name in MatrixName]?: number } = { mask: -Infinity, scores: -Infinity, weights: 0 };

/** Two results on one scale. */
export function domainOf(name: MatrixName, ...results: readonly HeadResult[]): number {
  return name === "mask" ? 1 : commonDomain(results.map(({ largest }) => largest[name]));
}

export function matrixOf(result: HeadResult, name: MatrixName, domain: number): Matrix {
  const { queries, tokens, valueDim } = result;
  return {
    rows: queries.length,
    columns: name === "output" ? valueDim : tokens.length,
    at: readerOf(result, name),
    hiddenAs: HIDDEN_AS[name] ?? Number.NaN,
    map: name === "weights" ? "sequential" : "diverging",
    domain,
  };
}

/** Present − kept. A weight that the mask hides is 0; a score has no number there. */
export function differenceOf(present: HeadResult, kept: HeadResult, name: MatrixName, domain: number): Matrix {
  const [a, b] = [readerOf(present, name), readerOf(kept, name)];
  const filled = (value: number) => (name === "weights" && Number.isNaN(value) ? 0 : value);
  return {
    ...matrixOf(present, name, domain),
    hiddenAs: Number.NaN,
    at: (row, column) => filled(a(row, column)) - filled(b(row, column)),
    map: "diverging",
  };
}

/** Whether the two have a difference, cell by cell. */
export const sameShape = (a: HeadResult, b: HeadResult, name: MatrixName): boolean =>
  samePairs(a, b) && (name !== "output" || a.valueDim === b.valueDim);
