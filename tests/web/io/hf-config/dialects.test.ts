/** Where libraries disagree, both sides' numbers come out under their dialects. */
import { afterAll, describe, expect, test } from "vitest";
import type { Frequencies, RotaryMethod } from "../../../../web/src/engine/index.ts";
import { compareDialects } from "../../../../web/src/io/hf-config/compare-dialects.ts";
import { DIALECTS, precisionOf } from "../../../../web/src/io/hf-config/dialects.ts";
import { choicesOf, disagreements } from "../../../../web/src/io/hf-config/disagreements.ts";
import { resolveConfig } from "../../../../web/src/io/hf-config/resolve.ts";
import type { Dialect } from "../../../../web/src/io/hf-config/types.ts";
import { errorsOf, frequencies, layerOf, llama, mscale, noted, posenc, rotary, scaling } from "./resolved.ts";

afterAll(() => posenc.close());

/** YaRN of factor 16 over 2048 positions, 128 channels, base 10000. */
const yarn = (more: object = {}, outside: object = {}) =>
  llama({
    max_position_embeddings: 32768,
    rope_scaling: { rope_type: "yarn", factor: 16, original_max_position_embeddings: 2048, ...more },
    ...outside,
  });

/** The formula of methods.md 5.5, written again. */
function yarnByHand(s: number, length: number, { d = 128, limit = 127, fast = 32, slow = 1 } = {}): number[] {
  const corr = (turns: number) => (d * Math.log(length / (2 * Math.PI * turns))) / (2 * Math.log(10000));
  const low = Math.max(Math.floor(corr(fast)), 0);
  const high = Math.min(Math.ceil(corr(slow)), limit);
  return Array.from({ length: d / 2 }, (_, i) => {
    const w = Math.min(Math.max((i - low) / (high - low || 0.001), 0), 1);
    const plain = 10000 ** ((-2 * i) / d);
    return (plain / s) * w + plain * (1 - w);
  });
}

function sameNumbers({ inv_freq }: Frequencies, expected: readonly number[], digits = 1e-12) {
  expect(inv_freq).toHaveLength(expected.length);
  const worst = Math.max(...expected.map((value, i) => Math.abs((inv_freq[i] ?? Number.NaN) / value - 1)));
  expect(worst).toBeLessThan(digits);
}

const amplitude = async (config: object, dialect: Dialect) => (await frequencies(config, { dialect })).attention_factor;

