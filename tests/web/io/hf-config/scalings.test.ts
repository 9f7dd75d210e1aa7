import { afterAll, describe, expect, test } from "vitest";
import { resolveConfig } from "../../../../web/src/io/hf-config/resolve.ts";
import { errorsOf, frequencies, layerOf, llama, mscale, noted, posenc, scaling } from "./resolved.ts";

afterAll(() => posenc.close());

const near = (value: number | undefined, expected: number, digits = 1e-9) =>
  expect(Math.abs((value ?? Number.NaN) / expected - 1)).toBeLessThan(digits);

describe("dynamic NTK", () => {
  const config = llama({ max_position_embeddings: 2048, rope_scaling: { type: "dynamic", factor: 2 } });

  test.each([
    [2048, 10000],
    [2049, 10009.92071],
    [3000, 19499.27764],
    [4096, 30527.73675],
    [8192, 72195.86009],
  ])("case 18: at length %d the base is %d", async (length, base) => {
    near((await frequencies(config, { length })).base, base);
  });

  test("the length is the model's largest one, and needed", () => {
    expect(scaling(config)).toEqual({ kind: "dynamic_ntk", factor: 2, max_position_embeddings: 2048, state: "sticky" });
    expect(errorsOf({ ...config, max_position_embeddings: null })).toEqual([
      "max_position_embeddings missing_for_type",
    ]);
    expect(errorsOf({ ...config, rotary_dim: 2 })).toEqual(["rotary_dim ntk_width"]);
  });

  test("Hunyuan's alpha fixes the base at every length", async () => {
    const hunyuan = llama({ model_type: "hunyuan_v1_dense", rope_scaling: { type: "dynamic", alpha: 8, factor: 1 } });
    expect(scaling(hunyuan)).toEqual({ kind: "ntk", alpha: 8 });
    near((await frequencies(hunyuan, { length: 10 })).base, 82684.62, 1e-7);
    expect(noted(hunyuan, "rope_scaling.factor")).toBe("ignored overridden");
  });

  test("Qwen 1 has steps of its own, and log-n beside them", async () => {
    const qwen = llama({ model_type: "qwen", use_dynamic_ntk: true, use_logn_attn: true, seq_length: 8192 });
    expect(scaling(qwen)).toEqual({ kind: "qwen_ntk", original_max_position_embeddings: 8192 });
    near((await frequencies(qwen, { length: 8193 })).base, 10000 * 3 ** (128 / 126));
    near((await frequencies(qwen, { length: 32768 })).base, 10000 * 7 ** (128 / 126));
    expect(layerOf(qwen).query_scale).toEqual({ kind: "log_n", original_max_position_embeddings: 8192 });
  });
});

