import { afterAll, describe, expect, test } from "vitest";
import { createPosenc } from "../../../web/src/engine/index.ts";
import type { Method, RotaryMethod } from "../../../web/src/engine/problem.ts";
import { modelOf, resolveConfig } from "../../../web/src/io/hf-config/resolve.ts";
import type { ModelPosition } from "../../../web/src/io/hf-config/types.ts";
import simplified from "../../../web/src/labs/context/model-notes.zh-Hans.json";
import traditional from "../../../web/src/labs/context/model-notes.zh-Hant.json";
import { findModel, MODELS } from "../../../web/src/models/catalogue.ts";
import { EXPECTED_FREQUENCIES } from "./expected-frequencies.ts";

const posenc = await createPosenc({ engine: "wasm" });
afterAll(() => posenc.close());

const digits = 5e-12;

function positionOf(id: string): ModelPosition {
  const model = findModel(id);
  if (!model) throw new Error(`No model ${id}`);
  return modelOf(resolveConfig(model.config));
}

const isRotary = (method: Method): method is RotaryMethod => method.kind === "rotary";

function rotariesOf(model: ModelPosition, layers?: string): RotaryMethod[] {
  return model.layerTypes
    .filter(({ name }) => layers === undefined || name === layers)
    .flatMap(({ methods }) => methods.filter(isRotary));
}

/** Methods of a model whose layers are all alike. */
function methodsOf(id: string): readonly Method[] {
  const { layerTypes } = positionOf(id);
  expect(layerTypes).toHaveLength(1);
  return layerTypes[0]?.methods ?? [];
}

/** Paths of the keys of a config, in its order. */
function paths(value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const own = path ? `${path}.${key}` : key;
    return [own, ...paths(inner, own)];
  });
}

describe("the catalogue", () => {
  test("has ids that are unique and well-formed", () => {
    const ids = MODELS.map(({ id }) => id);
    expect(ids.length).toBeGreaterThanOrEqual(45);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]+([.-][a-z0-9]+)*$/);
  });

  test("finds a model by its id", () => {
    expect(findModel("llama-3.1-8b")?.name).toBe("Llama 3.1 8B");
    expect(findModel("llama-9")).toBeUndefined();
  });

  test.each(MODELS)("$id is complete", (model) => {
    for (const text of [model.name, model.family, model.source, model.version]) expect(text).not.toBe("");
    if ("note" in model) expect(model.note).not.toBe("");
    expect(model.config.model_type).toEqual(expect.any(String));
    expect(JSON.parse(JSON.stringify(model.config))).toEqual(model.config);
  });

  test("every model has its numbers tested below", () => {
    const tested = new Set([...EXPECTED_FREQUENCIES.map(({ model }) => model), ...Object.keys(slopes), ...others]);
    expect(MODELS.map(({ id }) => id).filter((id) => !tested.has(id))).toEqual([]);
  });
});

test.each([
  ["gemma-3-12b", 131072, "class_default"],
  ["gemma-3-27b", 131072, "class_default"],
  ["falcon-7b", 2048, "class_default"],
  ["bloom-7b1", 2048, "card_length"],
  ["transformer-xl", undefined, undefined],
])("the context of %s is %s, by %s", (id, length, source) => {
  const { model, report } = resolveConfig(findModel(id)?.config ?? {});
  expect(model?.max_position_embeddings).toBe(length);
  expect(report.find(({ key }) => key === "max_position_embeddings")?.note?.code).toBe(source);
});

