import { afterAll, describe, expect, test } from "vitest";
import { modelOf, resolveConfig } from "../../../../web/src/io/hf-config/resolve.ts";
import { errorsOf, frequencies, layerOf, llama, noted, posenc, rotary } from "./resolved.ts";

afterAll(() => posenc.close());

/** Name and layers of each type. */
const layersOf = (config: object) =>
  Object.fromEntries(modelOf(resolveConfig(config)).layerTypes.map(({ name, layers }) => [name, layers]));

const gemma3 = (more: object = {}) => ({
  model_type: "gemma3_text",
  hidden_size: 64,
  num_attention_heads: 2,
  num_key_value_heads: 1,
  head_dim: 4,
  num_hidden_layers: 7,
  sliding_window: 512,
  ...more,
});

describe("layer types", () => {
  test("case 17: each type has its own scaling", async () => {
    const config = {
      ...gemma3(),
      rope_parameters: {
        full_attention: { rope_type: "linear", factor: 8, rope_theta: 1000000 },
        sliding_attention: { rope_type: "default", rope_theta: 10000 },
      },
    };
    const angles = async (layer: string) => [...(await frequencies(config, { layer })).inv_freq].map((f) => 16 * f);
    const [l0, l1] = await angles("sliding_attention");
    const [g0, g1] = await angles("full_attention");
    expect(l0).toBe(16);
    expect(l1).toBeCloseTo(0.16, 12);
    expect(g0).toBe(2);
    expect(g1).toBeCloseTo(0.002, 12);
  });

  test("the old keys of Gemma 3 say the same: local layers unscaled, every sixth layer scaled", () => {
    const config = gemma3({
      rope_theta: 1e6,
      rope_local_base_freq: 1e4,
      rope_scaling: { rope_type: "linear", factor: 8 },
    });
    expect(layersOf(config)).toEqual({ sliding_attention: [0, 1, 2, 3, 4, 6], full_attention: [5] });
    expect(rotary(config, undefined, "sliding_attention")).toEqual({
      kind: "rotary",
      pairing: "half_split",
      rope_theta: 1e4,
    });
    expect(rotary(config, undefined, "full_attention").scaling).toEqual({ kind: "linear", factor: 8 });
    expect(layerOf(config, "sliding_attention").mask).toEqual({ kind: "sliding_window", window: 512 });
  });

  test("an unknown layer type is an error, in blocks and in the list", () => {
    const blocks = gemma3({ rope_parameters: { diagonal_attention: { rope_type: "default" } } });
    expect(errorsOf(blocks)).toEqual(["rope_parameters.diagonal_attention unknown_layer_type"]);
    const list = gemma3({ layer_types: Array(7).fill("diagonal") });
    expect(errorsOf(list)).toEqual(["layer_types unknown_layer_type"]);
    expect(errorsOf(gemma3({ layer_types: ["full_attention"] }))).toEqual(["layer_types list_length"]);
    expect(errorsOf(gemma3({ layer_types: "full_attention" }))).toEqual(["layer_types expected_texts"]);
  });

  test("a base beside the blocks must be that of one of them", () => {
    const rope_parameters = { full_attention: { rope_theta: 1e6 }, sliding_attention: { rope_theta: 1e4 } };
    expect(errorsOf(gemma3({ rope_theta: 1e6, rope_parameters }))).toEqual([]);
    expect(errorsOf(gemma3({ rope_theta: 5e5, rope_parameters }))).toEqual(["rope_theta disagrees"]);
    expect(errorsOf(gemma3({ rope_local_base_freq: 3e4, rope_parameters }))).toEqual([
      "rope_local_base_freq disagrees",
    ]);
  });

  test("layer_types override a pattern", () => {
    const config = gemma3({
      num_hidden_layers: 2,
      layer_types: ["full_attention", "sliding_attention"],
      sliding_window_pattern: 6,
    });
    expect(layersOf(config)).toEqual({ full_attention: [0], sliding_attention: [1] });
    expect(noted(config, "sliding_window_pattern")).toBe("ignored overridden");
  });

  test.each([
    ["gemma2", {}, { sliding_attention: [0, 2], full_attention: [1, 3] }],
    ["gpt_oss", {}, { sliding_attention: [0, 2], full_attention: [1, 3] }],
    ["mistral", {}, { sliding_attention: [0, 1, 2, 3] }],
    ["mistral", { sliding_window: null }, { all: [0, 1, 2, 3] }],
    ["qwen2", {}, { all: [0, 1, 2, 3] }],
    [
      "qwen2",
      { use_sliding_window: true, max_window_layers: 3 },
      { full_attention: [0, 1, 2], sliding_attention: [3] },
    ],
    [
      "modernbert",
      { local_attention: 128, sliding_window: null },
      { full_attention: [0, 3], sliding_attention: [1, 2] },
    ],
    [
      "modernbert",
      { local_attention: 128, sliding_window: null, global_attn_every_n_layers: 2 },
      { full_attention: [0, 2], sliding_attention: [1, 3] },
    ],
    ["cohere2", {}, { sliding_attention: [0, 1, 2], full_attention: [3] }],
    ["smollm3", { sliding_window: null }, { rope: [0, 1, 2], no_rope: [3] }],
    ["smollm3", { sliding_window: null, no_rope_layers: [0, 1, 1, 0] }, { no_rope: [0, 3], rope: [1, 2] }],
    ["smollm3", { sliding_window: null, no_rope_layer_interval: 2 }, { rope: [0, 2], no_rope: [1, 3] }],
    ["llama4_text", { sliding_window: null }, { chunked_attention: [0, 1, 2], full_attention: [3] }],
    [
      "qwen3_next",
      { layer_types: ["linear_attention", "linear_attention", "linear_attention", "full_attention"] },
      { linear_attention: [0, 1, 2], full_attention: [3] },
    ],
  ])("%s with %j", (model_type, more, groups) => {
    const config = llama({ model_type, sliding_window: 4096, ...more });
    const found = layersOf(config);
    expect(found).toEqual(
      Object.keys(found).length === 1 && "sliding_attention" in groups ? { all: groups.sliding_attention } : groups,
    );
  });

  test.each([
    [
      "deepseek_v32",
      { layer_types: Array(4).fill("deepseek_sparse_attention") },
      { deepseek_sparse_attention: [0, 1, 2, 3] },
    ],
    ["lfm2", { layer_types: ["conv", "conv", "full_attention", "conv"] }, { conv: [0, 1, 3], full_attention: [2] }],
    ["gpt_neo", { attention_layers: ["global", "local", "global", "local"] }, { global: [0, 2], local: [1, 3] }],
    ["qwen3_next", {}, { linear_attention: [0, 1, 2], full_attention: [3] }],
    [
      "gemma3n_text",
      { sliding_window: 8, num_hidden_layers: 5 },
      { sliding_attention: [0, 1, 2, 3], full_attention: [4] },
    ],
  ])("%s with %j, by the names of its list", (model_type, more, groups) => {
    expect(layersOf(llama({ model_type, ...more }))).toEqual(groups);
  });

  test("recurrent layers do not turn, sparse ones do", () => {
    const config = llama({
      model_type: "lfm2",
      layer_types: ["conv", "deepseek_sparse_attention", "conv", "full_attention"],
    });
    expect(layerOf(config, "conv").methods).toEqual([]);
    expect(layerOf(config, "deepseek_sparse_attention").methods).toHaveLength(1);
  });

  test("what Hugging Face repeats beside blocks by layer type is not read", () => {
    const rope_parameters = {
      full_attention: { rope_theta: 1e6 },
      sliding_attention: { rope_theta: 1e4 },
      rope_type: "default",
    };
    expect(noted(gemma3({ rope_parameters }), "rope_parameters.rope_type")).toBe("ignored overridden");
  });

  test("layers of an unknown number show both types without indices", () => {
    expect(layersOf(llama({ model_type: "gemma2", sliding_window: 4096, num_hidden_layers: null }))).toEqual({
      sliding_attention: [],
      full_attention: [],
    });
  });

  test("1 in no_rope_layers means that the layer turns, and the list has one entry per layer", () => {
    const config = llama({ model_type: "llama4_text", no_rope_layers: [1, 1, 1, 0] });
    expect(noted(config, "no_rope_layers")).toBe("read one_means_rope");
    expect(layerOf(config, "full_attention").methods).toEqual([]);
    expect(errorsOf({ ...config, no_rope_layers: [1, 0] })).toEqual(["no_rope_layers list_length"]);
    expect(errorsOf({ ...config, no_rope_layers: ["x"] })).toContain("no_rope_layers expected_wholes");
  });

  test("full layers of Cohere 2 do not turn", () => {
    const config = llama({ model_type: "cohere2", sliding_window: 4096 });
    expect(layerOf(config, "full_attention")).toMatchObject({ methods: [], mask: { kind: "causal" } });
    expect(rotary(config, undefined, "sliding_attention").pairing).toBe("interleaved");
  });

  test("ModernBERT looks both ways, 64 to each side in local layers", () => {
    const config = llama({
      model_type: "modernbert",
      local_attention: 128,
      rope_theta: null,
      global_rope_theta: 160000,
      local_rope_theta: 10000,
    });
    expect(layerOf(config, "sliding_attention").mask).toEqual({ kind: "local", reach: 64 });
    expect(layerOf(config, "full_attention").mask).toEqual({ kind: "none" });
    expect(rotary(config, undefined, "sliding_attention").rope_theta).toBe(10000);
    expect(rotary(config, undefined, "full_attention").rope_theta).toBe(160000);
  });

  test("a window that is switched off is said to be so", () => {
    const config = llama({
      model_type: "qwen2",
      sliding_window: 131072,
      use_sliding_window: false,
      max_window_layers: 28,
    });
    expect(noted(config, "sliding_window")).toBe("ignored window_off");
    expect(noted(config, "max_window_layers")).toBe("ignored window_off");
  });
});