describe("YaRN", () => {
  test("the ramp ends at d - 1, in LitGPT at d / 2 - 1 and the wrong way round", async () => {
    // At 600000 positions the slow end lies beyond pair 63.
    const long = yarn({ original_max_position_embeddings: 600000 }, { max_position_embeddings: 9600000 });
    for (const dialect of ["huggingface", "vllm", "llama_cpp", "megatron", "authors"] as const)
      sameNumbers(await frequencies(long, { dialect }), yarnByHand(16, 600000));
    const inverted = yarnByHand(16, 600000, { limit: 63 }).map((upright, i) => {
      const plain = 10000 ** ((-2 * i) / 128);
      return plain / 16 + plain - upright;
    });
    sameNumbers(await frequencies(long, { dialect: "litgpt" }), inverted);
  });

  test("LitGPT's amplitude is 1 without both mscales", async () => {
    expect(await amplitude(yarn(), "litgpt")).toBe(1);
    expect(await amplitude(yarn(), "huggingface")).toBeCloseTo(mscale(16), 12);
  });

  test("attention_factor: honoured, or not read", async () => {
    const config = yarn({ attention_factor: 0.5 });
    for (const dialect of ["huggingface", "huggingface_2024", "vllm"] as const)
      expect(await amplitude(config, dialect)).toBe(0.5);
    for (const dialect of ["mlx", "llama_cpp", "megatron"] as const) {
      expect(await amplitude(config, dialect)).toBeCloseTo(mscale(16), 12);
      expect(noted(config, "rope_scaling.attention_factor", dialect)).toBe("ignored dialect_ignores");
    }
  });

  test("mscale without mscale_all_dim: without effect, or over 1", async () => {
    const config = yarn({ mscale: 0.5 });
    expect(await amplitude(config, "huggingface")).toBeCloseTo(mscale(16), 12);
    expect(await amplitude(config, "megatron")).toBeCloseTo(mscale(16, 0.5), 12);
    const deepseek = yarn({ type: "deepseek_yarn", rope_type: undefined });
    expect(await amplitude(JSON.parse(JSON.stringify(deepseek)), "vllm")).toBeCloseTo(mscale(16), 12);
  });

  test("before 2025-03 Hugging Face took no mscale and the largest length for its ramp", async () => {
    const config = yarn({ mscale: 0.5, mscale_all_dim: 2 });
    expect(await amplitude(config, "huggingface")).toBeCloseTo(mscale(16, 0.5) / mscale(16, 2), 12);
    expect(await amplitude(config, "huggingface_2024")).toBeCloseTo(mscale(16), 12);
    sameNumbers(await frequencies(config, { dialect: "huggingface" }), yarnByHand(16, 2048));
    sameNumbers(await frequencies(config, { dialect: "huggingface_2024" }), yarnByHand(16, 32768));
  });

  test("from 2025-03 to 2025-08 the lengths replaced its factor", async () => {
    const config = yarn({ factor: 4 });
    sameNumbers(await frequencies(config, { dialect: "huggingface" }), yarnByHand(4, 2048));
    sameNumbers(await frequencies(config, { dialect: "huggingface_2025" }), yarnByHand(16, 2048));
    expect(await amplitude(config, "huggingface_2025")).toBeCloseTo(mscale(16), 12);
    expect(noted(config, "rope_scaling.factor", "huggingface_2025")).toBe("read factor_replaced");
  });

  test("vLLM's multimodal class takes four times the length", async () => {
    const config = yarn({ mrope_section: [16, 24, 24] });
    sameNumbers(await frequencies(config, { dialect: "vllm" }), yarnByHand(16, 8192));
    sameNumbers(await frequencies(config, { dialect: "huggingface" }), yarnByHand(16, 2048));
    sameNumbers(await frequencies(yarn(), { dialect: "vllm" }), yarnByHand(16, 2048));
  });

  test("below a factor of 1 ggml's amplitude is below 1; no configuration may say so", async () => {
    const method = (magnitude?: "unclamped"): RotaryMethod => ({
      kind: "rotary",
      scaling: { kind: "yarn", factor: 0.5, original_max_position_embeddings: 2048, magnitude },
    });
    const ggml = await posenc.frequencies({ method: method("unclamped"), head_dim: 128 });
    expect(ggml.attention_factor).toBeCloseTo(1 + 0.1 * Math.log(0.5), 12);
    const { magnitude: _, ...clamped } = method().scaling as { magnitude?: string };
    const method_ = { kind: "rotary", scaling: clamped } as RotaryMethod;
    expect((await posenc.frequencies({ method: method_, head_dim: 128 })).attention_factor).toBe(1);
    for (const dialect of DIALECTS) expect(errorsOf(yarn({ factor: 0.5 }), dialect)).not.toEqual([]);
  });

  test("truncate inside a block by layer type is not seen by Hugging Face", () => {
    const { rope_theta, ...rest } = llama({ layer_types: Array(4).fill("full_attention") });
    const block = { rope_type: "yarn", rope_theta, factor: 4, original_max_position_embeddings: 1024, truncate: false };
    const config = { ...rest, rope_parameters: { full_attention: block } };
    expect(scaling(config)).not.toHaveProperty("truncate");
    expect(noted(config, "rope_parameters.full_attention.truncate")).toBe("ignored truncate_not_seen");
    expect(scaling(config, "vllm")).toHaveProperty("truncate", false);
  });
});

