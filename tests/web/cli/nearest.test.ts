import { expect, test } from "vitest";
import { didYouMean, nearest } from "../../../web/src/cli/nearest.ts";

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
