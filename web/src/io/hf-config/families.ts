/**
 * What the class of a model fills in or fixes, one row per model_type. A new family is one row here; where its rows
 * say nothing, a decoder with rotary positions over the whole head is assumed.
 */
import type { Dialect } from "./types.ts";

export type Pairing = "half_split" | "interleaved";

export type PositionKind = "rotary" | "alibi" | "learned" | "sinusoidal" | "t5" | "transformer_xl" | "deberta";

/** Which layers see all tokens where `layer_types` does not say. */
export type LayerPattern =
  /** Every n-th layer is full, the others slide. */
  | { kind: "every"; period: number }
  /** Layers 0, n, 2n, … are full (ModernBERT). */
  | { kind: "first_of"; period: number }
  /** Layers from max_window_layers on slide where use_sliding_window says so (Qwen 2). */
  | { kind: "from_layer" }
  /** Every n-th layer is full, the others have linear attention (Qwen3-Next). */
  | { kind: "linear"; period: number }
  /** Rotary layers are chunked, NoPE layers are full (Llama 4). */
  | { kind: "chunked" };

export interface Family {
  position?: PositionKind;
  /** As in Hugging Face's weights; default half_split. */
  pairing?: Pairing;
  /** Where the authors' or llama.cpp's weights have another order. */
  authors_pairing?: Pairing;
  gguf_pairing?: Pairing;
  /** Class defaults of keys that a file may leave out. */
  rope_theta?: number;
  local_rope_theta?: number;
  /** The rope block of a file that has none. */
  rope_parameters?: Readonly<Record<string, string | number | boolean>>;
  partial_rotary_factor?: number;
  mrope?: { section: readonly number[]; layout: "chunked" | "interleaved" };
  shape?: Readonly<Record<string, number>>;
  /** Where no class has a default, the context that the model cards name. */
  card_length?: number;
  pattern?: LayerPattern;
  /** NoPE: every n-th layer, or the layers that see all tokens. */
  nope?: number | "full";
  causal?: false;
  /** Instead of 1 / sqrt(head_dim). */
  scale?: number;
  /** DeepSeek's factor on the scale; v2: Hugging Face has it since 2026-07 only. */
  softmax?: "v2" | "v3";
  /** Legacy type "yarn" is longrope. */
  yarn_is_longrope?: true;
  /** Learned and sinusoidal tables: added to every position. */
  offset?: number;
  /** Without one of Hugging Face's own classes, the authors' code is the one that runs. */
  dialect?: Dialect;
}

const yarn = (factor: number, original_max_position_embeddings: number) =>
  ({ rope_type: "yarn", factor, original_max_position_embeddings, beta_fast: 32, beta_slow: 1 }) as const;
const tempered = { mscale: 1, mscale_all_dim: 1, llama_4_scaling_beta: 0.1 } as const;
const llama3 = (factor: number) =>
  ({
    rope_type: "llama3",
    factor,
    low_freq_factor: 1,
    high_freq_factor: 4,
    original_max_position_embeddings: 8192,
  }) as const;

const glm = { partial_rotary_factor: 0.5, pairing: "interleaved" } as const satisfies Family;
const chatglm = { ...glm, dialect: "authors" } as const satisfies Family;
const llama = { authors_pairing: "interleaved", gguf_pairing: "interleaved" } as const satisfies Family;
const normInGguf = { gguf_pairing: "interleaved" } as const satisfies Family;
const windowed = { pattern: { kind: "from_layer" } } as const satisfies Family;
const gemma2 = { pattern: { kind: "every", period: 2 } } as const satisfies Family;
const gemma3 = {
  rope_theta: 1e6,
  local_rope_theta: 1e4,
  pattern: { kind: "every", period: 6 },
  shape: {
    num_attention_heads: 8,
    num_key_value_heads: 4,
    head_dim: 256,
    num_hidden_layers: 26,
    max_position_embeddings: 131072,
  },
} as const satisfies Family;
const gemma4 = {
  ...gemma3,
  shape: { ...gemma3.shape, global_head_dim: 512, num_hidden_layers: 30 },
  scale: 1,
} as const satisfies Family;
const deepseek = { pairing: "interleaved", softmax: "v3" } as const satisfies Family;
const qwenLinear = { partial_rotary_factor: 0.25, pattern: { kind: "linear", period: 4 } } as const satisfies Family;
const qwen35 = { ...qwenLinear, mrope: { section: [11, 11, 10], layout: "interleaved" } } as const satisfies Family;
const qwen2vl = {
  ...windowed,
  rope_theta: 1e6,
  mrope: { section: [16, 24, 24], layout: "chunked" },
} as const satisfies Family;
const qwen3vl = {
  rope_theta: 5e5,
  mrope: { section: [24, 20, 20], layout: "interleaved" },
} as const satisfies Family;
const learnedEncoder = { position: "learned", causal: false } as const satisfies Family;
const fromTwo = { position: "learned", offset: 2 } as const satisfies Family;

