/**
 * The problem: one JSON text for links, files, the command, the tests and this API.
 *
 * Keys are snake_case because they are JSON and because fields that Hugging Face names keep its name.
 * Axes come in one order everywhere: [heads, queries | keys, head_dim], weights [out_features, in_features],
 * token data [tokens, model_dim]. `relative_position = key_position - query_position`.
 *
 * The core (cpp/bindings/read_problem) is the authority on values: it checks every field and names it in errors.
 * This file only describes the shape of the text.
 */

/** Row-major numbers with their shape. Float32 from the float engines, Float64 from the reference. */
export interface Tensor {
  readonly shape: readonly number[];
  readonly data: Float32Array | Float64Array;
}

export type NestedNumbers = readonly number[] | readonly NestedNumbers[];

/** Which relation a method states, and its parameters. One kind per struct of cpp/position/method.hpp. */
export type Method =
  | { kind: "none" }
  /** Vaswani et al. 2017: added to the input before the projections. */
  | { kind: "sinusoidal"; base?: number }
  /** Press et al. 2022. `slopes` (one per head) replaces the authors' rule. `symmetric` uses -slope |relative_position|. */
  | { kind: "alibi"; slopes?: readonly number[]; direction?: "causal" | "symmetric" }
  /** Su et al. 2021. `inv_freq` (radians per position, one per pair) replaces rope_theta^(-2i/rotary_dim). */
  | {
      kind: "rotary";
      pairing?: "half_split" | "interleaved";
      rotary_dim?: number;
      rope_theta?: number;
      inv_freq?: readonly number[];
    };

export type MethodKind = Method["kind"];

/** Which keys a query may see. `window` counts visible keys, the query's own included. */
export type Mask =
  | { kind: "none" }
  | { kind: "causal" }
  | { kind: "sliding_window"; window: number }
  /** One text of 0 and 1 per query, one digit per key: ["100", "110", "111"]. */
  | { kind: "bits"; rows: readonly string[] };

export type MaskKind = Mask["kind"];

/** Projections from the model width to q, k and v: seeded, the identity, or given as [out_features, in_features]. */
export type Projections =
  | "random"
  | "identity"
  | { query: NestedNumbers | Tensor; key: NestedNumbers | Tensor; value: NestedNumbers | Tensor };

interface LayerSize {
  model_dim?: number;
  heads?: number;
  kv_heads?: number;
  head_dim?: number;
  value_dim?: number;
  seed?: number;
  projections?: Projections;
}

/** Words: equal words get equal vectors, drawn from the seed. */
export interface TokenInput extends LayerSize {
  kind: "tokens";
  tokens: readonly string[];
}

/** X given as [tokens, model_dim]. */
export interface EmbeddingInput extends LayerSize {
  kind: "embeddings";
  embeddings: NestedNumbers | Tensor;
}

/** q, k, v given: [heads, queries, head_dim], [kv_heads, keys, head_dim], [kv_heads, keys, value_dim]; 2-D means one head. */
export interface TensorInput {
  kind: "tensors";
  query: NestedNumbers | Tensor;
  key: NestedNumbers | Tensor;
  value?: NestedNumbers | Tensor;
}

export type ProblemInput = TokenInput | EmbeddingInput | TensorInput;

export interface Problem {
  version?: 1;
  input: ProblemInput;
  /** Default {kind: "none"}. */
  method?: Method;
  /** Default {kind: "none"}. */
  mask?: Mask;
  /** One number per token; default 0, 1, 2, … and, for fewer queries than keys, the last ones. */
  query_positions?: readonly number[];
  key_positions?: readonly number[];
  /** Factor on q·k; default 1 / sqrt(head_dim). */
  scale?: number;
  /** s -> softcap · tanh(s / softcap) on scaled scores; default 0 = off. */
  softcap?: number;
  /** For equivariance: (P X)_t = X_{permutation[t]}; default the reversal. */
  permutation?: readonly number[];
  /** For equivariance: also turn the mask M into P M Pᵀ. Default false. */
  permute_mask?: boolean;
}

export interface AttentionShape {
  heads: number;
  kv_heads: number;
  queries: number;
  keys: number;
  head_dim: number;
  value_dim: number;
}

/** What can be asked for. `input` is X plus the encoding; `rotated_*` are q and k as they enter the dot product. */
export type OutputName =
  | "scores"
  | "weights"
  | "output"
  | "input"
  | "encoding"
  | "query"
  | "key"
  | "value"
  | "rotated_query"
  | "rotated_key";

export type EngineName = "wasm" | "webgpu" | "reference";

/**
 * scores and weights [heads, queries, keys]; output [heads, queries, value_dim]; input and encoding [tokens, model_dim];
 * query, rotated_query [heads, queries, head_dim]; key, rotated_key [kv_heads, keys, head_dim]; value [kv_heads, keys, value_dim].
 * A hidden pair has score -Infinity and weight 0; a query that sees nothing has output 0.
 * What does not exist for the problem (encoding of a method that adds none) is left out.
 */
export type AttentionResult = { engine: EngineName; shape: AttentionShape } & { [name in OutputName]?: Tensor };

export interface EquivarianceResult {
  engine: EngineName;
  permutation: number[];
  /** Everything asked for, on X and on PX. */
  original: AttentionResult;
  permuted: AttentionResult;
  /** P F(X), to lay beside permuted.output = F(PX). [heads, queries, value_dim] */
  reordered: Tensor;
  /** max |F(PX) - P F(X)| by this engine, and by the double-precision reference. */
  maxDifference: number;
  referenceMaxDifference: number;
  /** Mean over tokens of F(X) and of F(PX), [heads, value_dim], and their largest difference. */
  mean: { original: Tensor; permuted: Tensor; maxDifference: number };
}
