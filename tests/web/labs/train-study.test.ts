/** The study that the controls describe, its command and its JSON; and that every recording can be repeated by them. */
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { recordedTask } from "../../../web/src/labs/train/recorded.ts";
import { SCHEMA, type TrainState } from "../../../web/src/labs/train/state.ts";
import { commandOf, namesOf, stateOf, studyOf } from "../../../web/src/labs/train/study.ts";
import { tries } from "../../../web/src/labs/train/tries.ts";
import { type Property, readLink, startOf, writeLink } from "../../../web/src/state/schema.ts";
import { defaultStudy, runsOf, taskKinds } from "../../../web/src/training/index.ts";
import { recordedNames } from "../../../web/src/training/recorded.ts";
import { runShell } from "../cli/run-posenc.ts";

const state = (change: Partial<TrainState> = {}): TrainState => ({ ...startOf(SCHEMA), ...change });

const text = fc.oneof(
  fc.integer({ min: -5, max: 30_000 }).map(String),
  fc.double({ min: 0, max: 2, noNaN: true }).map(String),
  fc
    .subarray(["none", "rope", "alibi", "learned", "xl", "t5", "fire", "yarn", "alibi_flat", "1", "3", "16"])
    .map((list) => list.join(",")),
  fc.constantFrom("passkey", "biting", "64", "8", "5", "0"),
);
const anyState = fc.record(Object.fromEntries(Object.keys(SCHEMA).map((key) => [key, text]))).map((texts) => {
  const read = (key: string, property: Property<unknown>) =>
    property.read(texts[key] as string)?.value ?? property.start;
  return Object.fromEntries(
    Object.entries(SCHEMA).map(([key, property]) => [key, read(key, property)]),
  ) as unknown as TrainState;
});

test("the start is the study that the command performs by itself", () => {
  expect(studyOf(state())).toEqual(defaultStudy);
  expect(commandOf(studyOf(state()))).toBe(
    "npx posenc train --task passkey --methods none,learned,rope,alibi --steps 400 --seeds 0",
  );
});

test("whatever stands in the address is a study that can be performed, and comes back from it", () => {
  fc.assert(
    fc.property(anyState, (one) => {
      const study = studyOf(one);
      expect(runsOf(study)).toHaveLength(one.methods.length * one.seeds);
      expect(studyOf(stateOf(study))).toEqual(study);
    }),
    { numRuns: 300, seed: 11 },
  );
});

test("what has no effect is no part of the study", () => {
  const study = studyOf(
    state({ task: "copying", methods: ["alibi"], depths: "5", extensions: ["yarn", "alibi_steep"], fine_tune: 9 }),
  );
  expect([study.depths, study.extensions, study.fine_tune]).toEqual([undefined, ["alibi_steep"], 9]);
  expect(studyOf(state({ methods: ["none"], extensions: ["yarn"], fine_tune: 9 })).fine_tune).toBeUndefined();
  expect(studyOf(state({ depths: "3" })).depths).toEqual([0, 0.5, 1]);
});

test("the command and the copied JSON give the study that the page performs", async () => {
  const one = state({
    ...{
      methods: ["none", "rope"],
      steps: 2,
      tokens: 12,
      batch: 2,
      rate: 0.01,
      warmup: 3,
      layers: 1,
      width: "32",
      heads: "2",
    },
    ...{ seed: 4, times: ["1", "3"], sequences: 2, depths: "3", extensions: ["yarn"], fine_tune: 1 },
  });
  const study = studyOf(one);
  const told = await runShell(commandOf(study).replace("npx posenc", "$POSENC"));
  expect(told.code, told.stderr).toBe(0);
  expect(JSON.parse(told.stdout).study).toEqual(study);
  const file = join(await mkdtemp(join(tmpdir(), "posenc-study-")), "study.json");
  await writeFile(file, JSON.stringify(study));
  const read = await runShell(`$POSENC train ${file}`);
  const numbers = (text: string) =>
    JSON.parse(text).runs.map(({ curve, tests }: { curve: unknown; tests: unknown }) => ({ curve, tests }));
  expect(numbers(read.stdout)).toEqual(numbers(told.stdout));
});

test("links of everything to try", () => {
  for (const { change } of tries()) {
    const one = state(change);
    expect(readLink(SCHEMA, writeLink(SCHEMA, one, null))).toEqual({ state: one, other: null, faults: [] });
    expect(runsOf(studyOf(one)).length).toBeGreaterThan(0);
  }
});

test("every recording is one of a task, whole, and repeated by the controls", async () => {
  expect(recordedNames.length).toBeGreaterThan(0);
  for (const kind of recordedNames) {
    const task = taskKinds.find((one) => one === kind);
    expect(task, kind).toBeDefined();
    const { result } = await recordedTask(task as (typeof taskKinds)[number]).run({}, new AbortController().signal);
    if (!result) throw new Error(`${kind} has no recording`);
    const { study, runs } = result;
    expect(study.task.kind).toBe(kind);
    expect(runs.map(({ name, seed }) => [name, seed])).toEqual(runsOf(study).map(({ name, seed }) => [name, seed]));
    for (const name of namesOf(study)) {
      const extensions = (study.extensions ?? []).filter((one) =>
        runsOf({ ...study, methods: [name] })[0]?.extensions.includes(one),
      );
      const { extensions: _, fine_tune, ...rest } = study;
      expect(studyOf(stateOf(study, [name])), `${kind}, ${name}`).toEqual({
        ...rest,
        methods: [name],
        ...(extensions.length > 0 && { extensions }),
        ...(extensions.length > 0 && fine_tune && { fine_tune }),
      });
    }
  }
});

test("recordings are files of the web folder, small enough to be fetched", async () => {
  for (const kind of recordedNames)
    expect((await readFile(`web/studies/${kind}.json`)).length, kind).toBeLessThan(600_000);
});
