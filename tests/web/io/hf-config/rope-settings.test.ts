import { afterAll, describe, expect, test } from "vitest";
import { DIALECTS } from "../../../../web/src/io/hf-config/dialects.ts";
import { modelOf, resolveConfig } from "../../../../web/src/io/hf-config/resolve.ts";
import { errorsOf, frequencies, llama, noted, posenc, rotary, scaling } from "./resolved.ts";

afterAll(() => posenc.close());

const llama3 = {
  rope_type: "llama3",
  factor: 8,
  low_freq_factor: 1,
  high_freq_factor: 4,
  original_max_position_embeddings: 8192,
};
const { rope_theta: _, ...bare } = llama();

describe("the base", () => {
  test("case 10: it is found inside rope_parameters, and sets the slowest pair", async () => {
    const config = {
      rope_parameters: { ...llama3, rope_theta: 500000 },
      head_dim: 64,
      max_position_embeddings: 131072,
    };
    expect(rotary(config).rope_theta).toBe(500000);
    const { inv_freq, plain_inv_freq } = await frequencies(config);
    expect(plain_inv_freq[31]).toBeCloseTo(3.01385815e-6, 14);
    expect(inv_freq[31]).toBeCloseTo(3.76732269e-7, 15);
    expect(2000 * (plain_inv_freq[16] ?? 0)).toBeCloseTo(2.828427125, 8);
  });

  test.each([
    [{ rope_parameters: { rope_theta: 5e5 } }],
    [{ rope_scaling: { rope_theta: 5e5, rope_type: "default" } }],
    [{ rope_theta: 5e5 }],
    [{ rotary_emb_base: 5e5 }],
    [{ rotary_base: 5e5 }],
    [{ rope_base: 5e5 }],
    [{ rope_theta: 5e5, rope_parameters: { rope_theta: 5e5 } }],
    [{ rope_ratio: 50 }],
  ])("%j says 500000", (more) => {
    expect(rotary({ ...bare, ...more }, "vllm").rope_theta).toBe(5e5);
  });

  test.each([
    [{ rope_theta: 1e4, rope_parameters: { rope_theta: 5e5 } }, "rope_theta disagrees"],
    [{ rope_parameters: { rope_theta: 5e5 }, rope_scaling: { rope_theta: 1e4 } }, "rope_scaling.rope_theta disagrees"],
    [{ rope_theta: 1e4, rotary_emb_base: 5e5 }, "rotary_emb_base disagrees"],
    [{ rope_theta: 0 }, "rope_theta expected_base"],
    [{ rope_theta: -1e4 }, "rope_theta expected_base"],
    [{ rope_theta: "10000" }, "rope_theta expected_base"],
    [{ rope_theta: Number.NaN }, "rope_theta expected_base"],
    [{ rope_theta: [1e4] }, "rope_theta expected_base"],
  ])("%j is an error", (more, error) => {
    expect(errorsOf({ ...bare, ...more })).toEqual([error]);
  });

  test.each([
    ["llama", 1e4],
    ["mixtral", 1e6],
    ["cohere", 5e5],
    ["cohere2", 1e4],
    ["olmo3", 5e5],
    ["smollm3", 2e6],
    ["gpt_oss", 1.5e5],
    ["phimoe", 1e6],
    ["qwen3_vl_text", 5e5],
    ["llama4_text", 5e5],
    ["gemma3_text", 1e6],
    ["modernbert", 1.6e5],
  ])("the class of %s fills in %d, and the report says so", (model_type, theta) => {
    const config = { ...bare, model_type, head_dim: 128 };
    expect(rotary(config).rope_theta).toBe(theta);
    expect(noted(config, "rope_theta")).toMatch(/^defaulted (class|mixin)_default$/);
  });

  test("an older name is noted, and a ratio says its base", () => {
    expect(noted({ ...bare, rotary_emb_base: 1e5 }, "rotary_emb_base")).toBe("read alias_key");
    expect(noted({ ...bare, rope_ratio: 500 }, "rope_ratio", "authors")).toBe("read ratio_of_base");
  });
});

