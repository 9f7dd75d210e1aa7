/** A study as a value: what it becomes, and what is refused before anything is computed. */
import { describe, expect, test } from "vitest";
import { extensionNames, extensionOf } from "../../../web/src/training/extension-presets.ts";
import { methodNames, methodOf } from "../../../web/src/training/method-presets.ts";
import { defaultStudy, runsOf, type Study } from "../../../web/src/training/study.ts";

const study: Study = { ...defaultStudy, methods: ["rope", "none"], seeds: [0, 1], extensions: ["yarn", "alibi_flat"] };

test("runs go seed by seed, each with the extensions of its method", () => {
  const runs = runsOf(study);
  expect(runs.map(({ name, seed }) => `${name} ${seed}`)).toEqual(["rope 0", "none 0", "rope 1", "none 1"]);
  expect(runs.map(({ extensions }) => extensions)).toEqual([["yarn"], [], ["yarn"], []]);
  expect(runs[2]?.experiment).toEqual({
    task: { kind: "passkey" },
    training: { tokens: 32, batch: 16, rate: 2e-3, warmup: 50 },
    method: [{ kind: "rotary" }],
    seed: 1,
  });
});

test("a method of one's own stands beside presets", () => {
  const own = { name: "two", method: [{ kind: "rotary" }, { kind: "alibi" }] } as const;
  expect(runsOf({ ...study, methods: [own] })[0]?.experiment.method).toEqual(own.method);
});

test("a learned table has the rows of training, and classifiers see both ways", () => {
  expect(methodOf("learned", 48, "copying")).toEqual([{ kind: "learned", rows: 48 }]);
  expect(methodOf("t5", 48, "copying")).toEqual([{ kind: "t5_bias", bidirectional: false }]);
  expect(methodOf("t5", 48, "biting")).toEqual([{ kind: "t5_bias", bidirectional: true }]);
  expect(methodOf("alibi", 48, "biting")).toEqual([{ kind: "alibi", direction: "symmetric" }]);
});

test("every extension is of a preset, and at the length of training RoPE is not scaled", () => {
  for (const name of extensionNames) {
    const { of, positionsAt } = extensionOf(name);
    expect(methodNames).toContain(of);
    if (of === "rope" && name !== "log_n")
      expect(positionsAt({ trained: 32, tokens: 32 })).toEqual({
        method: { kind: "rotary", scaling: { kind: "none" } },
      });
  }
  expect(extensionOf("linear").positionsAt({ trained: 32, tokens: 128 })).toEqual({
    method: { kind: "rotary", scaling: { kind: "linear", factor: 4 } },
  });
});

describe("refused in words", () => {
  const refusals: [Partial<Record<keyof Study, unknown>>, string][] = [
    [{ steps: 0 }, "steps: expected a whole number from 1 to 100000, got 0"],
    [{ steps: 1.5 }, "steps: expected a whole number from 1 to 100000, got 1.5"],
    [
      { methods: ["rope", "rotary"] },
      'methods: expected some of none, sinusoidal, learned, shaw, xl, t5, deberta, rope, alibi, kerple, sandwich, fire, cope, got "rotary"',
    ],
    [{ methods: ["rope", "rope"] }, 'methods: expected different names, got "rope" twice'],
    [{ methods: [] }, "methods: expected 1 to 32 entries, got 0"],
    [{ methods: "rope" }, "methods: expected 1 to 32 entries, got string"],
    [
      { task: { kind: "chess" } },
      'task.kind: expected one of biting, copying, induction, recall, passkey, counting, hidden_markov, got "chess"',
    ],
    [
      { task: undefined },
      "task.kind: expected one of biting, copying, induction, recall, passkey, counting, hidden_markov, got undefined",
    ],
    [{ lengths: [0] }, "lengths: expected a whole number from 1 to 16384, got 0"],
    [{ lengths: [99_999] }, "lengths: expected a whole number from 1 to 16384, got 99999"],
    [{ depths: [1.5] }, "depths: expected numbers from 0 to 1, got 1.5"],
    [{ depths: [0.5], task: { kind: "copying" } }, "depths: expected none but for the task passkey, got copying"],
    [
      { extensions: ["magic"] },
      'extensions: expected some of linear, ntk, dynamic_ntk, yarn, log_n, alibi_flat, alibi_steep, interpolated, got "magic"',
    ],
    [{ seeds: [-1] }, "seeds: expected a whole number from 0 to 2147483647, got -1"],
  ];
  test.each(refusals)("%j", (change, message) => {
    expect(() => runsOf({ ...study, ...change } as Study)).toThrow(message);
  });
});
