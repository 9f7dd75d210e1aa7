import { describe, expect, test } from "vitest";
import type { Problem } from "../../../web/src/engine/problem.ts";
import { complete, fromTokens, shorten, withTokens } from "../../../web/src/state/defaults.ts";
import { LIMITS } from "../../../web/src/state/limits.ts";
import {
  hashJson,
  readHash,
  readSettings,
  toCommand,
  toHash,
  toJson,
  withSetting,
} from "../../../web/src/state/link.ts";
import { readProblem } from "../../../web/src/state/read-problem.ts";

const hashOf = (value: unknown) =>
  `#problem=${encodeURIComponent(typeof value === "string" ? value : JSON.stringify(value))}`;
const tokens = (...words: string[]): Problem["input"] => ({ kind: "tokens", tokens: words });

const PROBLEMS: Problem[] = [
  { input: tokens("狗", "咬", "人") },
  {
    input: { ...tokens("dog", "bites", "man"), heads: 4, head_dim: 8, model_dim: 16, seed: 7 } as Problem["input"],
    permutation: [1, 2, 0],
  },
  { input: tokens("a", "b"), method: { kind: "sinusoidal", base: 100 }, mask: { kind: "causal" }, permute_mask: true },
  { input: tokens("a", "b"), method: { kind: "alibi", direction: "symmetric", slopes: [0.5] } },
  { input: tokens("a", "b"), method: { kind: "rotary", pairing: "interleaved", rotary_dim: 4, rope_theta: 500 } },
  { input: tokens("a", "b"), method: { kind: "rotary", inv_freq: [1, 0.5, 0.25, 0.125] } },
  { input: tokens("a", "b", "c"), mask: { kind: "sliding_window", window: 2 }, scale: 1, softcap: 30 },
  {
    input: tokens("a", "b"),
    mask: { kind: "bits", rows: ["10", "11"] },
    query_positions: [5, 6],
    key_positions: [5, 6],
  },
  { input: { ...tokens("a"), projections: "identity" } as Problem["input"] },
  { input: tokens("<img src=x onerror=alert(1)>", "\u202egnp", "'; drop", "%22", "&amp;", "#problem=") },
];

describe("links", () => {
  test.each(PROBLEMS.map((problem) => [JSON.stringify(problem), problem] as const))("round trip %s", (_, problem) => {
    const read = readHash(hashOf(problem));
    if (read.kind !== "problem") throw new Error(JSON.stringify(read));
    const again = readHash(toHash(read.problem));
    expect(again).toEqual(read);
    // What the address holds is a problem as the core reads it, without what the core fills in.
    expect(hashJson(toHash(read.problem).slice(1))).toEqual(shorten(read.problem));
    expect(complete(shorten(read.problem) as never)).toEqual(read.problem);
  });

  test("defaults are left out", () => {
    expect(toJson(fromTokens(["狗", "咬", "人"]))).toBe('{"input":{"kind":"tokens","tokens":["狗","咬","人"]}}');
    const spelt = readProblem({
      version: 1,
      input: { ...tokens("a", "b"), model_dim: 8, heads: 1, kv_heads: 1, head_dim: 8, seed: 0 },
      method: { kind: "none" },
      mask: { kind: "none" },
      permutation: [1, 0],
      permute_mask: false,
    });
    expect(toJson(spelt)).toBe(toJson(fromTokens(["a", "b"])));
  });

  test("an address without a problem is empty", () => {
    for (const hash of ["", "#"]) expect(readHash(hash)).toEqual({ kind: "empty" });
  });
});

