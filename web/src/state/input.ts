/**
 * What goes into attention, with its sizes filled in: words, their vectors X, or q, k and v themselves. The defaults of
 * sizes and seed are those of the core's reader (cpp/bindings/read_problem.cpp).
 */
import type { ProblemInput, Projections } from "../engine/problem.ts";
import { apply } from "./permutation.ts";

export type Rows = readonly (readonly number[])[];
/** One matrix per head. */
export type Heads = readonly Rows[];

export const SIZE = { model_dim: 8, heads: 1, seed: 0 } as const;

interface HeadSizes {
  heads: number;
  kv_heads: number;
  head_dim: number;
  value_dim?: number;
}

interface LayerSizes extends HeadSizes {
  model_dim: number;
  seed: number;
  projections?: Projections;
}

export interface WordInput extends LayerSizes {
  kind: "tokens";
  tokens: readonly string[];
}

/** X given: model_dim is its width. */
export interface VectorInput extends LayerSizes {
  kind: "embeddings";
  embeddings: Rows;
}

/** q, k and v given: every size follows from them. As many queries as keys, so that tokens can be permuted. */
export interface TensorInput extends HeadSizes {
  kind: "tensors";
  query: Heads;
  key: Heads;
  value?: Heads;
}

export type LabInput = WordInput | VectorInput | TensorInput;

export function tokenCount(input: LabInput): number {
  switch (input.kind) {
    case "tokens":
      return input.tokens.length;
    case "embeddings":
      return input.embeddings.length;
    case "tensors":
      return (input.key[0] as Rows).length;
  }
}

/** Width of X; 0 where there is none. */
export const modelDimOf = (input: LabInput): number => (input.kind === "tensors" ? 0 : input.model_dim);

const SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉";
const lowered = (index: number): string => [...String(index)].map((digit) => SUBSCRIPTS[Number(digit)]).join("");

/** The words; x₀, x₁, … where there are none. */
export const labelsOf = (input: LabInput): readonly string[] =>
  input.kind === "tokens" ? input.tokens : Array.from({ length: tokenCount(input) }, (_, t) => `x${lowered(t)}`);

/** What each token brings, as text: equal texts are equal tokens. */
export function contentsOf(input: LabInput): readonly string[] {
  switch (input.kind) {
    case "tokens":
      return input.tokens;
    case "embeddings":
      return input.embeddings.map((row) => JSON.stringify(row));
    case "tensors": {
      const all = [...input.query, ...input.key, ...(input.value ?? [])];
      return Array.from({ length: tokenCount(input) }, (_, t) => JSON.stringify(all.map((rows) => rows[t])));
    }
  }
}

/** The same tokens in another order. */
export function permuteInput(input: LabInput, permutation: readonly number[]): LabInput {
  const moved = (heads: Heads): Heads => heads.map((rows) => apply(permutation, rows));
  switch (input.kind) {
    case "tokens":
      return { ...input, tokens: apply(permutation, input.tokens) };
    case "embeddings":
      return { ...input, embeddings: apply(permutation, input.embeddings) };
    case "tensors": {
      const { query, key, value } = input;
      return { ...input, query: moved(query), key: moved(key), ...(value && { value: moved(value) }) };
    }
  }
}

/** Sizes filled in. kv_heads defaults to heads, head_dim to model_dim / heads. */
export function completeInput(input: ProblemInput): LabInput {
  if (input.kind === "tensors") return completeTensors(input);
  const heads = input.heads ?? SIZE.heads;
  const sizes = (modelDim: number) => ({
    model_dim: modelDim,
    heads,
    kv_heads: input.kv_heads ?? heads,
    head_dim: input.head_dim ?? modelDim / heads,
    seed: input.seed ?? SIZE.seed,
  });
  if (input.kind === "tokens") return { ...input, ...sizes(input.model_dim ?? SIZE.model_dim) };
  const embeddings = input.embeddings as Rows;
  return { ...input, embeddings, ...sizes((embeddings[0] as readonly number[]).length) };
}

function completeTensors(input: ProblemInput & { kind: "tensors" }): TensorInput {
  const [query, key] = [headsOf(input.query), headsOf(input.key)];
  const value = input.value === undefined ? undefined : headsOf(input.value);
  const width = (heads: Heads): number => heads[0]?.[0]?.length ?? 0;
  return {
    kind: "tensors",
    query,
    key,
    ...(value && { value }),
    heads: query.length,
    kv_heads: key.length,
    head_dim: width(query),
    value_dim: value ? width(value) : 1,
  };
}

/** For what compares outputs: one zero per key where no values are given, as the page says. */
export function withSomeValues(input: LabInput): LabInput {
  if (input.kind !== "tensors" || input.value) return input;
  return { ...input, value: input.key.map((rows) => rows.map(() => [0])) };
}

/** A matrix is one head. */
function headsOf(given: unknown): Heads {
  const isMatrix = typeof (given as Rows)[0]?.[0] === "number";
  return isMatrix ? [given as Rows] : (given as Heads);
}

/** Leaves out what completeInput() fills in. */
export function shortenInput(input: LabInput): ProblemInput {
  if (input.kind === "tensors") {
    const { query, key, value } = input;
    const short = (heads: Heads) => (heads.length === 1 ? (heads[0] as Rows) : heads);
    return { kind: "tensors", query: short(query), key: short(key), ...(value && { value: short(value) }) };
  }
  const { value_dim, projections } = input;
  const sizes = {
    ...(input.heads !== SIZE.heads && { heads: input.heads }),
    ...(input.kv_heads !== input.heads && { kv_heads: input.kv_heads }),
    ...(input.head_dim !== input.model_dim / input.heads && { head_dim: input.head_dim }),
    ...(value_dim !== undefined && { value_dim }),
    ...(input.seed !== SIZE.seed && { seed: input.seed }),
    ...(projections !== undefined && { projections }),
  };
  if (input.kind === "embeddings") return { kind: "embeddings", embeddings: input.embeddings, ...sizes };
  const isUsual = input.model_dim === SIZE.model_dim;
  return {
    kind: "tokens",
    tokens: [...input.tokens],
    ...(!isUsual && { model_dim: input.model_dim }),
    ...sizes,
  };
}
