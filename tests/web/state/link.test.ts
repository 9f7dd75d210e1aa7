import { describe, expect, test } from "vitest";
import type { Problem } from "../../../web/src/engine/problem.ts";
import { complete, fromTokens, shorten, withMethod, withTokens } from "../../../web/src/state/defaults.ts";
import { contentsOf, labelsOf, permuteInput, shortenInput, tokenCount } from "../../../web/src/state/input.ts";
import { LIMITS } from "../../../web/src/state/limits.ts";
import { hashJson, readHash, toCommand, toHash, toJson } from "../../../web/src/state/link.ts";
import { readSettings, withSetting } from "../../../web/src/state/page-settings.ts";
import { readProblem } from "../../../web/src/state/read-problem.ts";

const hashOf = (value: unknown) =>
  `#problem=${encodeURIComponent(typeof value === "string" ? value : JSON.stringify(value))}`;
const tokens = (...words: string[]): Problem["input"] => ({ kind: "tokens", tokens: words });

const X = [
  [1, 0],
  [0, 1],
  [0.5, -2],
];

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
  { input: tokens("a", "b"), method: [{ kind: "rotary" }, { kind: "alibi", direction: "symmetric" }] },
  {
    input: tokens("a", "b"),
    method: { kind: "stack", layers: [{ kind: "rotary", rope_theta: 500 }, [{ kind: "none" }]] },
    layer: 3,
  },
  { input: tokens("a", "b"), method: { kind: "sinusoidal", table: "fairseq", offset: 2 } },
  {
    input: tokens("a", "b"),
    method: { kind: "learned", rows: 8, segments: [0, 1], extension: "interpolate", seed: 2 },
  },
  { input: tokens("a", "b"), method: { kind: "shaw", max_relative_position: 1, keys: null, beyond: "zero" } },
  { input: tokens("a", "b"), method: { kind: "transformer_xl", clamp_len: 4, u: [[1, 2, 3, 4, 5, 6, 7, 8]] } },
  { input: tokens("a", "b"), method: { kind: "t5_bias", relative_attention_num_buckets: 8, bidirectional: false } },
  { input: tokens("a", "b"), method: { kind: "deberta", position_buckets: 8, pos_att_type: ["p2c"] } },
  { input: tokens("a", "b"), method: { kind: "rotary", xpos: { scale_base: 100 }, partial_rotary_factor: 0.5 } },
  {
    input: tokens("a", "b"),
    method: {
      kind: "rotary",
      mrope_section: [2, 1, 1],
      mrope_layout: "interleaved",
      streams: [
        [0, 1],
        [0, 0],
        [1, 1],
      ],
    },
  },
  { input: tokens("a", "b"), method: { kind: "kerple", form: "power", p: [1], a: [0.5] } },
  { input: tokens("a", "b"), method: { kind: "sandwich", dimension: 16 } },
  { input: tokens("a", "b"), method: { kind: "fire", c: 1, threshold: 4, output_bias: [1] } },
  { input: tokens("a", "b"), method: { kind: "cope", positions: 4, scaled: "content" } },
  { input: tokens("a", "b"), mask: { kind: "local", reach: 0 } },
  { input: tokens("a", "b"), mask: { kind: "chunked", chunk: 1 }, query_scale: { kind: "llama4", offset: 0 } },
  { input: tokens("a", "b"), mask: { kind: "prefix", prefix: 1 } },
  { input: tokens("a", "b"), mask: { kind: "padding", keys: "01" }, position_rule: "real_tokens" },
  {
    input: tokens("a", "b"),
    mask: { kind: "all", masks: [{ kind: "causal" }, { kind: "documents", documents: [0, 1] }] },
    query_scale: { kind: "log_n", original_max_position_embeddings: 4 },
  },
  { input: { kind: "embeddings", embeddings: X } },
  {
    input: { kind: "embeddings", embeddings: X, heads: 2, kv_heads: 1, head_dim: 2, seed: 4, projections: "identity" },
    method: { kind: "learned", segments: [0, 1, 1] },
    permutation: [1, 2, 0],
  },
  { input: { kind: "tensors", query: X, key: X }, mask: { kind: "causal" }, scale: 1 },
  {
    input: { kind: "tensors", query: [X, X], key: [X], value: [[[1], [2], [3]]] },
    method: { kind: "alibi", slopes: [0.5, 0.25] },
    query_positions: [4, 5, 6],
    key_positions: [3, 0, 1],
  },
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

  test("two problems, in either place", () => {
    const all = PROBLEMS.map((problem) => complete(problem));
    for (const [at, problem] of all.entries()) {
      const other = all.at(at - 1) as (typeof all)[0];
      expect(readHash(toHash(problem, other))).toEqual({ kind: "problem", problem, other });
    }
    expect(readHash(toHash(all[0] as never))).toMatchObject({ other: null });
  });

  test.each([
    ["b=%7B", { code: "json_malformed" }],
    ["b=", { code: "json_malformed" }],
    ["b=%E7", { code: "link_encoding" }],
    [`b=${"x".repeat(20_000)}`, { code: "link_long" }],
    ["b=%7B%22input%22:%7B%22kind%22:%22tokens%22,%22tokens%22:[1]%7D%7D", { values: { field: "b.input.tokens[0]" } }],
    ["b=%7B%22polluted%22:1,%22__proto__%22:%7B%22polluted%22:1%7D%7D", { code: "field_unknown" }],
  ])("a faulty second problem: %.20s", (part, issue) => {
    const read = readHash(`${toHash(fromTokens(["a"]))}&${part}`);
    expect(read).toMatchObject({ kind: "issue", issue });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
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
    ["unknown mask", hashOf(with_({ mask: { kind: "dilated" } })), "kind_unknown"],
    ["another kind of input", hashOf({ input: { kind: "images" } }), "kind_unknown"],
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
    ["Shaw's clip", hashOf(with_({ method: { kind: "shaw", max_relative_position: 0 } })), "integer_range"],
    ["a table that is none", hashOf(with_({ method: { kind: "t5_bias", table: "x" } })), "type_wrong"],
    ["a jagged type", hashOf(with_({ method: { kind: "cope", table: [[1, "2"]] } })), "type_wrong"],
    ["segments", hashOf(with_({ method: { kind: "learned", segments: [0] } })), "list_length"],
    ["DeBERTa's terms", hashOf(with_({ method: { kind: "deberta", pos_att_type: ["p2p"] } })), "kind_unknown"],
    ["KERPLE's heads", hashOf(with_({ method: { kind: "kerple", p: [1, 2] } })), "list_length"],
    ["a field of another method", hashOf(with_({ method: { kind: "fire", slopes: [1] } })), "field_unknown"],
    ["xpos", hashOf(with_({ method: { kind: "rotary", xpos: { base: 1 } } })), "field_unknown"],
    ["many methods", hashOf(with_({ method: Array.from({ length: 9 }, () => ({ kind: "none" })) })), "list_length"],
    ["a method within", hashOf(with_({ method: [{ kind: "none" }, { kind: "x" }] })), "kind_unknown"],
    ["an empty stack", hashOf(with_({ method: { kind: "stack", layers: [] } })), "list_length"],
    [
      "a stack within a stack",
      hashOf(with_({ method: { kind: "stack", layers: [{ kind: "stack" }] } })),
      "kind_unknown",
    ],
    ["padding", hashOf(with_({ mask: { kind: "padding", keys: "012" } })), "mask_digits"],
    ["documents", hashOf(with_({ mask: { kind: "documents", documents: [0.5, 1] } })), "integer_range"],
    ["a mask within", hashOf(with_({ mask: { kind: "all", masks: [{ kind: "none", x: 1 }] } })), "field_unknown"],
    ["query scale", hashOf(with_({ query_scale: { kind: "yarn" } })), "kind_unknown"],
    ["position rule", hashOf(with_({ position_rule: "words" })), "kind_unknown"],
    ["window", hashOf(with_({ mask: { kind: "sliding_window", window: 0 } })), "integer_range"],
    ["mask rows", hashOf(with_({ mask: { kind: "bits", rows: ["1", "12"] } })), "mask_wrong"],
    ["projections", hashOf({ input: { ...tokens("a"), projections: "eval" } }), "kind_unknown"],
  ])("%s", (_, hash, code) => {
    const read = readHash(hash);
    expect(read).toMatchObject({ kind: "issue", issue: { code } });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  const tensors = (changes: object) => ({ kind: "tensors", query: X, key: X, ...changes });
  const embeddings = (rows: unknown, changes = {}) => ({ kind: "embeddings", embeddings: rows, ...changes });
  const wide = [Array.from({ length: 33 }, () => 0)];
  const long = Array.from({ length: 17 }, () => [1]);
  test.each<[string, unknown, string, string | undefined]>([
    ["no X", { kind: "embeddings" }, "field_missing", "input.embeddings"],
    ["X without rows", embeddings([]), "list_range", "input.embeddings"],
    ["too many rows", embeddings(long), "list_range", "input.embeddings"],
    ["no width", embeddings([[]]), "list_range", "input.embeddings[0]"],
    ["too wide", embeddings(wide), "list_range", "input.embeddings[0]"],
    ["a ragged X", embeddings([[1, 2], [1]]), "list_length", "input.embeddings[1]"],
    ["a text in X", embeddings([["1"]]), "type_wrong", "input.embeddings[0][0]"],
    ["null in X", embeddings([[null]]), "type_wrong", "input.embeddings[0][0]"],
    ["another width", embeddings([[1, 2]], { model_dim: 3 }), "integer_range", "input.model_dim"],
    ["no head width", embeddings([[1, 2, 3]], { heads: 2 }), "field_missing", "input.head_dim"],
    ["X with tokens", embeddings([[1, 2]], { tokens: ["a"] }), "field_unknown", "input.tokens"],
    ["no query", { kind: "tensors", key: X }, "field_missing", "input.query"],
    ["no key", { kind: "tensors", query: X }, "field_missing", "input.key"],
    ["a vector as query", tensors({ query: [1, 2] }), "type_wrong", "input.query[0]"],
    ["an empty query", tensors({ query: [] }), "list_range", "input.query"],
    ["too many heads", tensors({ query: Array.from({ length: 9 }, () => X) }), "list_range", "input.query"],
    ["too many tokens", tensors({ query: long, key: long }), "list_range", "input.query"],
    ["unequal widths", tensors({ key: [[1], [1], [1]] }), "list_length", "input.key[0]"],
    ["unequal heads", tensors({ query: [X, [[1, 2]]] }), "list_length", "input.query[1]"],
    ["more keys than queries", tensors({ query: [[1, 0]] }), "query_count", undefined],
    ["key heads", tensors({ query: [X, X, X], key: [X, X] }), "head_groups_wrong", "input.key"],
    ["too few values", tensors({ value: [[1], [2]] }), "list_length", "input.value"],
    ["heads of values", tensors({ value: [X, X] }), "list_length", "input.value"],
    ["four axes", tensors({ query: [[X]] }), "type_wrong", "input.query[0][0][0]"],
    ["sizes beside tensors", tensors({ heads: 1 }), "field_unknown", "input.heads"],
  ])("given vectors: %s", (_, input, code, field) => {
    const read = readHash(hashOf({ input }));
    expect(read).toMatchObject({ kind: "issue", issue: { code, values: field === undefined ? {} : { field } } });
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

test("per-token fields of methods and masks go too, and a list of one method is that method", () => {
  const before = readProblem({
    input: tokens("a", "b"),
    method: [{ kind: "learned", segments: [0, 1] }, { kind: "alibi" }],
    mask: { kind: "all", masks: [{ kind: "causal" }, { kind: "padding", keys: "01" }] },
  });
  expect(shorten(withTokens(before, ["x"]))).toMatchObject({ method: [{ kind: "learned" }, { kind: "alibi" }] });
  expect(withTokens(before, ["x"])).toMatchObject({ mask: { kind: "none" } });
  expect(JSON.stringify(withTokens(before, ["x"]))).not.toContain("segments");
  expect(shorten(readProblem({ input: tokens("a"), method: [{ kind: "alibi" }] })).method).toEqual({ kind: "alibi" });
  expect(shorten(withMethod(before, { kind: "cope" })).method).toEqual({ kind: "cope" });
});

test("words in the place of given vectors: method and mask stay, their numbers go", () => {
  const before = readProblem({
    input: { kind: "tensors", query: X, key: X },
    method: { kind: "rotary", inv_freq: [1] },
    mask: { kind: "causal" },
    scale: 1,
  });
  expect(shorten(withTokens(before, ["x", "y"]))).toEqual({
    input: tokens("x", "y"),
    method: { kind: "rotary" },
    mask: { kind: "causal" },
  });
});

test("tokens without words are numbered; their contents and their order come from the vectors", () => {
  const { input } = readProblem({ input: { kind: "tensors", query: X, key: X, value: [[1], [1], [2]] } });
  expect(input).toMatchObject({ heads: 1, kv_heads: 1, head_dim: 2, value_dim: 1 });
  expect(labelsOf(input)).toEqual(["x₀", "x₁", "x₂"]);
  expect(tokenCount(input)).toBe(3);
  expect(shortenInput(permuteInput(input, [2, 0, 1]))).toEqual({
    kind: "tensors",
    query: [X[2], X[0], X[1]],
    key: [X[2], X[0], X[1]],
    value: [[2], [1], [1]],
  });
  const equal = readProblem({
    input: {
      kind: "embeddings",
      embeddings: [
        [1, 2],
        [0, 0],
        [1, 2],
      ],
    },
  }).input;
  expect(contentsOf(equal)[0]).toBe(contentsOf(equal)[2]);
  expect(contentsOf(equal)[0]).not.toBe(contentsOf(equal)[1]);
});

test("the command quotes for a POSIX shell", () => {
  expect(toCommand(fromTokens(["don't"]))).toBe(
    `printf %s '{"input":{"kind":"tokens","tokens":["don'\\''t"]}}' | npx posenc equivariance`,
  );
});

test("settings are query keys, set and removed one by one", () => {
  expect(withSetting("?lang=en", "theme", "dark")).toBe("?lang=en&theme=dark");
  expect(withSetting("?lang=en&theme=dark", "theme", null)).toBe("?lang=en");
  expect(withSetting("?lang=en", "lang", null)).toBe("");
  expect(readSettings("?lang=zh-Hant&engine=wasm")).toEqual({ lang: "zh-Hant", theme: null, engine: "wasm" });
});
