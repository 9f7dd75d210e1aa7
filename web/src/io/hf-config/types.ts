/** What a model's configuration says about positions, and how each of its keys was understood. */
import type { Mask, Method, QueryScale } from "../../engine/problem.ts";

/**
 * Whose reading of a setting counts, where libraries disagree.
 *   huggingface       transformers 5, and 4 since 2025-08-26
 *   huggingface_2025  transformers from 2025-03 to 2025-08-26: max / original length replaces YaRN's factor
 *   huggingface_2024  transformers before 2025-03: YaRN's ramp over max_position_embeddings, mscale ignored
 *   vllm, llama_cpp, megatron, litgpt, mlx
 *   authors           the code that came with the method or the model
 */
export type Dialect =
  | "huggingface"
  | "huggingface_2025"
  | "huggingface_2024"
  | "vllm"
  | "llama_cpp"
  | "megatron"
  | "litgpt"
  | "mlx"
  | "authors";

/** read: taken. defaulted: absent. ignored: no effect on positions, or not read by the dialect. unknown: not a key we know. */
export type ReportStatus = "read" | "defaulted" | "ignored" | "unknown" | "conflict" | "impossible";

export interface ReportEntry {
  /** Path in the text: "rope_parameters.full_attention.factor". */
  key: string;
  status: ReportStatus;
  /** As it stands in the text, or the default. */
  value?: unknown;
  /** What was made of it, as a code and values: the page and the command say it in words. */
  note?: { code: string; values: Readonly<Record<string, string | number>> };
}

/** The layers of one type. */
export interface LayerType {
  /** "all", or the configuration's own name: "full_attention", "sliding_attention". */
  name: string;
  /** Indices; empty where the configuration does not say. */
  layers: readonly number[];
  /** Core JSON; [] is no position term at all. */
  methods: readonly Method[];
  mask: Mask;
  /** Where the model does not use the default. */
  scale?: number;
  softcap?: number;
  query_scale?: QueryScale;
}

export interface ModelPosition {
  /** model_type, general.architecture, or "meta". */
  architecture: string;
  heads: number;
  kv_heads: number;
  head_dim: number;
  layers?: number;
  max_position_embeddings?: number;
  /** At least one. */
  layerTypes: readonly LayerType[];
}

export interface Resolution {
  source: "huggingface" | "gguf" | "meta";
  dialect: Dialect;
  /** Every key of the text in its order, then the defaults that were filled in. */
  report: readonly ReportEntry[];
  /** Entries that make an answer impossible (conflict, impossible). */
  errors: readonly ReportEntry[];
  /** There exactly if errors is empty. */
  model?: ModelPosition;
}