describe("YaRN", () => {
  const yarn = (more: object = {}, outside: object = {}) =>
    llama({ max_position_embeddings: 8192, rope_scaling: { rope_type: "yarn", factor: 4, ...more }, ...outside });

  test.each([
    ["Qwen2.5", { head_dim: 128, rope_theta: 1e6 }, { original_max_position_embeddings: 32768 }, [23, 40]],
    ["DeepSeek-V3", { head_dim: 64 }, { original_max_position_embeddings: 4096, factor: 40 }, [10, 23]],
    ["Llama 2", { head_dim: 128 }, { original_max_position_embeddings: 4096 }, [20, 46]],
    ["Ministral 3", { rope_theta: 1e6 }, { original_max_position_embeddings: 16384, factor: 16 }, [20, 37]],
    [
      "gpt-oss",
      { head_dim: 64, rope_theta: 1.5e5 },
      { original_max_position_embeddings: 4096, factor: 32, truncate: false },
      [8.09277912, 17.3980245],
    ],
  ])("the ramp of %s", async (_, outside, more, ramp) => {
    const found = (await frequencies(yarn(more, outside))).ramp;
    near(found?.[0], ramp[0] as number, 1e-8);
    near(found?.[1], ramp[1] as number, 1e-8);
  });

  test.each([
    [{}, mscale(4)],
    [{ factor: 40 }, 1.36888795],
    [{ mscale: 1, mscale_all_dim: 1 }, 1],
    [{ mscale: 707e-3, mscale_all_dim: 707e-3 }, 1],
    [{ mscale: 0.5 }, mscale(4)],
    [{ mscale: 0.5, mscale_all_dim: 2 }, mscale(4, 0.5) / mscale(4, 2)],
    [{ mscale: 0, mscale_all_dim: 0 }, mscale(4)],
    [{ attention_factor: 0 }, 0],
    [{ attention_factor: 0.5, mscale: 1, mscale_all_dim: 2 }, 0.5],
  ])("%j has the amplitude %d", async (more, amplitude) => {
    const { attention_factor } = await frequencies(yarn(more));
    expect(attention_factor).toBeCloseTo(amplitude, 8);
  });

  test("case 14: attn_factor and attention_factor are two keys, and give three amplitudes", async () => {
    const attn = yarn({ attn_factor: 0.8782488562869419 });
    expect((await frequencies(attn, { dialect: "llama_cpp" })).attention_factor).toBeCloseTo(1, 12);
    expect((await frequencies(attn)).attention_factor).toBeCloseTo(1.138629436, 9);
    expect(noted(attn, "rope_scaling.attn_factor")).toBe("unknown not_attention_factor");
    expect(noted(attn, "rope_scaling.attn_factor", "llama_cpp")).toBe("read multiplies_magnitude");
    const attention = yarn({ attention_factor: 0.8782488562869419 });
    expect((await frequencies(attention)).attention_factor).toBe(0.8782488562869419);
  });

  test("case 11: without an original length the largest one stands in, and the report says so", () => {
    expect(scaling(yarn())).toMatchObject({ original_max_position_embeddings: 8192 });
    expect(noted(yarn(), "rope_scaling.original_max_position_embeddings")).toBe("defaulted ramp_from_largest");
    const identity = yarn({ factor: 1 });
    expect(noted(identity, "rope_scaling.original_max_position_embeddings")).toBe("defaulted from_largest_length");
    expect(errorsOf(yarn({}, { max_position_embeddings: null }))).toEqual([
      "rope_scaling.original_max_position_embeddings missing_either",
    ]);
  });

  test("factor null follows from the lengths", () => {
    const config = yarn({ factor: null, original_max_position_embeddings: 2048 });
    expect(scaling(config)).toMatchObject({ factor: 4 });
    expect(resolveConfig(config).report.at(-1)).toMatchObject({
      key: "rope_scaling.factor",
      value: 4,
      status: "defaulted",
    });
  });

  test.each([
    [{ beta_fast: 1, beta_slow: 32 }, "rope_scaling.beta_fast", "read beta_order"],
    [{ beta_fast: 0 }, "rope_scaling.beta_fast", "read zero_is_missing"],
    [{ original_max_position_embeddings: 4096 }, "rope_scaling.factor", "read implied_factor_differs"],
    [
      { original_max_position_embeddings: 8192 },
      "rope_scaling.original_max_position_embeddings",
      "read original_not_below_largest",
    ],
    [{ mscale: 1 }, "rope_scaling.mscale", "read needs_both_mscales"],
    [{ beta_fast: "32" }, "rope_scaling.beta_fast", "impossible expected_amount"],
    [{ truncate: 1 }, "rope_scaling.truncate", "impossible expected_flag"],
    [{ attention_factor: -1 }, "rope_scaling.attention_factor", "impossible expected_amount"],
  ])("%j is noted at %s", (more, key, remark) => {
    expect(noted(yarn(more), key)).toBe(remark);
  });

  test("case 23: DeepSeek's two corrections are two numbers", async () => {
    const deepseek = (model_type: string, m: number) => ({
      model_type,
      num_attention_heads: 16,
      hidden_size: 2048,
      qk_rope_head_dim: 64,
      qk_nope_head_dim: 128,
      max_position_embeddings: 163840,
      rope_scaling: { type: "yarn", factor: 40, original_max_position_embeddings: 4096, mscale: m, mscale_all_dim: m },
    });
    const v3 = await frequencies(deepseek("deepseek_v3", 1));
    expect(v3.attention_factor).toBe(1);
    near(v3.scale, 0.1352337789);
    near(v3.softmax_factor, 1.873854207);
    near((await frequencies(deepseek("deepseek_v2", 707e-3))).softmax_factor, 1.589626165);
    const contrast = yarn({ factor: 16, mscale: 1, mscale_all_dim: 0 });
    near((await frequencies(contrast, { dialect: "megatron" })).attention_factor, 1.277258872);
    expect((await frequencies(contrast)).softmax_factor).toBe(1);
  });
});

describe("Llama 3", () => {
  const config = (factor: number, head_dim: number) =>
    llama({
      head_dim,
      rope_theta: 500000,
      rope_scaling: {
        rope_type: "llama3",
        factor,
        low_freq_factor: 1,
        high_freq_factor: 4,
        original_max_position_embeddings: 8192,
      },
    });

  test("case 22: kept, blended and divided pairs of factor 8", async () => {
    const { inv_freq, regime, attention_factor } = await frequencies(config(8, 128));
    const expected = {
      28: 0.003211445995,
      29: 0.002166570764,
      30: 0.001371893568,
      31: 0.0008567514129,
      34: 0.0001785078128,
      35: 9.556212354e-5,
      63: 3.068925989e-7,
    };
    for (const [pair, value] of Object.entries(expected)) near(inv_freq[Number(pair)], value);
    expect([28, 29, 34, 35].map((pair) => regime[pair])).toEqual(["kept", "blended", "blended", "scaled"]);
    expect(attention_factor).toBe(1);
  });

  test("and of factor 32 on 64 channels", async () => {
    const { inv_freq, regime } = await frequencies(config(32, 64));
    near(inv_freq[15], 0.001290547928);
    near(inv_freq[17], 9.708287803e-5);
    near(inv_freq[31], 9.418306725e-8);
    expect(["kept", "blended", "scaled"].map((one) => regime.filter((regime) => regime === one).length)).toEqual([
      15, 3, 14,
    ]);
  });

  test.each([
    [{ high_freq_factor: 1 }, "read frequency_factor_order"],
    [{ high_freq_factor: 0.5 }, "impossible frequency_factor_order"],
  ])("%j is noted", (more, remark) => {
    const { rope_scaling, ...rest } = config(8, 128) as ReturnType<typeof llama> & { rope_scaling: object };
    expect(noted({ ...rest, rope_scaling: { ...rope_scaling, ...more } }, "rope_scaling.high_freq_factor")).toBe(
      remark,
    );
  });
});

