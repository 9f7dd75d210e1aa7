/**
 * Whose reading of a setting counts: the choices of each library as data. What the choices mean is said at the fields;
 * `disagreements.ts` names the keys that they concern.
 */
import type { AnglePrecision, RopeScaling } from "../../engine/problem.ts";
import type { RopeType } from "./rope-types.ts";
import type { Dialect } from "./types.ts";

type Yarn = Extract<RopeScaling, { kind: "yarn" }>;

export interface YarnRules {
  ramp_limit: NonNullable<Yarn["ramp_limit"]>;
  ramp: NonNullable<Yarn["ramp"]>;
  /** The context that the ramp is computed from, for the plain and for the multimodal class. */
  length: "original" | "maximum";
  mrope_length: 1 | 4;
  /** implied: max_position_embeddings / original_max_position_embeddings replaces the factor where both are given. */
  factor: "stated" | "implied";
  attention_factor: "read" | "ignored";
  /** The key of that name multiplies the magnitude, or is not known. */
  attn_factor: "multiplies" | "unknown";
  /**
   * both, ratio: as in the core. plain: get_mscale(s, 1), mscales not read. all_dim: the ratio with mscale 1.
   * one: 1 unless both mscales are given.
   */
  magnitude: "both" | "ratio" | "plain" | "all_dim" | "one";
}

export interface DialectRules {
  name: Dialect;
  /** Other types are refused. */
  types: readonly RopeType[];
  yarn: YarnRules;
  /**
   * DeepSeek's factor on the scale. always: get_mscale(s, mscale_all_dim)². v3_only: that, but not in DeepSeek-V2
   * and Mistral-4 (Hugging Face before 2026-07). beyond_original: get_mscale(s, mscale)², and YaRN at all, only where the maximum is above the original.
   */
  softmax: "always" | "v3_only" | "beyond_original" | "never";
  dynamic_state: "sticky" | "static" | "recomputed";
  /** What "ntk" means: alpha on the base, or a factor on every pair. */
  ntk: "base" | "per_pair";
  longrope_switch: "length" | "limit";
  /** The amplitude of Phi-3's legacy type "yarn". */
  longrope_yarn: "longrope" | "yarn";
  /** top_level: original_max_position_embeddings beside the block, else 8192. */
  llama3_length: "block" | "top_level";
  /** GLM: base 10000 rope_ratio, or the ratio is lost. */
  rope_ratio: "multiplies" | "ignored";
  /** The text-only class of Gemma 3 leaves its linear factor out. */
  gemma3_text_linear: "read" | "ignored";
  /** Falcon divides its bias by sqrt(head_dim); Hugging Face also rounds its slopes to bfloat16. */
  falcon_alibi: "rounded_before_scale" | "before_scale" | "after_scale";
  /** The stream of pairs that no interleaved section takes. */
  mrope_rest: 0 | 3;
  /** `truncate` in a block by layer type is not seen. */
  nested_truncate: "read" | "ignored";
  /** Of models whose checkpoints were permuted for Hugging Face. */
  pairing: "huggingface" | "authors" | "gguf";
  /** What rounds where in a bfloat16 model; for RotaryMethod.angle_precision. */
  precision: AnglePrecision;
}

const float32: AnglePrecision = { inv_freq: "float32", position: "float32", angle: "float32", table: "float32" };
const bfloat16Table: AnglePrecision = { ...float32, table: "bfloat16" };

const huggingface: DialectRules = {
  name: "huggingface",
  types: ["default", "linear", "dynamic", "yarn", "longrope", "llama3", "proportional"],
  yarn: {
    ramp_limit: "channels",
    ramp: "upright",
    length: "original",
    mrope_length: 1,
    factor: "stated",
    attention_factor: "read",
    attn_factor: "unknown",
    magnitude: "both",
  },
  softmax: "always",
  dynamic_state: "sticky",
  ntk: "base",
  longrope_switch: "length",
  longrope_yarn: "longrope",
  llama3_length: "block",
  rope_ratio: "ignored",
  gemma3_text_linear: "read",
  falcon_alibi: "rounded_before_scale",
  mrope_rest: 0,
  nested_truncate: "ignored",
  pairing: "huggingface",
  precision: bfloat16Table,
};

