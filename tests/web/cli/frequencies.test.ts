/** posenc frequencies, by a configuration, by a model and by flags. */
import { describe, expect, test } from "vitest";
import { parseNpy } from "../io/parse-npy.ts";
import { runPosenc, runPosencBytes } from "./run-posenc.ts";

interface Layer {
  name: string;
  method: string;
  pairing: string;
  rotary_dim: number;
  length: number | null;
  original_length: number | null;
  factor: number;
  base: number;
  ramp: [number, number] | null;
  attention_factor: number;
  softmax_factor: number;
  scale: number;
  inv_freq: number[];
  wavelength: (number | null)[];
  turns: number[];
  share: number[];
  regime: string[];
  phase_error: { positions: number[]; phase: number[]; cosine: number[]; pair: number[] };
}

interface Printed {
  configuration: string;
  dialect: string;
  head_dim: number;
  max_position_embeddings: number;
  layer_types: Layer[];
}

async function frequencies(args: readonly string[], config?: unknown): Promise<Printed> {
  const { code, stdout, stderr } = await runPosenc(["frequencies", ...args], config);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout) as Printed;
}

async function only(args: readonly string[], config?: unknown): Promise<Layer> {
  const { layer_types: types } = await frequencies(args, config);
  expect(types).toHaveLength(1);
  return types[0] as Layer;
}

function digits(value: number | null | undefined, precision: number): number {
  return Number((value ?? Number.NaN).toPrecision(precision));
}

describe("models", () => {
  test("Llama 3.1 keeps 29 pairs, blends 6 and divides 29", async () => {
    const layer = await only(["--model", "llama-3.1-8b"]);
    expect(layer.regime.indexOf("blended")).toBe(29);
    expect(layer.regime.lastIndexOf("blended")).toBe(34);
    expect([28, 29, 30, 31, 34, 35, 63].map((r) => digits(layer.inv_freq[r], 10))).toEqual([
      0.003211445995, 0.002166570764, 0.001371893568, 0.0008567514129, 0.0001785078128, 0.00009556212354,
      3.068925989e-7,
    ]);
    expect(layer).toMatchObject({ base: 500000, rotary_dim: 128, factor: 8, attention_factor: 1, softmax_factor: 1 });
    expect(layer).toMatchObject({ pairing: "half_split", original_length: 8192, ramp: null });
    expect(layer.share[28]).toBe(0);
    expect(digits(layer.share[29], 6)).toBe(0.196379);
    expect(layer.share[35]).toBe(1);
    expect(layer.wavelength[29]).toBe((2 * Math.PI) / (layer.inv_freq[29] as number));
  });

  test("Qwen2.5 with YaRN: ramp 23 to 40, attention factor 1.1386", async () => {
    const layer = await only(["model:qwen2.5-7b-yarn"]);
    expect(layer.ramp).toEqual([23, 40]);
    expect(digits(layer.attention_factor, 9)).toBe(1.13862944);
    expect(layer.regime[22]).toBe("kept");
    expect(layer.regime[24]).toBe("blended");
    expect(layer.regime[40]).toBe("scaled");
  });

  test("DeepSeek-V3: softmax factor and scale", async () => {
    const layer = await only(["--model", "deepseek-v3"]);
    expect(layer).toMatchObject({ pairing: "interleaved", rotary_dim: 64, ramp: [10, 23], attention_factor: 1 });
    expect(digits(layer.softmax_factor, 8)).toBe(1.8738542);
    expect(digits(layer.scale, 10)).toBe(0.1352337789);
  });

  test("Gemma 3 scales its global layers only, and --layer-type takes one", async () => {
    const both = await frequencies(["--model", "gemma-3-4b"]);
    const names = both.layer_types.map(({ name, base, factor }) => [name, base, factor]);
    expect(names).toContainEqual(["full_attention", 1e6, 8]);
    expect(names).toContainEqual(["sliding_attention", 1e4, 1]);
    const local = await only(["--model", "gemma-3-4b", "--layer-type", "sliding_attention"]);
    expect(local).toEqual(both.layer_types.find(({ name }) => name === "sliding_attention"));
  });

  test("LongRoPE takes the long list beyond the original length, and the amplitude stays", async () => {
    const [short, long] = [
      await only(["--model", "phi-3.5-mini", "--length", "4096"]),
      await only(["--model", "phi-3.5-mini", "--length", "4097"]),
    ];
    expect(digits(short.attention_factor, 9)).toBe(1.19023807);
    expect(long.attention_factor).toBe(short.attention_factor);
    expect(long.inv_freq).not.toEqual(short.inv_freq);
  });
});

