/** `posenc attention` with tensors, positions and a mask from files: the numbers that NumPy gives. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { toNpy } from "../../../web/src/io/npy.ts";
import { readArrays } from "../../../web/src/io/read-arrays.ts";
import { fromBase64, goldenAttention } from "../io/golden-files.ts";
import { runPosenc, runPosencBytes, runShell } from "./run-posenc.ts";

const golden = goldenAttention();
const folder = mkdtempSync(join(tmpdir(), "posenc-files-"));
const at = (name: string) => join(folder, name);
for (const [name, data] of Object.entries(golden.files)) writeFileSync(at(name), fromBase64(data));
writeFileSync(at("p.csv"), "position\n0\n1\n4\n6\n9\n");
writeFileSync(at("x.csv"), "1,2,3,4\n5,6,7,8\n");
const added = Array.from({ length: 5 }, (_, i) => Array.from({ length: 5 }, (_, j) => (j > i ? "-inf" : "0")));
const rowsOf = (cells: readonly string[][]) => `${cells.map((row) => row.join(",")).join("\n")}\n`;
writeFileSync(at("added.csv"), rowsOf(added));
writeFileSync(at("mixed.csv"), rowsOf(added).replace("0", "1"));
/** The least of float32, bfloat16 and float16; BERT's and T5's numbers. */
const LEAST = ["-3.4028234663852886e38", "-3.3895313892515355e38", "-65504", "-10000", "-1e9"];
for (const least of LEAST) writeFileSync(at(`least${least}.csv`), rowsOf(added).replaceAll("-inf", least));
writeFileSync(at("small.csv"), rowsOf(added).replaceAll("-inf", "-9999"));
writeFileSync(at("nan.csv"), "1,2,3,4\n5,6,nan,8\n");
writeFileSync(at("zero.npy"), toNpy({ shape: [0, 4], data: new Float32Array() }));
writeFileSync(at("rest.npz"), fromBase64(golden.files["qkv.npz"] as string).slice(0, 100));
writeFileSync(at("ragged.csv"), "1,2\n3\n");

const qkv = ["--query", at("q.npy"), "--key", at("k.npy"), "--value", at("v.npy")];

