import { expect, test } from "vitest";
import { didYouMean, nearest, suggestion } from "../../../web/src/cli/nearest.ts";

const commands = ["attention", "encode", "explain", "diff"];

test.each([
  ["explian", "explain"],
  ["explai", "explain"],
  ["Encode", "encode"],
  ["decod", undefined],
  ["difff", "diff"],
  ["models", undefined],
  ["", undefined],
])("%j is nearest to %s", (text, name) => {
  expect(nearest(text, [...commands])).toBe(name);
});

test("the question, or nothing", () => {
  expect(didYouMean("dif", commands)).toBe("; did you mean diff?");
  expect(didYouMean("xyz", commands)).toBe("");
});

test.each([
  ['method.kind: expected none, rotary or cope, got "rotery"', "; did you mean rotary?"],
  ['method: expected only the fields kind, rope_theta, got also "theta"', "; did you mean rope_theta?"],
  ["heads: expected 1 or 2, got 3", ""],
  ['mask.kind: expected none or causal, got "zzz"', ""],
])("%s", (message, hint) => {
  expect(suggestion(message)).toBe(hint);
});
