import type { RopeScaling } from "../../../engine/problem.ts";
import { count, positive } from "../checks.ts";
import { note } from "../report.ts";
import {
  checkLengths,
  keyOf,
  leaveToOthers,
  need,
  needFactor,
  readOriginalLength,
  remark,
  type ScalingContext,
  type ScalingRule,
} from "./scaling-context.ts";

const original = "original_max_position_embeddings";

export const llama3: ScalingRule = {
  keys: ["factor", "low_freq_factor", "high_freq_factor", original],
  read(context): RopeScaling | undefined {
    const factor = needFactor(context);
    const low_freq_factor = need(context, "low_freq_factor", positive);
    const high_freq_factor = need(context, "high_freq_factor", positive);
    const length = context.rules.llama3_length === "block" ? readOriginalLength(context) : besideTheBlock(context);
    if (!factor || !low_freq_factor || !high_freq_factor || !length) return undefined;
    checkLengths(context, length, undefined);
    const order = note("frequency_factor_order", { low_freq_factor, high_freq_factor });
    if (high_freq_factor < low_freq_factor) {
      const key = keyOf(context, "high_freq_factor");
      if (key) context.report.mark(key, "impossible", order);
      return undefined;
    }
    if (high_freq_factor === low_freq_factor) remark(context, "high_freq_factor", order);
    return { kind: "llama3", factor, low_freq_factor, high_freq_factor, original_max_position_embeddings: length };
  },
};

/** llama.cpp's converter looks for the length beside the block alone. */
function besideTheBlock(context: ScalingContext): number {
  const stated = context.source.root.read(original, count);
  if (stated === undefined) leaveToOthers(context, original);
  return stated ?? context.report.fill(original, 8192, note("llama_cpp_default"));
}
