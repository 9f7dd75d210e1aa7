import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launcher, runPosenc, runShell } from "./run-posenc.ts";

interface Printed {
  engine: string;
  simd: string;
  precision: string;
  shape: Record<string, number>;
  scores: (number | null)[][][];
  weights: number[][][];
  output: number[][][];
  encoding: number[][];
  max_difference: number;
  reference_max_difference: number;
  permutation: number[];
}

const words = { input: { kind: "tokens", tokens: ["狗", "咬", "人"], model_dim: 8, heads: 2 } };

async function attention(problem: unknown, ...args: string[]): Promise<Printed> {
  const { code, stdout, stderr } = await runPosenc(["attention", ...args], problem);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout) as Printed;
}

async function refusal(args: string[], input: unknown = "") {
  const { code, stdout, stderr } = await runPosenc(args, input);
  expect(stdout).toBe("");
  expect(stderr).toMatch(/^posenc: /);
  return { code, message: stderr.trim() };
}

describe("worked examples", () => {
  const rotary = (key: number[][], keyPositions: number[]) => ({
    input: {
      kind: "tensors",
      query: [
        [1, 0],
        [1, 0],
      ],
      key,
    },
    method: { kind: "rotary", inv_freq: [Math.PI / 2] },
    query_positions: [0, 4],
    key_positions: keyPositions,
    scale: 1,
  });

  test.each(["wasm", "reference"])("rotary by pi/2: equal distances, equal scores (%s)", async (engine) => {
    const same = [
      [1, 0],
      [1, 0],
      [1, 0],
    ];
    const { scores } = await attention(rotary(same, [1, 5, 2]), "--engine", engine, "--outputs", "scores");
    const expected = [0, 0, -1, 0, 0, -1];
    scores.flat(2).forEach((score, at) => {
      expect(Math.abs((score ?? Number.NaN) - (expected[at] ?? 0))).toBeLessThan(1e-7);
    });
  });

  test("rotary by pi/2: equal distance is not equal score", async () => {
    const { scores } = await attention(rotary([[0, 1]], [1]));
    expect(scores[0]?.[0]?.[0]).toBeCloseTo(-1, 7);
  });

  test("ALiBi takes slope times distance from the score", async () => {
    const { scores } = await attention({
      input: { kind: "tensors", query: [[2]], key: [[1], [1]] },
      method: { kind: "alibi", slopes: [0.5] },
      query_positions: [4],
      key_positions: [3, 0],
      scale: 1,
    });
    expect(scores).toEqual([[[1.5, 0]]]);
  });

  test("sinusoidal table of width 4", async () => {
    const identity = [0, 1, 2, 3].map((i) => [0, 1, 2, 3].map((j) => (i === j ? 1 : 0)));
    const problem = {
      input: {
        kind: "embeddings",
        embeddings: [0, 1, 2].map(() => [0, 0, 0, 0]),
        projections: { query: identity, key: identity, value: identity },
      },
      method: { kind: "sinusoidal" },
    };
    const { encoding } = await attention(problem, "--outputs", "encoding", "--digits", "4");
    expect(encoding).toEqual([
      [0, 1, 0, 1],
      [0.8415, 0.5403, 0.01, 1],
      [0.9093, -0.4161, 0.02, 0.9998],
    ]);
  });

  test("what cos(pi/2) leaves is printed, not hidden", async () => {
    const { scores } = await attention(rotary([[1, 0]], [1]), "--engine", "reference");
    expect(scores[0]?.[0]?.[0]).not.toBe(0);
    expect(Math.abs(scores[0]?.[0]?.[0] ?? 1)).toBeLessThan(1e-15);
  });
});

