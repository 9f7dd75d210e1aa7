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
import type { Fallback } from "./fallback.ts";

/** Row-major numbers with their shape. Float32 from the float engines, Float64 from the reference. */
export interface Tensor {
  readonly shape: readonly number[];
  readonly data: Float32Array | Float64Array;
}

export type NestedNumbers = readonly number[] | readonly NestedNumbers[];

/** A matrix of the JSON: nested numbers, or {shape, data} in this API. */
export type Matrix = NestedNumbers | Tensor;

/**
 * How rotary frequencies are changed for contexts longer than those of training (cpp/position/rope_scaling.hpp).
 * d is the rotary width, plain[r] = rope_theta^(-2r / d), get_mscale(s, m) = 0.1 m ln s + 1 for s > 1 and else 1.
 */
export type RopeScaling =
  | { kind: "none" }
  /** Position interpolation (Chen et al. 2023): plain / factor. */
  | { kind: "linear"; factor: number }
  /** NTK-aware (bloc97 2023; Hunyuan's alpha): base rope_theta alpha^(d / (d - 2)). */
  | { kind: "ntk"; alpha: number }
  /** Su's form, vLLM's "ntk": plain[r] factor^(-2 (r + 1) / d); with mixed_b: plain[r] / exp(ln(factor) ((r + 1) / (d / 2))^mixed_b). */
  | { kind: "ntk_per_pair"; factor: number; mixed_b?: number }
  /** base rope_theta (factor n / L - (factor - 1))^(d / (d - 2)), L = max_position_embeddings, n the length, at least L. */
  | {
      kind: "dynamic_ntk";
      factor: number;
      max_position_embeddings: number;
      /**
       * recomputed: n is the present length. sticky: the longest length seen, `longest_seen` included, until a length
       * below L restores the plain base (Hugging Face). static: n = factor L at every length (vLLM). Default recomputed.
       */
      state?: "recomputed" | "sticky" | "static";
      longest_seen?: number;
    }
  /** Qwen 1: alpha = max(2^ceil(log2(n / L) + 1) - 1, 1), base rope_theta alpha^(d / (d - 2)), L = original_max_position_embeddings. */
  | { kind: "qwen_ntk"; original_max_position_embeddings: number }
  /** NTK-by-parts (bloc97 2023), two ramps: beta (1.25, 0.75) and gamma (16, 2). dynamic: factor = length / L. */
  | { kind: "ntk_by_parts"; factor?: number; original_max_position_embeddings: number; dynamic?: boolean }
  /** Peng et al. 2024. Where libraries differ, the default is the authors' and Hugging Face's present behaviour. */
  | {
      kind: "yarn";
      /** With `dynamic` it is not needed: length / original_max_position_embeddings is taken. */
      factor?: number;
      original_max_position_embeddings: number;
      /** Turns in the original context above which a pair is kept (32), and below which it is divided (1). */
      beta_fast?: number;
      beta_slow?: number;
      /** Whole pairs as ends of the ramp; default true. */
      truncate?: boolean;
      /** channels: ends at most d - 1. pairs: at most d / 2 - 1 (LitGPT). */
      ramp_limit?: "channels" | "pairs";
      /** inverted: slow pairs kept and fast ones divided (a fault of LitGPT, as stored). */
      ramp?: "upright" | "inverted";
      /** The factor on cosine and sine; 0 is legal. Default from the mscales. */
      attention_factor?: number;
      mscale?: number;
      mscale_all_dim?: number;
      /**
       * both: get_mscale(s, mscale) / get_mscale(s, mscale_all_dim) where both are given and not 0, else get_mscale(s, 1).
       * ratio: always the ratio, with mscale 1 and mscale_all_dim 0 where not given (Megatron, vLLM's deepseek_yarn).
       * unclamped: 0.1 ln s + 1 for s < 1 too (ggml). Default both.
       */
      magnitude?: "both" | "ratio" | "unclamped";
      /** Multiplies the default scale on q·k by get_mscale(factor, softmax_mscale)² (DeepSeek); default 0: no change. Not with dynamic. */
      softmax_mscale?: number;
      /** Plain RoPE up to max_position_embeddings, beyond it factor = length / original_max_position_embeddings. */
      dynamic?: boolean;
      /** Of dynamic; default original_max_position_embeddings. */
      max_position_embeddings?: number;
    }
  /** Llama 3.1: by wavelength, kept below L / high_freq_factor, divided above L / low_freq_factor, blended between. */
  | {
      kind: "llama3";
      factor: number;
      low_freq_factor: number;
      high_freq_factor: number;
      original_max_position_embeddings: number;
    }
  /** Ding et al. 2024, Phi-3: plain[r] / list[r], list = short_factor up to the original length and long_factor beyond it. */
  | {
      kind: "longrope";
      short_factor: readonly number[];
      long_factor: readonly number[];
      original_max_position_embeddings: number;
      /** Default max_position_embeddings / original_max_position_embeddings; sets the amplitude alone. */
      factor?: number;
      max_position_embeddings?: number;
      /** length: by the present length (Hugging Face). limit: by max_position_embeddings, once (vLLM, llama.cpp). Default length. */
      switch?: "length" | "limit";
      /** Default sqrt(1 + ln factor / ln L) for factor > 1; yarn: 0.1 ln factor + 1 (llama.cpp for Phi-3's "yarn"). */
      magnitude?: "longrope" | "yarn";
      attention_factor?: number;
      /** PhiMoE: replace the amplitude for the short and the long list. */
      short_mscale?: number;
      long_mscale?: number;
    };