describe("resolved", () => {
  test.each(MODELS)("$id gives no error, and the report names each key", ({ config }) => {
    const { errors, report } = resolveConfig(config);
    expect(errors).toEqual([]);
    expect(report.map(({ key }) => key).filter((key) => paths(config).includes(key))).toEqual(paths(config));
  });

  const rows = EXPECTED_FREQUENCIES.map(
    (row) => [[row.model, row.layers, row.length].filter(Boolean).join(" "), row] as const,
  );

  test.each(rows)("%s has its frequencies", async (_, row) => {
    const model = positionOf(row.model);
    const rotaries = rotariesOf(model, row.layers);
    expect(rotaries).not.toEqual([]);
    expect(model.head_dim).toBe(row.head_dim);
    for (const method of rotaries) {
      expect(method.pairing ?? "half_split").toBe(row.pairing);
      expect(method.scaling?.kind ?? "none").toBe(row.scaling);
      const { length } = row;
      const answer = await posenc.frequencies({ method, head_dim: model.head_dim, ...(length && { length }) });
      expect(answer.rotary_dim).toBe(row.rotary_dim);
      expect(answer.base / row.base).toBeCloseTo(1, 11);
      expect(Math.abs((answer.inv_freq[row.pair] ?? Number.NaN) / row.inv_freq - 1)).toBeLessThan(digits);
      expect(Math.abs(answer.attention_factor / row.attention_factor - 1)).toBeLessThan(digits);
    }
  });

  test.each([
    { id: "llama-4-scout", layers: 48 },
    { id: "smollm3-3b", layers: 36 },
    { id: "command-r7b", layers: 32 },
  ])("every fourth layer of $id does not turn", ({ id, layers }) => {
    const still = positionOf(id).layerTypes.filter(({ methods }) => methods.length === 0);
    const every4th = Array.from({ length: layers / 4 }, (_, i) => 4 * i + 3);
    expect(still.flatMap((type) => type.layers)).toEqual(every4th);
  });

  test.each([
    { id: "qwen2-vl-7b", mrope_section: [16, 24, 24], mrope_layout: "chunked" },
    { id: "qwen3-vl-4b", mrope_section: [24, 20, 20], mrope_layout: "interleaved" },
    { id: "chatglm-6b", mrope_layout: "axial" },
  ])("$id has several streams of positions", ({ id, ...streams }) => {
    expect(methodsOf(id)).toMatchObject([{ kind: "rotary", ...streams }]);
  });

  test("Gemma 4 pairs the whole head of its full layers and turns a quarter of the pairs", () => {
    const model = positionOf("gemma-4-31b");
    const [method] = rotariesOf(model, "full_attention");
    expect(method).toMatchObject({ rope_type: "proportional", partial_rotary_factor: 0.25 });
  });

  test.each([
    { id: "gemma-2-27b", scale: 1 / 12, softcap: 50 },
    { id: "gemma-3-27b", scale: 1 / Math.sqrt(168) },
    { id: "gemma-4-31b", scale: 1 },
  ])("$id scales its scores by $scale", ({ id, scale, softcap }) => {
    for (const type of positionOf(id).layerTypes) {
      expect(type.scale).toBeCloseTo(scale, 10);
      expect(type.softcap ?? 0).toBe(softcap ?? 0);
    }
  });

  // 1 / sqrt(192) times (0.1 mscale_all_dim ln 40 + 1)², mscale_all_dim 0.707 and 1.
  test.each([
    { id: "deepseek-v2-lite", factor: 1.58962616512 },
    { id: "deepseek-v3", factor: 1.87385420709 },
  ])("$id multiplies its scale by $factor", async ({ id, factor }) => {
    const model = positionOf(id);
    for (const method of rotariesOf(model)) {
      const { scale } = await posenc.frequencies({ method, head_dim: model.head_dim });
      expect(scale * Math.sqrt(192)).toBeCloseTo(factor, 10);
    }
  });
});

