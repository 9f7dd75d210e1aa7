/** Where libraries read the same setting differently: what the page and the command point at. */
import { type DialectRules, rulesOf } from "./dialects.ts";
import type { Dialect } from "./types.ts";

export interface Disagreement {
  id: string;
  /** The keys that it is about, as Hugging Face spells them. */
  keys: readonly string[];
  /** The choice of a dialect, as a stable word. */
  choice(dialect: Dialect): string;
}

function by(id: string, keys: readonly string[], choose: (rules: DialectRules) => string): Disagreement {
  return { id, keys, choice: (dialect) => choose(rulesOf(dialect)) };
}

export const disagreements: readonly Disagreement[] = [
  by("yarn_ramp_limit", ["beta_fast", "beta_slow"], ({ yarn }) => yarn.ramp_limit),
  by("yarn_ramp_direction", ["beta_fast", "beta_slow"], ({ yarn }) => yarn.ramp),
  by("yarn_correction_length", ["original_max_position_embeddings"], ({ yarn }) => yarn.length),
  by("yarn_multimodal_length", ["mrope_section"], ({ yarn }) => (yarn.mrope_length === 1 ? "original" : "four_times")),
  by("yarn_factor", ["factor"], ({ yarn }) => yarn.factor),
  by("yarn_attention_factor", ["attention_factor"], ({ yarn }) => yarn.attention_factor),
  by("yarn_attn_factor", ["attn_factor"], ({ yarn }) => yarn.attn_factor),
  by("yarn_magnitude", ["mscale", "mscale_all_dim"], ({ yarn }) => yarn.magnitude),
  by("yarn_truncate_by_type", ["truncate"], (rules) => rules.nested_truncate),
  by("softmax_factor", ["mscale", "mscale_all_dim"], (rules) => rules.softmax),
  by("dynamic_ntk_state", ["factor", "max_position_embeddings"], (rules) => rules.dynamic_state),
  by("ntk_form", ["factor", "mixed_b"], (rules) => (rules.types.includes("ntk") ? rules.ntk : "refused")),
  by("longrope_switch", ["short_factor", "long_factor"], (rules) => rules.longrope_switch),
  by("longrope_magnitude", ["type"], (rules) => rules.longrope_yarn),
  by("llama3_original_length", ["original_max_position_embeddings"], (rules) => rules.llama3_length),
  by("glm_rope_ratio", ["rope_ratio"], (rules) => rules.rope_ratio),
  by("gemma3_text_linear", ["factor"], (rules) => rules.gemma3_text_linear),
  by("falcon_alibi", ["alibi"], (rules) => rules.falcon_alibi),
  by("mrope_rest", ["mrope_section", "mrope_interleaved"], (rules) => (rules.mrope_rest === 0 ? "time" : "fourth")),
  by("pairing", ["pairing"], (rules) => rules.pairing),
  by("angle_precision", [], ({ precision }) => `${precision.series ?? "powers"}_${precision.table}`),
  by("rope_types", ["rope_type"], ({ types }) => types.join(" ")),
];

/** Dialects by what they choose, in the order of first appearance. */
export function choicesOf(
  { choice }: Disagreement,
  dialects: readonly Dialect[],
): { choice: string; dialects: Dialect[] }[] {
  const groups = new Map<string, Dialect[]>();
  for (const dialect of dialects) groups.set(choice(dialect), [...(groups.get(choice(dialect)) ?? []), dialect]);
  return [...groups].map(([choice, dialects]) => ({ choice, dialects }));
}
