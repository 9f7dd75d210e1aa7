/** Step 1: a vector per position, its waves, and what a shift does to them. */
import { fixed } from "../../../i18n/numbers.ts";
import { frequencies, sinusoidalRow, wavelengths } from "../../formulas.ts";
import { exercise, formula, heading, lab, measured, prose, type Step } from "../../step.ts";
import { t } from "./strings.ts";

const WIDTH = 64;
const TEXT = 128;

const row = (position: number): string =>
  sinusoidalRow(position, 4)
    .map((value) => fixed(value, 4))
    .join(", ");

const longWaves = (): number => wavelengths(WIDTH).filter((length) => length > TEXT).length;
const EIGHTH = 8;

/** Controls of the table itself. */
const TABLE = ["method", "d_model", "base", "positions", "offset"];

/** All sections of the lab but those that are named. */
const absolute = (...shown: string[]): string[] =>
  ["waves", "wavelengths", "encoding", "dots", "shift", "projected", "variants"].filter(
    (name) => !shown.includes(name),
  );

export const step: Step = {
  title: () => t("title"),
  lead: () => t("lead"),
  blocks: [
    prose(() => t("order")),
    lab({
      lab: "order",
      state: "",
      ui: "none",
      hide: ["pipeline", "comparison", "why", "measured", "inspector", "engine", "examples"],
      caption: () => t("order.caption"),
    }),
    heading(() => t("vector")),
    prose(() => t("vector.text")),
    formula("PE(p)_(2r) = sin(p ω_r)", "PE(p)_(2r+1) = cos(p ω_r)", "ω_r = 10000^(−2r/d), r = 0 … d/2 − 1"),
    prose(() => t("vector.small", { one: row(1), two: row(2) })),
    lab({
      lab: "absolute",
      state: "d_model=4&positions=64&p=3&k=1&pair=0",
      ui: "min",
      hide: [...absolute("waves"), ...TABLE, "p", "k"],
      caption: () => t("waves.caption"),
    }),
    exercise({
      kind: "number",
      name: "sine",
      question: () => t("sine.question"),
      hint: () => t("sine.hint"),
      why: () => t("sine.why"),
      answer: () => sinusoidalRow(3, 4)[0] as number,
      tolerance: 0.002,
      digits: 4,
    }),
    heading(() => t("lengths")),
    prose(() => {
      const [shortest, second, ...longer] = wavelengths(WIDTH) as [number, number, ...number[]];
      const ratio = fixed(second / shortest, 3);
      const first = fixed(shortest, 2);
      const last = fixed(longer.at(-1) as number, 0);
      const bound = fixed(2 * Math.PI * 10_000, 0);
      return t("lengths.text", { ratio, first, last, bound });
    }),
    prose(() => t("lengths.use")),
    exercise({
      kind: "number",
      name: "eighth",
      question: () => t("eighth.question"),
      hint: () => t("eighth.hint"),
      why: () => t("eighth.why"),
      answer: () => (2 * Math.PI) / (frequencies(WIDTH)[EIGHTH] as number),
      tolerance: 0.5,
      digits: 1,
      unit: () => t("positions"),
      figure: {
        lab: "absolute",
        state: `d_model=${WIDTH}&positions=64&pair=${EIGHTH}`,
        ui: "none",
        hide: absolute("wavelengths"),
        caption: () => t("eighth.caption"),
      },
    }),
    exercise({
      kind: "number",
      name: "unfinished",
      question: () => t("unfinished.question"),
      hint: () => t("unfinished.hint"),
      why: () => {
        const short = wavelengths(WIDTH).filter((length) => length <= TEXT);
        const last = short.length - 1;
        const longest = fixed(short[last] as number, 1);
        return t("unfinished.why", { last, longest });
      },
      answer: longWaves,
      tolerance: 0,
      digits: 0,
      unit: () => t("pairs"),
      figure: {
        lab: "absolute",
        state: `d_model=${WIDTH}&positions=${TEXT}&pair=11`,
        ui: "none",
        hide: absolute("wavelengths"),
        caption: () => t("unfinished.caption"),
      },
    }),
    heading(() => t("shift")),
    prose(() => t("shift.text")),
    formula("PE(p)ᵀ PE(p + k) = Σ_r cos(k ω_r)"),
    lab({
      lab: "absolute",
      state: "d_model=64&positions=64&p=10&k=5&pair=4",
      ui: "min",
      hide: [...absolute("shift"), ...TABLE],
      caption: () => t("shift.caption"),
    }),
    exercise({
      kind: "choice",
      name: "score",
      question: () => t("score.question"),
      hint: () => t("score.hint"),
      why: () => t("score.why"),
      options: { yes: () => t("score.yes"), no: () => t("score.no"), norm: () => t("score.norm") },
      answer: () => "no",
    }),
    prose(() => t("beyond")),
    measured({
      study: "copying",
      methods: ["none", "sinusoidal", "learned"],
      quantity: "accuracy",
      here: ["sinusoidal"],
    }),
  ],
};
