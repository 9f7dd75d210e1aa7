import { afterAll, describe, expect, test } from "vitest";
import { modelOf, resolveConfig } from "../../../../web/src/io/hf-config/resolve.ts";
import { errorsOf, frequencies, layerOf, noted, posenc, rotary } from "./resolved.ts";

afterAll(() => posenc.close());

const flat = {
  "general.architecture": "llama",
  "general.name": "a model",
  "llama.block_count": 32,
  "llama.context_length": 8192,
  "llama.embedding_length": 4096,
  "llama.attention.head_count": 32,
  "llama.attention.head_count_kv": 8,
  "llama.rope.dimension_count": 128,
  "llama.rope.freq_base": 500000,
  "tokenizer.ggml.model": "gpt2",
};

/** The same as objects in objects. */
const nested = {
  general: { architecture: "llama", name: "a model" },
  llama: {
    block_count: 32,
    context_length: 8192,
    embedding_length: 4096,
    attention: { head_count: 32, head_count_kv: 8 },
    rope: { dimension_count: 128, freq_base: 500000 },
  },
  tokenizer: { ggml: { model: "gpt2" } },
};

const dumped = {
  filename: "a.gguf",
  metadata: Object.fromEntries(
    Object.entries(flat).map(([key, value], index) => [
      key,
      { index, type: typeof value === "string" ? "STRING" : "UINT32", offset: 8, value },
    ]),
  ),
};

describe("GGUF metadata", () => {
  test.each([
    ["flat", flat],
    ["nested", nested],
    ["dumped with types", dumped],
  ])("%s", (_, config) => {
    const resolution = resolveConfig(config);
    expect(resolution).toMatchObject({ source: "gguf", dialect: "llama_cpp", errors: [] });
    expect(modelOf(resolution)).toMatchObject({
      architecture: "llama",
      heads: 32,
      kv_heads: 8,
      head_dim: 128,
      layers: 32,
      max_position_embeddings: 8192,
      layerTypes: [
        {
          name: "all",
          methods: [{ kind: "rotary", pairing: "interleaved", rope_theta: 500000 }],
          mask: { kind: "causal" },
        },
      ],
    });
  });

  test("keys are told by their paths in the text", () => {
    expect(noted(flat, "llama.rope.freq_base")).toBe("read");
    expect(noted(nested, "llama.rope.freq_base")).toBe("read");
    expect(noted(nested, "llama.rope")).toBe("read");
    expect(noted(dumped, "metadata.llama.rope.freq_base.value")).toBe("read");
    expect(noted(flat, "tokenizer.ggml.model")).toBe("ignored not_positional");
    expect(noted({ ...flat, "llama.rope.twist": 1 }, "llama.rope.twist")).toMatch(/^unknown/);
  });

  test("a missing base is llama.cpp's own", () => {
    const { "llama.rope.freq_base": _, ...rest } = flat;
    expect(rotary(rest).rope_theta).toBe(10000);
    expect(noted(rest, "rope_theta")).toBe("defaulted llama_cpp_default");
  });

  test.each([
    ["llama", "interleaved"],
    ["command-r", "interleaved"],
    ["qwen2", "half_split"],
    ["gptneox", "half_split"],
    ["phi3", "half_split"],
    ["glm4", "interleaved"],
  ])("%s pairs %s", (architecture, pairing) => {
    const config = Object.fromEntries(
      Object.entries({ ...flat, "general.architecture": architecture }).map(([key, value]) => [
        key.replace(/^llama\./, `${architecture}.`),
        value,
      ]),
    );
    expect(rotary(config).pairing).toBe(pairing);
  });

  test("linear and YaRN, with the names of llama.cpp", () => {
    const scaled = (more: object) =>
      Object.fromEntries([
        ...Object.entries(flat),
        ...Object.entries(more).map(([key, value]) => [`llama.rope.${key}`, value]),
      ]);
    expect(rotary(scaled({ "scaling.type": "linear", "scaling.factor": 4 })).scaling).toEqual({
      kind: "linear",
      factor: 4,
    });
    expect(rotary(scaled({ scale_linear: 4 })).scaling).toEqual({ kind: "linear", factor: 4 });
    expect(rotary(scaled({ "scaling.type": "none" })).scaling).toBeUndefined();
    const yarn = scaled({
      "scaling.type": "yarn",
      "scaling.factor": 4,
      "scaling.original_context_length": 2048,
      "scaling.yarn_beta_fast": 16,
      "scaling.yarn_beta_slow": 2,
      "scaling.attn_factor": 0.5,
    });
    expect(rotary(yarn).scaling).toMatchObject({
      kind: "yarn",
      factor: 4,
      original_max_position_embeddings: 2048,
      beta_fast: 16,
      beta_slow: 2,
      attention_factor: 0.5 * (0.1 * Math.log(4) + 1),
    });
    expect(errorsOf(scaled({ "scaling.type": "longrope" }))).toEqual(["rope_factors_long.weight in_tensors"]);
  });

  test("DeepSeek's log multiplier is a tenth of mscale_all_dim", async () => {
    const config = {
      "general.architecture": "deepseek2",
      "deepseek2.context_length": 163840,
      "deepseek2.attention.head_count": 128,
      "deepseek2.attention.key_length": 192,
      "deepseek2.rope.dimension_count": 64,
      "deepseek2.rope.freq_base": 10000,
      "deepseek2.rope.scaling.type": "yarn",
      "deepseek2.rope.scaling.factor": 40,
      "deepseek2.rope.scaling.original_context_length": 4096,
      "deepseek2.rope.scaling.yarn_log_multiplier": Math.fround(0.1),
    };
    const { attention_factor, scale } = await frequencies(config);
    expect(attention_factor).toBe(1);
    expect(scale).toBeCloseTo(0.1352337789, 10);
  });

  test("ALiBi by its largest bias, which may be 0", () => {
    const mpt = {
      "general.architecture": "mpt",
      "mpt.attention.head_count": 32,
      "mpt.embedding_length": 4096,
      "mpt.attention.max_alibi_bias": 16,
    };
    expect(layerOf(mpt).methods).toEqual([{ kind: "alibi", alibi_bias_max: 16 }]);
    expect(layerOf({ ...flat, "llama.attention.max_alibi_bias": 0 }).methods[0]?.kind).toBe("rotary");
  });

  test("sections of Qwen2-VL, and windows by layer", () => {
    const qwen = {
      "general.architecture": "qwen2vl",
      "qwen2vl.attention.head_count": 28,
      "qwen2vl.embedding_length": 3584,
      "qwen2vl.rope.dimension_sections": [16, 24, 24, 0],
    };
    expect(rotary(qwen)).toMatchObject({ mrope_section: [16, 24, 24], mrope_layout: "chunked" });
    const window = {
      ...flat,
      "llama.block_count": 2,
      "llama.attention.sliding_window": 512,
      "llama.attention.sliding_window_pattern": [true, false],
    };
    expect(modelOf(resolveConfig(window)).layerTypes.map(({ name, layers }) => [name, layers])).toEqual([
      ["sliding_attention", [0]],
      ["full_attention", [1]],
    ]);
  });
});

