/** encode, bias, rotate and decode, by a problem and by flags. */
import { describe, expect, test } from "vitest";
import { type Run, runPosenc, runShell } from "./run-posenc.ts";

const words = { kind: "tokens", tokens: ["dog", "bites", "man"], model_dim: 8, heads: 2 };

type Printed = Record<string, never> & {
  engine: string;
  encoding: number[][];
  input: number[][];
  bias: number[][][];
  table: number[][];
  relative_positions: number[];
  rotated_query: number[][];
  rotated_key: number[][];
  positions: number[];
  weights: number[][][];
  output: number[][][];
  max_difference: number;
  cached_keys: string;
};

async function run(args: string, problem?: unknown): Promise<Printed> {
  const { code, stdout, stderr } = await runPosenc(args.split(" "), problem);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout) as Printed;
}

async function refusal(args: string, problem: unknown = ""): Promise<string> {
  const { code, stdout, stderr }: Run = await runPosenc(args.split(" "), problem);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^posenc: .*\n$/);
  return stderr;
}

describe("encode", () => {
  test("the sinusoidal table of width 4", async () => {
    const { encoding, positions } = await run("encode --method sinusoidal --positions 0:3 --width 4 --digits 4");
    expect(positions).toEqual([0, 1, 2]);
    expect(encoding).toEqual([
      [0, 1, 0, 1],
      [0.8415, 0.5403, 0.01, 1],
      [0.9093, -0.4161, 0.02, 0.9998],
    ]);
  });

  test.each([
    ["0,1,5", [0, 1, 5]],
    ["-2:1", [-2, -1, 0]],
    ["0:1:0.25", [0, 0.25, 0.5, 0.75]],
    ["3:0:-1", [3, 2, 1]],
    ["-0.5,2:4,1e3", [-0.5, 2, 3, 1000]],
  ])("positions %s", async (text, expected) => {
    const printed = await run(`encode --method sinusoidal --positions ${text} --width 2 --engine reference`);
    expect(printed.positions).toEqual(expected);
    printed.encoding.forEach((row, t) => {
      expect(row).toEqual([Math.sin(expected[t] ?? 0), Math.cos(expected[t] ?? 0)].map((x) => expect.closeTo(x, 12)));
    });
  });

  test("fields of the method by --set, words and JSON", async () => {
    const printed = await run(
      "encode --method sinusoidal --positions 1 --width 6 --set table=tensor2tensor --set base=10000 --engine reference --digits 8",
    );
    // Tensor2Tensor ends at frequency 1/10000; sines first.
    expect(printed.encoding).toEqual([[0.84147098, 0.00999983, 0.0001, 0.54030231, 0.99995, 1]]);
    const { encoding } = await run("encode --method learned --positions 0:2 --width 2 --set table=[[1,2],[3,4]]");
    expect(encoding).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  test("of a problem: the table, and the input with it", async () => {
    const method = [{ kind: "sinusoidal" }, { kind: "rotary" }];
    const { encoding, input } = await run("encode", { input: words, method });
    expect(encoding).toHaveLength(3);
    expect(input).toHaveLength(3);
    const plain = await run("attention --outputs input", { input: words });
    expect(input[1]?.[0]).toBeCloseTo((plain.input[1]?.[0] ?? 0) + (encoding[1]?.[0] ?? 0), 6);
  });

  test("refusals", async () => {
    expect(await refusal("encode", { input: words, method: { kind: "rotary" } })).toMatch(
      /nothing is added to the input: rotary turns q and k \(posenc rotate\)/,
    );
    expect(await refusal("encode", { input: words })).toMatch(/the problem has no method/);
    expect(await refusal("encode --method sinusoidal --width 4")).toMatch(/--method needs --positions too/);
    expect(await refusal("encode --method sinusoidal --positions 0:3")).toMatch(/--method needs --width too/);
    expect(await refusal("encode --method sinusoidal --positions 3:0 --width 4")).toMatch(/range "3:0" is empty/);
    expect(await refusal("encode --method sinusoidal --positions 0:1e9 --width 4")).toMatch(/at most 4096 positions/);
    expect(await refusal("encode --method sinusoidal --positions 0,,1 --width 4")).toMatch(/expected a number, got ""/);
    expect(await refusal("encode --method sinusoidal --positions 0x1 --width 4")).toMatch(/got "0x1"/);
    expect(await refusal("encode --method sinusoidal --positions 0 --width 0")).toMatch(/--width: expected a whole/);
    expect(await refusal("encode --method rope --positions 0 --width 4")).toMatch(/method\.kind.*"rope"/);
    expect(await refusal("encode --method sinusoidal --positions 0 --width 4 --set bse=3")).toMatch(/"bse"/);
    expect(await refusal("encode --method sinusoidal --positions 0 --width 4 --set base")).toMatch(/FIELD=VALUE/);
    expect(await refusal("encode --positions 0:3")).toMatch(/--positions belongs to --method/);
    expect(await refusal("encode --method sinusoidal p.json")).toMatch(/the file p\.json too/);
    expect(await refusal("encode --method learned --positions 5 --width 4 --set rows=5")).toMatch(
      /row from 0 to 4 of its 5 rows/,
    );
    expect(await refusal("encode --method sinusoidal --positions 0 --width 4 --outputs input")).toMatch(
      /there is none/,
    );
  });
});

describe("bias", () => {
  test("ALiBi with 8 heads", async () => {
    const { bias } = await run("bias --method alibi --heads 8 --queries 4 --keys 4");
    expect(bias).toHaveLength(8);
    bias.forEach((head, h) => {
      const slope = 2 ** -(h + 1);
      expect(head).toEqual([0, 1, 2, 3].map((i) => [0, 1, 2, 3].map((j) => slope * (j - i) + 0)));
    });
  });

  test("more keys than queries: queries are the last; positions by hand", async () => {
    expect((await run("bias --method alibi --queries 1 --keys 3 --set slopes=[1]")).bias).toEqual([[[-2, -1, 0]]]);
    const printed = await run(
      "bias --method alibi --set slopes=[0.5] --query-positions 4 --key-positions -1:1,3.5 --outputs bias,table",
    );
    expect(printed.bias).toEqual([[[-2.5, -2, -0.25]]]);
    expect(printed.relative_positions).toEqual([-5, -4, -0.5]);
    expect(printed.table).toEqual([[-2.5, -2, -0.25]]);
  });

  test("the table of T5 shows its buckets", async () => {
    const set = "--set relative_attention_num_buckets=4 --set relative_attention_max_distance=3";
    const table = "--set table=[[0],[1],[2],[3]]";
    const printed = await run(`bias --method t5_bias --queries 3 ${set} ${table} --outputs table`);
    expect(printed.relative_positions).toEqual([-2, -1, 0, 1, 2]);
    expect(printed.table).toEqual([[1, 1, 0, 3, 3]]);
  });

  test("of a problem, summed over its methods", async () => {
    const method = [
      { kind: "alibi", slopes: [1, 2] },
      { kind: "alibi", slopes: [1, 1] },
    ];
    const { bias } = await run("bias", { input: words, method, mask: { kind: "causal" } });
    expect(bias[1]?.[2]).toEqual([-6, -3, 0]);
  });

  test("refusals say where the method acts", async () => {
    for (const [kind, message] of [
      ["rotary", /rotary turns q and k \(posenc rotate\)/],
      ["shaw", /shaw adds a vector per relative position to keys and values/],
      ["transformer_xl", /transformer_xl adds products of q with a vector per distance/],
      ["deberta", /deberta adds products of q and of k/],
      ["cope", /cope adds a term to the scores that depends on q and k/],
      ["none", /none adds no position/],
    ] as const)
      expect(await refusal(`bias --method ${kind} --queries 3`)).toMatch(message);
    expect(await refusal("bias", { input: words, method: { kind: "sinusoidal" } })).toMatch(
      /sinusoidal is added to the/,
    );
    expect(await refusal("bias --method alibi")).toMatch(/--method needs --queries or --query-positions too/);
    expect(await refusal("bias --method alibi --queries 2 --engine wasm")).toMatch(/--engine/);
    expect(await refusal("bias --method fire --queries 3 --set threshold=1 --outputs table")).toMatch(/ask for bias/);
    expect(await refusal("bias --method alibi --queries 2 --key-positions 1,2,3 --keys 2")).toMatch(/key_positions/);
  });
});

describe("rotate", () => {
  test.each([
    ["half_split", [-1.413352521, 1.879118067, -2.828857482, 4.058191135]],
    ["interleaved", [-1.272232513, -1.838864985, 2.8786681, 4.088186636]],
  ])("one vector, %s", async (pairing, expected) => {
    const flags = `--head-dim 4 --positions 3 --vector 1,2,3,4 --set pairing=${pairing}`;
    const { rotated_query } = await run(`rotate --method rotary ${flags} --engine reference --digits 9`);
    expect(rotated_query).toEqual([expected]);
  });

  test("several positions, negative ones too; position 0 turns nothing", async () => {
    const { rotated_query, positions } = await run("rotate --method rotary --positions -1:2 --vector 1,-2");
    expect(positions).toEqual([-1, 0, 1]);
    expect(rotated_query[1]).toEqual([1, -2]);
    expect(rotated_query[0]?.[0]).toBeCloseTo(Math.cos(1) - 2 * Math.sin(1), 6);
  });

  test("a key is turned otherwise only with xpos", async () => {
    const flags = "--positions 8 --vector 1,0 --outputs rotated_query,rotated_key";
    const plain = await run(`rotate --method rotary ${flags}`);
    expect(plain.rotated_query).toEqual(plain.rotated_key);
    const { rotated_query, rotated_key } = await run(`rotate --method rotary ${flags} --set xpos={"scale_base":16}`);
    expect((rotated_query[0]?.[0] ?? 0) * (rotated_key[0]?.[0] ?? 0)).toBeCloseTo(Math.cos(8) ** 2, 6);
    expect(rotated_query).not.toEqual(rotated_key);
  });

  test("of a problem", async () => {
    const rotated = await run("rotate", { input: words, method: [{ kind: "alibi" }, { kind: "rotary" }] });
    expect([rotated.rotated_query, rotated.rotated_key].map((tensor) => tensor.length)).toEqual([2, 2]);
  });

  test("refusals", async () => {
    expect(await refusal("rotate", { input: words, method: { kind: "alibi" } })).toMatch(
      /nothing turns q and k: alibi adds a bias to the scores \(posenc bias\)/,
    );
    expect(await refusal("rotate --method rotary --positions 1 --vector 1,2,3 --head-dim 4")).toMatch(
      /--vector: expected 4 numbers, as --head-dim says, got 3/,
    );
    expect(await refusal("rotate --method rotary --positions 1 --vector 1,2,3")).toMatch(/head_dim.*got 3/);
    expect(await refusal("rotate --method rotary --positions 1")).toMatch(/--method needs --vector too/);
    expect(await refusal("rotate --method rotary --positions 1 --vector 1,x")).toMatch(/--vector: .*"x"/);
    expect(await refusal("rotate --method rotary --positions 1 --vector 1,1e39")).toMatch(/finite float32/);
  });
});

describe("decode", () => {
  const causal = { input: words, mask: { kind: "causal" } };

  test.each(["none", "sinusoidal", "rotary", "alibi", "t5_bias", "shaw", "transformer_xl", "deberta", "fire", "cope"])(
    "%s: every step is its row of attention",
    async (kind) => {
      const problem = { ...causal, method: { kind } };
      const [steps, whole] = [await run("decode", problem), await run("attention", problem)];
      expect(steps.max_difference).toBeLessThan(1e-6);
      expect(steps.positions).toEqual([0, 1, 2]);
      expect(steps.cached_keys).toMatch(/^(un)?rotated$/);
      for (const name of ["weights", "output"] as const)
        steps[name].flat(2).forEach((value, at) => {
          expect(value).toBeCloseTo(whole[name].flat(2)[at] ?? Number.NaN, 6);
        });
    },
  );

  test("a step knows only the tokens before it", async () => {
    const { stdout } = await runPosenc(["decode", "--outputs", "scores", "--digits", "1"], causal);
    expect(stdout).toMatch(/\[\S+, null, null\]/);
  });

  test("refusals", async () => {
    expect(await refusal("decode", { input: words })).toMatch(/mask: expected one that hides the future/);
    expect(await refusal("decode --outputs encoding", causal)).toMatch(/--outputs: .*got "encoding"/);
    expect(await refusal("decode --engine reference", causal)).toMatch(/--engine/);
  });
});

test("the examples in the help texts run", async () => {
  for (const command of ["encode", "bias", "rotate", "decode"]) {
    const { stdout } = await runPosenc([command, "--help"]);
    expect(stdout).toMatch(new RegExp(`^Usage: posenc ${command} `));
    const example = stdout.slice(stdout.indexOf("Example:\n") + 9).replaceAll(" posenc ", " $POSENC ");
    const { code, stderr } = await runShell(example);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  }
});
