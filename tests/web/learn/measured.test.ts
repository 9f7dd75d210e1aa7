/** Lines, sentences and the way back to the lab, of a study made for the purpose. */
import { describe, expect, test } from "vitest";
import { trainState } from "../../../web/src/learn/measured/again.ts";
import { accuracyAt, courseOf, linesOf } from "../../../web/src/learn/measured/lines.ts";
import type { MeasuredPart } from "../../../web/src/learn/measured/part.ts";
import { conditionOf, sentencesOf } from "../../../web/src/learn/measured/sentences.ts";
import { differenceFrom } from "../../../web/src/learn/measured/visit.ts";
import type { RunResult, StudyResult } from "../../../web/src/training/index.ts";

const facts = { parameters: 1, position_parameters: 0, vocabulary: 2, outputs: 2, chance: 2.5, classifies: false };

type Pair = readonly [short: number, long: number];
const tests = ([short, long]: Pair, [right, wrong]: Pair = [1, 1]) => [
  { tokens: 32, loss: short, floor: 0.1, accuracy: right },
  { tokens: 64, loss: long, floor: 0.1, accuracy: wrong },
];
const run = (name: string, seed: number, own: RunResult["tests"], more: Partial<RunResult> = {}): RunResult => ({
  name,
  seed,
  facts,
  curve: [],
  tests: own,
  milliseconds_per_step: 1,
  ...more,
});

const yarn = (fine_tuned: number, pair: Pair) => ({ name: "yarn", fine_tuned, tests: tests(pair) });
const result: StudyResult = {
  study: {
    task: { kind: "passkey" },
    methods: ["rope", "learned", "none"],
    training: { tokens: 32, batch: 16, rate: 0.004, warmup: 50 },
    model: { width: 32, heads: 2 },
    steps: 600,
    seeds: [0, 1],
    lengths: [32, 64],
    sequences: 64,
    extensions: ["yarn"],
    fine_tune: 100,
  },
  runs: [
    run("rope", 0, tests([0.2, 0.5], [0.95, 0.7]), { extensions: [yarn(0, [0.2, 0.21]), yarn(100, [0.2, 0.2])] }),
    run("rope", 1, tests([0.3, 0.6], [0.95, 0.7]), { extensions: [yarn(0, [0.3, 0.28]), yarn(100, [0.3, 0.2])] }),
    run("learned", 0, [tests([0.2, 0])[0] as RunResult["tests"][0], { tokens: 64, refused: "no row" }]),
    run("learned", 1, [tests([0.2, 0])[0] as RunResult["tests"][0], { tokens: 64, refused: "no row" }]),
    run("none", 0, tests([1, 1], [0.4, 0.4])),
    run("none", 1, tests([1.1, 1], [0.4, 0.4])),
  ],
};
const part: MeasuredPart = {
  study: "passkey",
  methods: ["rope", "learned", "none"],
  extensions: ["yarn"],
  quantity: "accuracy",
  here: ["rope"],
};

describe("lines", () => {
  const lines = linesOf(result, part);

  test("one per method, then per extension, as it is and fine-tuned", () => {
    expect(lines.map(({ method, extension, tuned }) => [method, extension, tuned])).toEqual([
      ["rope", null, 0],
      ["learned", null, 0],
      ["none", null, 0],
      ["rope", "yarn", 0],
      ["rope", "yarn", 100],
    ]);
  });

  test("the loss is counted above the floor", () => {
    const [rope] = lines;
    expect(rope?.excess.get(32)).toMatchObject({ least: expect.closeTo(0.1, 12), most: expect.closeTo(0.2, 12) });
    expect(rope && accuracyAt(rope, 64)?.mean).toBeCloseTo(0.7, 12);
  });

  test("rises and falls need every seed", () => {
    expect(lines.map((line) => courseOf(line, [32, 64]))).toEqual(["rises", "refuses", "steady", "steady", "steady"]);
  });

  test("what the study does not have is left out", () => {
    expect(linesOf(result, { ...part, methods: ["cope"], extensions: ["linear"] })).toEqual([]);
  });
});

describe("sentences", () => {
  test("of accuracy: how far each reaches, and who refuses", () => {
    expect(sentencesOf(result, linesOf(result, { ...part, extensions: [] }), part)).toEqual([
      "At least 90% right at every tested length up to 32 tokens: RoPE, learned table.",
      "Less than 90% right already at 32 tokens, the length of training: no encoding 40%.",
      "Refused from 64 tokens on: learned table.",
    ]);
  });

  test("of the loss: where it goes", () => {
    const excess: MeasuredPart = { ...part, quantity: "excess", extensions: [] };
    expect(sentencesOf(result, linesOf(result, excess), excess)).toEqual([
      "From 32 to 64 tokens the loss above the floor moves by no more than the seeds differ: no encoding 0.950\u00a0→\u00a00.900.",
      "From 32 to 64 tokens the loss above the floor rises with every seed: RoPE 0.150\u00a0→\u00a00.450.",
      "Refused from 64 tokens on: learned table.",
    ]);
  });

  test("the condition has the study's own numbers", () => {
    expect(conditionOf(result)).toContain("600 steps of 16 sequences of 32 tokens, learning rate 0.004");
    expect(conditionOf(result)).toContain("width 32 with 2 heads; 2 seeds");
    expect(conditionOf(result)).toContain("2.500 nats");
  });
});

test("the lab's state that runs it again", () => {
  expect(trainState(result.study, ["rope", "none"])).toBe(
    "task=passkey&methods=rope,none&steps=600&tokens=32&batch=16&rate=0.004&warmup=50&width=32&heads=2&seeds=2&extensions=yarn&fine_tune=100",
  );
});

test("what was trained here is held against the run of the same seed", () => {
  const here = { ...result, runs: [run("rope", 0, tests([0.2, 0.5004]))] };
  expect(differenceFrom(result, here)).toBeCloseTo(0.0004, 10);
  expect(differenceFrom(result, { ...result, runs: [run("rope", 7, tests([0.2, 0.5]))] })).toBeNull();
});
