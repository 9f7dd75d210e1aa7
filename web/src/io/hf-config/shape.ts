/** Heads and widths, under the many names that models have for them. */
import { count, flag, size } from "./checks.ts";
import { type Context, classDefault, readModel } from "./context.ts";
import { note } from "./report.ts";

export interface Shape {
  heads: number;
  kv_heads: number;
  /** Of q and k as they enter the dot product. */
  head_dim: number;
  /** MLA: the width that was split off for rotation. */
  rope_dim?: number;
  /** Gemma 4: the narrower heads of sliding layers. */
  local_head_dim?: number;
  layers?: number;
  max_position_embeddings?: number;
}

const headNames = [
  "num_attention_heads",
  "n_head",
  "n_heads",
  "num_heads",
  "decoder_attention_heads",
  "decoder_num_attention_heads",
  "attention_heads",
];
const widthNames = ["hidden_size", "n_embd", "n_embed", "d_model", "embed_dim", "model_dim", "dim"];
export const headDimNames = ["head_dim", "kv_channels", "d_kv", "d_head", "attention_head_dim"];
const kvHeadNames = [
  "num_key_value_heads",
  "n_kv_heads",
  "num_kv_heads",
  "n_head_kv",
  "kv_n_heads",
  "decoder_num_key_value_heads",
];
const layerNames = [
  "num_hidden_layers",
  "n_layer",
  "n_layers",
  "num_layers",
  "decoder_layers",
  "decoder_num_hidden_layers",
];
const lengthNames = [
  "max_position_embeddings",
  "n_positions",
  "max_seq_len",
  "max_sequence_length",
  "seq_length",
  "n_ctx",
  "model_max_length",
  "max_seq_length",
];

export function readShape(context: Context): Shape | undefined {
  const heads = readHeads(context);
  // Some count other parts under a second name: the first that is there counts.
  const layerName = layerNames.find((name) => context.source.root.has(name)) ?? "num_hidden_layers";
  const layers = readModel(context, [...new Set(["num_hidden_layers", layerName])], size);
  const max_position_embeddings = readLength(context);
  if (heads === undefined) return undefined;
  const kv_heads = readKvHeads(context, heads);
  const widths = readHeadDim(context, heads);
  if (widths === undefined || kv_heads === undefined) return undefined;
  return { heads, kv_heads, ...widths, layers, max_position_embeddings };
}

/** A bare piece of a configuration names no heads; where it names a head's width, frequencies need no more. */
function readHeads(context: Context): number | undefined {
  const { root, kind } = context.source;
  const heads = readModel(context, headNames, size);
  if (heads !== undefined || headNames.some((name) => root.has(name))) return heads;
  const { report } = context;
  const widthKnown = headDimNames.some((name) => root.has(name)) || root.has("qk_rope_head_dim");
  if (widthKnown && kind === "huggingface") return report.fill("num_attention_heads", 1, note("one_head"));
  return report.lack("num_attention_heads", note("missing"));
}

/** Qwen 1 and ChatGLM store the length of training beside the largest one. */
function readLength(context: Context): number | undefined {
  const { root } = context.source;
  const names = lengthNames.filter((name) => name !== "seq_length" || !root.has("max_position_embeddings"));
  // GPT-2 has n_positions and n_ctx, MPT max_seq_len: the first that is there counts.
  const name = names.find((one) => root.has(one));
  if (name === undefined) return unnamedLength(context);
  return root.read(name === "max_position_embeddings" ? name : ["max_position_embeddings", name], count);
}

/** A GGUF file and Meta's are not read by Hugging Face's class, so they have none of its defaults. */
function unnamedLength(context: Context): number | undefined {
  const { source, family, report } = context;
  const name = "max_position_embeddings";
  if (source.kind === "huggingface") {
    const standard = readModel(context, [name], count);
    if (standard !== undefined) return standard;
  }
  const known = source.published ?? (family.card_length && { model: source.architecture, length: family.card_length });
  return known && source.kind !== "gguf"
    ? report.fill(name, known.length, note("card_length", { model: known.model }))
    : undefined;
}

function readKvHeads(context: Context, heads: number): number | undefined {
  const { root } = context.source;
  const { report } = context;
  if (root.has("multi_query_attention") || root.has("multi_query_group_num")) {
    const grouped = root.read("multi_query_attention", flag) ?? true;
    const groups = root.read("multi_query_group_num", size) ?? 1;
    return grouped ? groups : heads;
  }
  // Falcon: multi_query counts for the old decoder alone.
  const newDecoder = root.read("new_decoder_architecture", flag) ?? false;
  const multiQuery = root.read("multi_query", flag) ?? false;
  const stated = readModel(context, kvHeadNames, size);
  if (multiQuery && !newDecoder) return 1;
  const name = kvHeadNames.find((one) => root.has(one));
  if (stated === undefined) {
    if (name) return undefined;
    return report.fill("num_key_value_heads", heads, note("as_heads"));
  }
  if (heads % stated !== 0) {
    const slot = name && root.slot(name);
    const reason = note("kv_heads_divide", { got: stated, heads });
    if (slot) report.mark(slot.key, "impossible", reason);
    else report.lack("num_key_value_heads", reason);
    return undefined;
  }
  return stated;
}

function readHeadDim(
  context: Context,
  heads: number,
): Pick<Shape, "head_dim" | "rope_dim" | "local_head_dim"> | undefined {
  const { root } = context.source;
  const { report } = context;
  const rope_dim = root.read("qk_rope_head_dim", size);
  if (rope_dim !== undefined) {
    const nope_dim = root.read("qk_nope_head_dim", size) ?? 0;
    // Hugging Face 5 writes the rotary part as head_dim.
    for (const name of [...headDimNames, "qk_head_dim"]) root.ignore(name, note("width_already_split"));
    readWidth(context);
    return { head_dim: rope_dim + nope_dim, rope_dim };
  }
  if (root.has("qk_rope_head_dim")) return undefined;
  const width = readWidth(context);
  const stated = root.read(headDimNames, size);
  const standard = context.family.shape?.head_dim;
  const head_dim = stated ?? (standard && report.fill("head_dim", standard, classDefault(context)));
  const global = readModel(context, ["global_head_dim"], size);
  if (global !== undefined && head_dim !== undefined)
    return { head_dim: Math.max(global, head_dim), local_head_dim: head_dim };
  if (head_dim !== undefined) return { head_dim };
  if (headDimNames.some((name) => root.has(name))) return undefined;
  if (width === undefined) {
    if (!widthNames.some((name) => root.has(name))) report.lack("head_dim", note("missing_head_dim"));
    return undefined;
  }
  if (width % heads !== 0) {
    const name = widthNames.find((one) => root.has(one)) ?? "hidden_size";
    const slot = root.slot(name);
    if (slot) report.mark(slot.key, "impossible", note("width_divides", { got: width, heads }));
    else report.lack("head_dim", note("width_divides", { got: width, heads }));
    return undefined;
  }
  return { head_dim: report.fill("head_dim", width / heads, note("width_by_heads", { width, heads })) };
}

function readWidth(context: Context): number | undefined {
  return readModel(context, widthNames, size);
}