describe("the width that turns", () => {
  test("case 15: it is resolved once, relative to the whole head", async () => {
    const small = { ...llama({ head_dim: 16, partial_rotary_factor: 0.25 }) };
    expect(rotary(small).rotary_dim).toBe(4);
    expect([...(await frequencies(small)).inv_freq]).toEqual([1, 0.01]);
    expect(rotary(llama({ partial_rotary_factor: 0.5 })).rotary_dim).toBe(64);
    const split = llama({ qk_rope_head_dim: 64, qk_nope_head_dim: 448, partial_rotary_factor: 0.125 });
    expect(rotary(split).rotary_dim).toBe(64);
    expect(modelOf(resolveConfig(split)).head_dim).toBe(512);
    expect(noted(split, "partial_rotary_factor")).toBe("ignored width_already_split");
  });

  test.each([
    [{ rotary_pct: 0.25 }, 32],
    [{ rotary_dim: 32 }, 32],
    [{ rotary_dim: 32, partial_rotary_factor: 0.25 }, 32],
    [{ rope_parameters: { partial_rotary_factor: 0.25 } }, 32],
    [{ model_type: "gpt_neox" }, 32],
    [{ model_type: "stablelm" }, 32],
    [{ model_type: "glm" }, 64],
    [{ model_type: "phi" }, 64],
    [{ model_type: "gptj" }, 64],
    [{ model_type: "gptj", rotary_dim: null }, undefined],
    [{}, undefined],
  ])("%j turns %s channels", (more, width) => {
    expect(rotary(llama(more)).rotary_dim).toBe(width);
  });

  test.each([
    [{ rotary_dim: 33 }, "rotary_dim bad_rotary_width"],
    [{ rotary_dim: 130 }, "rotary_dim bad_rotary_width"],
    [{ partial_rotary_factor: 0.001 }, "partial_rotary_factor bad_rotary_width"],
    [{ partial_rotary_factor: 1.5 }, "partial_rotary_factor expected_share"],
    [{ partial_rotary_factor: 0 }, "partial_rotary_factor expected_share"],
    [{ partial_rotary_factor: 0.5, rotary_dim: 32 }, "partial_rotary_factor disagrees"],
    [{ head_dim: 5 }, "head_dim bad_rotary_width"],
    [{ head_dim: 0 }, "head_dim expected_size"],
    [{ num_attention_heads: 33 }, "hidden_size width_divides"],
    [{ num_attention_heads: "32" }, "num_attention_heads expected_size"],
    [{ num_attention_heads: null }, "num_attention_heads missing"],
    [{ hidden_size: null }, "head_dim missing_head_dim"],
    [{ num_key_value_heads: 7 }, "num_key_value_heads kv_heads_divide"],
    [{ num_hidden_layers: 2.5 }, "num_hidden_layers expected_size"],
    [{ num_hidden_layers: 1e6 }, "num_hidden_layers too_many_layers"],
  ])("%j is an error", (more, error) => {
    expect(errorsOf(llama(more))).toContain(error);
  });

  test.each([
    [{ head_dim: null }, [32, 32, 128]],
    [{ num_attention_heads: 16, head_dim: 64 }, [16, 16, 64]],
    [{ num_key_value_heads: 8 }, [32, 8, 128]],
    [{ multi_query_attention: true, multi_query_group_num: 2 }, [32, 2, 128]],
    [{ multi_query_attention: false, multi_query_group_num: 2 }, [32, 32, 128]],
    [{ model_type: "falcon", multi_query: true }, [32, 1, 128]],
    [{ model_type: "falcon", multi_query: true, new_decoder_architecture: true, num_kv_heads: 8 }, [32, 8, 128]],
    [{ kv_channels: 64 }, [32, 32, 64]],
  ])("%j has heads, kv heads and head_dim %j", (more, shape) => {
    const { heads, kv_heads, head_dim } = modelOf(resolveConfig(llama(more)));
    expect([heads, kv_heads, head_dim]).toEqual(shape);
  });

  test("other names of the same numbers", () => {
    const gpt = { model_type: "gptj", n_embd: 4096, n_head: 16, n_layer: 28, n_positions: 2048 };
    expect(modelOf(resolveConfig(gpt))).toMatchObject({
      heads: 16,
      head_dim: 256,
      layers: 28,
      max_position_embeddings: 2048,
    });
  });
});