describe("DeepSeek's factor on the scale", () => {
  const deepseek = (model_type: string, largest: number) => ({
    model_type,
    num_attention_heads: 16,
    hidden_size: 2048,
    qk_rope_head_dim: 64,
    qk_nope_head_dim: 128,
    max_position_embeddings: largest,
    rope_scaling: { type: "yarn", factor: 40, original_max_position_embeddings: 4096, mscale: 1, mscale_all_dim: 0.5 },
  });
  const factorOf = async (config: object, dialect: Dialect) => (await frequencies(config, { dialect })).softmax_factor;

  test("Hugging Face: by mscale_all_dim, always", async () => {
    for (const largest of [4096, 163840])
      expect(await factorOf(deepseek("deepseek_v3", largest), "huggingface")).toBeCloseTo(mscale(40, 0.5) ** 2, 12);
  });

  test("its V2 has it since 2026-07 only", async () => {
    expect(await factorOf(deepseek("deepseek_v2", 163840), "huggingface")).toBeCloseTo(mscale(40, 0.5) ** 2, 12);
    expect(await factorOf(deepseek("deepseek_v2", 163840), "huggingface_2025")).toBe(1);
    expect(await factorOf(deepseek("deepseek_v3", 163840), "huggingface_2025")).not.toBe(1);
  });

  test("the authors: by mscale, and only beyond the original length, as YaRN itself", async () => {
    expect(await factorOf(deepseek("deepseek_v3", 163840), "authors")).toBeCloseTo(mscale(40) ** 2, 12);
    expect(await amplitude(deepseek("deepseek_v3", 163840), "authors")).toBe(1);
    const short = await frequencies(deepseek("deepseek_v3", 4096), { dialect: "authors" });
    expect(short.softmax_factor).toBe(1);
    expect(short.inv_freq).toEqual(short.plain_inv_freq);
  });
});