describe("configurations", () => {
  const yarn = {
    model_type: "llama",
    hidden_size: 4096,
    num_attention_heads: 32,
    max_position_embeddings: 8192,
    rope_theta: 10000,
    rope_scaling: { rope_type: "yarn", factor: 2, original_max_position_embeddings: 4096, mscale: 1 },
  };

  test("standard input and a dialect", async () => {
    const [hf, megatron] = [
      await frequencies(["-"], yarn),
      await frequencies(["-", "--dialect", "litgpt"], yarn),
    ] as const;
    expect([hf.dialect, megatron.dialect]).toEqual(["huggingface", "litgpt"]);
    expect(hf.layer_types[0]?.attention_factor).toBeCloseTo(0.1 * Math.log(2) + 1, 12);
    expect(megatron.layer_types[0]?.attention_factor).toBe(1);
  });

  test("dynamic NTK by length: base 30527.7 at twice the context", async () => {
    const config = { ...yarn, max_position_embeddings: 2048, rope_scaling: { rope_type: "dynamic", factor: 2 } };
    const bases = await Promise.all(
      ["2048", "2049", "4096", "8192"].map(async (n) => (await only(["-", "--length", n], config)).base),
    );
    expect(bases.map((base) => digits(base, 10))).toEqual([10000, 10009.92071, 30527.73675, 72195.86009]);
  });

  test("where nothing goes by a length there is none", async () => {
    expect(await only(["--model", "llama-3-8b"])).toMatchObject({ length: null, original_length: null });
  });

  test("a model without rotary says what it has instead", async () => {
    const { code, stderr } = await runPosenc(["frequencies", "--model", "bloom-560m"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^posenc: model:bloom-560m: no layer turns q and k.*: alibi\n$/);
  });
});

describe("flags", () => {
  const direct = ["--method", "rotary", "--head-dim", "128"];

  test("a scaling by --set", async () => {
    const scaling = { kind: "yarn", factor: 4, original_max_position_embeddings: 32768 };
    const layer = await only([...direct, "--set", "rope_theta=1000000", "--set", `scaling=${JSON.stringify(scaling)}`]);
    expect(layer.ramp).toEqual([23, 40]);
    expect(digits(layer.attention_factor, 9)).toBe(1.13862944);
  });

  test("pairs that stand still have no wavelength", async () => {
    const layer = await only([...direct, "--set", "rope_type=proportional", "--set", "partial_rotary_factor=0.25"]);
    expect(layer.wavelength.filter((wavelength) => wavelength === null)).toHaveLength(48);
    expect(layer.regime.filter((regime) => regime === "still")).toHaveLength(48);
    const csv = await runPosenc([
      "frequencies",
      ...direct,
      "--set",
      "inv_freq=[1,0]",
      "--format",
      "csv",
      "--head-dim=4",
    ]);
    expect(csv.stdout).toMatch(/^all,1,0,inf,,/m);
  });

  test("precision: the phase error of bfloat16 frequencies at base 500000", async () => {
    const layer = await only([
      ...direct,
      ...["--set", "rope_theta=500000", "--length", "8191", "--precision", "inv_freq=bfloat16"],
    ]);
    expect(layer.phase_error.positions.at(-1)).toBe(8191);
    expect(layer.phase_error.phase.at(-1)).toBeCloseTo(14.65383123, 6);
  });
});

describe("formats", () => {
  test("table: head, then a line per pair", async () => {
    const { stdout } = await runPosenc(["frequencies", "--model", "llama-3.1-8b", "--format", "table"]);
    expect(stdout).toMatch(/^model:llama-3.1-8b \(Hugging Face config, llama, read as huggingface\)\n/);
    expect(stdout).toMatch(/^length +8192, the context of training \(default\)$/m);
    expect(stdout).toMatch(/^regimes +29 kept, 6 blended, 29 scaled$/m);
    expect(stdout).toMatch(/^ +29 +0.002166571 +2900.06 +3.410863 +0.196379 +blended$/m);
    expect(stdout.split("\n").filter((line) => /^ *\d+ /.test(line))).toHaveLength(64);
  });

  test("table: what goes by the length says so", async () => {
    const table = async (args: readonly string[], config?: unknown) =>
      (await runPosenc(["frequencies", "--format", "table", ...args], config)).stdout;
    expect(await table(["--model", "llama-3-8b"])).toMatch(/^length +any: no scaling goes by it$/m);
    expect(await table(["--model", "phi-3.5-mini"])).toMatch(
      /^list +short, as the length is at most 4096; long beyond$/m,
    );
    const dynamic = {
      model_type: "llama",
      head_dim: 128,
      max_position_embeddings: 2048,
      rope_scaling: { type: "dynamic", factor: 2 },
    };
    const at4096 = await table(["--length", "4096"], dynamic);
    expect(at4096).toMatch(/^length +4096, of training 2048$/m);
    expect(at4096).toMatch(/^factor at this length +3$/m);
  });

  test("csv: a line per pair and layer type, every digit", async () => {
    const { stdout } = await runPosenc(["frequencies", "--model", "gemma-3-4b", "--format", "csv"]);
    const lines = stdout.trimEnd().split("\n");
    expect(lines[0]).toBe("layer_type,pair,inv_freq,wavelength,turns,share,regime");
    expect(lines).toHaveLength(1 + 2 * 128);
    const { layer_types: types } = await frequencies(["--model", "gemma-3-4b"]);
    expect(lines[1]?.split(",")[2]).toBe(String(types[0]?.inv_freq[0]));
  });

  test("npy: the frequencies of one layer type in double", async () => {
    const bytes = await runPosencBytes(["frequencies", "--model", "llama-3.1-8b", "--format", "npy"]);
    const { shape, data } = parseNpy(bytes);
    expect(shape).toEqual([64]);
    expect([...data]).toEqual((await only(["--model", "llama-3.1-8b"])).inv_freq);
  });
});

test.each<[string, RegExp]>([
  [
    "--model llama",
    /no model "llama" in the catalogue; posenc models lists them; with that name: [\w.-]*llama[\w.-]*, .*, …/,
  ],
  ["--model nowhere", /no model "nowhere" in the catalogue; posenc models lists them/],
  ["--model llama-3.1-8", /in the catalogue; .*; did you mean llama-3\.1-8b\?$/m],
  ["llama-3.1-8b", /no file llama-3\.1-8b; did you mean model:llama-3\.1-8b\?/],
  ["--modle gpt-2", /Unknown option '--modle'; did you mean --model\?/],
  ["model:gpt-2 --dialect vlm", /; got "vlm"; did you mean vllm\?/],
  ["nowhere.json", /cannot read nowhere.json: there is no such file/],
  ["model:gpt-2 --dialect jax", /--dialect: expected one of huggingface, .*; got "jax"/],
  ["a.json --model gpt-2", /--model takes the place of a file, got a.json too/],
  ["a.json b.json", /expected one configuration, got 2/],
  ["--model llama-3-8b --layer-type local", /--layer-type: expected one of \S+; got "local"/],
  ["--model llama-3-8b --length 0", /--length: expected a whole number from 1 to 16777216, got "0"/],
  ["--model llama-3-8b --precision half", /angle_precision.*"half"/],
  ["--model llama-3-8b --precision phase=float32", /angle_precision.*phase/],
  ["--model llama-3-8b --head-dim 64", /--head-dim belongs to --method/],
  ["--model gemma-3-4b --format npy", /npy writes one tensor: choose it with --layer-type, one of /],
  ["--method rotary", /--method needs --head-dim too/],
  ["--method alibi --head-dim 64", /--method: expected rotary, got "alibi"/],
  ["--method rotary --head-dim 64 --dialect vllm", /--method takes the place of a configuration, got dialect too/],
  ["--method rotary --head-dim 64 --set rotary_dim=63", /rotary_dim/],
  ['--method rotary --head-dim 64 --set scaling={"kind":"linear","factor":0}', /scaling\.factor/],
  ['--method rotary --head-dim 64 --set scaling={"kind":"su"}', /scaling\.kind.*"su"/],
])("refusal: %s", async (args, message) => {
  const { code, stdout, stderr } = await runPosenc(["frequencies", ...args.split(" ")]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^posenc: [^\n]*\n$/);
  expect(stderr).toMatch(message);
});
