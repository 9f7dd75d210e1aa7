/** Settings of a context extension whose type is in error: what they do depends on it, what they can be does not. */
import { show } from "../block.ts";
import { amount, type Check, count, factor, flag, positive, positives } from "../checks.ts";
import type { Context } from "../context.ts";
import { note } from "../report.ts";
import type { RopeScope } from "../rope-scope.ts";

const checks: Readonly<Record<string, Check<unknown>>> = {
  factor,
  alpha: factor,
  original_max_position_embeddings: count,
  beta_fast: amount,
  beta_slow: amount,
  truncate: flag,
  attention_factor: amount,
  attn_factor: positive,
  mscale: amount,
  mscale_all_dim: amount,
  low_freq_factor: positive,
  high_freq_factor: positive,
  short_factor: positives,
  long_factor: positives,
  short_mscale: amount,
  long_mscale: amount,
  mixed_b: positive,
};

export function leaveUnjudged({ source, report }: Context, scope: RopeScope): void {
  for (const [name, check] of Object.entries(checks))
    for (const block of name.startsWith("original_") ? [...scope.blocks, source.root] : scope.blocks) {
      const slot = block.slot(name);
      if (!slot) continue;
      if (check.accepts(slot.value)) report.mark(slot.key, "ignored", note("type_unsettled"));
      else report.mark(slot.key, "impossible", note(check.code, { got: show(slot.value) }));
    }
}