describe("other scalings", () => {
  test("dynamic NTK: Hugging Face keeps the longest length, vLLM takes factor times the largest one", async () => {
    const config = llama({ max_position_embeddings: 2048, rope_scaling: { type: "dynamic", factor: 2 } });
    const baseAt = async (dialect: Dialect, length: number) => (await frequencies(config, { dialect, length })).base;
    expect(await baseAt("huggingface", 1000)).toBe(10000);
    expect(await baseAt("huggingface", 4096)).toBeCloseTo(30527.73675, 5);
    for (const length of [1, 1000, 8192]) expect(await baseAt("vllm", length)).toBeCloseTo(30527.73675, 5);
    expect(scaling(config, "huggingface")).toMatchObject({ state: "sticky" });
    expect(scaling(config, "authors")).toMatchObject({ state: "recomputed" });
  });

  test("fixed NTK: on the base, or on every pair, or unknown", async () => {
    const config = llama({ rope_scaling: { type: "ntk", factor: 4 } });
    const onBase = await frequencies(config, { dialect: "authors" });
    expect(onBase.inv_freq[0]).toBe(1);
    expect(onBase.base).toBeCloseTo(10000 * 4 ** (128 / 126), 6);
    const onPairs = await frequencies(config, { dialect: "vllm" });
    sameNumbers(
      onPairs,
      Array.from({ length: 64 }, (_, i) => 40000 ** ((-2 * i) / 128) * 4 ** (-2 / 128)),
    );
    expect(errorsOf(config, "huggingface")).toEqual(["rope_scaling.type type_unsupported"]);
  });

  const phi = (type: string) =>
    llama({
      model_type: "phi3",
      head_dim: 4,
      max_position_embeddings: 131072,
      original_max_position_embeddings: 4096,
      rope_scaling: { type, short_factor: [1, 1.5], long_factor: [2, 8] },
    });

  test("LongRoPE: by the length at hand, or by the engine's limit", async () => {
    const short = { length: 100 };
    expect([...(await frequencies(phi("longrope"), { ...short, dialect: "huggingface" })).inv_freq]).toEqual([
      1,
      0.01 / 1.5,
    ]);
    for (const dialect of ["vllm", "llama_cpp"] as const)
      expect([...(await frequencies(phi("longrope"), { ...short, dialect })).inv_freq]).toEqual([0.5, 0.00125]);
  });

  test("Phi-3's \"yarn\": the square root, or YaRN's logarithm", async () => {
    expect(await amplitude(phi("yarn"), "huggingface")).toBeCloseTo(Math.sqrt(17 / 12), 12);
    expect(await amplitude(phi("yarn"), "llama_cpp")).toBeCloseTo(mscale(32), 12);
    expect(await amplitude(phi("longrope"), "llama_cpp")).toBeCloseTo(Math.sqrt(17 / 12), 12);
  });

  test("Llama 3's original length: from the block, or from beside it and else 8192", () => {
    const block = {
      rope_type: "llama3",
      factor: 8,
      low_freq_factor: 1,
      high_freq_factor: 4,
      original_max_position_embeddings: 4096,
    };
    const config = llama({ rope_scaling: block });
    const original = (dialect: Dialect, more: object = {}) =>
      (scaling({ ...config, ...more }, dialect) as { original_max_position_embeddings: number })
        .original_max_position_embeddings;
    expect(original("huggingface")).toBe(4096);
    expect(original("vllm")).toBe(4096);
    expect(original("llama_cpp")).toBe(8192);
    expect(original("llama_cpp", { original_max_position_embeddings: 2048 })).toBe(2048);
    expect(noted(config, "rope_scaling.original_max_position_embeddings", "llama_cpp")).toBe("ignored dialect_ignores");
  });

  test("and their frequencies", async () => {
    const block = {
      rope_type: "llama3",
      factor: 8,
      low_freq_factor: 1,
      high_freq_factor: 4,
      original_max_position_embeddings: 4096,
    };
    const config = llama({ rope_theta: 500000, rope_scaling: block });
    const published = llama({ rope_theta: 500000, rope_scaling: { ...block, original_max_position_embeddings: 8192 } });
    const { inv_freq } = await frequencies(published);
    expect((await frequencies(config, { dialect: "llama_cpp" })).inv_freq).toEqual(inv_freq);
    expect((await frequencies(config)).inv_freq).not.toEqual(inv_freq);
  });

  test("Gemma 3's linear factor: on full layers, or left out by the authors' text-only class", () => {
    const text = {
      model_type: "gemma3_text",
      hidden_size: 2560,
      num_hidden_layers: 6,
      sliding_window: 1024,
      rope_scaling: { rope_type: "linear", factor: 8 },
    };
    const full = (config: object, dialect: Dialect) => scaling(config, dialect, "full_attention");
    expect(full(text, "huggingface")).toEqual({ kind: "linear", factor: 8 });
    expect(full(text, "authors")).toBeUndefined();
    expect(full({ model_type: "gemma3", text_config: text }, "authors")).toEqual({ kind: "linear", factor: 8 });
  });

  test("GLM's ratio multiplies the base, or is lost", () => {
    const config = llama({ model_type: "chatglm", rope_theta: null, rope_ratio: 500 });
    expect(resolveConfig(config).dialect).toBe("authors");
    expect(rotary(config).rope_theta).toBe(5e6);
    expect(rotary(config, "vllm").rope_theta).toBe(5e6);
    expect(rotary(config, "huggingface").rope_theta).toBe(1e4);
    expect(noted(config, "rope_ratio", "huggingface")).toBe("ignored dialect_ignores");
  });

  test("pairs that no interleaved section takes: time, or llama.cpp's fourth stream", async () => {
    const config = llama({ rope_scaling: { type: "mrope", mrope_section: [24, 20, 20], mrope_interleaved: true } });
    expect(rotary(config)).toMatchObject({ mrope_section: [24, 20, 20], mrope_layout: "interleaved" });
    expect(rotary(config)).not.toHaveProperty("mrope_rest");
    expect(rotary(config, "llama_cpp")).toMatchObject({ mrope_section: [24, 20, 20, 0], mrope_rest: 3 });
    expect((await frequencies(config, { dialect: "llama_cpp" })).inv_freq).toEqual(
      (await frequencies(config)).inv_freq,
    );
  });

  test("ALiBi: unscaled, or divided by sqrt(head_dim) with rounded slopes", () => {
    const bloom = llama({ model_type: "bloom" });
    for (const dialect of DIALECTS) expect(layerOf(bloom, undefined, dialect).methods).toEqual([{ kind: "alibi" }]);
    const falcon = llama({ model_type: "falcon", alibi: true });
    expect(layerOf(falcon, undefined, "huggingface").methods[0]).toMatchObject({ applied: "before_scale" });
  });

  test("the pairing of Llama's weights: half split for Hugging Face, interleaved for Meta and llama.cpp", () => {
    const pairings = DIALECTS.map((dialect) => [dialect, rotary(llama(), dialect).pairing]);
    expect(pairings.filter(([, pairing]) => pairing === "interleaved").map(([dialect]) => dialect)).toEqual([
      "llama_cpp",
      "authors",
    ]);
    for (const dialect of DIALECTS) expect(rotary(llama({ model_type: "qwen3" }), dialect).pairing).toBe("half_split");
  });
});