describe("hostile links give an issue, never a problem", () => {
  const with_ = (changes: object) => ({ input: tokens("a", "b"), ...changes });
  const many = Array.from({ length: 17 }, () => "a");
  test.each<[string, string, string]>([
    ["malformed JSON", hashOf("{"), "json_malformed"],
    ["bad percent signs", "#problem=%E7%8", "link_encoding"],
    ["another fragment", "#top", "field_unknown"],
    ["a very long link", `#problem=${"a".repeat(LIMITS.linkLength)}`, "link_long"],
    ["null", hashOf("null"), "type_wrong"],
    ["a list", hashOf([]), "type_wrong"],
    ["no input", hashOf({}), "field_missing"],
    ["unknown field", hashOf(with_({ colour: 1 })), "field_unknown"],
    ["prototype", '#problem={"input":{"kind":"tokens","tokens":["a"]},"__proto__":{"polluted":true}}', "field_unknown"],
    ["unknown method", hashOf(with_({ method: { kind: "t5" } })), "kind_unknown"],
    ["inherited kind", hashOf(with_({ method: { kind: "toString" } })), "kind_unknown"],
    ["unknown mask", hashOf(with_({ mask: { kind: "prefix" } })), "kind_unknown"],
    ["embeddings", hashOf({ input: { kind: "embeddings", embeddings: [[1]] } }), "input_other"],
    ["tensors", hashOf({ input: { kind: "tensors", query: [[1]], key: [[1]] } }), "input_other"],
    ["later version", hashOf(with_({ version: 2 })), "version_unknown"],
    ["no tokens", hashOf({ input: tokens() }), "text_empty"],
    ["empty token", hashOf({ input: tokens("") }), "text_empty"],
    ["token of another type", hashOf({ input: { kind: "tokens", tokens: [1] } }), "type_wrong"],
    ["too many tokens", hashOf({ input: tokens(...many) }), "token_many"],
    ["a token too long", hashOf({ input: tokens("x".repeat(201)) }), "text_long"],
    ["heads", hashOf({ input: { ...tokens("a"), heads: 1e9 } }), "integer_range"],
    ["width", hashOf({ input: { ...tokens("a"), model_dim: 7.5 } }), "integer_range"],
    ["no head width", hashOf({ input: { ...tokens("a"), heads: 3 } }), "field_missing"],
    ["kv_heads", hashOf({ input: { ...tokens("a"), heads: 4, kv_heads: 3 } }), "head_groups_wrong"],
    ["permutation repeats", hashOf(with_({ permutation: [0, 0] })), "permutation_wrong"],
    ["permutation length", hashOf(with_({ permutation: [0] })), "list_length"],
    ["permutation type", hashOf(with_({ permutation: "10" })), "type_wrong"],
    ["rotary width", hashOf(with_({ method: { kind: "rotary", rotary_dim: 3 } })), "rotary_dim_wrong"],
    [
      "huge base",
      hashOf('{"input":{"kind":"tokens","tokens":["a"]},"method":{"kind":"sinusoidal","base":1e999}}'),
      "number_range",
    ],
    ["window", hashOf(with_({ mask: { kind: "sliding_window", window: 0 } })), "integer_range"],
    ["mask rows", hashOf(with_({ mask: { kind: "bits", rows: ["1", "12"] } })), "mask_wrong"],
    ["projections", hashOf({ input: { ...tokens("a"), projections: "eval" } }), "kind_unknown"],
  ])("%s", (_, hash, code) => {
    const read = readHash(hash);
    expect(read).toMatchObject({ kind: "issue", issue: { code } });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test("messages quote at most 40 characters", () => {
    const read = readHash(hashOf(with_({ method: { kind: "x".repeat(500) } })));
    expect(read).toMatchObject({ issue: { values: { value: `${"x".repeat(40)}…` } } });
  });
});

test("a sentence of another length drops what belonged to the old one", () => {
  const before = readProblem({
    input: tokens("a", "b"),
    mask: { kind: "bits", rows: ["10", "11"] },
    permutation: [0, 1],
    query_positions: [3, 4],
  });
  expect(withTokens(before, ["x", "y"])).toMatchObject({ mask: { kind: "bits" }, permutation: [0, 1] });
  const after = withTokens(before, ["x", "y", "z"]);
  expect(after).toMatchObject({ mask: { kind: "none" }, permutation: [2, 1, 0] });
  expect(after.query_positions).toBeUndefined();
});

test("the command quotes for a POSIX shell", () => {
  expect(toCommand(fromTokens(["don't"]))).toBe(
    `printf %s '{"input":{"kind":"tokens","tokens":["don'\\''t"]}}' | posenc equivariance`,
  );
});

test("settings are query keys, set and removed one by one", () => {
  expect(withSetting("?lang=en", "theme", "dark")).toBe("?lang=en&theme=dark");
  expect(withSetting("?lang=en&theme=dark", "theme", null)).toBe("?lang=en");
  expect(withSetting("?lang=en", "lang", null)).toBe("");
  expect(readSettings("?lang=zh-Hant&engine=wasm")).toEqual({ lang: "zh-Hant", theme: null, engine: "wasm" });
});
