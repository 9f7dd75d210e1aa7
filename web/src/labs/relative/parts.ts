/** What the engine computes for the lab, part by part. */
import type { Tensor } from "../../engine/index.ts";
import type { RelativeState } from "./state.ts";

/** What slopes the rules give, by head. */
export interface Slopes {
  present: readonly number[];
  authors: readonly number[];
  geometric: readonly number[];
  circulating: readonly number[];
}

export interface Buckets {
  relatives: readonly number[];
  bucket: readonly number[];
}

export interface CurvePart {
  of: RelativeState;
  /** key - query, rising. */
  relatives: readonly number[];
  /** Of each head, one number per relative position. */
  bias: readonly (readonly number[])[];
  /** ALiBi alone. */
  slopes: Slopes | null;
  /** T5 alone. */
  buckets: Buckets | null;
}

/** One query before keys with given content scores; [head][key]. */
export interface ContentPart {
  of: RelativeState;
  contents: readonly number[];
  query: number;
  bias: readonly (readonly number[])[];
  scores: readonly (readonly number[])[];
  weights: readonly (readonly number[])[];
  /** Without the bias, by key. */
  plain: readonly number[];
}

export const TERM_NAMES = [
  "content",
  "pair",
  "content_position",
  "global_content",
  "global_position",
  "c2p",
  "p2c",
  "counted",
] as const;
export type TermName = (typeof TERM_NAMES)[number];

/** The terms that no position enters. */
export const CONTENT_TERMS: readonly TermName[] = ["content", "global_content"];

export interface Term {
  name: TermName;
  /** [heads, queries, keys], scaled; NaN where the mask hides. */
  values: Float64Array;
}

export interface TermsPart {
  of: RelativeState;
  tokens: readonly string[];
  heads: number;
  /** The factor on q·k. */
  scale: number;
  /** The content first. */
  terms: readonly Term[];
  /** The engine's score; -Infinity where hidden. */
  scores: Tensor;
  weights: Tensor;
  /** Weights of the content alone. */
  plain: Tensor;
  /** Largest |sum of the terms - score|; null where a term is itself a difference of scores. */
  check: number | null;
  shaw: ShawPart | null;
  cope: CopePart | null;
}

export interface ShawPart {
  /** k_j + r for each query i: [heads, queries, head_dim, keys]. */
  seen: Tensor;
  /** What the value vectors add to the output: [heads, queries, value_dim]. */
  values: Float64Array;
}

/** [heads, queries, keys]; NaN where the mask hides. */
export interface CopePart {
  gates: Float64Array;
  counted: Float64Array;
}

export interface Parts {
  curve: CurvePart;
  content: ContentPart;
  terms: TermsPart;
  keptCurve: CurvePart;
  keptContent: ContentPart;
  keptTerms: TermsPart;
}

/** One side's. */
export interface SideParts {
  curve?: CurvePart | undefined;
  content?: ContentPart | undefined;
  terms?: TermsPart | undefined;
}
