import { describe, expect, test } from "vitest";
import { isRight, readNumber } from "../../../web/src/learn/exercise/check.ts";
import type { ChoiceExercise, NumberExercise } from "../../../web/src/learn/exercise/exercise.ts";

const words = { name: "one", question: () => "", hint: () => "", why: () => "" };
const number = (answer: number, tolerance: number): NumberExercise => ({
  kind: "number",
  ...words,
  answer: () => answer,
  tolerance,
  digits: 2,
});

describe("an answer is read", () => {
  test.each([
    ["0.25", 0.25],
    ["0,25", 0.25],
    [" −0.5 ", -0.5],
    ["1/4", 0.25],
    ["2^-3", 0.125],
    ["６２.８", 62.8],
    ["6e-3", 0.006],
    [".5", 0.5],
    ["-1/2", -0.5],
  ])("%s as %f", (text, value) => expect(readNumber(text)).toBeCloseTo(value, 12));

  test.each(["", "abc", "1/0", "1/", "/2", "1/2/3", "1e999", "0x10", "1,000,000", "Infinity", "--1"])(
    "%s as no number",
    (text) => expect(readNumber(text)).toBeNull(),
  );
});

describe("an answer is judged", () => {
  test("within the tolerance on both sides, and not beyond", () => {
    const exercise = number(62.83, 0.5);
    expect(["62.83", "62.4", "63.3", "62.33"].map((text) => isRight(exercise, text))).toEqual([true, true, true, true]);
    expect(["62.2", "63.4", "-62.83", "words"].map((text) => isRight(exercise, text))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  test("a whole number is exact", () => {
    expect(isRight(number(18, 0), "18")).toBe(true);
    expect(isRight(number(18, 0), "17.99")).toBe(false);
  });

  test("a choice by its name", () => {
    const exercise: ChoiceExercise = {
      kind: "choice",
      ...words,
      options: { a: () => "", b: () => "" },
      answer: () => "b",
    };
    expect([isRight(exercise, "a"), isRight(exercise, "b"), isRight(exercise, "")]).toEqual([false, true, false]);
  });
});