async function attention(...args: string[]) {
  const { code, stdout, stderr } = await runPosenc(["attention", ...args]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

function close(found: number[][][], expected: number[][][], most: number): void {
  const differences = found.flat(2).map((value, i) => Math.abs(value - (expected.flat(2)[i] as number)));
  expect(found.flat(2).length).toBe(expected.flat(2).length);
  expect(Math.max(...differences)).toBeLessThan(most);
}

describe("the numbers of NumPy", () => {
  // float32, Fortran big-endian float64 and float16 hold these numbers exactly.
  test("from three .npy files, by both engines", async () => {
    const found = await attention(...qkv);
    close(found.scores, golden.scores, 2e-6);
    close(found.weights, golden.weights.none, 1e-6);
    close(found.output, golden.output.none, 1e-6);
    const exact = await attention(...qkv, "--engine", "reference");
    close(exact.weights, golden.weights.none, 1e-14);
    close(exact.output, golden.output.none, 1e-14);
  });

  test.each(["qkv.npz", "qkv.safetensors"])("from %s, with a mask from a file and by its kind", async (file) => {
    for (const mask of [at("mask.npy"), at("added.csv"), ...LEAST.map((least) => at(`least${least}.csv`)), "causal"]) {
      const found = await attention("--tensors", at(file), "--mask", mask, "--engine", "reference");
      close(found.weights, golden.weights.causal, 1e-14);
      close(found.output, golden.output.causal, 1e-14);
    }
  });
});

describe("q and k without values", () => {
  const qk = ["--query", at("q.npy"), "--key", at("k.npy")];

  test("have scores and weights, and no output", async () => {
    const found = await attention(...qk);
    close(found.weights, golden.weights.none, 1e-6);
    expect(Object.keys(found)).not.toContain("output");
    expect(found.shape.value_dim).toBe(0);
  });

  test.each([
    ["attention", "output"],
    ["decode", "decoding, which compares outputs", "--mask", "causal"],
    ["equivariance", "equivariance, which compares outputs"],
  ])("%s: output is refused", async (command, use, ...flags) => {
    const asked = command === "attention" ? ["--outputs", "output"] : [];
    const { code, stdout, stderr } = await runPosenc([command, ...qk, ...flags, ...asked]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toBe(`posenc: input.value: expected values for ${use}, got nothing\n`);
  });
});

describe("what the command writes is read back", () => {
  test.each(["json", "csv", "npy", "safetensors"])("%s", async (format) => {
    const file = at(`query.${format}`);
    const written = ["--outputs", "query", "--format", format, "--output", file];
    expect(await runPosenc(["attention", ...qkv, ...written])).toMatchObject({ code: 0, stderr: "" });
    const found = await attention("--query", file, "--key", at("k.npy"), "--value", at("v.npy"));
    close(found.weights, golden.weights.none, 1e-6);
  });

  test("the whole of its JSON, with what is no array and what is hidden", async () => {
    const file = at("whole.json");
    const written = ["--outputs", "scores,query,key,value", "--mask", "causal", "--output", file];
    expect(await runPosenc(["attention", ...qkv, ...written])).toMatchObject({ code: 0, stderr: "" });
    const found = await attention("--tensors", file, "--mask", "causal");
    close(found.output, golden.output.causal, 1e-6);
  });
});

describe("standard input", () => {
  test.each(["q.npy", "qkv.npz", "qkv.safetensors"])("%s", async (name) => {
    const flags = name === "q.npy" ? ["--query", "-", "--key", at("k.npy")] : ["--tensors", "-"];
    const line = `cat ${at(name)} | $POSENC attention ${flags.join(" ")} --outputs weights --compact`;
    const { code, stdout, stderr } = await runShell(line);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    close(JSON.parse(stdout).weights, golden.weights.none, 1e-6);
  });

  test.each(["[[1, 0], [0, 1]]", "1,0\n0,1\n"])("%j", async (text) => {
    const { code, stdout } = await runPosenc(["attention", "--embeddings", "-", "--outputs", "input"], text);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).input).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });
});

describe("merged with a problem", () => {
  const rest = { method: { kind: "alibi", slopes: [0.5, 0.25] }, mask: { kind: "causal" }, scale: 0.25 };

  test("files take the place of its input, flags that of its method", async () => {
    const file = at("problem.json");
    writeFileSync(file, JSON.stringify({ input: { kind: "tokens", tokens: ["a"] }, ...rest }));
    const tensors = { kind: "tensors", query: golden.scores.map(() => []), key: [] };
    const { query, key, value } = await attention(...qkv, "--outputs", "query,key,value");
    const whole = {
      ...rest,
      input: { ...tensors, query, key, value },
      query_positions: [0, 1, 4, 6, 9],
      key_positions: [0, 1, 4, 6, 9],
    };
    const expected = JSON.parse((await runPosenc(["attention", "-"], whole)).stdout);
    expect(await attention(file, ...qkv, "--positions", at("p.csv"))).toEqual(expected);
    expect(await attention(file, ...qkv, "--positions", "0,1,4,6,9")).toEqual(expected);
    const turned = JSON.parse(
      (await runPosenc(["attention", "-"], { ...whole, method: { kind: "rotary", rope_theta: 100 } })).stdout,
    );
    const flags = [
      "--method",
      "rotary",
      "--set",
      "rope_theta=100",
      "--query-positions",
      "0,1,4,6,9",
      "--key-positions",
      at("p.csv"),
    ];
    expect(await attention(file, ...qkv, ...flags)).toEqual(turned);
  });

  test("X keeps the layer's sizes and seed", async () => {
    const problem = { input: { kind: "tokens", tokens: ["a"], model_dim: 16, heads: 2, seed: 3 } };
    const { stdout } = await runPosenc(["attention", "-", "--embeddings", at("x.csv")], problem);
    const input = {
      kind: "embeddings",
      embeddings: [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
      ],
      heads: 2,
      seed: 3,
    };
    expect(JSON.parse(stdout)).toEqual(JSON.parse((await runPosenc(["attention", "-"], { input })).stdout));
    expect((await attention("--embeddings", at("x.csv"), "--heads", "2")).shape).toMatchObject({
      heads: 2,
      queries: 2,
    });
  });

  test("decode and equivariance take files too", async () => {
    const decoded = await runPosenc(["decode", ...qkv, "--mask", "causal", "--outputs", "output"]);
    close(JSON.parse(decoded.stdout).output, golden.output.causal, 1e-6);
    const compared = await runPosenc(["equivariance", ...qkv, "--outputs", "output"]);
    expect(JSON.parse(compared.stdout).max_difference).toBeLessThan(1e-6);
  });
});

test("what safetensors writes is read again", async () => {
  const bytes = await runPosencBytes(["attention", ...qkv, "--format", "safetensors"]);
  const read = await readArrays("a.safetensors", bytes);
  expect(read.map(({ name, dtype, shape }) => [name, dtype, shape])).toEqual([
    ["scores", "float32", [2, 5, 5]],
    ["weights", "float32", [2, 5, 5]],
    ["output", "float32", [2, 5, 3]],
  ]);
  const { weights } = await attention(...qkv);
  expect([...(read[1]?.data ?? [])]).toEqual(weights.flat(2).map(Math.fround));
});

describe("refused with status 2, by name", () => {
  test.each([
    [["--query", at("q.npy")], "key is missing: query is there, and both are needed"],
    [
      ["--query", at("none.npy"), "--key", at("k.npy")],
      /--query: cannot read .*none\.npy: there is no such file or folder\n/,
    ],
    [["--query", folder], /--query: cannot read .*: it is a folder\n/],
    [["--tensors", at("rest.npz")], /--tensors: .*rest\.npz: expected a whole zip archive/],
    [["--embeddings", at("ragged.csv")], /--embeddings: .*ragged\.csv, line 2: expected 2 columns/],
    [
      ["--query", at("q.npy"), "--key", at("mask.npy")],
      /key: expected \[kv_heads, keys, 4\], as wide as query, got shape \[1, 5, 5\]/,
    ],
    [[...qkv, "--embeddings", at("x.csv")], "expected either X or q, k and v, got both"],
    [[...qkv, "--positions", "0:3"], "--positions: expected 5 numbers, one per token, got 3"],
    [[...qkv, "--positions", at("x.csv")], /positions: expected \[5\], got shape \[2, 4\]/],
    [[...qkv, "--mask", at("x.csv")], /mask: expected \[5, 5\], got shape \[2, 4\]/],
    [[...qkv, "--mask", at("v.npy")], /mask: expected \[5, 5\]/],
    [[...qkv, "--mask", at("mixed.csv")], /mask: expected only 0, 1 \/ 0, -inf \(≤ -10000\), got 1 at index \[0, 0\]/],
    [
      [...qkv, "--mask", at("small.csv")],
      /mask: expected only 0, 1 \/ 0, -inf \(≤ -10000\), got -9999 at index \[0, 1\]/,
    ],
    [
      [...qkv, "--mask", "diag"],
      '--mask: expected none, causal or a file, got "diag"; other kinds of mask go into problem.json',
    ],
    [
      ["--query", at("nan.csv"), "--key", at("k.npy")],
      "query (nan): expected finite float32 numbers, got NaN at index [1, 2]",
    ],
    [["--query", at("zero.npy"), "--key", at("k.npy")], /--query: [^:]*zero\.npy: expected numbers, got none/],
    [["--query", "-", "--key", "-"], "standard input can be read once, and here --query and --key ask for it"],
    [["-", "--query", "-", "--key", at("k.npy")], "here the problem and --query ask for it"],
    [[...qkv, "--method", "rotery"], 'got "rotery"; did you mean rotary?'],
    [[...qkv, "--method", "rotary", "--set", "theta=5"], 'got also "theta"; did you mean rope_theta?'],
    [[...qkv, "--heads", "2"], "--heads: q, k and v have theirs already"],
    [[...qkv, "--set", "slopes=[1]"], "--set belongs to --method"],
    [["--tensors", at("v.npy")], /^posenc: value|key|query/],
    [[...qkv, "--digits", "3", "--format", "safetensors"], "--digits: safetensors holds every number as it is"],
  ] as [string[], string | RegExp][])("%j", async (args, message) => {
    const { code, stdout, stderr } = await runPosenc(["attention", ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(message);
  });

  test("names that mean nothing are listed", async () => {
    writeFileSync(at("names.json"), JSON.stringify({ first: [[1]], second: [[2]] }));
    const { stderr } = await runPosenc(["attention", "--tensors", at("names.json")]);
    expect(stderr).toMatch(
      /names\.json: expected the names query, key, value; q, k, v; embeddings, X, found first, second/,
    );
  });
});
