/** --format json|csv|npy and --output. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { parseNpy } from "../io/parse-npy.ts";
import { launcher, runPosenc, runPosencBytes } from "./run-posenc.ts";

const folder = mkdtempSync(join(tmpdir(), "posenc-formats-"));
afterAll(() => rmSync(folder, { recursive: true }));

const problem = {
  input: { kind: "tokens", tokens: ["a", "b", "c"], model_dim: 8, heads: 2 },
  method: { kind: "rotary" },
  mask: { kind: "causal" },
};

async function read(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runPosenc(args, problem);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
}

const bytesOf = (args: readonly string[]) => runPosencBytes(args, problem);

describe("csv", () => {
  test.each([
    ["attention", "scores", "head,query,key"],
    ["attention", "output", "head,query,channel"],
    ["attention", "input", "token,channel"],
    ["attention", "rotated_key", "head,key,channel"],
    ["rotate", "rotated_query", "head,query,channel"],
    ["decode", "weights", "head,query,key"],
    ["equivariance", "weights", "run,head,query,key"],
  ])("%s %s says %s, and the numbers of the JSON", async (command, output, header) => {
    const lines = (await read(command, "--format", "csv", "--outputs", output)).split("\n");
    expect(lines[0]).toBe(`${header},value`);
    expect(lines.at(-1)).toBe("");
    const json = JSON.parse(await read(command, "--outputs", output));
    const tensor = command === "equivariance" ? [json.original[output], json.permuted[output]] : json[output];
    for (const line of lines.slice(1, -1)) {
      const cells = line.split(",");
      const value = cells.pop();
      const found = cells.reduce((level: never, index) => level[Number(index)] as never, tensor as never) as unknown;
      expect(value).toBe(found === null ? "-inf" : String(found));
    }
    expect(lines.length - 2).toBe((tensor as unknown[]).flat(9).length);
  });

  test("digits count, labels are positions", async () => {
    const args = ["encode", "--method", "sinusoidal", "--positions", "-1,0.5", "--width", "2", "--format", "csv"];
    expect((await runPosenc([...args, "--digits", "2"])).stdout).toBe(
      "position,channel,value\n-1,0,-0.84\n-1,1,0.54\n0.5,0,0.48\n0.5,1,0.88\n",
    );
    const bias = "bias --method alibi --queries 2 --set slopes=[1] --format csv --outputs table".split(" ");
    expect((await runPosenc(bias)).stdout).toBe("head,relative_position,value\n0,-1,-1\n0,0,0\n0,1,1\n");
  });
});

describe("npy", () => {
  test.each([
    ["wasm", Float32Array],
    ["reference", Float64Array],
  ])("the numbers of %s, bit for bit", async (engine, type) => {
    const common = ["attention", "--engine", engine, "--outputs", "scores"];
    const { shape, data } = parseNpy(await bytesOf([...common, "--format", "npy"]));
    expect(shape).toEqual([2, 3, 3]);
    expect(data).toBeInstanceOf(type);
    const { scores } = JSON.parse(await read(...common));
    const expected = (scores as (number | null)[][][]).flat(2).map((x) => x ?? Number.NEGATIVE_INFINITY);
    expect([...data]).toEqual(type === Float32Array ? expected.map(Math.fround) : expected);
  });

  test("equivariance has both runs", async () => {
    const npy = parseNpy(await bytesOf(["equivariance", "--outputs", "output", "--format", "npy"]));
    expect(npy.shape).toEqual([2, 2, 3, 4]);
  });

  test("--output writes the same to a file, and nothing to standard output", async () => {
    const file = join(folder, "weights.npy");
    expect(await read("attention", "--outputs", "weights", "--format", "npy", "--output", file)).toBe("");
    const piped = await bytesOf(["attention", "--outputs", "weights", "--format", "npy"]);
    expect(new Uint8Array(readFileSync(file))).toEqual(new Uint8Array(piped));
  });
});

test("--output takes JSON and CSV too", async () => {
  for (const format of ["json", "csv"]) {
    const file = join(folder, `out.${format}`);
    const args = ["attention", "--outputs", "weights", "--format", format];
    expect(await read(...args, "--output", file)).toBe("");
    expect(readFileSync(file, "utf8")).toBe(await read(...args));
  }
});

test("what the core notes is part of the JSON, else on standard error", async () => {
  const far = { ...problem, method: { kind: "shaw", max_relative_position: 1 } };
  const args = ["attention", "--outputs", "output"];
  const { notes } = JSON.parse((await runPosenc(args, far)).stdout) as { notes: string[] };
  expect(notes).toHaveLength(1);
  expect(notes[0]).toMatch(/^shaw: /);
  const csv = await runPosenc([...args, "--format", "csv"], far);
  expect({ code: csv.code, stderr: csv.stderr }).toEqual({ code: 0, stderr: `posenc: note: ${notes[0]}\n` });
  expect(JSON.parse(await read(...args))).not.toHaveProperty("notes");
});

describe("refusals", () => {
  test.each<[string, RegExp]>([
    ["attention --format csv", /--format csv writes one tensor, not 3: choose it with --outputs, one of scores, /],
    ["decode --format npy", /--format npy writes one tensor, not 3/],
    ["encode --format csv", /not 2: choose it with --outputs, one of encoding, input/],
    ["attention --format xml", /--format: expected json, csv, npy or safetensors, got "xml"/],
    ["attention --format csv --outputs encoding", /--outputs: this problem has no encoding/],
    ["attention --outputs scores,encoding", /--outputs: this problem has no encoding/],
    ["equivariance --outputs encoding", /--outputs: this problem has no encoding/],
    ["attention --format npy --outputs output --digits 3", /--digits: npy holds/],
    ["attention --format csv --outputs output --compact", /--compact is for json/],
    ["attention --output /nowhere/x.json", /cannot write \/nowhere\/x\.json: there is no such file or folder/],
    ["attention --output .", /cannot write \.: it is a folder/],
  ])("%s", async (args, message) => {
    const { code, stdout, stderr } = await runPosenc(args.split(" "), problem);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(message);
  });

  const script = spawnSync("script", ["--version"]).status === 0;
  test.skipIf(!script)("npy to a terminal", () => {
    const line = `${process.execPath} ${launcher} attention --format npy --outputs output; echo "exit $?"`;
    const { stdout } = spawnSync("script", ["-qc", line, "/dev/null"], { input: "", encoding: "utf8" });
    expect(stdout).toMatch(/--format npy is no text: name a file with --output, or pipe it\r?\nexit 2/);
  });
});
