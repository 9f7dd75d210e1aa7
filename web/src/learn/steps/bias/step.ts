/** Step 5: slopes, what a mask alone knows, why a recurrence needs no positions; then the claims. */
import { fixed } from "../../../i18n/numbers.ts";
import { alibiSlopes, recurrentState, softmax } from "../../formulas.ts";
import { exercise, formula, heading, lab, measured, prose, type Step } from "../../step.ts";
import { t } from "./strings.ts";

const SLOPE = 1 / 2;
const [NEAR, FAR] = [1, 4];
const score = (content: number, distance: number): number => content - SLOPE * distance;

const RELATIVE = ["curve", "inside", "slopes", "buckets"];
const CAUSAL = {
  version: 1,
  input: { kind: "tokens", tokens: ["狗", "咬", "人"] },
  mask: { kind: "causal" },
};
const EQUAL = Array.from({ length: 8 }, () => 0);

export const step: Step = {
  title: () => t("title"),
  lead: () => t("lead"),
  blocks: [
    heading(() => t("slopes")),
    formula("s_(i,j) = q_(i)ᵀ k_j / √d − m_h (i − j),  j ≤ i"),
    prose(() => t("slopes.text")),
    formula("m_h = 2^(−8h/H),  h = 1 … H"),
    lab({
      lab: "relative",
      state: "heads=8&head=1&second=4",
      ui: "none",
      hide: RELATIVE.filter((name) => name !== "curve"),
      caption: () => t("slopes.caption"),
    }),
    exercise({
      kind: "number",
      name: "slope",
      question: () => t("slope.question"),
      hint: () => t("slope.hint"),
      why: () => t("slope.why"),
      answer: () => alibiSlopes(16)[0] as number,
      tolerance: 0.002,
      digits: 4,
    }),
    exercise({
      kind: "number",
      name: "ratio",
      question: () => t("ratio.question"),
      hint: () => t("ratio.hint"),
      why: () => t("ratio.why"),
      answer: () => {
        const [near, far] = softmax([score(2, NEAR), score(2, FAR)]) as [number, number];
        return near / far;
      },
      tolerance: 0.05,
      digits: 2,
      unit: () => t("times"),
      figure: {
        lab: "relative",
        state: "",
        ui: "none",
        hide: RELATIVE.filter((name) => name !== "inside"),
        caption: () => t("ratio.caption"),
      },
    }),
    exercise({
      kind: "choice",
      name: "far",
      question: () => t("far.question"),
      hint: () => t("far.hint"),
      why: () => {
        const [near, far] = [score(2, NEAR), score(8, FAR)].map((value) => fixed(value, 1)) as [string, string];
        return t("far.why", { far, near });
      },
      options: { near: () => t("far.near"), far: () => t("far.far"), equal: () => t("far.equal") },
      answer: () => {
        const [near, far] = softmax([score(2, NEAR), score(8, FAR)]) as [number, number];
        return near > far ? "near" : near < far ? "far" : "equal";
      },
    }),
    heading(() => t("none")),
    prose(() => t("none.text")),
    lab({
      lab: "order",
      state: `problem=${encodeURIComponent(JSON.stringify(CAUSAL))}`,
      ui: "none",
      hide: ["pipeline", "comparison", "why", "measured", "inspector", "engine", "examples"],
      caption: () => t("none.caption"),
    }),
    exercise({
      kind: "number",
      name: "count",
      question: () => t("count.question"),
      hint: () => t("count.hint"),
      why: () => t("count.why"),
      answer: () => softmax(EQUAL)[0] as number,
      tolerance: 0.001,
      digits: 3,
    }),
    heading(() => t("state")),
    prose(() => t("state.text")),
    formula("h_t = a h_(t−1) + x_t"),
    exercise({
      kind: "number",
      name: "state",
      question: () => t("state.question"),
      hint: () => t("state.hint"),
      why: () => {
        const other = recurrentState([0, 0, 0, 1], 1 / 2);
        return t("state.why", { other });
      },
      answer: () => recurrentState([1, 0, 0, 0], 1 / 2),
      tolerance: 0.001,
      digits: 3,
    }),
    prose(() => t("train.text")),
    measured(
      {
        study: "hidden_markov",
        methods: ["none", "alibi", "kerple", "sandwich", "rope"],
        extensions: ["alibi_flat", "alibi_steep"],
        quantity: "excess",
        here: ["none", "alibi"],
      },
      {
        study: "passkey",
        methods: ["none", "alibi", "kerple", "sandwich", "rope"],
        extensions: ["alibi_flat", "alibi_steep"],
        quantity: "accuracy",
        here: ["alibi"],
      },
    ),
    { kind: "claims" },
  ],
};
