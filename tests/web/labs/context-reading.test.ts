/** What the page looks at of a configuration: the layers, the length, the name. */
import { describe, expect, test } from "vitest";
import {
  chosenLayers,
  lengthOf,
  lengthOriginOf,
  readSubject,
  rotaryAt,
  rotaryOf,
  textFault,
} from "../../../web/src/labs/context/reading.ts";
import { faultText } from "../../../web/src/labs/context/text-fault.ts";
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
    return lengthOf({ length: null }, model, rotaryOf(chosenLayers(model, null))).length;
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
  expect(textFault("{}")).toBeNull();
  expect(textFault("[]")).toEqual({ code: "object", got: "a list" });
});

const faultIn = (config: string): string => {
  const fault = textFault(config);
  return fault ? faultText(fault) : "";
};

test.each([
  ["[]", "Not a configuration: expected a JSON object, got a list."],
  ["null", "Not a configuration: expected a JSON object, got null."],
  ["{\n rope: 1}", 'Not valid JSON: line 2, column 2: expected a key in double quotes or "}", got "rope".'],
  ['{"a": 1', 'Not valid JSON: line 1, column 8: expected "," or "}", got the end of the text.'],
  ['{"rope_theta": NaN}', "Not valid JSON: rope_theta must be a number, not NaN."],
  ['{"a": 1e999}', "Not valid JSON: a must be below 1.8e308, not 1e999."],
  ['{"a": 1, "a": 2}', "Not valid JSON: a stands twice in one object."],
  ["[".repeat(30), "Not a configuration: nested deeper than 16 levels."],
])("%s: one sentence", (config, sentence) => expect(faultIn(config)).toBe(sentence));

test("a length that no one named is called assumed", () => {
  const origin = (config: object, length: number | null) => {
    const reading = text({ model_type: "llama", head_dim: 8, num_attention_heads: 1, ...config });
    return reading && lengthOriginOf(reading, { length, layerType: null });
  };
  expect(origin({ max_position_embeddings: 8192 }, null)).toBe("named");
  expect(origin({ max_position_embeddings: 8192 }, 100)).toBe("chosen");
  expect(origin({ model_type: "unheard_of" }, null)).toBe("assumed");
});
