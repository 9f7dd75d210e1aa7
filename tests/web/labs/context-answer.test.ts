/** The headline, and the numbers of models that do not turn. */
import { describe, expect, test } from "vitest";
import type { Frequencies, PairRegime, RopeScaling } from "../../../web/src/engine/index.ts";
import { commented } from "../../../web/src/lab/python-text.ts";
import { numberSentence, regimeSentence } from "../../../web/src/labs/context/answer.ts";
import { methodRows, slopesOf } from "../../../web/src/labs/context/method-rows.ts";
import { modelCopies } from "../../../web/src/labs/context/model-copies.ts";
import type { PresentFrequencies } from "../../../web/src/labs/context/parts.ts";
import { chosenLayers, readSubject } from "../../../web/src/labs/context/reading.ts";
import { namesOf } from "../../../web/src/labs/context/sides.ts";
import { temperatureOf } from "../../../web/src/labs/context/temperature.ts";
import { MODELS } from "../../../web/src/models/catalogue.ts";

const part = (scaling: RopeScaling, regime: readonly PairRegime[], more: Partial<Frequencies> = {}) =>
  ({
    at: { method: { kind: "rotary", rope_theta: 10000, scaling }, head_dim: 4, length: 100 },
    origin: "named",
    frequencies: {
      regime,
      factor: 8,
      base: 10000,
      length: 100,
      attention_factor: 1,
      plain_inv_freq: new Float64Array([1, 0.5]),
      inv_freq: new Float64Array([0.8, 0.125]),
      wavelength: new Float64Array([6, 50]),
      ...more,
    },
  }) as unknown as PresentFrequencies;

describe("the headline says what the scaling does", () => {
  const longrope: RopeScaling = {
    kind: "longrope",
    short_factor: [1, 1],
    long_factor: [1.25, 4],
    original_max_position_embeddings: 50,
  };
  test.each<[PresentFrequencies, string]>([
    [part({ kind: "none" }, ["kept", "kept"]), "M: all 2 pairs turn at their plain speed; nothing is scaled."],
    [part({ kind: "linear", factor: 8 }, ["scaled", "scaled"]), "M: all 2 pairs divided by 8."],
    [
      part({ kind: "yarn", factor: 8, original_max_position_embeddings: 50 }, ["kept", "scaled"]),
      "M: of 2 pairs, 1 kept and 1 divided by 8.",
    ],
    [part(longrope, ["blended", "other"]), "M: each of the 2 pairs has its own factor, 1.25 … 4."],
    [part({ kind: "ntk", alpha: 8 }, ["kept", "blended"], { base: 20000 }), "M: the base rises from 10000 to 20000."],
    [
      part({ kind: "ntk_per_pair", factor: 4 }, ["other", "other"]),
      "M: every pair slowed by its own factor, 1.25 … 4.",
    ],
  ])("%#", (found, sentence) => expect(regimeSentence("M", found)).toBe(sentence));

  test("a length is the context only where the file names it", () => {
    const found = part({ kind: "none" }, ["kept", "kept"]);
    expect(numberSentence(found)).toContain("the context of 100");
    expect(numberSentence({ ...found, origin: "chosen" })).toContain("the chosen length of 100");
    expect(numberSentence({ ...found, origin: "assumed" })).toContain("no length named; 100 assumed");
  });
});

test("A and B are told apart by layers, else by dialects", () => {
  const side = { name: "M", dialect: "huggingface", layerType: null } as const;
  expect(namesOf({ sides: [null, side] })).toEqual(["The same without scaling", "M"]);
  expect(namesOf({ sides: [side, { ...side, dialect: "vllm" }] })).toEqual([
    "M, read as Hugging Face 5",
    "M, read as vLLM",
  ]);
  expect(
    namesOf({
      sides: [
        { ...side, layerType: "rope" },
        { ...side, layerType: "all" },
      ],
    }),
  ).toEqual(["M, rotary layers", "M, all layers"]);
});

const read = (id: string) => {
  const reading = readSubject({ source: { kind: "model", id }, dialect: null }, MODELS);
  if (!reading?.resolution.model) throw new Error(`${id} does not resolve`);
  const { model } = reading.resolution;
  return { reading, model, layers: chosenLayers(model, null) };
};

describe("models without rotary pairs in numbers", () => {
  test.each([
    ["bloom-560m", ["ALiBi slopes", "0.7071 … 0.003906"], ["Scale on q·k", "0.125"]],
    ["t5-small", ["Buckets", "32"], ["Maximum distance", "128"], ["Scale on q·k", "1"]],
    ["bert-base", ["Learned rows", "512"], ["Offset", "0"]],
  ])("%s", (id, ...wanted) => {
    const { model, layers } = read(id);
    const rows = methodRows(model, layers).map(([name, value]) => [name, value]);
    expect(rows).toEqual(expect.arrayContaining(wanted));
  });
  test("slopes follow alibi_bias_max", () =>
    expect(slopesOf({ kind: "alibi", alibi_bias_max: 4 }, 2)).toEqual([2 ** -2, 2 ** -4]));
});

test("copies: scalars, null for what is absent, one row per type of layers", async () => {
  const { reading, layers } = read("gemma-3-4b");
  const copies = modelCopies(reading, layers, {}, "");
  const json = JSON.parse((await copies.json?.()) ?? "");
  expect(json).toMatchObject({ model: "Gemma 3 4B", heads: 8, layer_type: "full_attention", dialect: "huggingface" });
  expect(json.layer_types).toHaveLength(2);
  expect(json.layer_types[0]).toMatchObject({ pairing: "half_split", softcap: null, query_temperature: null });
  expect((await copies.csv?.())?.trim().split("\n")).toHaveLength(3);
});

test("a comment stays one line", () => expect(commented("a\nimport os", "x\n")).toBe("# a import os\nx\n"));

test("query temperature at the last position", () => {
  const layers = read("llama-3.1-8b").layers;
  const log_n = { kind: "log_n", original_max_position_embeddings: 10 } as const;
  expect(temperatureOf(layers, 100)).toBeNull();
  expect(temperatureOf({ ...layers, query_scale: log_n }, 100)).toBeCloseTo(2, 12);
  expect(temperatureOf({ ...layers, query_scale: { kind: "llama4", floor_scale: 10 } }, 11)).toBeCloseTo(
    1 + 0.1 * Math.log(2),
    12,
  );
});
