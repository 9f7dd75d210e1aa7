/** `posenc train`: a study from flags and files, its three formats, saved models. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runPosenc } from "./run-posenc.ts";

const folder = mkdtempSync(join(tmpdir(), "posenc-train-"));
const at = (name: string) => join(folder, name);
const tiny = ["--task", "copying", "--tokens", "9", "--batch", "4", "--width", "16", "--heads", "2", "--layers", "1"];
const quick = [...tiny, "--steps", "20", "--sequences", "4"];

async function train(...args: string[]) {
  const { code, stdout, stderr } = await runPosenc(["train", ...args]);
  expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
  return { stdout, stderr };
}

const withoutTimes = (text: string) => text.replace(/"milliseconds_per_step": [\d.e-]+/g, "");

describe("a study", () => {
  test("as JSON is taken whole again and gives the same numbers", async () => {
    const first = await train(...quick, "--methods", "none,rope", "--seeds", "0,3");
    const { study, runs } = JSON.parse(first.stdout);
    expect(study).toMatchObject({ task: { kind: "copying" }, methods: ["none", "rope"], seeds: [0, 3], steps: 20 });
    expect(study.lengths).toEqual([9, 18, 36, 72, 144]);
    expect(runs.map(({ name, seed }: { name: string; seed: number }) => [name, seed])).toEqual([
      ...[
        ["none", 0],
        ["rope", 0],
        ["none", 3],
        ["rope", 3],
      ],
    ]);
    expect(first.stderr).toMatch(/^rope \(seed 3\): loss \d\.\d+, [\d.]+ ms per step$/m);
    writeFileSync(at("result.json"), first.stdout);
    const again = await train(at("result.json"), "--workers", "1");
    expect(withoutTimes(again.stdout)).toBe(withoutTimes(first.stdout));
  });

  test("flags replace what a file says", async () => {
    writeFileSync(
      at("study.json"),
      JSON.stringify({ task: { kind: "counting", modulus: 3 }, methods: ["alibi"], steps: 5 }),
    );
    const { stdout } = await train(at("study.json"), ...tiny.slice(2), "--steps", "3", "--lengths", "9");
    const { study, runs } = JSON.parse(stdout);
    expect(study).toMatchObject({ task: { kind: "counting", modulus: 3 }, steps: 3, lengths: [9] });
    expect(runs[0].facts.vocabulary).toBe(3);
  });

  test("as a table for people: refusals, extensions, means over seeds", async () => {
    const flags = [
      "--methods",
      "learned,rope",
      "--seeds",
      "0,1",
      "--extensions",
      "interpolated,yarn",
      "--fine-tune",
      "4",
    ];
    const { stdout } = await train(...quick, ...flags, "--lengths", "9,18", "--format", "table");
    expect(stdout).toMatch(
      /^copying: loss in nats \(accuracy\) by tokens after 20 steps; 2 seeds, mean ± standard deviation\n/,
    );
    expect(stdout).toMatch(/^learned +\d\.\d{3} ± \d\.\d{3} \(\d+ %\) +refused /m);
    for (const name of [
      "learned + interpolated",
      "learned + interpolated, 4 steps",
      "rope + yarn",
      "rope + yarn, 4 steps",
    ])
      expect(stdout).toContain(`\n${name} `);
  });

  test("as CSV has a line per test", async () => {
    const { stdout } = await train(...quick, "--methods", "learned", "--lengths", "9,18", "--format", "csv");
    const [head, ...lines] = stdout.trim().split("\n");
    expect(head).toBe("method,seed,extension,fine_tuned,tokens,loss,floor,accuracy,refused");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/^learned,0,,0,18,,,,"?method\.table: /);
  });
});

test("a model is saved, loaded, and refused where it is another", async () => {
  await train(...quick, "--methods", "rope", "--save", at("model.safetensors"), "--output", at("trained.json"));
  const tested = await train(
    ...tiny,
    "--methods",
    "rope",
    "--load",
    at("model.safetensors"),
    "--steps",
    "0",
    "--format",
    "csv",
    "--sequences",
    "4",
  );
  expect(tested.stdout.split("\n")).toHaveLength(7);
  const other = await runPosenc(["train", ...quick, "--methods", "shaw", "--load", at("model.safetensors")]);
  expect(other.code).toBe(2);
  expect(other.stderr).toContain("expected [33, 8], got no such tensor");
});

describe("refused in words", () => {
  const refusals: [string[], string][] = [
    [["--steps", "0"], "steps: expected a whole number from 1 to 100000, got 0"],
    [["--steps", "x"], '--steps: expected a number, got "x"'],
    [["--methods", "rotary"], 'got "rotary"'],
    [["--task", "chess"], "task.kind: expected one of biting, copying"],
    [["--save", "x.safetensors"], "--save takes the parameters of one run, got 4"],
    [["--width", "10", "--heads", "4"], "model.heads: expected a divisor of width (10)"],
    [["--rate", "99"], "optimizer.rate: expected a number from 0 to 10, got 99"],
    [["no-such-file.json"], "cannot read no-such-file.json"],
    [["--format", "npy"], '--format: expected json, table or csv, got "npy"'],
    [["--metods", "rope"], "did you mean --methods"],
  ];
  test.each(refusals)("%j", async (args, message) => {
    const { code, stderr } = await runPosenc(["train", ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  test("an unknown field of a study", async () => {
    const { code, stderr } = await runPosenc(["train", "-"], { task: { kind: "copying" }, step: 3 });
    expect(code).toBe(2);
    expect(stderr).toContain('got "step"');
  });
});
