/** Step 2: the inner product of two turned vectors, and a task in which only order tells the classes apart. */
import { type Pair, ropeScore } from "../../formulas.ts";
import type { LabFigure } from "../../lab-figure.ts";
import { exercise, formula, heading, lab, measured, prose, type Step } from "../../step.ts";
import { t } from "./strings.ts";

/** One pair that makes a quarter turn per position: a teaching value. */
const QUARTER = Math.PI / 2;
const ONE: Pair = [1, 0];
const OTHER: Pair = [0, 1];

const SECTIONS = ["score", "frequencies", "curve", "layouts", "vectors", "amplitude", "picture", "limits"];
const CONTROLS = [
  "head_dim",
  "theta",
  "inv_freq",
  "pairing",
  "share",
  "xpos",
  "seed",
  "same",
  "q",
  "k",
  "reach",
  "layout",
];
const PICTURE = ["sections", "rows", "columns", "before", "after", "patch"];

const quarterTurn = (places: string, ui: LabFigure["ui"], caption: LabFigure["caption"]): LabFigure => ({
  lab: "rotation",
  state: `inv_freq=${QUARTER}&q=1,0&k=1,0&reach=16&${places}`,
  ui,
  hide: [...SECTIONS.filter((name) => name !== "score"), ...CONTROLS, ...PICTURE],
  caption,
});

const SYMMETRIC = {
  version: 1,
  input: { kind: "tokens", tokens: ["狗", "咬", "人"] },
  method: { kind: "alibi", direction: "symmetric" },
};

export const step: Step = {
  title: () => t("title"),
  lead: () => t("lead"),
  blocks: [
    heading(() => t("pair")),
    prose(() => t("pair.text")),
    formula("R_(a)ᵀ = R_(−a),  R_a R_b = R_(a+b)", "(R_i q)ᵀ (R_j k) = qᵀ R_(i)ᵀ R_j k = qᵀ R_(j−i) k"),
    prose(() => t("pair.left")),
    lab(quarterTurn("i=0&j=1", "min", () => t("pair.caption"))),
    exercise({
      kind: "number",
      name: "half",
      question: () => t("half.question"),
      hint: () => t("half.hint"),
      why: () => t("half.why"),
      answer: () => ropeScore([ONE, ONE], [0, 2], QUARTER),
      tolerance: 0.01,
      digits: 0,
      figure: quarterTurn("i=0&j=2", "none", () => t("half.caption")),
    }),
    exercise({
      kind: "number",
      name: "content",
      question: () => t("content.question"),
      hint: () => t("content.hint"),
      why: () => t("content.why"),
      answer: () => ropeScore([ONE, OTHER], [0, 1], QUARTER),
      tolerance: 0.01,
      digits: 0,
    }),
    exercise({
      kind: "choice",
      name: "value",
      question: () => t("value.question"),
      hint: () => t("value.hint"),
      why: () => t("value.why"),
      options: { all: () => t("value.all"), both: () => t("value.both"), key: () => t("value.key") },
      answer: () => "both",
    }),
    heading(() => t("many")),
    prose(() => t("many.text")),
    formula("score(Δ) / |q|² = 2/d · Σ_r cos(Δ θ_r),  θ_r = 10000^(−2r/d)"),
    prose(() => t("many.decay")),
    lab({
      lab: "rotation",
      state: "head_dim=128&same=on&reach=2048&i=100&j=0",
      ui: "none",
      hide: SECTIONS.filter((name) => name !== "curve"),
      caption: () => t("many.caption"),
    }),
    exercise({
      kind: "number",
      name: "period",
      question: () => t("period.question"),
      hint: () => t("period.hint"),
      why: () => t("period.why"),
      answer: () => (2 * Math.PI) / QUARTER,
      tolerance: 0,
      digits: 0,
      unit: () => t("period.unit"),
    }),
    heading(() => t("bite")),
    prose(() => t("bite.text")),
    exercise({
      kind: "number",
      name: "chance",
      question: () => t("chance.question"),
      hint: () => t("chance.hint"),
      why: () => t("chance.why"),
      answer: () => -Math.log(1 / 2),
      tolerance: 0.005,
      digits: 3,
      unit: () => t("nats"),
    }),
    prose(() => t("mirror.text")),
    lab({
      lab: "order",
      state: `problem=${encodeURIComponent(JSON.stringify(SYMMETRIC))}`,
      ui: "none",
      hide: ["pipeline", "comparison", "why", "measured", "inspector", "engine", "examples"],
      caption: () => t("mirror.caption"),
    }),
    exercise({
      kind: "choice",
      name: "mirror",
      question: () => t("mirror.question"),
      hint: () => t("mirror.hint"),
      why: () => t("mirror.why"),
      options: { slope: () => t("mirror.slope"), mirror: () => t("mirror.mirror"), steps: () => t("mirror.steps") },
      answer: () => "mirror",
    }),
    measured({
      study: "biting",
      methods: ["none", "sinusoidal", "learned", "rope", "t5", "alibi"],
      quantity: "accuracy",
      here: ["rope", "alibi"],
    }),
  ],
};