describe("precision", () => {
  const errorAt = async (dialect: Dialect, position: number) => {
    const method: RotaryMethod = { kind: "rotary", rope_theta: 10000, angle_precision: precisionOf(dialect) };
    const { phase, cosine } = await posenc.phaseError({ method, head_dim: 128, positions: [position] });
    return { phase: phase[0] ?? Number.NaN, cosine: cosine[0] ?? Number.NaN };
  };

  test("float32 throughout, or a table in the type of the activations", async () => {
    const table = await errorAt("huggingface", 4095);
    const float32 = await errorAt("authors", 4095);
    expect(float32.cosine).toBeLessThan(3e-4);
    expect(table.cosine).toBeGreaterThan(1e-3);
    expect(table.phase).toBe(float32.phase);
  });

  test("llama.cpp multiplies its angle along the pairs, which adds up", async () => {
    expect((await errorAt("llama_cpp", 131071)).phase).toBeGreaterThan((await errorAt("authors", 131071)).phase);
  });
});

describe("comparison", () => {
  test("dialects with equal numbers stand together, and the others say how far they are", async () => {
    const { groups, length } = await compareDialects(posenc, yarn({ attention_factor: 0.5 }), { length: 4096 });
    expect(length).toBe(4096);
    const [first, ...others] = groups;
    expect(first?.dialects).toEqual(["huggingface", "huggingface_2025", "vllm"]);
    expect(first?.differences).toEqual([]);
    expect(groups.flatMap(({ dialects }) => dialects).toSorted()).toEqual(DIALECTS.toSorted());
    const mlx = others.find(({ dialects }) => dialects.includes("mlx"));
    expect(mlx?.dialects).toEqual(["megatron", "mlx"]);
    expect(mlx?.differences).toMatchObject([{ layerType: "all", inv_freq: 0, attention_factor: [0.5, mscale(16)] }]);
    const old = others.find(({ dialects }) => dialects.includes("huggingface_2024"));
    expect(old?.differences[0]?.inv_freq).toBeGreaterThan(0.1);
  });

  test("dialects that refuse a configuration say why", async () => {
    const config = llama({ rope_scaling: { type: "dynamic", factor: 2 } });
    const { groups } = await compareDialects(posenc, config, { length: 100 });
    const refusing = groups.filter(({ error }) => error);
    expect(refusing).toMatchObject([
      {
        dialects: ["llama_cpp", "megatron", "litgpt", "mlx"],
        layers: [],
        differences: [],
        error: { key: "rope_scaling.type" },
      },
    ]);
  });

  test("a model without rotary layers is the same for all", async () => {
    const { groups, methods, stated } = await compareDialects(posenc, llama({ model_type: "bloom" }), { length: 100 });
    expect(groups.map(({ dialects }) => dialects.length)).toEqual([DIALECTS.length]);
    expect(methods).toMatchObject([{ dialects: expect.arrayContaining([...DIALECTS]), layerTypes: [{ name: "all" }] }]);
    expect(stated).toEqual([]);
  });

  test("methods that dialects read otherwise stand by dialect", async () => {
    const { methods } = await compareDialects(posenc, llama({ model_type: "falcon", alibi: true }), { length: 100 });
    expect(methods.map(({ dialects }) => dialects[0])).toEqual(["huggingface", "vllm", "llama_cpp"]);
    expect(methods[2]?.layerTypes).toEqual([{ name: "all", methods: [{ kind: "alibi" }] }]);
  });

  test("the rest of interleaved sections and the rounding of angles are stated, without numbers", async () => {
    const config = llama({ rope_scaling: { type: "mrope", mrope_section: [24, 20, 20], mrope_interleaved: true } });
    const { stated, methods } = await compareDialects(posenc, config, { length: 100 });
    expect(methods).toEqual([]);
    expect(stated.map(({ id, choices }) => [id, choices.map(({ choice }) => choice)])).toEqual([
      ["mrope_rest", ["time", "fourth"]],
      ["angle_precision", ["powers_bfloat16", "running_float32", "powers_float32"]],
    ]);
    const plain = await compareDialects(posenc, llama(), { length: 100 });
    expect(plain.stated.map(({ id }) => id)).toEqual(["angle_precision"]);
  });

  test("each disagreement has choices, and all but single ones differ", () => {
    const ids = disagreements.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const disagreement of disagreements)
      expect(choicesOf(disagreement, DIALECTS).length, disagreement.id).toBeGreaterThan(1);
  });
});
