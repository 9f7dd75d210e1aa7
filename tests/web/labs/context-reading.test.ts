/** What the page looks at of a configuration: the layers, the length, the name. */
import { describe, expect, test } from "vitest";
import {
  chosenLayers,
  lengthOf,
  readSubject,
  rotaryAt,
  rotaryOf,
  textFault,
} from "../../../web/src/labs/context/reading.ts";
import { MODELS } from "../../../web/src/models/catalogue.ts";

const read = (id: string) => {
  const reading = readSubject({ source: { kind: "model", id }, dialect: null }, MODELS);
  if (!reading?.resolution.model) throw new Error(`${id} does not resolve`);
  return { reading, model: reading.resolution.model };
};
const text = (config: object) =>
  readSubject({ source: { kind: "text", text: JSON.stringify(config) }, dialect: null }, MODELS);

test("without a wish, the layers that are scaled", () => {
  const { model } = read("gemma-3-4b");
  expect(chosenLayers(model, null).name).toBe("full_attention");
  expect(chosenLayers(model, "sliding_attention").name).toBe("sliding_attention");
  expect(chosenLayers(model, "nonsense").name).toBe("full_attention");
});

describe("length", () => {
  const lengthOfModel = (id: string) => {
    const { model } = read(id);
    return lengthOf({ length: null }, model, rotaryOf(chosenLayers(model, null)));
  };
  test.each([
    ["llama-3.1-8b", 131072],
    ["llama-2-7b", 4096],
    ["deepseek-v3", 163840],
    ["phi-3.5-mini", 131072],
    ["bloom-560m", 2048],
  ])("%s: %d", (id, length) => expect(lengthOfModel(id)).toBe(length));

  test("YaRN over a largest position that was not raised reaches as far as its factor", () => {
    const reading = text({
      model_type: "qwen2",
      hidden_size: 3584,
      num_attention_heads: 28,
      max_position_embeddings: 32768,
      rope_theta: 1e6,
      rope_scaling: { type: "yarn", factor: 4, original_max_position_embeddings: 32768 },
    });
    expect(reading && rotaryAt(reading, { length: null, layerType: null })?.length).toBe(131072);
  });

  test("a wish counts", () => {
    const { reading } = read("llama-3.1-8b");
    expect(rotaryAt(reading, { length: 77, layerType: null })?.length).toBe(77);
  });
});

test("a model without rotary pairs asks the engine nothing", () =>
  expect(rotaryAt(read("bloom-560m").reading, { length: null, layerType: null })).toBeNull());

test("an unknown model is none", () =>
  expect(readSubject({ source: { kind: "model", id: "nobody-7b" }, dialect: null }, MODELS)).toBeNull());

test("a text is called by its name, else by its architecture", () => {
  expect(text({ _name_or_path: "me/mine", head_dim: 8, num_attention_heads: 1 })?.name).toBe("me/mine");
  expect(text({ model_type: "llama", head_dim: 8, num_attention_heads: 1 })?.name).toBe("llama");
});

test("what is no configuration is told", () => {
  expect(textFault("[]")).toContain("must be a JSON object");
  expect(textFault("{")).toContain("no JSON");
  expect(textFault("{}")).toBeNull();
});