describe("scores", () => {
  test("Gemma 2: softcap, and a scale of its own", () => {
    const config = llama({
      model_type: "gemma2",
      attn_logit_softcapping: 50,
      final_logit_softcapping: 30,
      query_pre_attn_scalar: 144,
    });
    expect(layerOf(config)).toMatchObject({ softcap: 50, scale: 1 / 12 });
    expect(noted(config, "query_pre_attn_scalar")).toBe("read scale_from_scalar");
    expect(noted(config, "final_logit_softcapping")).toBe("ignored not_positional");
    expect(layerOf(llama({ attn_logit_softcapping: null })).softcap).toBeUndefined();
  });

  test("Granite's multiplier, Gemma 4's and GPT-Neo's 1", () => {
    expect(layerOf(llama({ model_type: "granite", attention_multiplier: 0.0078125 })).scale).toBe(0.0078125);
    expect(layerOf(llama({ model_type: "gemma4_text" })).scale).toBe(1);
    expect(layerOf(llama({ model_type: "gpt_neo" })).scale).toBe(1);
  });

  test("Gemma 4: heads of two widths, the wide ones turn in part", () => {
    const config = llama({
      model_type: "gemma4_text",
      head_dim: 256,
      global_head_dim: 512,
      sliding_window: 512,
      num_hidden_layers: 6,
      rope_theta: null,
      rope_parameters: {
        full_attention: { rope_type: "proportional", rope_theta: 1e6, partial_rotary_factor: 0.25 },
        sliding_attention: { rope_type: "default", rope_theta: 1e4 },
      },
    });
    expect(modelOf(resolveConfig(config)).head_dim).toBe(512);
    expect(rotary(config, undefined, "sliding_attention")).toMatchObject({ rotary_dim: 256, rope_theta: 1e4 });
    expect(rotary(config, undefined, "full_attention")).toMatchObject({
      rope_type: "proportional",
      partial_rotary_factor: 0.25,
    });
  });

  test("Llama 4 tempers its NoPE layers, counting from 1", () => {
    const config = llama({ model_type: "llama4_text", attn_temperature_tuning: 4, floor_scale: 8192, attn_scale: 0.1 });
    const tempered = { kind: "llama4", floor_scale: 8192, attn_scale: 0.1, offset: 1 };
    expect(layerOf(config, "full_attention").query_scale).toEqual(tempered);
    expect(layerOf(config, "chunked_attention").query_scale).toBeUndefined();
    expect(layerOf({ ...config, attn_temperature_tuning: false }, "full_attention").query_scale).toBeUndefined();
  });

  test("Ministral 3 tempers every layer, counting from 0", () => {
    const block = { rope_type: "yarn", factor: 16, original_max_position_embeddings: 16384, llama_4_scaling_beta: 0.1 };
    const config = llama({ model_type: "ministral3", max_position_embeddings: 262144, rope_parameters: block });
    expect(layerOf(config).query_scale).toEqual({ kind: "llama4", floor_scale: 16384, attn_scale: 0.1, offset: 0 });
    expect(noted(config, "rope_parameters.llama_4_scaling_beta")).toBe("read");
  });
});

describe("text inside a multimodal model", () => {
  test.each(["text_config", "llm_config", "language_config"])("%s is read, what stands beside it is not", (name) => {
    const config = {
      model_type: "internvl",
      rope_theta: 5,
      [name]: llama(),
      vision_config: { hidden_size: 9, head_dim: 3 },
    };
    expect(rotary(config).rope_theta).toBe(10000);
    expect(noted(config, "rope_theta")).toBe("ignored outside");
    expect(noted(config, `${name}.rope_theta`)).toBe("read");
    expect(noted(config, "vision_config.head_dim")).toBe("ignored not_positional");
  });

  test("two blocks deep", () => {
    expect(rotary({ thinker_config: { text_config: llama() } }).rope_theta).toBe(10000);
  });
});
