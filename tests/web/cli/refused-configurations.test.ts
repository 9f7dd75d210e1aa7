/** Configurations that cannot be answered: exit code 2 and one line that names the key. */
import { expect, test } from "vitest";
import { runPosenc } from "./run-posenc.ts";

const llama = { model_type: "llama", hidden_size: 64, num_attention_heads: 1, max_position_embeddings: 2048 };
const scaled = (rope_scaling: unknown) => ({ ...llama, rope_scaling });
const longrope = (short: number, long: number) => ({
  ...scaled({
    rope_type: "longrope",
    short_factor: new Array(short).fill(1),
    long_factor: new Array(long).fill(2),
    original_max_position_embeddings: 1024,
  }),
});
const text = (json: string) => `{"model_type": "llama", "hidden_size": 64, "num_attention_heads": 1, ${json}}`;
const nested = `${'{"a":'.repeat(1000)}1${"}".repeat(1000)}`;

const refused: [string, unknown, RegExp][] = [
  ["empty", "", /standard input is empty: expected a configuration as JSON/],
  ["not JSON", "rope_theta: 10000", /the configuration is no JSON: /],
  ["cut off", '{"rope_theta": 1', /the configuration is no JSON: line 1, column 17: expected "," or "}", got the end/],
  [
    "a comma left out",
    '{\n  "a": 1\n  "b": 2\n}',
    /no JSON: line 3, column 3: expected "," or "}", got "\\"b\\": 2"$/m,
  ],
  ["a list", "[]", /must be a JSON object, got a list/],
  ["a number", "7", /must be a JSON object, got a number/],
  ["null", "null", /must be a JSON object, got null/],
  ["deep nesting", nested, /nested deeper than 16 levels/],
  ["10 MB", `{"a": "${"x".repeat(10_000_000)}"}`, /10000009 characters long, the limit is 1048576/],
  ["NaN", text('"rope_theta": NaN'), /rope_theta: expected a JSON number, got NaN/],
  ["Infinity", text('"rope_scaling": {"factor": -Infinity}'), /rope_scaling\.factor: .*got -Infinity/],
  ["too large a number", text('"rope_theta": 1e999'), /rope_theta: .*got 1e999/],
  ["a key twice", text('"rope_theta": 1e4, "rope_theta": 1e6'), /rope_theta: expected each key once/],
  ["a base in words", { ...llama, rope_theta: "10000" }, /rope_theta = "10000": impossible, expected a number/],
  ["base 0", { ...llama, rope_theta: 0 }, /rope_theta = 0: impossible/],
  ["negative base", { ...llama, rope_theta: -1 }, /rope_theta = -1: impossible/],
  ["no heads", { ...llama, num_attention_heads: 0 }, /num_attention_heads = 0: impossible/],
  ["half a head", { ...llama, num_attention_heads: 1.5 }, /num_attention_heads = 1\.5: impossible/],
  ["a width that the heads do not divide", { ...llama, num_attention_heads: 3 }, /hidden_size = 64: impossible/],
  ["an odd width", { ...llama, head_dim: 63 }, /63/],
  ["scaling as a text", scaled("yarn"), /rope_scaling = "yarn": impossible, expected an object/],
  ["an unknown type", scaled({ rope_type: "yarm", factor: 2 }), /rope_scaling\.rope_type = "yarm": impossible/],
  ["two types", scaled({ rope_type: "yarn", type: "linear", factor: 2 }), /rope_scaling\.(rope_)?type = .*: conflict/],
  ["factor 0", scaled({ rope_type: "linear", factor: 0 }), /rope_scaling\.factor = 0: impossible/],
  ["factor -4", scaled({ rope_type: "linear", factor: -4 }), /rope_scaling\.factor = -4: impossible/],
  ["factor 0.5", scaled({ rope_type: "linear", factor: 0.5 }), /rope_scaling\.factor = 0\.5: impossible/],
  ["factor in words", scaled({ rope_type: "linear", factor: "40" }), /rope_scaling\.factor = "40": impossible/],
  ["no factor", scaled({ rope_type: "linear" }), /rope_scaling\.factor: impossible, missing: linear needs it/],
  [
    "a short list too long",
    longrope(33, 32),
    /rope_scaling\.short_factor = .*: impossible, expected 32 entries, got 33/,
  ],
  [
    "a long list too short",
    longrope(32, 31),
    /rope_scaling\.long_factor = .*: impossible, expected 32 entries, got 31/,
  ],
];

test.each(refused)("%s", async (_, config, message) => {
  const { code, stdout, stderr } = await runPosenc(["frequencies"], config);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^posenc: [^\n]{1,400}\n$/);
  expect(stderr).toMatch(message);
});

test("what explain can still explain it prints, with the same exit code", async () => {
  const [, config] = refused.find(([name]) => name === "factor 0") ?? [];
  const { code, stdout, stderr } = await runPosenc(["explain"], config);
  expect({ code, stderr }).toEqual({ code: 2, stderr: "" });
  expect(stdout).toMatch(/^rope_scaling\.factor +0 +impossible +expected /m);
  const broken = await runPosenc(["explain"], "[");
  expect({ code: broken.code, stdout: broken.stdout }).toEqual({ code: 2, stdout: "" });
});
