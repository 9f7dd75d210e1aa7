/** Every exercise of every page: its answer, and that it is taken for right and others are not. */
import { describe, expect, test } from "vitest";
import { setLanguage } from "../../../web/src/i18n/catalogue.ts";
import { LANGUAGES } from "../../../web/src/i18n/language.ts";
import { isRight } from "../../../web/src/learn/exercise/check.ts";
import type { Exercise } from "../../../web/src/learn/exercise/exercise.ts";
import type { Step } from "../../../web/src/learn/step.ts";
import { STEPS, stepNumber } from "../../../web/src/learn/steps.ts";

const steps = await Promise.all(STEPS.map(async ({ name, load }) => ({ name, step: await load() })));

const exercisesOf = ({ blocks }: Step): Exercise[] =>
  blocks.flatMap((block) => (block.kind === "exercise" ? [block.exercise] : []));

/** By hand, from the definitions. */
const ANSWERS: Readonly<Record<string, number | string>> = {
  "sinusoidal.sine": 0.14112,
  "sinusoidal.eighth": 62.83185,
  "sinusoidal.unfinished": 21,
  "sinusoidal.score": "no",
  "rotary.half": -1,
  "rotary.content": -1,
  "rotary.value": "both",
  "rotary.period": 4,
  "rotary.chance": Math.LN2,
  "rotary.mirror": "mirror",
  "buckets.size": 786432,
  "buckets.stretch": 10.33333,
  "buckets.bucket": 24,
  "buckets.far": "same",
  "buckets.heads": 384,
  "extension.unturned": 18,
  "extension.ntk": 40889.95,
  "extension.kept": 24,
  "extension.factor": 1.138629,
  "bias.slope": Math.SQRT1_2,
  "bias.ratio": 4.481689,
  "bias.far": "far",
  "bias.count": 0.125,
  "bias.state": 0.125,
};

const all = steps.flatMap(({ name, step }) =>
  exercisesOf(step).map((exercise) => ({ key: `${name}.${exercise.name}`, exercise })),
);

test("each page has at least three, with names of their own, and ends with what was measured", () => {
  for (const { step } of steps) {
    expect(exercisesOf(step).length).toBeGreaterThanOrEqual(3);
    expect(step.blocks.findLast(({ kind }) => kind === "measured")).toBeDefined();
    expect(["measured", "claims"]).toContain(step.blocks.at(-1)?.kind);
  }
  expect(all.map(({ key }) => key)).toEqual(Object.keys(ANSWERS));
});

describe.each(all)("$key", ({ key, exercise }) => {
  const answer = ANSWERS[key] as number | string;

  test("has the answer that follows from the definitions", () => {
    if (typeof answer === "string") expect(exercise.answer()).toBe(answer);
    else expect((exercise.answer() as number) / answer).toBeCloseTo(1, 5);
  });

  test("takes it as it is shown, and nothing else", () => {
    if (exercise.kind === "choice") {
      const right = Object.keys(exercise.options).filter((name) => isRight(exercise, name));
      expect(right).toEqual([answer]);
      return;
    }
    const shown = exercise.answer().toFixed(exercise.digits);
    expect(isRight(exercise, shown)).toBe(true);
    const off = exercise.answer() + exercise.tolerance + Math.max(1, Math.abs(exercise.answer())) * 0.01;
    expect(isRight(exercise, String(off))).toBe(false);
    expect(isRight(exercise, String(-exercise.answer()))).toBe(false);
  });
});

test.each(LANGUAGES)("%s: no words are empty and no placeholder is left open", async (language) => {
  await setLanguage(language);
  for (const { step } of steps) {
    const said = step.blocks.flatMap((block): string[] => {
      if (block.kind === "prose" || block.kind === "heading") return [block.say()];
      if (block.kind === "lab") return [block.figure.caption()];
      if (block.kind !== "exercise") return [];
      const { exercise } = block;
      const more =
        exercise.kind === "choice"
          ? Object.values(exercise.options).map((say) => say())
          : [exercise.unit?.() ?? "·", exercise.figure?.caption() ?? "·"];
      return [exercise.question(), exercise.hint(), exercise.why(), ...more];
    });
    for (const text of [step.title(), step.lead(), ...said]) {
      expect(text.trim()).not.toBe("");
      expect(text).not.toMatch(/\{\w+\}|NaN|undefined/);
    }
  }
  await setLanguage("en");
});

test("the address names a step; what it does not name is the first", () => {
  expect(["", "?step=3", "?step=5&lang=en", "?step=6", "?step=0", "?step=x", "?step=2.5"].map(stepNumber)).toEqual([
    1, 3, 5, 1, 1, 1, 1,
  ]);
});
