/**
 * What the Embind module (cpp/bindings) offers, as plain data: no handle, pointer or heap view crosses.
 * Every call answers {ok: true, value} or {ok: false, code, message}.
 */
import type { AttentionShape, DecodeOutput, OutputName, Problem, Tensor } from "../problem.ts";
import type { Frequencies, PhaseError, RotaryDifference, ScoreCurve } from "../rope.ts";

export type CoreAnswer<T> = { ok: true; value: T } | { ok: false; code: string; message: string };

export interface CoreDescription {
  version: string;
  /** xsimd's own name of the architecture the build uses, e.g. "wasm". */
  simd: string;
  /** 32-bit lanes of one SIMD batch. */
  lanes: number;
  compiler: string;
}

export interface CoreOptions {
  /** "float": the tiled SIMD path. "double": the reference. */
  precision: "float" | "double";
  outputs: readonly OutputName[];
  /** Run on P X (problem.permutation) instead of X. */
  permuted: boolean;
  /** Only this part; in float alone. Tensor inputs then hold the part's heads, and all of their tokens. */
  part?: Part;
}

/** Heads and queries from … end - 1 of a problem. */
export interface Part {
  heads: readonly [from: number, end: number];
  queries: readonly [from: number, end: number];
  /** Of the whole problem. */
  all_heads: number;
  all_kv_heads: number;
}

/** `shape` is always that of the whole problem. */
export type CoreAttention = { shape: AttentionShape; notes?: readonly string[] } & { [name in OutputName]?: Tensor };

/** row(i, j) = key_rows[j] - query_rows[i] (never negative), or pair_rows[i * keys + j] for irregular positions. */
export interface RelativeRows {
  query_rows?: Int32Array;
  key_rows?: Int32Array;
  pair_rows?: Int32Array;
}

/** table [heads or 1, table rows, width]; a row of which row_of is -1 has no vector. */
export interface RelativeVectors {
  table: Tensor;
  row_of: Int32Array;
}

/** The lowered plan with the tensors it acts on: all that an engine without method names needs. */
export interface CorePlan {
  shape: AttentionShape;
  scale: number;
  softcap: number;
  query: Tensor;
  key: Tensor;
  value: Tensor;
  /** Tables [tokens, rotary_dim / 2]. */
  rotation?: {
    rotary_dim: number;
    pairing: "half_split" | "interleaved";
    query_cosine: Tensor;
    query_sine: Tensor;
    key_cosine: Tensor;
    key_sine: Tensor;
  };
  /** [queries], multiplied before the rotation. */
  query_scale?: Float32Array;
  /** [heads, head_dim], joins the rotated query for products with keys. */
  content_bias?: Tensor;
  /** One row of the relative tables per pair (i, j), present where any of them is. */
  relative_rows?: RelativeRows;
  /** [heads, rows] */
  relative_bias?: Tensor;
  /** score += scale (q_i + relative_key_bias)·table[row_of[row]] */
  relative_keys?: RelativeVectors;
  /** [heads, head_dim] */
  relative_key_bias?: Tensor;
  /** score += scale k_j·table[row_of[row]] */
  relative_queries?: RelativeVectors;
  /** output_i += weight table[row_of[row]] */
  relative_values?: RelativeVectors;
  /**
   * score += factor q_i·table[position], linear between rows [rows, head_dim]; position_j sums sigmoid(score) over the
   * visible keys from j on, at most rows - 1.
   */
  gated?: { table: Tensor; factor: number };
  /** Keys [begin[i], end[i]) are visible to query i, or bit (j % 32) of words[i * words_per_row + (j >> 5)]. */
  visibility: { begin?: Int32Array; end?: Int32Array; words?: Uint32Array; words_per_row?: number };
  notes?: readonly string[];
  /** [tokens, model_dim], only for token and embedding inputs. */
  input?: Tensor;
  encoding?: Tensor;
}

export interface CoreComparison {
  reordered: Tensor;
  max_difference: number;
  mean_original: Tensor;
  mean_permuted: Tensor;
  mean_max_difference: number;
}

/** Token by token with a KV cache: row t of each tensor is step t, which knows the tokens up to t. */
export interface CoreDecoding {
  shape: AttentionShape;
  scores?: Tensor;
  weights?: Tensor;
  output?: Tensor;
  /** [tokens] */
  positions: Float64Array;
  cached_keys: "rotated" | "unrotated";
  cache_bytes: number;
  /** The largest |output of a step - its row of all tokens at once|. */
  max_difference: number;
  notes?: readonly string[];
}

export interface CoreModule {
  describe(): CoreAnswer<CoreDescription>;
  attention(problem: Problem, options: CoreOptions): CoreAnswer<CoreAttention>;
  plan(problem: Problem, options: { permuted: boolean }): CoreAnswer<CorePlan>;
  decode(problem: Problem, options: { outputs: readonly DecodeOutput[] }): CoreAnswer<CoreDecoding>;
  /** Lays F(PX) beside P F(X): original and permuted are outputs [heads, queries, value_dim]. */
  compare(original: Tensor, permuted: Tensor, permutation: readonly number[]): CoreAnswer<CoreComparison>;
  /** Requests of ../rope.ts. */
  frequencies(request: object): CoreAnswer<Frequencies>;
  score_curve(request: object): CoreAnswer<ScoreCurve>;
  rotary_difference(request: object): CoreAnswer<RotaryDifference>;
  phase_error(request: object): CoreAnswer<PhaseError>;
}
