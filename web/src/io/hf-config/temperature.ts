/** What changes q by its position, and the scale on q·k. */
import type { QueryScale } from "../../engine/problem.ts";
import { amount, count, flag, positive, switchValue } from "./checks.ts";
import { type Context, classDefault } from "./context.ts";
import type { LayerGroup } from "./layer-groups.ts";
import { note } from "./report.ts";
import type { Shape } from "./shape.ts";

export function readQueryScale(context: Context, group: LayerGroup, shape: Shape): QueryScale | undefined {
  return readLogN(context) ?? readLlama4(context, group) ?? readMinistral(context, shape);
}

/** Qwen 1: log-n beyond the length of training. */
function readLogN({ source }: Context): QueryScale | undefined {
  const { root } = source;
  if (!root.read("use_logn_attn", flag)) return undefined;
  const length = root.read("seq_length", count);
  return length === undefined || length < 2 ? undefined : { kind: "log_n", original_max_position_embeddings: length };
}

/** Llama 4: NoPE layers alone, counting from 1. */
function readLlama4(context: Context, group: LayerGroup): QueryScale | undefined {
  const { source, report } = context;
  const { root } = source;
  const isLlama4 = source.modelType.startsWith("llama4");
  if (!isLlama4 && !root.has("attn_temperature_tuning")) return undefined;
  const on =
    root.read("attn_temperature_tuning", switchValue) ??
    report.fill("attn_temperature_tuning", true, classDefault(context));
  if (!on) return undefined;
  const floor_scale = root.read("floor_scale", positive) ?? report.fill("floor_scale", 8192, classDefault(context));
  const attn_scale = root.read("attn_scale", amount) ?? report.fill("attn_scale", 0.1, classDefault(context));
  return group.rotary ? undefined : { kind: "llama4", floor_scale, attn_scale, offset: 1 };
}

/** Ministral 3: every layer, counting from 0. */
function readMinistral({ source, report }: Context, shape: Shape): QueryScale | undefined {
  const { root, rope } = source;
  const blocks = [...rope, root];
  const block = blocks.find((one) => one.has("llama_4_scaling_beta"));
  if (!block) return undefined;
  const attn_scale = block.read("llama_4_scaling_beta", amount);
  const name = "original_max_position_embeddings";
  const stated = blocks.find((one) => one.has(name))?.read(name, positive);
  const floor_scale = stated ?? shape.max_position_embeddings ?? report.lack(name, note("missing"));
  return attn_scale === undefined || floor_scale === undefined
    ? undefined
    : { kind: "llama4", floor_scale, attn_scale, offset: 0 };
}

/** Where it is not 1 / sqrt(head_dim). */
export function readScale({ source, family, report }: Context): number | undefined {
  const { root } = source;
  const scalar = root.read("query_pre_attn_scalar", positive);
  const slot = root.slot("query_pre_attn_scalar");
  if (scalar !== undefined && slot && family.scale === undefined) {
    report.remark(slot.key, note("scale_from_scalar", { scale: 1 / Math.sqrt(scalar) }));
    return 1 / Math.sqrt(scalar);
  }
  const stated = root.read(["attention_multiplier", "attention_scale", "softmax_scale"], positive);
  if (stated !== undefined) return stated;
  if (root.read("scale_attn_weights", flag) === false) return 1;
  return family.scale;
}

export function readSoftcap({ source }: Context): number | undefined {
  return source.root.read("attn_logit_softcapping", amount) || undefined;
}