describe("LongRoPE", () => {
  const phi = (more: object = {}, outside: object = {}) =>
    llama({
      model_type: "phi3",
      head_dim: 4,
      max_position_embeddings: 131072,
      original_max_position_embeddings: 4096,
      rope_scaling: { type: "longrope", short_factor: [1, 1.5], long_factor: [2, 8], ...more },
      ...outside,
    });

  test("case 21: the long list from 4097 on, one amplitude", async () => {
    const at = await frequencies(phi(), { length: 4096 });
    const past = await frequencies(phi(), { length: 4097 });
    near(at.inv_freq[1], 0.006666666667, 1e-9);
    expect([...past.inv_freq]).toEqual([0.5, 0.00125]);
    for (const { attention_factor } of [at, past]) near(attention_factor, 1.190238071, 1e-9);
  });

  test("the key beside the block overrides the one inside", () => {
    const config = phi({ original_max_position_embeddings: 8192 });
    expect(scaling(config)).toMatchObject({ original_max_position_embeddings: 4096 });
    expect(noted(config, "rope_scaling.original_max_position_embeddings")).toBe("ignored overridden");
  });

  test("lists of a wrong length or with wrong values are errors by name", () => {
    expect(errorsOf(phi({ long_factor: [2, 8, 9] }))).toEqual(["rope_scaling.long_factor list_length"]);
    expect(errorsOf(phi({ short_factor: [1, "2"] }))).toEqual(["rope_scaling.short_factor expected_positives"]);
    expect(errorsOf(phi({ short_factor: 1 }))).toEqual(["rope_scaling.short_factor expected_positives"]);
  });

  test("su and Phi-3's yarn are older names of it", () => {
    expect(noted(phi({ type: "su" }), "rope_scaling.type")).toBe("read alias_type");
    expect(scaling(phi({ type: "yarn" }))?.kind).toBe("longrope");
  });

  test("PhiMoE's two amplitudes", async () => {
    const moe = phi({ short_mscale: 1.5, long_mscale: 1.25 }, { model_type: "phimoe" });
    expect((await frequencies(moe, { length: 10 })).attention_factor).toBe(1.5);
    expect((await frequencies(moe, { length: 5000 })).attention_factor).toBe(1.25);
  });
});

describe("other forms", () => {
  test("linear divides all, NTK-by-parts and vLLM's ntk are known to their libraries", async () => {
    const block = (rope_scaling: object) => llama({ rope_scaling });
    const linear = await frequencies(block({ type: "linear", factor: 4 }));
    expect(linear.inv_freq[0]).toBe(0.25);
    near((await frequencies(block({ type: "ntk", factor: 4 }), { dialect: "vllm" })).inv_freq[0], 0.97857206, 1e-8);
    near((await frequencies(block({ type: "ntk", factor: 4 }), { dialect: "authors" })).base, 40889.94, 1e-7);
    expect(scaling(block({ type: "ntk", factor: 4, mixed_b: 0.5 }), "vllm")).toMatchObject({ mixed_b: 0.5 });
    expect(
      scaling(block({ type: "ntk-by-parts", factor: 4, original_max_position_embeddings: 2048 }), "authors"),
    ).toEqual({
      kind: "ntk_by_parts",
      factor: 4,
      original_max_position_embeddings: 2048,
    });
    expect(scaling(block({ type: "dynamic-yarn", factor: 4 }), "authors")).toMatchObject({
      kind: "yarn",
      dynamic: true,
    });
  });

  test("proportional: a share of the pairs of the whole head, exact zeros for the rest", async () => {
    const block = { rope_type: "proportional", partial_rotary_factor: 0.25 };
    const config = llama({ head_dim: 512, rope_theta: 1e6, rope_scaling: block });
    const { inv_freq, rotary_dim } = await frequencies(config);
    expect(rotary_dim).toBe(512);
    near(inv_freq[1], 0.94746353, 1e-8);
    near(inv_freq[63], 0.03337625, 1e-7);
    expect(inv_freq.slice(64).every((value) => value === 0)).toBe(true);
    const scaled = await frequencies({ ...config, rope_scaling: { ...block, factor: 4 } });
    near(scaled.inv_freq[63], (inv_freq[63] ?? 0) / 4);
    expect(scaled.inv_freq[64]).toBe(0);
    expect(errorsOf({ ...config, head_dim: 5 })).toEqual(["head_dim bad_rotary_width"]);
    const all = { rope_type: "proportional", factor: 4 };
    expect((await frequencies({ ...config, rope_scaling: all })).inv_freq[0]).toBe(0.25);
  });
});
