/** Means, slopes and reaches by hand. */
import { expect, test } from "vitest";
import type { LengthResult, RunResult } from "../../../web/src/training/result.ts";
import { spreadOf, summarise } from "../../../web/src/training/summary.ts";

const at = (tokens: number, loss: number, accuracy: number): LengthResult => ({ tokens, loss, accuracy, floor: 0.5 });
const run = (name: string, tests: readonly LengthResult[], extra: Partial<RunResult> = {}): RunResult => ({
  ...{ name, seed: 0, facts: {} as RunResult["facts"], curve: [], tests, milliseconds_per_step: 1 },
  ...extra,
});

test("mean, sample deviation, ends", () => {
  expect(spreadOf([1, 2, 6])).toEqual({ mean: 3, deviation: Math.sqrt(7), least: 1, most: 6 });
  expect(spreadOf([4])).toEqual({ mean: 4, deviation: 0, least: 4, most: 4 });
});

test("the slope is the loss per doubling, shorter lengths left out", () => {
  const [summary] = summarise([run("a", [at(16, 9, 0), at(32, 1, 1), at(64, 1.5, 1), at(128, 2, 0.5)])], 32);
  expect(summary?.slope).toBeCloseTo(0.5, 12);
  expect(summary?.reach).toBe(64);
});

test("the reach ends at the first length that fails, and needs the length of training", () => {
  const [gap] = summarise([run("a", [at(32, 1, 0.9), at(64, 1, 0.8), at(128, 1, 1)])], 32);
  expect(gap?.reach).toBe(32);
  const [none] = summarise([run("a", [at(32, 1, 0.89), at(64, 1, 1)])], 32);
  expect(none?.reach).toBeNull();
});

test("a refusal is told, and no mean is made of what is left", () => {
  const refused = { tokens: 64, refused: "the table has 32 rows" };
  const [summary] = summarise([run("a", [at(32, 1, 1), refused]), run("a", [at(32, 3, 1), at(64, 1, 1)])], 32);
  expect(summary?.lengths.map(({ tokens, loss }) => [tokens, loss.mean, loss.least, loss.most])).toEqual([
    [32, 2, 1, 3],
  ]);
  expect(summary?.refused).toEqual([{ tokens: 64, reason: "the table has 32 rows" }]);
  expect(summary?.slope).toBeNull();
  expect(summary?.reach).toBe(32);
});

test("methods in the order of their first run; what has no such tests is left out", () => {
  const extended = { name: "yarn", fine_tuned: 0, tests: [at(64, 1, 1)] };
  const runs = [
    run("b", [at(32, 1, 1)]),
    run("a", [at(32, 2, 1)], { extensions: [extended] }),
    run("b", [at(32, 5, 1)]),
  ];
  expect(summarise(runs, 32).map(({ name, seeds }) => [name, seeds])).toEqual([
    ["b", 2],
    ["a", 1],
  ]);
  const ofYarn = summarise(runs, 32, ({ extensions }) => extensions?.find(({ name }) => name === "yarn")?.tests);
  expect(ofYarn.map(({ name }) => name)).toEqual(["a"]);
});