/** Some heads' slopes: 2^(-m h / heads) for m = alibi_bias_max and a power of two of heads, Press et al.'s rule else. */
const slopes: Record<string, { heads: number; of: Record<number, number> }> = {
  "bloom-560m": { heads: 16, of: { 0: 2 ** -0.5, 7: 2 ** -4, 15: 2 ** -8 } },
  "bloom-7b1": { heads: 32, of: { 0: 2 ** -0.25, 31: 2 ** -8 } },
  "bloom-176b": { heads: 112, of: { 0: 2 ** -0.125, 63: 2 ** -8, 64: 2 ** -0.0625, 111: 2 ** -5.9375 } },
  "mpt-7b": { heads: 32, of: { 0: 2 ** -0.25, 31: 2 ** -8 } },
  "mpt-7b-storywriter": { heads: 32, of: { 0: 2 ** -0.5, 31: 2 ** -16 } },
};

describe("ALiBi", () => {
  test.each(Object.entries(slopes))("%s has its slopes", async (id, { heads, of }) => {
    const methods = methodsOf(id);
    expect(methods).toMatchObject([{ kind: "alibi" }]);
    expect(positionOf(id).heads).toBe(heads);
    const { relative_rows: rows, relative_bias: bias } = await posenc.plan({
      input: { kind: "tokens", tokens: ["a", "b"], heads, head_dim: 2 },
      method: methods,
      mask: { kind: "causal" },
    });
    if (!bias || !rows?.key_rows || !rows.query_rows) throw new Error("No rows by distance");
    const { data, shape } = bias;
    const row = (rows.key_rows[0] ?? 0) - (rows.query_rows[1] ?? 0);
    for (const [head, slope] of Object.entries(of))
      expect(-(data[Number(head) * (shape[1] ?? 0) + row] ?? 0) / slope).toBeCloseTo(1, 6);
  });

  test("Falcon RW scales the bias with the scores and rounds its slopes to bfloat16", () => {
    expect(methodsOf("falcon-rw-1b")).toMatchObject([{ kind: "alibi", applied: "before_scale" }]);
    const [method] = methodsOf("falcon-rw-1b");
    if (method?.kind !== "alibi") throw new Error("Not ALiBi");
    expect(method.slopes?.[0]).toBe(0.83984375);
    expect(method.slopes?.[31]).toBe(0.00390625);
  });
});

const others = ["falcon-rw-1b", "t5-small", "transformer-xl", "bert-base", "gpt-2", "opt-125m"];

describe("methods without frequencies", () => {
  test("T5 sorts distances into 32 buckets up to 128, both ways in the encoder and back in the decoder", () => {
    const buckets = { relative_attention_num_buckets: 32, relative_attention_max_distance: 128 };
    expect(positionOf("t5-small").layerTypes).toMatchObject([
      { name: "encoder", methods: [{ kind: "t5_bias", ...buckets, bidirectional: true }] },
      { name: "decoder", methods: [{ kind: "t5_bias", ...buckets, bidirectional: false }] },
    ]);
  });

  test("Transformer-XL clamps distances at 1000", () => {
    expect(methodsOf("transformer-xl")).toMatchObject([{ kind: "transformer_xl", clamp_len: 1000 }]);
    expect(positionOf("transformer-xl")).toMatchObject({ heads: 16, head_dim: 64 });
  });

  test.each([
    { id: "bert-base", rows: 512, offset: 0 },
    { id: "gpt-2", rows: 1024, offset: 0 },
    { id: "opt-125m", rows: 2050, offset: 2 },
  ])("$id looks up $rows rows", ({ id, rows, offset }) => {
    const [method, ...more] = methodsOf(id);
    expect(more).toEqual([]);
    if (method?.kind !== "learned") throw new Error("Not learned");
    expect(method.rows).toBe(rows);
    expect(method.offset ?? 0).toBe(offset);
    expect(positionOf(id)).toMatchObject({ heads: 12, head_dim: 64 });
  });
});

test("what is noted of a model stands in every language, and nothing else does", () => {
  const notes = [...new Set(MODELS.flatMap(({ note }) => note ?? []))].sort();
  expect(Object.keys(simplified).sort()).toEqual(notes);
  expect(Object.keys(traditional).sort()).toEqual(notes);
});
