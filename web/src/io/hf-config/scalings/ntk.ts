import type { RopeScaling } from "../../../engine/problem.ts";
import { count, factor as factorCheck, flag, positive } from "../checks.ts";
import type { Context } from "../context.ts";
import { note } from "../report.ts";
import {
  keyOf,
  leaveToOthers,
  needFactor,
  needLargestLength,
  read,
  readOriginalLength,
  remark,
  type ScalingRule,
  wideEnough,
} from "./scaling-context.ts";

/** Dynamic NTK; Hunyuan's `alpha` makes it a fixed base at every length. */
export const dynamic: ScalingRule = {
  keys: ["factor", "alpha"],
  read(context) {
    if (keyOf(context, "alpha")) {
      const alpha = read(context, "alpha", factorCheck);
      const key = keyOf(context, "factor");
      if (key) context.report.mark(key, "ignored", note("overridden", { by: "alpha" }));
      if (alpha !== undefined) remark(context, "alpha", note("fixed_base"));
      return alpha === undefined || !wideEnough(context) ? undefined : { kind: "ntk", alpha };
    }
    const factor = needFactor(context);
    const max_position_embeddings = needLargestLength(context);
    if (factor === undefined || max_position_embeddings === undefined || !wideEnough(context)) return undefined;
    return { kind: "dynamic_ntk", factor, max_position_embeddings, state: context.rules.dynamic_state };
  },
};

/** "ntk" of vLLM, and of the authors. */
export const ntk: ScalingRule = {
  keys: ["factor", "mixed_b"],
  read(context) {
    const factor = needFactor(context);
    if (context.rules.ntk === "base") {
      leaveToOthers(context, "mixed_b");
      return factor === undefined || !wideEnough(context) ? undefined : { kind: "ntk", alpha: factor };
    }
    const mixed_b = read(context, "mixed_b", positive);
    return factor === undefined ? undefined : { kind: "ntk_per_pair", factor, ...(mixed_b && { mixed_b }) };
  },
};

export const ntkByParts: ScalingRule = {
  keys: ["factor", "original_max_position_embeddings"],
  read(context) {
    const factor = needFactor(context);
    const length = readOriginalLength(context);
    if (factor === undefined || length === undefined || !wideEnough(context)) return undefined;
    return { kind: "ntk_by_parts", factor, original_max_position_embeddings: length };
  },
};

/** Qwen 1 has two keys of its own instead of a block. */
export function readQwenNtk(context: Context, rotary_dim: number): RopeScaling | undefined {
  const { source, report } = context;
  const { root } = source;
  if (!root.read("use_dynamic_ntk", flag)) return undefined;
  const length = root.read("seq_length", count) ?? report.lack("seq_length", note("missing"));
  const fits = wideEnough({ report, rotary_dim });
  return length === undefined || !fits ? undefined : { kind: "qwen_ntk", original_max_position_embeddings: length };
}
