/**
 * llama.cpp's GGUF metadata: flat ("llama.rope.freq_base": …), nested, or as gguf-dump writes it, with {type, value}
 * for each key and `metadata` around them.
 */
import { Block, type Slot } from "./block.ts";
import type { Pairing } from "./families.ts";
import { childOf, isObject, type Key } from "./key-tree.ts";
import { note, type Report } from "./report.ts";
import type { Source } from "./source.ts";

/** Keys behind the architecture's name, in the words of Hugging Face. */
const rootNames: Readonly<Record<string, string>> = {
  embedding_length: "hidden_size",
  block_count: "num_hidden_layers",
  context_length: "max_position_embeddings",
  "attention.head_count": "num_attention_heads",
  "attention.head_count_kv": "num_key_value_heads",
  "attention.key_length": "head_dim",
  "attention.key_length_mla": "head_dim",
  "attention.sliding_window": "sliding_window",
  "attention.sliding_window_pattern": "sliding_window_pattern",
  "attention.chunk_size": "attention_chunk_size",
  "attention.max_alibi_bias": "alibi_bias_max",
  "attention.scale": "attention_scale",
  "attention.relative_buckets_count": "relative_attention_num_buckets",
  "attention.causal": "attention_causal",
  attn_logit_softcapping: "attn_logit_softcapping",
  "rope.dimension_count": "rotary_dim",
  "rope.dimension_sections": "mrope_section",
  "rope.freq_base": "rope_theta",
  "rope.freq_base_swa": "rope_local_base_freq",
};

const ropeNames: Readonly<Record<string, string>> = {
  "rope.scaling.type": "rope_type",
  "rope.scaling.factor": "factor",
  "rope.scale_linear": "factor",
  "rope.scaling.original_context_length": "original_max_position_embeddings",
  "rope.scaling.attn_factor": "attn_factor",
  "rope.scaling.yarn_attn_factor": "attn_factor",
  "rope.scaling.yarn_beta_fast": "beta_fast",
  "rope.scaling.yarn_beta_slow": "beta_slow",
};

/** Architectures whose class in families.ts has another name. */
const modelTypes: Readonly<Record<string, string>> = {
  qwen2moe: "qwen2_moe",
  qwen3moe: "qwen3_moe",
  qwen2vl: "qwen2_vl",
  qwen3vl: "qwen3_vl",
  gemma3: "gemma3_text",
  gemma4: "gemma4_text",
  deepseek2: "deepseek_v3",
  gptneox: "gpt_neox",
  "command-r": "cohere",
  "gpt-oss": "gpt_oss",
  phi2: "phi",
  llama4: "llama4_text",
  starcoder: "gpt_bigcode",
  "nomic-bert": "nomic_bert",
  "modern-bert": "modernbert",
  glm4moe: "glm4_moe",
  "hunyuan-dense": "hunyuan_v1_dense",
  "ernie4_5-moe": "ernie4_5_moe",
};

export function openGguf(tree: Key, report: Report): Source {
  const metadata = childOf(tree, "metadata");
  const found = collect(metadata ?? tree, report);
  const named = found.get("general.architecture");
  const architecture = typeof named?.value === "string" ? named.value : "unknown";
  if (named) report.mark(named.key, "read");
  const root = new Map<string, Slot>();
  const rope = new Map<string, Slot>();
  for (const [name, slot] of found) {
    if (!name.startsWith(`${architecture}.`)) {
      if (name !== "general.architecture") report.mark(slot.key, "ignored", note("not_positional"));
      continue;
    }
    const own = name.slice(architecture.length + 1);
    if (Object.hasOwn(ropeNames, own)) rope.set(ropeNames[own] as string, slot);
    else if (Object.hasOwn(rootNames, own)) root.set(rootNames[own] as string, slot);
    else if (own === "rope.scaling.yarn_log_multiplier") rope.set("mscale_all_dim", logMultiplier(slot, architecture));
    else root.set(own, slot);
  }
  dropEmptySections(root);
  if (found.has(`${architecture}.rope.scale_linear`) && !rope.has("rope_type"))
    rope.set("rope_type", { key: (rope.get("factor") as Slot).key, value: "linear" });
  return {
    kind: "gguf",
    architecture,
    named: named?.key,
    multimodal: false,
    modelType: modelTypes[architecture] ?? architecture,
    dialect: "llama_cpp",
    root: new Block(report, "", root),
    rope: [new Block(report, "", rope)],
    ropeByType: new Map(),
    pairing: pairingOf(architecture),
  };
}

/** Dotted names and their values, whichever of the three forms they stand in. */
function collect(tree: Key, report: Report): Map<string, Slot> {
  const found = new Map<string, Slot>();
  if (tree.parent) report.mark(tree, "read");
  const visit = (key: Key, prefix: string) => {
    const name = prefix ? `${prefix}.${key.name}` : key.name;
    const typed = childOf(key, "value");
    if (typed && (childOf(key, "type") || key.children.length === 1)) {
      report.mark(key, "read");
      for (const child of key.children) report.mark(child, "ignored", note("not_positional"));
      found.set(name, { key: typed, value: typed.value });
    } else if (isObject(key.value) && key.children.length > 0) for (const child of key.children) visit(child, name);
    else found.set(name, { key, value: key.value });
  };
  for (const key of tree.children) visit(key, "");
  return found;
}

/** DeepSeek's converter stores 0.1 mscale_all_dim, others mscale_all_dim. */
function logMultiplier({ key, value }: Slot, architecture: string): Slot {
  const tenth = architecture === "deepseek2" && typeof value === "number";
  // Rounded, as the file holds a float32 of 0.1.
  return { key, value: tenth ? Math.round(value * 1e7) / 1e6 : value };
}

/** Four sections are always stored, those past the last stream as 0. */
function dropEmptySections(root: Map<string, Slot>): void {
  const slot = root.get("mrope_section");
  if (!slot || !Array.isArray(slot.value)) return;
  const last = slot.value.findLastIndex((section) => section !== 0);
  root.set("mrope_section", { key: slot.key, value: slot.value.slice(0, last + 1) });
}

/** llama.cpp's "NORM"; all other rotary architectures are "NEOX". */
const interleaved = new Set(
  `llama llama4 baichuan starcoder internlm2 minicpm command-r cohere2 olmo arctic deepseek deepseek2 chatglm glm4 granite
  granitemoe smollm3 ernie4_5 ernie4_5-moe mistral3`.split(/\s+/),
);

function pairingOf(architecture: string): Pairing {
  return interleaved.has(architecture) ? "interleaved" : "half_split";
}
