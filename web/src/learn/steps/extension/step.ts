/** Step 4: how scalings move the wavelengths of real configurations, and what that did to a small model. */
import { fixed } from "../../../i18n/numbers.ts";
import { ntkBase, pairOfTurns, wavelengths, yarnAttentionFactor, yarnKept } from "../../formulas.ts";
import type { LabFigure } from "../../lab-figure.ts";
import { exercise, formula, heading, lab, measured, prose, type Step } from "../../step.ts";
import { t } from "./strings.ts";

const LLAMA_2 = { width: 128, base: 10_000, original: 4096 };
const QWEN = { width: 128, base: 1_000_000, original: 32_768 };
const FACTOR = 4;

const firstUnturned = (): number => wavelengths(LLAMA_2.width).findIndex((length) => length > LLAMA_2.original);

const DYNAMIC = {
  model_type: "llama",
  hidden_size: 4096,
  num_attention_heads: 32,
  num_hidden_layers: 32,
  max_position_embeddings: 4096,
  rope_theta: 10_000,
  rope_scaling: { rope_type: "dynamic", factor: FACTOR },
};

/** Its frequencies alone. */
const context = (state: object, caption: LabFigure["caption"]): LabFigure => ({
  lab: "context",
  state: `context=${encodeURIComponent(JSON.stringify(state))}`,
  ui: "none",
  hide: ["numbers", "curve", "lengths", "precision", "comparison", "dialects", "report"],
  caption,
});
const model = (id: string, caption: LabFigure["caption"]) => context({ source: { kind: "model", id } }, caption);

export const step: Step = {
  title: () => t("title"),
  lead: () => t("lead"),
  blocks: [
    heading(() => t("seen")),
    prose(() => t("seen.text")),
    exercise({
      kind: "number",
      name: "unturned",
      question: () => t("unturned.question"),
      hint: () => t("unturned.hint"),
      why: () => t("unturned.why", { first: firstUnturned() }),
      answer: () => LLAMA_2.width / 2 - firstUnturned(),
      tolerance: 0,
      digits: 0,
      unit: () => t("pairs"),
      figure: model("llama-2-7b", () => t("unturned.caption")),
    }),
    heading(() => t("rules")),
    prose(() => t("rules.text")),
    formula("θ_r / s", "b′ = b · s^(d/(d−2))", "θ_r · (1 − γ_r + γ_r / s),  γ_r = 0 … 1"),
    exercise({
      kind: "number",
      name: "ntk",
      question: () => t("ntk.question"),
      hint: () => t("ntk.hint"),
      why: () => t("ntk.why"),
      answer: () => ntkBase(LLAMA_2.base, FACTOR, LLAMA_2.width),
      tolerance: 100,
      digits: 0,
    }),
    prose(() => t("dynamic.text")),
    lab(
      context({ source: { kind: "text", text: JSON.stringify(DYNAMIC, null, 2) }, length: 16_384 }, () =>
        t("dynamic.caption"),
      ),
    ),
    exercise({
      kind: "number",
      name: "kept",
      question: () => t("kept.question"),
      hint: () => t("kept.hint"),
      why: () => {
        const place = fixed(pairOfTurns(32, QWEN), 2);
        const low = yarnKept(QWEN) - 1;
        return t("kept.why", { place, low });
      },
      answer: () => yarnKept(QWEN),
      tolerance: 0,
      digits: 0,
      unit: () => t("pairs"),
      figure: model("qwen2.5-7b-yarn", () => t("kept.caption")),
    }),
    exercise({
      kind: "number",
      name: "factor",
      question: () => t("factor.question"),
      hint: () => t("factor.hint"),
      why: () => {
        const square = fixed(yarnAttentionFactor(FACTOR) ** 2, 3);
        return t("factor.why", { square });
      },
      answer: () => yarnAttentionFactor(FACTOR),
      tolerance: 0.002,
      digits: 4,
    }),
    prose(() => t("models.text")),
    measured(
      {
        study: "passkey",
        methods: ["rope"],
        extensions: ["linear", "ntk", "dynamic_ntk", "yarn", "log_n"],
        quantity: "accuracy",
        here: ["rope"],
      },
      {
        study: "hidden_markov",
        methods: ["rope"],
        extensions: ["linear", "ntk", "dynamic_ntk", "yarn", "log_n"],
        quantity: "excess",
        here: ["rope"],
      },
    ),
  ],
};
