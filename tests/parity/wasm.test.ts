import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { methodName } from "../../web/src/engine/methods.ts";
import { createPosenc } from "../../web/src/engine/posenc.ts";
import type { AttentionResult } from "../../web/src/engine/problem.ts";
import { parityCases } from "./cases.ts";
import { pairwise } from "./pairwise.ts";
import { failuresOf, type ParityEngine, runParity, summaryOf } from "./run-parity.ts";

const wasm = await createPosenc({ engine: "wasm" });
const reference = await createPosenc({ engine: "reference" });
afterAll(() => {
  wasm.close();
  reference.close();
});
const cases = parityCases();

describe("the case list", () => {
  test("is small, without doubles, and the same every time", () => {
    expect(cases.length).toBeLessThanOrEqual(300);
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
    expect(isDeepStrictEqual(parityCases(), cases)).toBe(true);
  });

  test("pairwise: every pair of values occurs", () => {
    const choices = { a: [1, 2, 3], b: ["x", "y"], c: [true, false], d: [0, 1, 2, 3] };
    const rows = pairwise(choices);
    for (const [first, firstValues] of Object.entries(choices))
      for (const [second, secondValues] of Object.entries(choices))
        if (first !== second)
          for (const x of firstValues)
            for (const y of secondValues) expect(rows.some((row) => row[first] === x && row[second] === y)).toBe(true);
  });
});

describe("the comparison itself", () => {
  /** The engine with one number of one output changed. */
  const tampered = (name: "scores" | "weights" | "output", change: (value: number) => number): ParityEngine => ({
    async attention(problem, options) {
      const result: AttentionResult = await wasm.attention(problem, options);
      const tensor = result[name];
      if (tensor) {
        const at = tensor.data.findIndex((value) => value !== 0 && Number.isFinite(value));
        tensor.data[at] = change(tensor.data[at] ?? 0);
      }
      return result;
    },
  });
  // Not CoPE: where up to `keys` gates add up, its bounds are wider than the change.
  const sampled = cases.filter(({ problem }, i) => i % 20 === 5 && methodName(problem) !== "cope");
  let some: typeof cases = [];
  beforeAll(async () => {
    // Nor problems in which nobody sees anything: there is no number to change.
    const results = await Promise.all(sampled.map(({ problem }) => wasm.attention(problem, { outputs: ["output"] })));
    some = sampled.filter((_, i) => results[i]?.output?.data.some((value) => value !== 0));
    expect(some.length).toBeGreaterThan(8);
  });

  test.each(["scores", "weights", "output"] as const)("a wrong number in %s is found", async (name) => {
    const wrong = tampered(name, (value) => value * 1.001 + 1e-4 * Math.sign(value));
    const [comparisons = []] = await runParity([wrong], reference, some);
    expect(failuresOf(comparisons)).toHaveLength(some.length);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])("%f fails", async (value) => {
    const [comparisons = []] = await runParity([tampered("output", () => value)], reference, some);
    expect(failuresOf(comparisons)).toHaveLength(some.length);
  });
});

test("wasm agrees with the reference", async () => {
  const [comparisons = []] = await runParity([wasm], reference, cases);
  expect(comparisons).toHaveLength(3 * cases.length);
  console.log(`${cases.length} cases\n${summaryOf(comparisons)}`);
  expect(failuresOf(comparisons)).toEqual([]);
});