const { yarn } = huggingface;
const typesOf4 = ["default", "linear", "dynamic", "yarn", "longrope", "llama3"] as const;

const table: Record<Dialect, DialectRules> = {
  huggingface,
  huggingface_2025: {
    ...huggingface,
    name: "huggingface_2025",
    types: typesOf4,
    yarn: { ...yarn, factor: "implied" },
    softmax: "v3_only",
    nested_truncate: "read",
  },
  huggingface_2024: {
    ...huggingface,
    name: "huggingface_2024",
    types: typesOf4,
    yarn: { ...yarn, length: "maximum", magnitude: "plain" },
    softmax: "v3_only",
    nested_truncate: "read",
  },
  vllm: {
    ...huggingface,
    name: "vllm",
    types: [...huggingface.types, "ntk", "deepseek_yarn", "mllama4"],
    yarn: { ...yarn, mrope_length: 4, attn_factor: "multiplies" },
    dynamic_state: "static",
    ntk: "per_pair",
    longrope_switch: "limit",
    rope_ratio: "multiplies",
    falcon_alibi: "before_scale",
    nested_truncate: "read",
  },
  llama_cpp: {
    ...huggingface,
    name: "llama_cpp",
    types: ["default", "linear", "yarn", "longrope", "llama3", "proportional"],
    yarn: { ...yarn, attention_factor: "ignored", attn_factor: "multiplies", magnitude: "all_dim" },
    longrope_switch: "limit",
    longrope_yarn: "yarn",
    llama3_length: "top_level",
    rope_ratio: "multiplies",
    falcon_alibi: "after_scale",
    mrope_rest: 3,
    nested_truncate: "read",
    pairing: "gguf",
    precision: { ...float32, series: "running" },
  },
  megatron: {
    ...huggingface,
    name: "megatron",
    types: ["default", "linear", "yarn", "llama3"],
    yarn: { ...yarn, attention_factor: "ignored", magnitude: "ratio" },
    rope_ratio: "multiplies",
    nested_truncate: "read",
  },
  litgpt: {
    ...huggingface,
    name: "litgpt",
    types: ["default", "linear", "yarn", "llama3"],
    yarn: { ...yarn, ramp_limit: "pairs", ramp: "inverted", attention_factor: "ignored", magnitude: "one" },
    softmax: "never",
    nested_truncate: "read",
  },
  mlx: {
    ...huggingface,
    name: "mlx",
    types: ["default", "linear", "yarn", "deepseek_yarn", "longrope", "llama3", "proportional"],
    yarn: { ...yarn, attention_factor: "ignored", magnitude: "ratio" },
    longrope_switch: "limit",
    rope_ratio: "multiplies",
    nested_truncate: "read",
    precision: float32,
  },
  authors: {
    ...huggingface,
    name: "authors",
    types: [...huggingface.types, "dynamic_yarn", "ntk", "ntk_by_parts", "deepseek_yarn"],
    yarn: { ...yarn, attn_factor: "multiplies" },
    softmax: "beyond_original",
    dynamic_state: "recomputed",
    rope_ratio: "multiplies",
    gemma3_text_linear: "ignored",
    nested_truncate: "read",
    pairing: "authors",
    precision: float32,
  },
};

export const DIALECTS: readonly Dialect[] = Object.keys(table) as Dialect[];

export function rulesOf(dialect: Dialect): DialectRules {
  return table[dialect];
}

/** The rounding of a dialect with bfloat16 activations, for RotaryMethod.angle_precision. */
export function precisionOf(dialect: Dialect): AnglePrecision {
  return table[dialect].precision;
}
