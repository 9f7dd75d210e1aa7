/** Verdicts from studies made for the purpose, and those of the recordings, recomputed from their runs by hand. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPosenc, type Posenc } from "../../../web/src/engine/index.ts";
import {
  decayOf,
  decayRequest,
  type Fact,
  isSmallDetail,
  keepsItsLoss,
  needsNoCare,
  type Studies,
} from "../../../web/src/learn/claims/claims.ts";
import { recordedStudies, type StudyName } from "../../../web/src/learn/measured/recorded.ts";
import type { RunResult, StudyResult } from "../../../web/src/training/index.ts";

interface Made {
  name: string;
  /** Loss at 32 and at 512 tokens, by seed. */
  losses: readonly (readonly [number, number])[];
  accuracy?: number;
  extensions?: RunResult["extensions"];
}

const facts = { parameters: 1, position_parameters: 0, vocabulary: 2, outputs: 2, chance: 0.69, classifies: false };
const testsOf = ([short, long]: readonly [number, number], accuracy = 1) => [
  { tokens: 32, loss: short, floor: 0.5, accuracy },
  { tokens: 512, loss: long, floor: 0.5, accuracy },
];

function made(kind: StudyName, methods: readonly Made[]): StudyResult {
  const runs = methods.flatMap(({ name, losses, accuracy, extensions }) =>
    losses.map(
      (pair, seed): RunResult => ({
        name,
        seed,
        facts,
        curve: [],
        tests: testsOf(pair, accuracy),
        ...(extensions && { extensions }),
        milliseconds_per_step: 1,
      }),
    ),
  );
  const names = methods.map(({ name }) => name);
  const study = { task: { kind }, methods: names, steps: 1, seeds: [0, 1], lengths: [32, 512], sequences: 1 };
  return { study, runs };
}

const studies = (...results: StudyResult[]): Studies =>
  new Map(results.map((result) => [result.study.task.kind, result]));

const flat = (name: string): Made => ({
  name,
  losses: [
    [0.6, 0.61],
    [0.62, 0.6],
  ],
});
const rising = (name: string): Made => ({
  name,
  losses: [
    [0.6, 0.9],
    [0.62, 0.8],
  ],
});

describe("keeping the loss", () => {
  test("holds where no seed ends above all beginnings, fails where every one does, depends between tasks", () => {
    expect(keepsItsLoss(studies(made("passkey", [flat("alibi")])), "alibi").verdict).toBe("holds");
    expect(keepsItsLoss(studies(made("passkey", [rising("alibi")])), "alibi").verdict).toBe("fails");
    const both = studies(made("passkey", [rising("alibi")]), made("copying", [flat("alibi")]));
    expect(keepsItsLoss(both, "alibi").verdict).toBe("depends");
  });

  test("one seed within the others' range is no rise", () => {
    const mixed: Made = {
      name: "alibi",
      losses: [
        [0.6, 0.9],
        [0.62, 0.61],
      ],
    };
    expect(keepsItsLoss(studies(made("passkey", [mixed])), "alibi").verdict).toBe("holds");
  });

  test("a task that was not learned says nothing, but the language always does", () => {
    const weak = { ...rising("alibi"), accuracy: 0.5 };
    expect(keepsItsLoss(studies(made("passkey", [weak])), "alibi").verdict).toBe("unmeasured");
    expect(keepsItsLoss(studies(made("hidden_markov", [weak])), "alibi").verdict).toBe("fails");
  });

  test("the loss is counted from the floor, and a refusal does not keep it", () => {
    const result = made("passkey", [flat("learned")]);
    const [fact] = keepsItsLoss(studies(result), "learned").facts as [Fact];
    expect(fact.from).toBeCloseTo(0.11, 12);
    const refusing = result.runs.map((run) => ({ ...run, tests: [run.tests[0], { tokens: 512, refused: "no row" }] }));
    const refused = { ...result, runs: refusing } as StudyResult;
    expect(keepsItsLoss(studies(refused), "learned").facts[0]).toMatchObject({ holds: false, course: "refuses" });
  });
});

describe("care", () => {
  const slopes = (loss: number) => [{ name: "alibi_steep", fine_tuned: 0, tests: testsOf([loss, loss]) }];

  test("one setting that costs something is enough", () => {
    const harmless = { ...flat("alibi"), extensions: slopes(0.61) };
    const harmful = { ...flat("alibi"), extensions: slopes(0.7) };
    const biting = made("biting", [flat("alibi")]);
    const blind = made("biting", [{ ...flat("alibi"), accuracy: 0.5 }]);
    expect(needsNoCare(studies(made("passkey", [harmless]), biting)).verdict).toBe("holds");
    expect(needsNoCare(studies(made("passkey", [harmful]), biting)).verdict).toBe("fails");
    expect(needsNoCare(studies(made("passkey", [harmless]), blind)).verdict).toBe("fails");
    expect(needsNoCare(studies()).verdict).toBe("unmeasured");
  });
});

