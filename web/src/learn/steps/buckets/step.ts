/** Step 3: what a table of positions cannot do, and what buckets of distances do instead. */
import { causalBucket, interpolatedRow } from "../../formulas.ts";
import { exercise, formula, heading, lab, measured, prose, type Step } from "../../step.ts";
import { t } from "./strings.ts";

/** GPT-2 small. */
const ROWS = 1024;
const WIDTH = 768;
const HEADS = 12;
const BUCKETS = 32;

const distancesIn = (bucket: number): number[] =>
  Array.from({ length: 128 }, (_, distance) => distance).filter((distance) => causalBucket(distance) === bucket);

const RELATIVE = ["curve", "inside", "slopes", "buckets"];
const T5 = "method=t5_bias&reach=160&second=0&query=4&key=0";

export const step: Step = {
  title: () => t("title"),
  lead: () => t("lead", { rows: ROWS }),
  blocks: [
    heading(() => t("table")),
    prose(() => t("table.text")),
    formula("x_p = E[token_p] + P[p],  0 ≤ p < rows"),
    lab({
      lab: "absolute",
      state: "method=learned&rows=64&d_model=64&trained=48&positions=80&p=70&k=5",
      ui: "none",
      hide: ["encoding", "dots", "shift", "projected", "variants"],
      caption: () => t("table.caption"),
    }),
    exercise({
      kind: "number",
      name: "size",
      question: () => t("size.question", { rows: ROWS, width: WIDTH }),
      hint: () => t("size.hint"),
      why: () => t("size.why", { rows: ROWS, width: WIDTH }),
      answer: () => ROWS * WIDTH,
      tolerance: 0,
      digits: 0,
    }),
    prose(() => t("rule.text")),
    formula("p · (rows − 1) / (n − 1)"),
    prose(() => t("rule.between")),
    exercise({
      kind: "number",
      name: "stretch",
      question: () => t("stretch.question"),
      hint: () => t("stretch.hint"),
      why: () => t("stretch.why"),
      answer: () => interpolatedRow(21, 32, 64),
      tolerance: 0.01,
      digits: 2,
    }),
    heading(() => t("buckets")),
    prose(() => t("buckets.text")),
    formula(
      "s_(i,j) = q_(i)ᵀ k_j + b_h[bucket(i − j)]",
      "bucket(n) = n,  n < 16",
      "bucket(n) = min(31, 16 + ⌊16 · ln(n/16) / ln(128/16)⌋),  n ≥ 16",
    ),
    lab({
      lab: "relative",
      state: T5,
      ui: "none",
      hide: RELATIVE.filter((name) => name !== "curve"),
      caption: () => t("buckets.caption"),
    }),
    exercise({
      kind: "number",
      name: "bucket",
      question: () => t("bucket.question"),
      hint: () => t("bucket.hint"),
      why: () => {
        const bucket = causalBucket(50);
        const distances = distancesIn(bucket);
        return t("bucket.why", { bucket, first: distances[0] as number, last: distances.at(-1) as number });
      },
      answer: () => causalBucket(50),
      tolerance: 0,
      digits: 0,
      figure: {
        lab: "relative",
        state: T5,
        ui: "none",
        hide: RELATIVE.filter((name) => name !== "buckets"),
        caption: () => t("bucket.caption"),
      },
    }),
    exercise({
      kind: "choice",
      name: "far",
      question: () => t("far.question"),
      hint: () => t("far.hint"),
      why: () => t("far.why", { last: causalBucket(2000) }),
      options: { refuses: () => t("far.refuses"), same: () => t("far.same"), grows: () => t("far.grows") },
      answer: () => (causalBucket(200) === causalBucket(2000) ? "same" : "grows"),
    }),
    exercise({
      kind: "number",
      name: "heads",
      question: () => t("heads.question", { rows: ROWS }),
      hint: () => t("heads.hint"),
      why: () => t("heads.why", { size: ROWS * WIDTH }),
      answer: () => BUCKETS * HEADS,
      tolerance: 0,
      digits: 0,
    }),
    prose(() => t("watch")),
    measured(
      {
        study: "hidden_markov",
        methods: ["learned", "t5", "none"],
        extensions: ["interpolated"],
        quantity: "excess",
        here: ["learned", "t5"],
      },
      {
        study: "passkey",
        methods: ["learned", "t5"],
        extensions: ["interpolated"],
        quantity: "accuracy",
        here: ["t5"],
      },
    ),
  ],
};