describe("the type of a scaling", () => {
  const block = (rope_scaling: object) => llama({ rope_scaling });

  test.each([
    [{ type: "linear", factor: 4 }, "linear"],
    [{ type: "linear", rope_type: "linear", factor: 4 }, "linear"],
    [{ type: "mrope", rope_type: "default", mrope_section: [16, 24, 24] }, "none"],
    [{ type: "su", short_factor: Array(64).fill(1), long_factor: Array(64).fill(2) }, "longrope"],
    [{ rope_type: "default", rope_theta: 10000, factor: 8, beta_fast: 32 }, "none"],
    [{}, "none"],
    [{ factor: 4 }, "none"],
  ])("case 11: %j is %s", (rope_scaling, kind) => {
    expect(scaling(block(rope_scaling))?.kind ?? "none").toBe(kind);
  });

  test.each([
    [{ type: "linear", rope_type: "yarn", factor: 4 }, "rope_scaling.type disagrees"],
    [{ type: "linear", factor: "40" }, "rope_scaling.factor expected_factor"],
    [{ type: "linear", factor: 0.5 }, "rope_scaling.factor expected_factor"],
    [{ type: "linear", factor: 0 }, "rope_scaling.factor expected_factor"],
    [{ type: "linear", factor: -4 }, "rope_scaling.factor expected_factor"],
    [{ type: "linear", factor: Number.NaN }, "rope_scaling.factor expected_factor"],
    [{ type: "linear", factor: true }, "rope_scaling.factor expected_factor"],
    [{ type: "linear" }, "rope_scaling.factor missing_for_type"],
    [{ type: "dynamic" }, "rope_scaling.factor missing_for_type"],
    [{ type: "yarn" }, "rope_scaling.factor missing_for_type"],
    [{ type: "llama3", factor: 8 }, "rope_scaling.low_freq_factor missing_for_type"],
    [{ type: "longrope" }, "rope_scaling.short_factor missing_for_type"],
    [{ type: "spiral", factor: 4 }, "rope_scaling.type unknown_type"],
    [{ type: 4 }, "rope_scaling.type expected_text"],
    [{ type: "ntk", factor: 4 }, "rope_scaling.type type_unsupported"],
    [{ type: "deepseek_yarn", factor: 4 }, "rope_scaling.type type_unsupported"],
  ])("%j is an error", (rope_scaling, error) => {
    expect(errorsOf(block(rope_scaling))).toContain(error);
  });

  test("a block that is no object is an error", () => {
    expect(errorsOf(llama({ rope_scaling: "linear" }))).toEqual(["rope_scaling expected_object"]);
    expect(errorsOf(llama({ rope_parameters: [1] }))).toEqual(["rope_parameters expected_object"]);
    expect(noted(llama({ rope_scaling: null }), "rope_scaling")).toBe("ignored null_value");
  });

  test("40 is 40.0, and 1 leaves the frequencies as they are", async () => {
    expect(noted(block({ type: "linear", factor: 40 }), "rope_scaling.factor")).toBe("read whole_factor");
    const { inv_freq, plain_inv_freq } = await frequencies(block({ type: "linear", factor: 1 }));
    expect(inv_freq).toEqual(plain_inv_freq);
  });

  test("keys of other types are ignored, unknown ones unknown, and both said", () => {
    const config = block({ rope_type: "default", factor: 8, sharpness: 1 });
    expect(noted(config, "rope_scaling.factor")).toBe("ignored default_ignores_scaling");
    expect(noted(config, "rope_scaling.sharpness")).toBe("unknown unknown_rope_key");
    expect(noted(block({ rope_type: "linear", factor: 8, beta_fast: 1 }), "rope_scaling.beta_fast")).toBe(
      "ignored not_of_type",
    );
    expect(noted(block({ factor: 8 }), "rope_scaling.rope_type")).toBe("defaulted no_type_but_factor");
  });

  test("beside a type in error the other keys are not judged, but for what they can never be", () => {
    for (const types of [{ type: "yarm" }, { rope_type: "yarn", type: "linear" }]) {
      const block = { ...types, factor: 0, beta_fast: 32, original_max_position_embeddings: 1024, fator: 2 };
      const config = llama({ model_type: "phi", partial_rotary_factor: 0.5, rope_scaling: block });
      expect(noted(config, "rope_scaling.factor")).toBe("impossible expected_factor");
      expect(noted(config, "rope_scaling.beta_fast")).toBe("ignored type_unsettled");
      expect(noted(config, "rope_scaling.original_max_position_embeddings")).toBe("ignored type_unsettled");
      expect(noted(config, "rope_scaling.fator")).toBe("unknown unknown_rope_key");
      expect(noted(config, "partial_rotary_factor")).toBe("read turning_channels");
    }
  });

  test("a type that a library lacks is refused by name", () => {
    const refused = DIALECTS.filter((dialect) => errorsOf(block({ type: "dynamic", factor: 2 }), dialect).length > 0);
    expect(refused).toEqual(["llama_cpp", "megatron", "litgpt", "mlx"]);
    expect(errorsOf(block({ type: "mllama4" }), "vllm")).toEqual(["rope_scaling.type type_of_vision"]);
  });

  test.each([
    ["gpt_oss", { kind: "yarn", factor: 32, original_max_position_embeddings: 4096, truncate: false }],
    ["ministral3", { kind: "yarn", factor: 16, original_max_position_embeddings: 16384, mscale: 1, mscale_all_dim: 1 }],
    ["cwm", { kind: "llama3", factor: 16, original_max_position_embeddings: 8192 }],
  ])("a %s file without a block has that of its class", (model_type, expected) => {
    const { rope_theta: _, ...config } = llama({ model_type });
    expect(scaling(config)).toMatchObject(expected);
    expect(noted(config, "rope_parameters.factor")).toBe("defaulted class_default");
    expect(scaling({ ...config, rope_scaling: { rope_type: "default" } })).toBeUndefined();
  });

  test("the same in the old and in the new schema", () => {
    const yarn = { factor: 4, original_max_position_embeddings: 2048 };
    const old = llama({ rope_scaling: { type: "yarn", ...yarn }, partial_rotary_factor: 0.5 });
    const { rope_theta, ...rest } = llama();
    const parameters = { rope_type: "yarn", ...yarn, rope_theta, partial_rotary_factor: 0.5 };
    expect(rotary(old)).toEqual(rotary({ ...rest, rope_parameters: parameters }));
    const byType = {
      ...rest,
      layer_types: Array(4).fill("full_attention"),
      rope_parameters: { full_attention: parameters },
    };
    expect(rotary(old)).toEqual(rotary(byType));
  });
});