describe("attention", () => {
  test("states engine, simd and shape", async () => {
    const { engine, simd, precision, shape } = await attention(words);
    expect({ engine, simd, precision }).toEqual({ engine: "wasm", simd: "wasm", precision: "float32" });
    expect(shape).toEqual({ heads: 2, kv_heads: 2, queries: 3, keys: 3, head_dim: 4, value_dim: 4 });
    const reference = await attention(words, "--engine", "reference");
    expect(reference).toMatchObject({ engine: "reference", simd: "scalar", precision: "double" });
  });

  test("a hidden score is null, a hidden weight 0, a row that sees nothing all 0", async () => {
    const { scores, weights, output } = await attention({
      ...words,
      mask: { kind: "bits", rows: ["100", "000", "011"] },
    });
    expect(scores[0]?.map((row) => row.map((score) => score === null))).toEqual([
      [false, true, true],
      [true, true, true],
      [true, false, false],
    ]);
    expect(weights[0]?.[0]).toEqual([1, 0, 0]);
    expect(weights[1]?.[1]).toEqual([0, 0, 0]);
    expect(output[0]?.[1]).toEqual([0, 0, 0, 0]);
  });

  test("prints one innermost row per line, and all on one line with --compact", async () => {
    const plain = await runPosenc(["attention", "--outputs", "weights", "--digits", "2"], words);
    expect(plain.stdout.split("\n").filter((line) => /^ {6}\[[\d., ]+\],?$/.test(line))).toHaveLength(6);
    const compact = await runPosenc(["attention", "--outputs", "weights", "--digits", "2", "--compact"], words);
    expect(compact.stdout.trim().split("\n")).toHaveLength(1);
    expect(JSON.parse(compact.stdout)).toEqual(JSON.parse(plain.stdout));
  });

  test("numbers are the shortest that give the float back, and -0 is 0", async () => {
    const identity = [
      [1, 0],
      [0, 1],
    ];
    const values = [0.1, -0, 1 / 3, 16777216, 1e-30, 3.4e38];
    const problem = {
      input: {
        kind: "embeddings",
        embeddings: values.map((value) => [value, 0]),
        projections: { query: [[0, 0]], key: [[0, 0]], value: identity },
        head_dim: 1,
        value_dim: 2,
      },
    };
    const { code, stdout } = await runPosenc(["attention", "--outputs", "value"], problem);
    expect(code).toBe(0);
    expect(stdout.match(/\[(\S+), 0\]/g)).toEqual(
      ["0.1", "0", "0.33333334", "16777216", "1e-30", "3.4e+38"].map((text) => `[${text}, 0]`),
    );
  });

  test("reads a file, - and piped standard input alike", async () => {
    const texts = await Promise.all([
      runPosenc(["attention", "--compact", problemFile]),
      runPosenc(["attention", "--compact", "-"], words),
      runPosenc(["attention", "--compact"], words),
    ]);
    expect(new Set(texts.map(({ stdout }) => stdout)).size).toBe(1);
    expect(texts.map(({ code }) => code)).toEqual([0, 0, 0]);
  });
});

describe("equivariance", () => {
  const run = async (problem: unknown, ...args: string[]) => {
    const { code, stdout, stderr } = await runPosenc(["equivariance", ...args], problem);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    return JSON.parse(stdout) as Printed;
  };

  test("holds without positions and masks", async () => {
    const result = await run(words);
    expect(result.permutation).toEqual([2, 1, 0]);
    expect(result.max_difference).toBeLessThan(1e-6);
    expect(result.reference_max_difference).toBeLessThan(1e-15);
  });

  test("is broken by a fixed causal mask, and back when the mask is permuted too", async () => {
    const causal = { ...words, mask: { kind: "causal" }, permutation: [1, 2, 0] };
    expect((await run(causal)).reference_max_difference).toBeGreaterThan(0.1);
    expect((await run({ ...causal, permute_mask: true })).reference_max_difference).toBeLessThan(1e-15);
    expect((await run(causal, "--engine", "reference")).engine).toBe("reference");
  });

  test("is broken by a position method", async () => {
    expect((await run({ ...words, method: { kind: "rotary" } })).max_difference).toBeGreaterThan(1e-3);
  });
});

describe("help and version", () => {
  test.each([["--help"], ["attention", "--help"], ["equivariance", "--help"], ["describe", "--help"]])(
    "posenc %s %s",
    async (...args) => {
      const { code, stdout, stderr } = await runPosenc(args.filter(Boolean));
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toMatch(/^Usage: posenc /);
    },
  );

  test("the examples in the help texts run", async () => {
    for (const command of ["attention", "equivariance"]) {
      const { stdout } = await runPosenc([command, "--help"]);
      const example = stdout.slice(stdout.indexOf("Example:\n") + 9).replaceAll(" posenc ", " $POSENC ");
      const { code, stderr } = await runShell(example);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    }
  });

  test("version and describe come from the core", async () => {
    const described = JSON.parse((await runPosenc(["describe"])).stdout) as Record<string, unknown>;
    expect(described).toMatchObject({ simd: "wasm", lanes: 4 });
    expect((await runPosenc(["--version"])).stdout).toBe(`posenc ${described.version}\n`);
  });
});

