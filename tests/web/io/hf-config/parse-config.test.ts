import { describe, expect, test } from "vitest";
import { maxConfigLength, parseConfig } from "../../../../web/src/io/hf-config/parse-config.ts";

function refusal(text: string): { code: string; message: string } {
  try {
    parseConfig(text);
  } catch (error) {
    return error as { code: string; message: string };
  }
  throw new Error("accepted");
}

describe("text of a configuration", () => {
  test("an object is taken as it is, with or without a byte order mark", () => {
    expect(parseConfig('{"a": {"b": [1, 2.5e-3, null, "x\\"}NaN"]}}')).toEqual({
      a: { b: [1, 0.0025, null, 'x"}NaN'] },
    });
    expect(parseConfig('\uFEFF{"a": 1}')).toEqual({ a: 1 });
  });

  test.each([
    ["", "no JSON"],
    ["{", "no JSON"],
    ["{'a': 1}", "no JSON"],
    ['{"a": 1,}', "no JSON"],
    ["model_type: llama", "no JSON"],
    ['{"a": "open', "no JSON"],
    ["]}{[", "no JSON"],
  ])("%j is no JSON", (text, reason) => {
    expect(refusal(text)).toMatchObject({ code: "invalid_json", message: expect.stringContaining(reason) });
  });

  test.each([
    ["[]", "a list"],
    ["null", "null"],
    ["3", "a number"],
    ['"x"', "a string"],
    ["true", "a boolean"],
  ])("%s is no object", (text, got) => {
    expect(refusal(text)).toMatchObject({
      code: "invalid_argument",
      message: `the configuration must be a JSON object, got ${got}`,
    });
  });

  test.each([
    ['{"rope_theta": NaN}', "rope_theta", "NaN"],
    ['{"rope_scaling": {"factor": Infinity}}', "rope_scaling.factor", "Infinity"],
    ['{"rope_scaling": {"type": "x", "factor": -Infinity}}', "rope_scaling.factor", "-Infinity"],
    ['{"rope_scaling": {"long_factor": [1, 2, NaN]}}', "rope_scaling.long_factor[2]", "NaN"],
    ['{"a": 1e999}', "a", "1e999"],
  ])("%s names the key", (text, key, got) => {
    const { code, message } = refusal(text);
    expect(code).toBe("invalid_json");
    expect(message).toMatch(new RegExp(`^${key.replace(/[.[\]]/g, "\\$&")}: .*got ${got}$`));
  });

  test.each([
    ['{"a": 1, "a": 1}', "a"],
    ['{"x": {"type": "linear", "factor": 4, "type": "yarn"}}', "x.type"],
    ['{"a": 1, "\\u0061": 2}', "a"],
    ['{"l": [{"k": 1}, {"k": 1, "k": 2}]}', "l[1].k"],
  ])("%s has a key twice", (text, key) => {
    expect(refusal(text).message).toBe(`${key}: expected each key once, got it twice in one object`);
  });

  test("the same key in two objects is no repetition, nor is a value that reads like a key", () => {
    expect(parseConfig('{"a": {"k": 1}, "b": {"k": 1}, "c": "a", "d": ["a", "a"]}')).toHaveProperty("d");
  });

  test("16 levels are taken, 17 are not", () => {
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
    expect(parseConfig(nested(16))).toHaveProperty("a");
    expect(refusal(nested(17))).toMatchObject({ code: "invalid_json", message: expect.stringContaining("16 levels") });
    expect(refusal("[".repeat(100_000)).message).toContain("16 levels");
  });

  test("10 MB are refused at once, with the limit", () => {
    const text = `{"a": "${"x".repeat(10_000_000)}"}`;
    const start = performance.now();
    expect(refusal(text).message).toContain(String(maxConfigLength));
    expect(performance.now() - start).toBeLessThan(50);
  });

  test("1 MiB in one text or in many keys is read quickly", () => {
    const long = `{"a": "${"\\\\".repeat(500_000)}"}`;
    const many = `{${Array.from({ length: 50_000 }, (_, i) => `"key${i}": ${i}`).join(",")}}`;
    const start = performance.now();
    expect(parseConfig(long)).toHaveProperty("a");
    expect(Object.keys(parseConfig(many))).toHaveLength(50_000);
    expect(performance.now() - start).toBeLessThan(2000);
  });

  test("__proto__ and constructor are keys like others", () => {
    const config = parseConfig('{"__proto__": {"polluted": true}, "constructor": 1}');
    expect(Object.keys(config)).toEqual(["__proto__", "constructor"]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect((config as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