export type ScalingKind = RopeScaling["kind"];

export type FloatFormat = "double" | "float32" | "bfloat16" | "float16";

/**
 * Imitates the rounding of other programs, stage by stage, to show their phase error. The formats of the frequency, of
 * the position, of their product (the angle), and of cosine and sine. Default double everywhere, one rounding at the end.
 */
export interface AnglePrecision {
  inv_freq?: FloatFormat;
  position?: FloatFormat;
  angle?: FloatFormat;
  table?: FloatFormat;
  /** running: angle[r] = angle[r - 1] theta^(-2/d), each product rounded to the format of the angle (ggml). Default powers. */
  series?: "powers" | "running";
}

/**
 * Which relation a method states, and its parameters. One kind per struct of cpp/position/method.hpp.
 * Learned tables that are left out are drawn from `seed` (mean 0), so that every method runs at once.
 */
export type Method =
  | { kind: "none" }
  /** Added to the input. Four tables circulate; `offset` is added to every position (fairseq: padding_idx + 1). */
  | {
      kind: "sinusoidal";
      base?: number;
      table?: "paper" | "concatenated" | "tensor2tensor" | "fairseq";
      offset?: number;
    }
  /** Rows looked up and added to the input: row = position + offset. Outside the table it is an error unless extended. */
  | {
      kind: "learned";
      /** [rows, model_dim]; or `rows` for a seeded one (default 512). */
      table?: Matrix;
      rows?: number;
      offset?: number;
      /** One segment per token, and their rows [segments, model_dim] (BERT's token types). */
      segments?: readonly number[];
      segment_table?: Matrix;
      /** interpolate: row r of n tokens reads r (rows - 1) / (n - 1), linearly; hierarchical: Su 2020, with `alpha`. */
      extension?: "none" | "interpolate" | "hierarchical";
      alpha?: number;
      seed?: number;
    }
  /** Shaw et al. 2018: a key and a value vector per clipped relative position, shared by the heads. */
  | {
      kind: "shaw";
      max_relative_position?: number;
      /** [2 max_relative_position + 1, head_dim] and [2 max_relative_position + 1, value_dim]; null leaves a side out. */
      keys?: Matrix | null;
      values?: Matrix | null;
      /** Beyond the clip: the outermost row (paper), or none (Music Transformer). */
      beyond?: "clip" | "zero";
      seed?: number;
    }
  /** Dai et al. 2019: u [heads, head_dim] on content, v [heads, head_dim] on position, R projected by [heads * head_dim, width]. */
  | {
      kind: "transformer_xl";
      u?: Matrix;
      v?: Matrix;
      projection?: Matrix;
      /** Largest distance that is told apart; 0 = off. */
      clamp_len?: number;
      seed?: number;
    }
  /** Raffel et al. 2020: table [relative_attention_num_buckets, heads]. The default scale of a problem is 1 here. */
  | {
      kind: "t5_bias";
      relative_attention_num_buckets?: number;
      relative_attention_max_distance?: number;
      bidirectional?: boolean;
      table?: Matrix;
      seed?: number;
    }
  /** Press et al. 2022. `slopes` (one per head) replaces the rule. */
  | {
      kind: "alibi";
      slopes?: readonly number[];
      /** authors: any head count; geometric: 2^(-8h/heads) for h = 1 … heads, the paper's text. */
      slope_rule?: "authors" | "geometric";
      alibi_bias_max?: number;
      /** causal: slope * relative_position; symmetric: -slope * |relative_position|. */
      direction?: "causal" | "symmetric";
      /** before_scale: the bias is multiplied by `scale` too (Falcon). */
      applied?: "after_scale" | "before_scale";
    }
  /** He et al. 2021. Tables of projected relative embeddings [2 span, heads * head_dim]; default scale 1/sqrt(head_dim * terms). */
  | {
      kind: "deberta";
      /** span = position_buckets if > 0, else max_relative_positions. */
      max_relative_positions?: number;
      position_buckets?: number;
      /** Content to position, position to content. */
      pos_att_type?: readonly ("c2p" | "p2c")[];
      position_keys?: Matrix;
      position_queries?: Matrix;
      seed?: number;
    }
  /** Su et al. 2021. `inv_freq` (radians per position, one per pair) replaces rope_theta^(-2r/rotary_dim). */
  | {
      kind: "rotary";
      pairing?: "half_split" | "interleaved";
      /** Leading channels that turn; default all. */
      rotary_dim?: number;
      /** Share of head_dim that turns, instead of rotary_dim; with `proportional`, share of the pairs. */
      partial_rotary_factor?: number;
      /** proportional (Gemma 4): the whole head is paired, pairs past the share keep frequency 0, exponents over head_dim. */
      rope_type?: "default" | "proportional";
      rope_theta?: number;
      inv_freq?: readonly number[];
      /** Context extension; not beside inv_freq or axial streams, and only linear with proportional. Default none. */
      scaling?: RopeScaling;
      /** The length that scalings go by which depend on one; default the largest position + 1. */
      length?: number;
      angle_precision?: AnglePrecision;
      /** Added to every position. */
      offset?: number;
      /** Sun et al. 2023: q * zeta^((p - center)/scale_base), k by the inverse. */
      xpos?: { scale_base?: number; center?: number };
      /** Several position streams (time, height, width): pairs per stream, and one position per token and stream. */
      mrope_section?: readonly number[];
      /** chunked: Qwen2-VL; interleaved: Qwen3-VL; axial: each stream has its own full set of frequencies (2-D vision). */
      mrope_layout?: "chunked" | "interleaved" | "axial";
      /** interleaved: the stream of pairs that no section takes; default 0 (llama.cpp: 3). */
      mrope_rest?: number;
      /** [streams][tokens]; default: every stream is the token's position. */
      streams?: readonly (readonly number[])[];
    }
  /** Chi et al. 2022: log: -p ln(1 + a d); power: -a d^p; d = max(-relative_position, 0). One p and a per head. */
  | { kind: "kerple"; form?: "log" | "power"; p?: readonly number[]; a?: readonly number[] }
  /** Chi et al. 2023: (Σ_{i=1..dimension/2} cos(d 10000^(-2i/dimension)) - dimension/2) / (8h/heads). */
  | { kind: "sandwich"; dimension?: number }
  /** Li et al. 2024: MLP(ln(c d + 1) / ln(c max(i, threshold) + 1)), 1 -> width -> heads with ReLU. */
  | {
      kind: "fire";
      c?: number;
      threshold?: number;
      /** [width], [width], [heads, width], [heads] */
      hidden_weight?: readonly number[];
      hidden_bias?: readonly number[];
      output_weight?: Matrix;
      output_bias?: readonly number[];
      seed?: number;
    }
  /** Golovneva et al. 2024: positions counted by gates sigmoid(q·k scale); table [positions, head_dim] shared by heads. */
  | {
      kind: "cope";
      table?: Matrix;
      /** Rows of a seeded table (default 64). */
      positions?: number;
      /** all: (q·k + q·e) scale (authors); content: q·k scale + q·e. */
      scaled?: "all" | "content";
      seed?: number;
    };