const rows: Readonly<Record<string, Family>> = {
  llama,
  mistral: llama,
  mixtral: { ...llama, rope_theta: 1e6 },
  ministral3: { ...llama, rope_theta: 1e6, rope_parameters: { ...yarn(16, 16384), ...tempered } },
  ministral: llama,
  mistral4: { pairing: "interleaved", softmax: "v2", rope_parameters: { ...yarn(128, 8192), ...tempered } },
  llama4_text: {
    pairing: "interleaved",
    rope_theta: 5e5,
    nope: 4,
    pattern: { kind: "chunked" },
    shape: { num_attention_heads: 40, num_key_value_heads: 8, head_dim: 128, num_hidden_layers: 48 },
  },
  smollm3: { ...normInGguf, rope_theta: 2e6, nope: 4 },
  qwen: { dialect: "authors" },
  qwen2: windowed,
  qwen2_moe: windowed,
  qwen3: windowed,
  qwen3_moe: windowed,
  qwen3_next: qwenLinear,
  qwen3_5_text: qwen35,
  qwen3_5_moe_text: qwen35,
  qwen2_vl: qwen2vl,
  qwen2_vl_text: qwen2vl,
  qwen2_5_vl: qwen2vl,
  qwen2_5_vl_text: qwen2vl,
  qwen3_vl: qwen3vl,
  qwen3_vl_text: qwen3vl,
  qwen3_vl_moe_text: qwen3vl,
  qwen2_5_omni_text: qwen2vl,
  phi: { partial_rotary_factor: 0.5 },
  "phi-msft": {},
  phi3: { yarn_is_longrope: true },
  phimoe: { rope_theta: 1e6, yarn_is_longrope: true },
  gemma: { shape: { head_dim: 256 } },
  gemma2: { ...gemma2, shape: { head_dim: 256 } },
  gemma3,
  gemma3_text: gemma3,
  gemma3n_text: {
    ...gemma3,
    pattern: { kind: "every", period: 5 },
    shape: { ...gemma3.shape, max_position_embeddings: 32768 },
  },
  gemma4,
  gemma4_text: gemma4,
  deepseek_v2: { ...deepseek, softmax: "v2" },
  deepseek_v3: deepseek,
  deepseek_v32: deepseek,
  kimi_k2: deepseek,
  glm4_moe_lite: deepseek,
  glm_moe_dsa: deepseek,
  longcat_flash: { ...deepseek, rope_theta: 1e7 },
  youtu: deepseek,
  minicpm3: { softmax: "v3" },
  minicpm: normInGguf,
  chatglm,
  glm,
  glm4: glm,
  glm4_moe: { partial_rotary_factor: 0.5 },
  glm4v_text: { ...glm, mrope: { section: [8, 12, 12], layout: "chunked" } },
  gpt_neox: { partial_rotary_factor: 0.25 },
  gptj: { pairing: "interleaved", shape: { rotary_dim: 64 } },
  codegen: { pairing: "interleaved", shape: { rotary_dim: 64 } },
  stablelm: { partial_rotary_factor: 0.25 },
  persimmon: { partial_rotary_factor: 0.5 },
  nemotron: { partial_rotary_factor: 0.5 },
  cohere: { pairing: "interleaved", rope_theta: 5e5 },
  cohere2: { pairing: "interleaved", pattern: { kind: "every", period: 4 }, nope: "full" },
  exaone4: { pattern: { kind: "every", period: 4 }, nope: "full" },
  cohere2_moe: { pairing: "interleaved", pattern: { kind: "every", period: 4 }, nope: "full" },
  exaone_moe: { pattern: { kind: "every", period: 4 }, nope: "full" },
  afmoe: { pattern: { kind: "every", period: 4 }, nope: "full" },
  helium: { pairing: "interleaved", rope_theta: 1e5 },
  moonshine: { pairing: "interleaved", partial_rotary_factor: 0.9 },
  ernie4_5: { pairing: "interleaved", rope_theta: 5e5 },
  ernie4_5_vl_moe_text: { pairing: "interleaved", rope_theta: 5e5 },
  ernie4_5_moe: { pairing: "interleaved", rope_theta: 5e5 },
  olmo: normInGguf,
  olmo2: {},
  olmoe: {},
  flex_olmo: { rope_theta: 5e5 },
  olmo3: { rope_theta: 5e5, pattern: { kind: "every", period: 4 } },
  granite: normInGguf,
  granitemoe: normInGguf,
  granite_swa: { pattern: { kind: "first_of", period: 4 } },
  granitemoe_swa: { pattern: { kind: "first_of", period: 4 } },
  internlm2: normInGguf,
  baichuan: normInGguf,
  arctic: normInGguf,
  apertus: { rope_theta: 1.2e7, rope_parameters: llama3(8) },
  arcee: {},
  bamba: { partial_rotary_factor: 0.5 },
  bitnet: { rope_theta: 5e5 },
  cwm: { rope_theta: 1e6, rope_parameters: llama3(16), pattern: { kind: "first_of", period: 4 } },
  diffllama: {},
  doge: {},
  dots1: {},
  falcon_h1: {},
  hunyuan_v1_moe: {},
  hy_v3: { rope_theta: 11158840 },
  jetmoe: {},
  lfm2: { rope_theta: 1e6 },
  lfm2_moe: { rope_theta: 1e6 },
  mellum: { rope_theta: 5e5 },
  minimax_m2: { rope_theta: 5e6 },
  mllama_text_model: { rope_theta: 5e5 },
  recurrent_gemma: { partial_rotary_factor: 0.5 },
  solar_open: { rope_theta: 1e6 },
  vaultgemma: { ...gemma2, shape: { head_dim: 256 } },
  esm: { causal: false },
  eurobert: { causal: false },
  starcoder2: {},
  hunyuan_v1_dense: {},
  gpt_oss: {
    rope_theta: 1.5e5,
    rope_parameters: { ...yarn(32, 4096), truncate: false },
    pattern: { kind: "every", period: 2 },
    shape: { num_attention_heads: 64, num_key_value_heads: 8, head_dim: 64, num_hidden_layers: 36 },
  },
  nanochat: {},
  seed_oss: {},
  chameleon: {},
  hyperclovax: {},
  granitemoeshared: {},
  granitemoehybrid: {},
  gpt_neox_japanese: {},
  jais2: {},
  modernbert: {
    causal: false,
    rope_theta: 1.6e5,
    local_rope_theta: 1e4,
    pattern: { kind: "first_of", period: 3 },
  },
  roformer: { causal: false, pairing: "interleaved", shape: { num_attention_heads: 12, hidden_size: 768 } },
  nomic_bert: { causal: false, rope_theta: 1000 },
  dbrx: {},
  palm: {},
  falcon: { shape: { max_position_embeddings: 2048 } },
  bloom: { position: "alibi", card_length: 2048 },
  mpt: { position: "alibi" },
  bert: { ...learnedEncoder, shape: { num_attention_heads: 12, hidden_size: 768, max_position_embeddings: 512 } },
  electra: learnedEncoder,
  albert: learnedEncoder,
  distilbert: learnedEncoder,
  roberta: { ...learnedEncoder, offset: 2 },
  "xlm-roberta": { ...learnedEncoder, offset: 2 },
  camembert: { ...learnedEncoder, offset: 2 },
  gpt2: {
    position: "learned",
    shape: { num_attention_heads: 12, hidden_size: 768, num_hidden_layers: 12, max_position_embeddings: 1024 },
  },
  gpt_bigcode: { position: "learned" },
  gpt_neo: { position: "learned", scale: 1 },
  "openai-gpt": { position: "learned" },
  opt: fromTwo,
  bart: fromTwo,
  mbart: fromTwo,
  marian: { position: "sinusoidal" },
  pegasus: { position: "sinusoidal" },
  ctrl: { position: "sinusoidal" },
  xglm: { position: "sinusoidal", offset: 2 },
  m2m_100: { position: "sinusoidal", offset: 2 },
  t5: { position: "t5", shape: { num_attention_heads: 8, head_dim: 64, hidden_size: 512, num_hidden_layers: 6 } },
  mt5: { position: "t5" },
  umt5: { position: "t5" },
  longt5: { position: "t5" },
  "transfo-xl": { position: "transformer_xl" },
  xlnet: { position: "transformer_xl", causal: false },
  deberta: { position: "deberta", causal: false },
  "deberta-v2": { position: "deberta", causal: false },
};

/** Other spellings of model_type. */
const aliases: Readonly<Record<string, string>> = {
  llama4: "llama4_text",
  kimi_vl: "deepseek_v3",
  deepseek_v3_2: "deepseek_v32",
  glm4v: "glm4v_text",
  qwen3_5: "qwen3_5_text",
  RefinedWeb: "falcon",
  RefinedWebModel: "falcon",
  "mixformer-sequential": "phi-msft",
  "phi3-v": "phi3",
  phi3_v: "phi3",
  mistral3: "ministral3",
  gemma3n: "gemma3n_text",
  qwen3_5_moe: "qwen3_5_moe_text",
  qwen3_vl_moe: "qwen3_vl_moe_text",
  mllama: "mllama_text_model",
  stablelm_epoch: "stablelm",
};

export function familyOf(modelType: string): Family | undefined {
  const name = Object.hasOwn(aliases, modelType) ? (aliases[modelType] as string) : modelType;
  return Object.hasOwn(rows, name) ? rows[name] : undefined;
}