describe("a small detail", () => {
  test("holds where best and worst overlap, fails where they do not", () => {
    const near = made("passkey", [flat("none"), flat("rope")]);
    const far = made("copying", [
      flat("rope"),
      {
        name: "none",
        losses: [
          [2, 2],
          [2.1, 2],
        ],
      },
    ]);
    expect(isSmallDetail(studies(near)).verdict).toBe("holds");
    expect(isSmallDetail(studies(far)).verdict).toBe("fails");
    expect(isSmallDetail(studies(near, far)).verdict).toBe("depends");
    expect(isSmallDetail(studies(far)).facts[0]?.names).toEqual(["rope", "none"]);
  });
});

describe("decay", () => {
  let posenc: Posenc;
  beforeAll(async () => {
    posenc = await createPosenc({ engine: "wasm" });
  });
  afterAll(() => posenc.close());

  const curve = (values: readonly number[]) => ({
    distances: Float64Array.from(values, (_, at) => at),
    mean: Float64Array.from(values),
  });

  test("always smaller, smaller on average, neither", () => {
    expect(decayOf(curve([1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2])).verdict).toBe("holds");
    expect(decayOf(curve([1, 0.9, 0.7, 0.75, 0.6, 0.5, 0.4, 0.3, 0.2]))).toMatchObject({
      verdict: "depends",
      rises: 1,
      firstRise: 3,
    });
    expect(decayOf(curve([1, 0.1, 0.2, 0.3, 0.6, 0.6, 0.7, 0.8, 0.9])).verdict).toBe("fails");
  });

  test("of the core's curve, counted from the definition", async () => {
    const { verdict, rises, steps } = decayOf(await posenc.scoreCurve(decayRequest));
    const score = (distance: number) => {
      let sum = 0;
      for (let pair = 0; pair < 64; ++pair) sum += Math.cos(distance * 10_000 ** (-pair / 64));
      return sum / 64;
    };
    let own = 0;
    for (let distance = 1; distance <= 2048; ++distance) if (score(distance) > score(distance - 1)) ++own;
    expect(rises).toBe(own);
    expect(steps).toBe(2048);
    expect(verdict).toBe("depends");
  });
});

const recorded = await recordedStudies();

describe("the recordings", () => {
  /** Loss above the floor of every seed. */
  const excess = (result: StudyResult, name: string, tokens: number): number[] =>
    result.runs
      .filter((run) => run.name === name)
      .flatMap(({ tests }) => tests)
      .flatMap((test) => (test.tokens === tokens && "loss" in test ? [test.loss - test.floor] : []));

  test.each(["sinusoidal", "alibi"])("what %s keeps, from the runs themselves", (method) => {
    const { facts, verdict } = keepsItsLoss(recorded, method);
    for (const { study, holds, lengths, course } of facts) {
      const result = recorded.get(study) as StudyResult;
      const [from, to] = [excess(result, method, lengths[0]), excess(result, method, lengths[1])];
      expect(holds, study).toBe(to.length > 0 && Math.min(...to) <= Math.max(...from));
      if (to.length === 0) expect(course).toBe("refuses");
    }
    const holding = facts.filter(({ holds }) => holds).length;
    const wanted =
      facts.length === 0 ? "unmeasured" : holding === 0 ? "fails" : holding === facts.length ? "holds" : "depends";
    expect(verdict).toBe(wanted);
  });

  test("the gap between best and worst, from the runs themselves", () => {
    for (const { study, holds, names, lengths } of isSmallDetail(recorded).facts) {
      const result = recorded.get(study) as StudyResult;
      const [best, worst] = names.map((name) => excess(result, name, lengths[0])) as [number[], number[]];
      expect(holds, study).toBe(Math.min(...worst) <= Math.max(...best));
    }
  });

  test("each was made with three seeds and all thirteen methods, at the lengths that the pages name", () => {
    expect(recorded.size).toBeGreaterThan(0);
    for (const { study } of recorded.values()) {
      expect(study.seeds).toHaveLength(3);
      expect(study.methods).toHaveLength(13);
      expect(study.lengths).toEqual([32, 64, 128, 256, 512]);
    }
  });
});