describe("Meta's params.json", () => {
  const params = {
    dim: 4096,
    n_layers: 32,
    n_heads: 32,
    n_kv_heads: 8,
    multiple_of: 1024,
    rope_theta: 500000,
    norm_eps: 1e-5,
    vocab_size: 128256,
  };

  test("plain", () => {
    const resolution = resolveConfig(params);
    expect(resolution).toMatchObject({ source: "meta", dialect: "authors" });
    expect(modelOf(resolution)).toMatchObject({
      architecture: "meta",
      heads: 32,
      kv_heads: 8,
      head_dim: 128,
      layerTypes: [{ methods: [{ pairing: "interleaved", rope_theta: 500000 }] }],
    });
  });

  test("use_scaled_rope is Llama 3.1's scaling, whose numbers are in Meta's code", async () => {
    const config = { ...params, use_scaled_rope: true };
    expect(rotary(config).scaling).toEqual({
      kind: "llama3",
      factor: 8,
      low_freq_factor: 1,
      high_freq_factor: 4,
      original_max_position_embeddings: 8192,
    });
    expect(noted(config, "factor")).toBe("defaulted meta_default");
    expect((await frequencies(config)).inv_freq[63]).toBeCloseTo(3.068925989e-7, 15);
    expect(rotary({ ...config, rope_scaling_factor: 32 }).scaling).toMatchObject({ factor: 32 });
    expect(rotary({ ...params, use_scaled_rope: false }).scaling).toBeUndefined();
    expect(errorsOf({ ...params, use_scaled_rope: 1 })).toEqual(["use_scaled_rope expected_flag"]);
  });

  test("the context is known where its settings are those of one published model", () => {
    const length = (more: object) => {
      const config = JSON.parse(JSON.stringify({ ...params, ...more }));
      return [modelOf(resolveConfig(config)).max_position_embeddings, noted(config, "max_position_embeddings")];
    };
    expect(length({})).toEqual([8192, "defaulted card_length"]);
    expect(length({ use_scaled_rope: true })).toEqual([131072, "defaulted card_length"]);
    expect(length({ max_seq_len: 2048 })[0]).toBe(2048);
    // Llama 1 and 2, Code Llama, Llama 4
    for (const more of [{ rope_theta: undefined }, { rope_theta: 1e6 }, { nope_layer_interval: 4 }])
      expect(length(more)).toEqual([undefined, "nothing"]);
  });

  test("the keys of Llama 4", () => {
    const config = { ...params, nope_layer_interval: 4, attention_chunk_size: 8192 };
    expect(modelOf(resolveConfig(config)).layerTypes.map(({ name }) => name)).toEqual([
      "chunked_attention",
      "full_attention",
    ]);
  });

  test("a Hugging Face reading of it sees other weights", () => {
    expect(rotary(params, "huggingface").pairing).toBe("half_split");
  });
});
