/** What web/studies records is what the code trains, and what the README says. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { methodNames } from "../../../web/src/training/method-presets.ts";
import type { StudyResult } from "../../../web/src/training/result.ts";
import { performRun } from "../../../web/src/training/run.ts";
import { runsOf, type StudyRun } from "../../../web/src/training/study.ts";
import { openTrainer } from "../../../web/src/training/trainer.ts";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const folder = path("../../../web/studies/");
const recorded = readdirSync(folder).map((file) => {
  const result: StudyResult = JSON.parse(readFileSync(folder + file, "utf8"));
  return { name: file.replace(/\.json$/, ""), result };
});

test("every task is recorded, every method with three seeds", () => {
  expect(recorded.map(({ name }) => name).sort()).toEqual([
    ...["biting", "copying", "counting", "hidden_markov", "induction", "passkey", "recall"],
  ]);
  for (const { name, result } of recorded) {
    expect(result.study.task.kind).toBe(name);
    expect(result.study.methods).toEqual(methodNames);
    expect(result.study.seeds.length).toBeGreaterThanOrEqual(3);
    expect(result.runs.map((run) => [run.name, run.seed])).toEqual(
      runsOf(result.study).map((run) => [run.name, run.seed]),
    );
  }
});

// The first points of a curve cost little, and depend on all that training does. Five digits were written.
describe.each(recorded)("$name", ({ result: { study, runs } }) => {
  test.each(["rope", "t5", "none"])("begins as it was recorded: %s", async (method) => {
    const index = runs.findIndex(({ name }) => name === method);
    const kept = runs[index]?.curve.slice(0, 2) ?? [];
    const trainer = openTrainer();
    const stop = new AbortController();
    const points: number[] = [];
    const running = performRun(trainer, study, runsOf(study)[index] as StudyRun, {
      signal: stop.signal,
      onPoint({ loss }) {
        if (points.push(loss) === kept.length) stop.abort();
      },
    });
    await expect(running).rejects.toMatchObject({ code: "aborted" });
    trainer.close();
    expect(points.length).toBe(2);
    for (const [at, loss] of points.entries()) expect(Math.abs(loss - (kept[at]?.loss ?? 0))).toBeLessThan(0.6e-5);
  });
});

test("the README shows them", () => {
  const tables = execFileSync(process.execPath, [path("../../../build-scripts/studies-readme.mjs")], {
    encoding: "utf8",
  });
  expect(readFileSync(path("../../../README.md"), "utf8")).toContain(tables.trim());
});
