import { describe, expect, test } from "vitest";
import { jsonFault } from "../../../../web/src/io/hf-config/json-fault.ts";
import { maxConfigLength, parseConfig } from "../../../../web/src/io/hf-config/parse-config.ts";

function refusal(text: string): { code: string; message: string } {
  try {
    parseConfig(text);
  } catch (error) {
    return error as { code: string; message: string };
  }
  throw new Error("accepted");
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("text of a configuration", () => {
  test("an object is taken as it is, with or without a byte order mark", () => {
    expect(parseConfig('{"a": {"b": [1, 2.5e-3, null, "x\\"}NaN"]}}')).toEqual({
      a: { b: [1, 0.0025, null, 'x"}NaN'] },
    });
    expect(parseConfig('\uFEFF{"a": 1}')).toEqual({ a: 1 });
  });

  test.each([
    ["", "line 1, column 1: expected a value, got the end of the text"],
    ["{", 'line 1, column 2: expected a key in double quotes or "}", got the end of the text'],
    ["{'a': 1}", `line 1, column 2: expected a key in double quotes or "}", got "'a': 1}"`],
    ['{"a": 1,}', 'line 1, column 9: expected a key in double quotes, got "}"'],
    ["model_type: llama", 'line 1, column 1: expected a value, got "model_type"'],
    ['{"a": "open', 'line 1, column 7: expected a value, got "\\"open"'],
    ["]}{[", 'line 1, column 1: expected a value, got "]"'],
    ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3: expected "," or "}", got "\\"b\\": 2"'],
    ['{"a": [1 2]}', 'line 1, column 10: expected "," or "]", got "2"'],
    ['{"a": 01}', 'line 1, column 7: expected a value, got "01"'],
    ['{"a" 1}', 'line 1, column 6: expected ":", got "1"'],
    ['{"a": 1} // x', 'line 1, column 10: expected the end of the text, got "/"'],
  ])("%j is no JSON, and the message says where", (text, where) => {
    const { code, message } = refusal(text);
    expect({ code, message }).toEqual({ code: "invalid_json", message: `the configuration is no JSON: ${where}` });
  });

  test("a fault is found exactly where JSON.parse finds one", () => {
    const parts = [...'{}[],:"a1 -.e\\u\n\u00a0', "true", "null", '"k"', '"k":', "1.5"];
    let state = 1;
    const next = (most: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * most);
    };
    for (let i = 0; i < 100_000; i++) {
      const text = Array.from({ length: 1 + next(8) }, () => parts[next(parts.length)]).join("");
      if ((jsonFault(text) === undefined) !== isJson(text)) expect(text).toBe(isJson(text) ? "JSON" : "no JSON");
    }
  });

  test("a long text is searched quickly", () => {
    const start = performance.now();
    expect(refusal(`{"a": [${"1, ".repeat(340_000)}]}`).message).toContain("line 1, column 1020008: expected a value");
    expect(refusal(`{"a": "${"\\\\".repeat(500_000)}`).message).toContain("line 1, column 7: expected a value");
    expect(performance.now() - start).toBeLessThan(2000);
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