export type MethodKind = Method["kind"];
export type RotaryMethod = Extract<Method, { kind: "rotary" }>;

/** A stack of layers, the list repeating: layer l uses layers[l mod length]. Rotary and NoPE interleaved, as in Llama 4. */
export interface MethodStack {
  kind: "stack";
  layers: readonly (Method | readonly Method[])[];
}

/** Query temperature by position: q_i *= t(p_i). */
export type QueryScale =
  /** Su 2021; Qwen: ln(p + 1) / ln(original_max_position_embeddings), never below 1. */
  | { kind: "log_n"; original_max_position_embeddings: number }
  /** 1 + attn_scale ln(1 + floor((p + offset) / floor_scale)): Llama 4 has offset 1, Ministral 3 has offset 0. */
  | { kind: "llama4"; floor_scale?: number; attn_scale?: number; offset?: 0 | 1 };

/** Which keys a query may see. `window` and `chunk` count positions, the query's own included. */
export type Mask =
  | { kind: "none" }
  | { kind: "causal" }
  | { kind: "sliding_window"; window: number }
  /** |relative_position| <= reach, both ways. */
  | { kind: "local"; reach: number }
  /** Causal within floor(position / chunk). */
  | { kind: "chunked"; chunk: number }
  /** Causal, but the first `prefix` keys see and are seen by all. */
  | { kind: "prefix"; prefix: number }
  /** 1 for real tokens, 0 for padding, one digit per key: "0111". Padded keys are hidden. */
  | { kind: "padding"; keys: string }
  /** One document number per token; only tokens of the same document see each other. */
  | { kind: "documents"; documents: readonly number[] }
  /** One text of 0 and 1 per query, one digit per key: ["100", "110", "111"]. */
  | { kind: "bits"; rows: readonly string[] }
  /** Visible where every one of them says so. */
  | { kind: "all"; masks: readonly Mask[] };

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

