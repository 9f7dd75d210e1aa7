/** Meta's params.json, and Mistral's, which has the same keys. */
import { Block, type Slot, slotsOf } from "./block.ts";
import type { Key } from "./key-tree.ts";
import { note, type Report } from "./report.ts";
import type { Source } from "./source.ts";

const names: Readonly<Record<string, string>> = {
  dim: "hidden_size",
  n_heads: "num_attention_heads",
  n_kv_heads: "num_key_value_heads",
  n_layers: "num_hidden_layers",
  max_seq_len: "max_position_embeddings",
  rope_freq_base: "rope_theta",
  nope_layer_interval: "no_rope_layer_interval",
};

const ropeNames: Readonly<Record<string, string>> = {
  rope_scaling_factor: "factor",
  rope_scale_factor: "factor",
  rope_low_freq_factor: "low_freq_factor",
  low_freq_factor: "low_freq_factor",
  rope_high_freq_factor: "high_freq_factor",
  high_freq_factor: "high_freq_factor",
};

const published = { factor: 8, low_freq_factor: 1, high_freq_factor: 4, original_max_position_embeddings: 8192 };

export function openMeta(tree: Key, report: Report): Source {
  const slots = slotsOf(tree.children);
  const rope = new Map<string, Slot>();
  for (const key of tree.children) {
    const name = names[key.name];
    if (name && !slots.has(name)) slots.set(name, { key, value: key.value });
    const ropeName = ropeNames[key.name];
    if (ropeName && !rope.has(ropeName)) rope.set(ropeName, { key, value: key.value });
  }
  const scaled = slots.get("use_scaled_rope");
  if (scaled) useScaledRope(scaled, rope, report);
  const modelType = slots.has("nope_layer_interval") ? "llama4_text" : "llama";
  const context = modelType === "llama" ? publishedContext(slots) : undefined;
  return {
    kind: "meta",
    architecture: "meta",
    multimodal: false,
    modelType,
    dialect: "authors",
    root: new Block(report, "", slots),
    rope: [new Block(report, "", rope)],
    ropeByType: new Map(),
    pairing: "interleaved",
    ...(context && { published: context }),
  };
}

/** Llama 1 and 2 have the same keys but not the same context. */
function publishedContext(slots: ReadonlyMap<string, Slot>): Source["published"] {
  if (slots.get("use_scaled_rope")?.value === true) return { model: "Llama 3.1", length: 131072 };
  return slots.get("rope_theta")?.value === 500000 ? { model: "Llama 3", length: 8192 } : undefined;
}

/** The switch of Llama 3.1: what it does not say is in Meta's code. */
function useScaledRope({ key, value }: Slot, rope: Map<string, Slot>, report: Report): void {
  if (typeof value !== "boolean") {
    report.mark(key, "impossible", note("expected_flag", { got: String(JSON.stringify(value)) }));
    return;
  }
  report.mark(key, "read");
  if (!value) return;
  rope.set("rope_type", { key, value: "llama3" });
  for (const [name, value] of Object.entries(published))
    if (!rope.has(name)) rope.set(name, { key, value: report.fill(name, value, note("meta_default")) });
}
