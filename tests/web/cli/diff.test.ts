/** posenc diff. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { runPosenc } from "./run-posenc.ts";

const folder = mkdtempSync(join(tmpdir(), "posenc-diff-"));
afterAll(() => rmSync(folder, { recursive: true }));

interface Compared {
  name: string;
  a: { base: number; attention_factor: number; length: number };
  b: { base: number; attention_factor: number; length: number };
  ratio: number[];
  positions: number[];
  cosine: number[];
  score_a: number[];
  score_b: number[];
  first_difference: number | null;
  largest_difference: number;
}

interface Printed {
  a: { configuration: string; dialect: string; unmatched: string[] };
  b: { configuration: string; dialect: string; unmatched: string[] };
  tolerance: number;
  limit: number;
  layer_types: Compared[];
}

async function diff(...args: string[]): Promise<Printed> {
  const { code, stdout, stderr } = await runPosenc(["diff", ...args]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout) as Printed;
}

async function only(...args: string[]): Promise<Compared> {
  const { layer_types: types } = await diff(...args);
  expect(types).toHaveLength(1);
  return types[0] as Compared;
}

const config = {
  model_type: "llama",
  hidden_size: 4096,
  num_attention_heads: 32,
  max_position_embeddings: 4096,
  rope_theta: 10000,
};

function file(name: string, changes: object): string {
  const path = join(folder, `${name}.json`);
  writeFileSync(path, JSON.stringify({ ...config, ...changes }));
  return path;
}

describe("numbers", () => {
  test("Llama 3 and 3.1: ratio 1, blended, 1/8", async () => {
    const whole = await diff("model:llama-3-8b", "model:llama-3.1-8b");
    expect(whole.limit).toBe(131072);
    const [layer] = whole.layer_types;
    expect(layer?.ratio.slice(0, 29)).toEqual(new Array(29).fill(1));
    expect(layer?.ratio[29]).toBeCloseTo(0.002166570764 / 0.002616099253, 9);
    expect(layer?.ratio.slice(35)).toEqual(new Array(29).fill(0.125));
    expect(layer?.positions).toEqual([0, ...Array.from({ length: 18 }, (_, k) => 2 ** k)]);
    expect(layer?.cosine[0]).toBe(1);
    expect(layer?.first_difference).toBeGreaterThan(100);
  });

  test("the same is the same", async () => {
    const { ratio, cosine, first_difference, largest_difference } = await only("model:qwen2-7b", "model:qwen2-7b");
    expect([new Set(ratio).size, new Set(cosine).size]).toEqual([1, 1]);
    expect({ first_difference, largest_difference }).toEqual({ first_difference: null, largest_difference: 0 });
  });

  test("a lost base: the slowest pair is 354 times too fast", async () => {
    const block = { rope_type: "llama3", factor: 8, low_freq_factor: 1, high_freq_factor: 4 };
    const given = file("given", {
      head_dim: 64,
      rope_theta: 500000,
      rope_scaling: { ...block, original_max_position_embeddings: 8192 },
    });
    const lost = file("lost", { head_dim: 64 });
    expect((await only(given, lost)).ratio.at(-1)).toBeCloseTo(353.9705892, 6);
  });

  test("definitions of cosine and scores, and the first difference", async () => {
    const [a, b] = [file("a", {}), file("b", { rope_scaling: { rope_type: "linear", factor: 2 } })];
    const layer = await only(a, b, "--limit", "3", "--tolerance", "0.05");
    const inv_freq = Array.from({ length: 64 }, (_, r) => 10000 ** (-r / 64));
    const mean = (of: (theta: number) => number) => inv_freq.reduce((sum, theta) => sum + of(theta), 0) / 64;
    layer.positions.forEach((p, i) => {
      expect(layer.cosine[i]).toBeCloseTo(
        mean((theta) => Math.cos((p * theta) / 2)),
        12,
      );
      expect(layer.score_a[i]).toBeCloseTo(
        mean((theta) => Math.cos(p * theta)),
        12,
      );
      expect(layer.score_b[i]).toBeCloseTo(
        mean((theta) => Math.cos((p * theta) / 2)),
        12,
      );
    });
    const distances = [1, 2, 3].map((p) => Math.abs(mean((t) => Math.cos(p * t)) - mean((t) => Math.cos((p * t) / 2))));
    expect(layer.first_difference).toBe(1 + distances.findIndex((distance) => distance > 0.05));
    expect(layer.largest_difference).toBeCloseTo(Math.max(...distances), 12);
  });
});

describe("sides", () => {
  test("one configuration in two dialects", async () => {
    const yarn = file("yarn", {
      rope_scaling: { rope_type: "dynamic", factor: 2 },
      max_position_embeddings: 2048,
    });
    const { a, b, layer_types: types } = await diff(yarn, yarn, "--dialect", "huggingface,vllm");
    expect([a.dialect, b.dialect]).toEqual(["huggingface", "vllm"]);
    expect(types[0]?.a.base).toBe(10000);
    expect(types[0]?.b.base).toBeCloseTo(30527.73675, 4);
  });

  test("one model at two lengths", async () => {
    const { a, b, ratio } = await only("model:phi-3.5-mini", "model:phi-3.5-mini", "--length", "4096,4097");
    expect([a.length, b.length]).toEqual([4096, 4097]);
    expect(Math.min(...ratio)).toBeLessThan(0.1);
  });

  test("layer types by name, and a lone one with all of the other side", async () => {
    const both = await diff("model:gemma-3-4b", "model:gemma-3-4b", "--limit", "64");
    expect(both.layer_types.map(({ name }) => name).sort()).toEqual(["full_attention", "sliding_attention"]);
    const plain = file("plain", { head_dim: 256, rope_theta: 1e6 });
    const lone = await diff(plain, "model:gemma-3-4b", "--limit", "64");
    expect(lone.layer_types.map(({ name, ratio }) => [name, ratio.at(-1)])).toContainEqual(["full_attention", 0.125]);
    expect(lone.layer_types).toHaveLength(2);
    expect(lone.b.unmatched).toEqual([]);
  });
});

test("table and csv", async () => {
  const table = await runPosenc(["diff", "model:llama-3-8b", "model:llama-3.1-8b", "--format", "table"]);
  expect(table.stdout).toMatch(/^scores first differ by more than 0\.01 at position \d+; at most by 0\.\d+$/m);
  expect(table.stdout).toMatch(/^ +63 +\S+ +\S+ +0\.125$/m);
  const csv = (kind: string) =>
    runPosenc(["diff", "model:llama-3-8b", "model:llama-3.1-8b", "--limit", "4", "--format", "csv", "--table", kind]);
  expect((await csv("positions")).stdout).toMatch(/^layer_type,position,cosine,score_a,score_b\n\w+,0,1,1,1\n/);
  expect((await csv("pairs")).stdout.split("\n")).toHaveLength(66);
});

test.each<[string, RegExp]>([
  ["model:llama-3-8b", /expected two configurations, got 1/],
  ["- -", /only one of the two configurations can be standard input/],
  [
    "model:llama-3-8b model:gpt-j-6b",
    /expected as many pairs in both, got 64 in model:llama-3-8b and 32 in model:gpt-j-6b/,
  ],
  ["model:llama-3-8b model:bloom-560m", /model:bloom-560m: no layer turns q and k/],
  ["model:llama-3-8b model:x", /no model "x"/],
  ["model:llama-3-8b model:llama-3-8b --tolerance 0", /--tolerance: expected a number above 0, got "0"/],
  ["model:llama-3-8b model:llama-3-8b --limit 1e9", /--limit: expected a whole number from 1 to 16777216/],
  ["model:llama-3-8b model:llama-3-8b --length 1,2,3", /--length: expected one value, or one for A and one for B/],
  ["model:llama-3-8b model:llama-3-8b --table pairs", /--table belongs to --format csv/],
  ["model:llama-3-8b model:llama-3-8b --format npy", /--format: expected json, table or csv, got "npy"/],
])("refusal: %s", async (args, message) => {
  const { code, stdout, stderr } = await runPosenc(["diff", ...args.split(" ")], "{}");
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^posenc: [^\n]*\n$/);
  expect(stderr).toMatch(message);
});
