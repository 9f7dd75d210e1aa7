/** The methods as the page groups them: where they act, who described them, what a learner may change. */
import type { Method, MethodKind } from "../../engine/problem.ts";

/** Where positions enter: the diamonds of the flow. */
export type Place = "input" | "rotation" | "vectors" | "bias" | "values";

export const GROUPS = [
  { name: "none", kinds: ["none"] },
  { name: "input", kinds: ["sinusoidal", "learned"] },
  { name: "rotation", kinds: ["rotary"] },
  { name: "vectors", kinds: ["shaw", "transformer_xl", "deberta"] },
  { name: "bias", kinds: ["t5_bias", "alibi", "kerple", "sandwich", "fire"] },
  { name: "gates", kinds: ["cope"] },
] as const satisfies readonly { name: string; kinds: readonly MethodKind[] }[];

export function placesOf(method: Method): readonly Place[] {
  switch (method.kind) {
    case "none":
      return [];
    case "sinusoidal":
    case "learned":
      return ["input"];
    case "rotary":
      return ["rotation"];
    case "shaw":
      return [
        ...(method.keys === null ? [] : ["vectors" as const]),
        ...(method.values === null ? [] : ["values" as const]),
      ];
    case "transformer_xl":
    case "deberta":
    case "cope":
      return ["vectors"];
    default:
      return ["bias"];
  }
}

export interface Paper {
  authors: string;
  year: number;
  /** On arxiv.org. */
  id: string;
}

export const PAPERS: { readonly [kind in Exclude<MethodKind, "none">]: Paper } = {
  sinusoidal: { authors: "Vaswani", year: 2017, id: "1706.03762" },
  learned: { authors: "Devlin", year: 2018, id: "1810.04805" },
  shaw: { authors: "Shaw", year: 2018, id: "1803.02155" },
  transformer_xl: { authors: "Dai", year: 2019, id: "1901.02860" },
  t5_bias: { authors: "Raffel", year: 2020, id: "1910.10683" },
  alibi: { authors: "Press", year: 2022, id: "2108.12409" },
  deberta: { authors: "He", year: 2021, id: "2006.03654" },
  rotary: { authors: "Su", year: 2021, id: "2104.09864" },
  kerple: { authors: "Chi", year: 2022, id: "2205.09921" },
  sandwich: { authors: "Chi", year: 2023, id: "2212.10356" },
  fire: { authors: "Li", year: 2024, id: "2310.04418" },
  cope: { authors: "Golovneva", year: 2024, id: "2405.18719" },
};

/** What else a learner may type to find a method. */
export const OTHER_NAMES: { readonly [kind in MethodKind]?: string } = {
  none: "nope",
  sinusoidal: "sine cosine absolute",
  learned: "absolute table bert gpt",
  shaw: "relative",
  transformer_xl: "relative xlnet",
  t5_bias: "relative bucket",
  alibi: "relative slope bloom mpt",
  deberta: "relative disentangled",
  rotary: "relative rope roformer llama qwen",
  kerple: "relative kernel",
  sandwich: "relative",
  fire: "relative interpolation",
  cope: "contextual",
};

/** The fields that the page has a control for; the others come from links only. */
export const CONTROLS: { readonly [kind in MethodKind]: readonly string[] } = {
  none: [],
  sinusoidal: ["table", "base"],
  learned: ["rows"],
  shaw: ["max_relative_position"],
  transformer_xl: ["clamp_len"],
  t5_bias: ["relative_attention_num_buckets", "relative_attention_max_distance", "bidirectional"],
  alibi: ["direction", "slope_rule"],
  deberta: ["max_relative_positions"],
  rotary: ["pairing", "rotary_dim", "rope_theta"],
  kerple: ["form"],
  sandwich: [],
  fire: ["threshold"],
  cope: ["scaled"],
};
