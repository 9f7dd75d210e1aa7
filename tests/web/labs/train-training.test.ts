/** One study of the page: measured, asked about, paused, aborted, failed; and what is kept then. */
import { expect, test } from "vitest";
import { PosencError } from "../../../web/src/engine/errors.ts";
import { SCHEMA } from "../../../web/src/labs/train/state.ts";
import { studyOf } from "../../../web/src/labs/train/study.ts";
import { type Means, Training } from "../../../web/src/labs/train/training.ts";
import { estimate, LONG_MS, stepWork, workOf } from "../../../web/src/labs/train/work.ts";
import { startOf } from "../../../web/src/state/schema.ts";
import { performStudy, runsOf, type Study, type TrainingFacts } from "../../../web/src/training/index.ts";

const facts: TrainingFacts = {
  parameters: 9,
  position_parameters: 0,
  vocabulary: 4,
  outputs: 4,
  chance: 1,
  classifies: false,
};
const study: Study = {
  ...studyOf({
    ...startOf(SCHEMA),
    methods: ["none", "rope"],
    steps: 6,
    tokens: 12,
    batch: 2,
    times: ["1", "2"],
    sequences: 2,
  }),
  model: { layers: 1, width: 16, heads: 2 },
};

const trainer = (stepMs = 0): ReturnType<Means["open"]> => ({
  start: async () => facts,
  steps: async () => {
    await new Promise((done) => setTimeout(done, stepMs));
    return {} as never;
  },
  close: () => {},
});

const until = async (holds: () => boolean): Promise<void> => {
  for (let turn = 0; turn < 500 && !holds(); ++turn) await new Promise((done) => setTimeout(done, 10));
  expect(holds()).toBe(true);
};

test("performed: every run has its curve and tests, and the study is kept", async () => {
  const training = new Training(() => {}, { perform: performStudy, open: trainer, workers: 2 });
  await training.start(study);
  const { current } = training;
  expect(current?.failure).toBeNull();
  expect(current?.stage).toBe("done");
  expect(current?.shown.runs.map(({ name, curve, tests }) => [name, curve.length, tests.length])).toEqual([
    ["none", 6, 2],
    ["rope", 6, 2],
  ]);
  expect(current?.share).toBe(1);
  await training.start({ ...study, steps: 2 });
  expect(training.visits.map(({ study: { steps } }) => steps)).toEqual([6, 2]);
});

test("paused between steps by visitor or page, resumed when no reason is left", async () => {
  const training = new Training(() => {}, { perform: performStudy, open: trainer, workers: 1 });
  training.pause("hidden", true);
  const done = training.start(study);
  await until(() => training.current?.stage === "training");
  training.pause("visitor", true);
  training.pause("hidden", false);
  await new Promise((wait) => setTimeout(wait, 300));
  expect(training.current?.live.map((live) => live.done)).toEqual([0, 0]);
  expect(training.rest.why).toEqual(["visitor"]);
  training.pause("visitor", false);
  await done;
  expect(training.current?.stage).toBe("done");
});

test("aborted while it waits: it ends, and what was measured is kept", async () => {
  const perform: Means["perform"] = (one, hooks) =>
    performStudy(one, {
      ...hooks,
      onRun(result, index, parameters) {
        hooks.onRun?.(result, index, parameters);
        training.pause("visitor", true);
      },
    });
  const training = new Training(() => {}, { perform, open: trainer, workers: 1 });
  const done = training.start(study);
  await until(() => training.rest.why.includes("visitor"));
  training.abort();
  await done;
  expect(training.current?.stage).toBe("aborted");
  expect(training.current?.failure).toBeNull();
  expect(training.current?.tested.runs.map(({ name }) => name)).toEqual(["none"]);
});

test("a long study is asked about; it starts only when that is answered", async () => {
  let performed = 0;
  const means: Means = { perform: async () => void performed++, open: () => trainer(20), workers: 1 };
  const long = { ...study, steps: 100_000 };
  const training = new Training(() => {}, means);
  const first = training.start(long);
  await until(() => training.current?.stage === "asking");
  expect(training.current?.estimate).toBeGreaterThan(LONG_MS);
  training.abort();
  await first;
  expect([performed, training.current?.stage]).toEqual([0, "aborted"]);
  const second = training.start(long);
  await until(() => training.current?.stage === "asking");
  training.goOn();
  await second;
  expect([performed, training.current?.stage]).toEqual([1, "done"]);
});

test("what the core refuses is said, and nothing is trained", async () => {
  const refusing = {
    ...trainer(),
    start: () => Promise.reject(new PosencError("invalid_argument", "task.digits: too many")),
  };
  const training = new Training(() => {}, { perform: performStudy, open: () => refusing, workers: 1 });
  await training.start(study);
  expect([training.current?.stage, training.current?.failure]).toEqual(["failed", "task.digits: too many"]);
});

test("estimates count steps, tests, maps and extensions", () => {
  const [run] = runsOf(study);
  if (!run) throw new Error("no run");
  const plain = workOf(study, run);
  expect(plain.training).toBe(6 * stepWork(study));
  const tests = plain.whole - plain.training;
  expect(workOf({ ...study, depths: [0, 1] }, run).whole).toBeCloseTo(plain.training + 3 * tests, 3);
  const tuned = workOf({ ...study, fine_tune: 2 }, { extensions: ["yarn"] });
  expect(tuned.whole).toBeCloseTo(plain.training + 2 * stepWork(study, 24) + 3 * tests, 3);
  const of = (workers: number) => estimate(study, runsOf(study), { step: 10, workers });
  expect(of(2)).toBeCloseTo(of(1) / 2, 6);
  expect(of(8)).toBe(of(2));
});