describe("several position streams", () => {
  test("case 28: sections are pairs and sum to all of them", () => {
    const config = llama({ model_type: "qwen2_vl", rope_scaling: { type: "mrope", mrope_section: [16, 24, 24] } });
    expect(rotary(config)).toMatchObject({
      mrope_section: [16, 24, 24],
      mrope_layout: "chunked",
      pairing: "half_split",
    });
    const short = llama({ rope_scaling: { type: "mrope", mrope_section: [16, 24, 23] } });
    expect(errorsOf(short)).toEqual(["rope_scaling.mrope_section section_sum"]);
    expect(errorsOf(llama({ rope_scaling: { mrope_section: [64.5] } }))).toContain(
      "rope_scaling.mrope_section expected_wholes",
    );
  });

  test("the layout of the streams is told from the pairing of channels", () => {
    const qwen3 = llama({
      model_type: "qwen3_vl_text",
      rope_scaling: { mrope_interleaved: true, mrope_section: [24, 20, 20] },
    });
    expect(rotary(qwen3)).toMatchObject({ mrope_layout: "interleaved", pairing: "half_split" });
    const glm = llama({
      model_type: "glm4v_text",
      rope_parameters: { mrope_section: [8, 12, 12], partial_rotary_factor: 0.5 },
    });
    expect(rotary(glm)).toMatchObject({ mrope_layout: "chunked", pairing: "interleaved", rotary_dim: 64 });
    expect(errorsOf(llama({ rope_scaling: { mrope_interleaved: true, mrope_section: [32, 32] } }))).toEqual([
      "rope_scaling.mrope_section three_sections",
    ]);
  });
});