/**
 * q, k, v given: [heads, queries, head_dim], [kv_heads, keys, head_dim], [kv_heads, keys, value_dim]; 2-D means one head.
 * Without v there are scores and weights, and no output.
 */
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
  /** One, or several that combine: biases add, at most one rotation. Default {kind: "none"}. */
  method?: Method | readonly Method[] | MethodStack;
  /** Which layer of a stack; default 0. */
  layer?: number;
  /** Default {kind: "none"}. */
  mask?: Mask;
  query_scale?: QueryScale;
  /**
   * slots: 0, 1, 2, …; real_tokens: counted over what a padding mask leaves (a pad takes 1, as in Hugging Face);
   * documents: from 0 in each document of the mask. Only where no positions are given. Default slots.
   */
  position_rule?: "slots" | "real_tokens" | "documents";
  /** One number per token; default by position_rule and, for fewer queries than keys, the last ones. */
  query_positions?: readonly number[];
  key_positions?: readonly number[];
  /** Factor on q·k; default 1 / sqrt(head_dim); 1 with t5_bias; 1 / sqrt(head_dim * terms) with deberta. */
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
  /** 0 where q and k are given without v. */
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
export type AttentionResult<Asked extends OutputName = never> = {
  engine: EngineName;
  /** Why this call was not computed by WebGPU, which is in use. */
  fallback?: Fallback;
  shape: AttentionShape;
  /** Clamps, shared rows, stretched tables and truncations that the problem meets, in English. */
  notes?: readonly string[];
} & { [name in OutputName]?: Tensor } & { [name in Certain<Asked>]: Tensor };

/** Of what is asked for, what every problem has or is refused for; nothing where a type says only "some outputs". */
type Certain<Asked extends OutputName> = OutputName extends Asked ? never : Exclude<Asked, "input" | "encoding">;

/** What decoding gives beside its positions and differences. */
export type DecodeOutput = "scores" | "weights" | "output";

/** Decoding token by token with a KV cache. Row t of each tensor is step t; later keys have score -Infinity and weight 0. */
export type DecodeResult<Asked extends DecodeOutput = never> = {
  engine: "wasm";
  shape: AttentionShape;
  /** One per token. */
  positions: Float64Array;
  /** Whether the cache holds keys as they were turned, or turns them anew in every step. */
  cachedKeys: "rotated" | "unrotated";
  cacheBytes: number;
  /** The largest |output of a step - its row of attention over all tokens at once|. */
  maxDifference: number;
  /** As in AttentionResult. */
  notes?: readonly string[];
} & { [name in DecodeOutput]?: Tensor } & { [name in Asked]: Tensor };

export interface EquivarianceResult<Asked extends OutputName = never> {
  engine: EngineName;
  /** As in AttentionResult. */
  fallback?: Fallback;
  permutation: number[];
  /** Everything asked for, on X and on PX. */
  original: AttentionResult<Asked>;
  permuted: AttentionResult<Asked>;
  /** P F(X), to lay beside permuted.output = F(PX). [heads, queries, value_dim] */
  reordered: Tensor;
  /** max |F(PX) - P F(X)| by this engine, and by the double-precision reference. */
  maxDifference: number;
  referenceMaxDifference: number;
  /** Mean over tokens of F(X) and of F(PX), [heads, value_dim], and their largest difference. */
  mean: { original: Tensor; permuted: Tensor; maxDifference: number };
}
