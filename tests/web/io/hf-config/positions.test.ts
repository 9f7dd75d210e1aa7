import { afterAll, describe, expect, test } from "vitest";
import { authorsSlopes, toBfloat16 } from "../../../../web/src/io/hf-config/positions/alibi.ts";
import { modelOf, resolveConfig } from "../../../../web/src/io/hf-config/resolve.ts";
import { errorsOf, layerOf, llama, noted, posenc } from "./resolved.ts";

afterAll(() => posenc.close());

const methods = (model_type: string, more: object = {}) => layerOf(llama({ model_type, ...more })).methods;

describe("ALiBi", () => {
  test.each([
    ["bloom", {}, { kind: "alibi" }],
    ["mpt", { attn_config: { alibi: true, alibi_bias_max: 16 } }, { kind: "alibi", alibi_bias_max: 16 }],
    ["mpt", { attn_config: { alibi: false } }, { kind: "learned", rows: 4096 }],
    ["jais", { position_embedding_type: "alibi" }, { kind: "alibi" }],
  ])("%s with %j", (model_type, more, method) => {
    expect(methods(model_type, more)).toEqual([method]);
  });

  test("Falcon adds it before the scale; Hugging Face rounds its slopes to bfloat16", () => {
    const falcon = llama({ model_type: "falcon", alibi: true });
    const slopes = authorsSlopes(32).map(toBfloat16);
    expect(layerOf(falcon).methods).toEqual([{ kind: "alibi", applied: "before_scale", slopes }]);
    expect(slopes[0]).toBe(0.83984375);
    expect(layerOf(falcon, undefined, "vllm").methods).toEqual([{ kind: "alibi", applied: "before_scale" }]);
    expect(layerOf(falcon, undefined, "llama_cpp").methods).toEqual([{ kind: "alibi" }]);
    expect(layerOf({ ...falcon, alibi: false }).methods[0]?.kind).toBe("rotary");
  });

  test("slopes of 3, 6 and 12 heads, and bfloat16's ties to even", () => {
    expect(authorsSlopes(3)).toEqual([0.0625, 0.00390625, 0.25]);
    expect(authorsSlopes(6)).toEqual([0.25, 0.0625, 0.015625, 0.00390625, 0.5, 0.125]);
    expect(authorsSlopes(12)[8]).toBeCloseTo(2 ** -0.5, 10);
    expect([257, 259, 1 / 3].map(toBfloat16)).toEqual([256, 260, 0.333984375]);
  });

  test("a base in a model with a bias has no effect", () => {
    expect(noted(llama({ model_type: "bloom" }), "rope_theta")).toBe("ignored no_effect");
  });
});

describe("T5", () => {
  const t5 = { model_type: "t5", d_model: 512, d_kv: 64, num_heads: 8, num_layers: 6 };
  const bias = { kind: "t5_bias", relative_attention_num_buckets: 32, relative_attention_max_distance: 128 };

  test("two-sided in the encoder, one-sided in the decoder", () => {
    expect(modelOf(resolveConfig(t5)).layerTypes).toMatchObject([
      { name: "encoder", methods: [{ ...bias, bidirectional: true }], mask: { kind: "none" } },
      { name: "decoder", methods: [{ ...bias, bidirectional: false }], mask: { kind: "causal" } },
    ]);
    const decoder = modelOf(resolveConfig({ ...t5, is_encoder_decoder: false, is_decoder: true }));
    expect(decoder.layerTypes.map(({ name }) => name)).toEqual(["decoder"]);
    expect(decoder.layerTypes[0]?.scale).toBeUndefined();
  });

  test("buckets without room are refused", () => {
    expect(errorsOf({ ...t5, relative_attention_num_buckets: 2 })).toEqual([
      "relative_attention_num_buckets t5_buckets",
    ]);
    expect(errorsOf({ ...t5, relative_attention_max_distance: 8 })).toEqual([
      "relative_attention_max_distance t5_buckets",
    ]);
  });
});

describe("tables", () => {
  test.each([
    ["bert", { max_position_embeddings: 512 }, { kind: "learned", rows: 512 }],
    ["gpt2", { max_position_embeddings: 1024 }, { kind: "learned", rows: 1024 }],
    ["opt", { max_position_embeddings: 2048 }, { kind: "learned", rows: 2050, offset: 2 }],
    ["roberta", { max_position_embeddings: 514, pad_token_id: 1 }, { kind: "learned", rows: 514, offset: 2 }],
    [
      "bert",
      { max_position_embeddings: 512, position_embedding_type: "relative_key" },
      { kind: "shaw", max_relative_position: 511, values: null },
    ],
    ["marian", {}, { kind: "sinusoidal", table: "concatenated" }],
    ["xglm", {}, { kind: "sinusoidal", table: "fairseq", offset: 2 }],
    ["transfo-xl", { clamp_len: 1000 }, { kind: "transformer_xl", clamp_len: 1000 }],
    ["xlnet", { clamp_len: -1 }, { kind: "transformer_xl" }],
  ])("%s with %j", (model_type, more, method) => {
    expect(methods(model_type, more)).toEqual([method]);
  });

  test("encoders see both ways, decoders back", () => {
    expect(layerOf(llama({ model_type: "bert" })).mask).toEqual({ kind: "none" });
    expect(layerOf(llama({ model_type: "bert", is_decoder: true })).mask).toEqual({ kind: "causal" });
    expect(layerOf(llama({ model_type: "gpt2" })).mask).toEqual({ kind: "causal" });
    expect(layerOf(llama({ model_type: "roformer" })).methods[0]).toMatchObject({
      kind: "rotary",
      pairing: "interleaved",
    });
  });

  test("without a length, or with none left behind the offset, there is no table", () => {
    const short = llama({ model_type: "roberta", max_position_embeddings: 514, pad_token_id: 600 });
    expect(errorsOf(short)).toEqual(["max_position_embeddings too_few_rows"]);
    expect(errorsOf(llama({ model_type: "opt", max_position_embeddings: null }))).toEqual([
      "max_position_embeddings missing",
    ]);
    expect(errorsOf(llama({ model_type: "bert", position_embedding_type: "spiral" }))).toEqual([
      "position_embedding_type unknown_position_type",
    ]);
  });
});

describe("DeBERTa", () => {
  const deberta = (more: object) =>
    llama({ model_type: "deberta-v2", max_position_embeddings: 512, relative_attention: true, ...more });

  test("terms as a text or as a list, buckets, and no table at the input", () => {
    const config = deberta({
      pos_att_type: "p2c|c2p",
      position_buckets: 256,
      max_relative_positions: -1,
      position_biased_input: false,
    });
    const expected = {
      kind: "deberta",
      max_relative_positions: 512,
      position_buckets: 256,
      pos_att_type: ["p2c", "c2p"],
    };
    expect(layerOf(config).methods).toEqual([expected]);
    expect(layerOf({ ...config, pos_att_type: ["p2c", "c2p"] }).methods).toEqual([expected]);
    expect(layerOf(deberta({ pos_att_type: ["c2p"] })).methods.map(({ kind }) => kind)).toEqual(["learned", "deberta"]);
    expect(errorsOf(deberta({ pos_att_type: "p2p" }))).toEqual(["pos_att_type expected_pos_att_type"]);
    expect(errorsOf(deberta({ pos_att_type: "c2p", position_buckets: 1 }))).toEqual([
      "max_relative_positions deberta_span",
    ]);
  });
});