describe("refusals: exit code 2 and one message on standard error", () => {
  test.each<[string, string[], unknown, RegExp]>([
    ["an unknown command", ["attend"], "", /unknown command "attend"/],
    ["an unknown option", ["attention", "--nope"], words, /Unknown option '--nope'/],
    ["an option without value", ["attention", "--engine"], words, /--engine/],
    ["an unknown engine", ["attention", "--engine", "gpu"], words, /--engine: expected wasm or reference, got "gpu"/],
    ["webgpu", ["attention", "--engine", "webgpu"], words, /WebGPU is for browsers/],
    ["an unknown output", ["attention", "--outputs", "scores,logits"], words, /got "logits"/],
    ["bad digits", ["attention", "--digits", "-1"], words, /--digits/],
    ["too many digits", ["attention", "--digits", "18"], words, /--digits: expected 0 to 17, got "18"/],
    ["two files", ["attention", "a", "b"], words, /expected one problem file, got 2/],
    ["a file that is not there", ["attention", "nowhere.json"], "", /cannot read nowhere.json/],
    ["a folder", ["attention", "."], "", /cannot read \./],
    ["empty input", ["attention"], " \n", /^posenc: standard input is empty: expected a problem as JSON$/],
    ["broken JSON", ["attention"], '{"input": {"kind" "tokens"}}', /line 1 column 19/],
    ["a list", ["attention"], "[1]", /must be a JSON object, got an array/],
    ["an unknown method", ["attention"], { ...words, method: { kind: "rope" } }, /method\.kind.*rope/],
    ["an unknown field", ["attention"], { ...words, methods: 1 }, /methods/],
    [
      "a ragged tensor",
      ["attention"],
      { input: { kind: "tensors", query: [[1], [1, 2]], key: [[1]] } },
      /input\.query\[1\]/,
    ],
    ["no input", ["equivariance"], {}, /input/],
    ["a bad permutation", ["equivariance"], { ...words, permutation: [0, 0, 1] }, /permutation/],
  ])("%s", async (_, args, input, message) => {
    const refused = await refusal(args, input);
    expect(refused.message).toMatch(message);
    expect(refused.code).toBe(2);
  });

  test("no command prints the usage", async () => {
    const { code, stdout, stderr } = await runPosenc([]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^Usage: posenc/);
  });
});

test("without a build it says what to do, with exit code 3", async () => {
  const lonely = join(folder, "web/src/cli");
  await mkdir(lonely, { recursive: true });
  await copyFile(launcher, join(lonely, "posenc.mjs"));
  const { code, stdout, stderr } = await runShell(`node ${join(lonely, "posenc.mjs")} describe`);
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toBe("posenc: not built yet; run build-scripts/play --build-only first\n");
});

describe("pipes and signals", () => {
  const long = JSON.stringify({ input: { kind: "tokens", tokens: Array.from({ length: 300 }, (_, i) => `${i % 7}`) } });

  test("a reader that goes away is no error", async () => {
    await writeFile(join(folder, "long.json"), long);
    const { stdout, stderr, code } = await runShell(
      `$POSENC attention ${join(folder, "long.json")} | head -n 1; echo \${PIPESTATUS[0]}`,
    );
    expect({ stdout, stderr, code }).toEqual({ stdout: "{\n0\n", stderr: "", code: 0 });
  });

  test("a long result arrives whole", async () => {
    const { stdout } = await runPosenc(["attention", "--compact"], long);
    expect((JSON.parse(stdout) as Printed).weights[0]).toHaveLength(300);
  });

  test("SIGINT ends it with 130", async () => {
    const { stdout } = await runShell(
      "set -m; sleep 5 | $POSENC attention & sleep 0.7; kill -INT -- -$!; wait $!; echo $?",
    );
    expect(stdout).toBe("130\n");
  });
});

let folder = "";
let problemFile = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "posenc-"));
  problemFile = join(folder, "problem.json");
  await writeFile(problemFile, JSON.stringify(words));
});
afterAll(() => rm(folder, { recursive: true }));
