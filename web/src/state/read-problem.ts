/**
 * Unknown JSON -> a problem of this lab, or an IssueError that names the field. New objects are built from known keys
 * only; nothing from outside is copied whole. The core checks every value again; this reader adds the lab's limits.
 */
import type { Mask, Method, NestedNumbers, Problem, Projections, TokenInput } from "../engine/problem.ts";
import { complete, type LabProblem, SIZE } from "./defaults.ts";
import { excerpt, fail } from "./issue.ts";
import { LIMITS } from "./limits.ts";
import { isPermutation } from "./permutation.ts";
import { checkTokens, wellFormed } from "./tokens.ts";

type Fields = Record<string, unknown>;

export function readProblem(value: unknown): LabProblem {
  const fields = object(value, "problem");
  known(fields, "", [
    "version",
    "input",
    "method",
    "mask",
    "query_positions",
    "key_positions",
    "scale",
    "softcap",
    "permutation",
    "permute_mask",
  ]);
  if (fields.version !== undefined && fields.version !== 1) fail("version_unknown", { value: excerpt(fields.version) });
  if (fields.input === undefined) fail("field_missing", { field: "input" });
  const input = readInput(fields.input);
  const problem: Problem & { input: TokenInput } = { input };
  const count = input.tokens.length;
  if (fields.method !== undefined) problem.method = readMethod(fields.method, input);
  if (fields.mask !== undefined) problem.mask = readMask(fields.mask, count);
  if (fields.query_positions !== undefined) {
    problem.query_positions = numbers(fields.query_positions, "query_positions", count);
  }
  if (fields.key_positions !== undefined) problem.key_positions = numbers(fields.key_positions, "key_positions", count);
  if (fields.scale !== undefined) problem.scale = number(fields.scale, "scale", [-1e6, 1e6]);
  if (fields.softcap !== undefined) problem.softcap = number(fields.softcap, "softcap", [0, 1e6]);
  if (fields.permutation !== undefined) {
    const permutation = numbers(fields.permutation, "permutation", count);
    if (!isPermutation(permutation, count)) fail("permutation_wrong", { last: count - 1, value: excerpt(permutation) });
    problem.permutation = permutation;
  }
  if (fields.permute_mask !== undefined) problem.permute_mask = boolean(fields.permute_mask, "permute_mask");
  return complete(problem);
}

function readInput(value: unknown): TokenInput {
  const fields = object(value, "input");
  if (fields.kind === "embeddings" || fields.kind === "tensors") fail("input_other", { kind: fields.kind });
  if (fields.kind !== "tokens")
    fail("kind_unknown", { field: "input.kind", known: "tokens", value: excerpt(fields.kind) });
  known(fields, "input.", [
    "kind",
    "tokens",
    "model_dim",
    "heads",
    "kv_heads",
    "head_dim",
    "value_dim",
    "seed",
    "projections",
  ]);
  const tokens = list(fields.tokens, "input.tokens").map((token, t) => {
    const text = wellFormed(string(token, `input.tokens[${t}]`));
    if (text === "") fail("text_empty");
    return text;
  });
  checkTokens(tokens);
  const input: TokenInput = { kind: "tokens", tokens };
  const size = (
    key: "model_dim" | "heads" | "kv_heads" | "head_dim" | "value_dim",
    range: readonly [number, number],
  ) => {
    if (fields[key] !== undefined) input[key] = integer(fields[key], `input.${key}`, range);
  };
  size("model_dim", LIMITS.modelDim);
  size("heads", LIMITS.heads);
  size("kv_heads", LIMITS.heads);
  size("head_dim", LIMITS.headDim);
  size("value_dim", LIMITS.headDim);
  const heads = input.heads ?? SIZE.heads;
  if (input.head_dim === undefined && (input.model_dim ?? SIZE.model_dim) % heads !== 0) {
    fail("field_missing", { field: "input.head_dim" });
  }
  if (input.kv_heads !== undefined && heads % input.kv_heads !== 0) {
    fail("head_groups_wrong", { heads, kv_heads: input.kv_heads });
  }
  if (fields.seed !== undefined) input.seed = integer(fields.seed, "input.seed", LIMITS.seed);
  if (fields.projections !== undefined) input.projections = readProjections(fields.projections);
  return input;
}

function readProjections(value: unknown): Projections {
  if (value === "random" || value === "identity") return value;
  if (typeof value === "string") {
    fail("kind_unknown", { field: "input.projections", known: "random, identity", value: excerpt(value) });
  }
  const fields = object(value, "input.projections");
  known(fields, "input.projections.", ["query", "key", "value"]);
  return {
    query: matrix(fields.query, "input.projections.query"),
    key: matrix(fields.key, "input.projections.key"),
    value: matrix(fields.value, "input.projections.value"),
  };
}

function readMethod(value: unknown, input: TokenInput): Method {
  const fields = object(value, "method");
  const heads = input.heads ?? SIZE.heads;
  const headDim = input.head_dim ?? (input.model_dim ?? SIZE.model_dim) / heads;
  switch (fields.kind) {
    case "none":
      known(fields, "method.", ["kind"]);
      return { kind: "none" };
    case "sinusoidal": {
      known(fields, "method.", ["kind", "base"]);
      const method: Method = { kind: "sinusoidal" };
      if (fields.base !== undefined) method.base = number(fields.base, "method.base", [1e-9, 1e30]);
      return method;
    }
    case "alibi": {
      known(fields, "method.", ["kind", "slopes", "direction"]);
      const method: Method = { kind: "alibi" };
      if (fields.slopes !== undefined) method.slopes = numbers(fields.slopes, "method.slopes", heads);
      if (fields.direction !== undefined) {
        method.direction = oneOf(fields.direction, "method.direction", ["causal", "symmetric"]);
      }
      return method;
    }
    case "rotary": {
      known(fields, "method.", ["kind", "pairing", "rotary_dim", "rope_theta", "inv_freq"]);
      const method: Method = { kind: "rotary" };
      if (fields.pairing !== undefined) {
        method.pairing = oneOf(fields.pairing, "method.pairing", ["half_split", "interleaved"]);
      }
      if (fields.rotary_dim !== undefined) {
        method.rotary_dim = integer(fields.rotary_dim, "method.rotary_dim", [2, headDim]);
        if (method.rotary_dim % 2 !== 0) fail("rotary_dim_wrong", { head_dim: headDim, value: method.rotary_dim });
      }
      if (fields.rope_theta !== undefined) {
        method.rope_theta = number(fields.rope_theta, "method.rope_theta", [1e-9, 1e30]);
      }
      if (fields.inv_freq !== undefined) {
        method.inv_freq = numbers(fields.inv_freq, "method.inv_freq", Math.floor((method.rotary_dim ?? headDim) / 2));
      }
      return method;
    }
    default:
      return fail("kind_unknown", {
        field: "method.kind",
        known: "none, sinusoidal, alibi, rotary",
        value: excerpt(fields.kind),
      });
  }
}

function readMask(value: unknown, count: number): Mask {
  const fields = object(value, "mask");
  switch (fields.kind) {
    case "none":
    case "causal":
      known(fields, "mask.", ["kind"]);
      return { kind: fields.kind };
    case "sliding_window":
      known(fields, "mask.", ["kind", "window"]);
      return { kind: "sliding_window", window: integer(fields.window, "mask.window", [1, 1_000_000]) };
    case "bits": {
      known(fields, "mask.", ["kind", "rows"]);
      const rows = list(fields.rows, "mask.rows");
      const good =
        rows.length === count &&
        rows.every((row) => typeof row === "string" && /^[01]*$/.test(row) && row.length === count);
      if (!good) fail("mask_wrong", { count, value: excerpt(rows) });
      return { kind: "bits", rows: rows as string[] };
    }
    default:
      return fail("kind_unknown", {
        field: "mask.kind",
        known: "none, causal, sliding_window, bits",
        value: excerpt(fields.kind),
      });
  }
}

// ---- one JSON value -------------------------------------------------------------------------------------------------

function object(value: unknown, field: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) wrongType(field, "object", value);
  return value as Fields;
}

function known(fields: Fields, prefix: string, keys: readonly string[]): void {
  for (const key of Object.keys(fields))
    if (!keys.includes(key)) fail("field_unknown", { field: prefix + excerpt(key) });
}

function list(value: unknown, field: string): unknown[] {
  if (!Array.isArray(value)) wrongType(field, "array", value);
  return value as unknown[];
}

function string(value: unknown, field: string): string {
  if (typeof value !== "string") wrongType(field, "string", value);
  return value as string;
}

function boolean(value: unknown, field: string): boolean {
  if (typeof value !== "boolean") wrongType(field, "boolean", value);
  return value as boolean;
}

function number(value: unknown, field: string, [low, high]: readonly [number, number]): number {
  if (typeof value !== "number") wrongType(field, "number", value);
  const given = value as number;
  if (!(given >= low && given <= high)) fail("number_range", { field, low, high, value: excerpt(given) });
  return given;
}

function integer(value: unknown, field: string, [low, high]: readonly [number, number]): number {
  if (typeof value !== "number") wrongType(field, "number", value);
  const given = value as number;
  if (!Number.isInteger(given) || given < low || given > high) {
    fail("integer_range", { field, low, high, value: excerpt(given) });
  }
  return given;
}

function oneOf<const T extends string>(value: unknown, field: string, allowed: readonly T[]): T {
  if (!allowed.includes(value as T)) fail("kind_unknown", { field, known: allowed.join(", "), value: excerpt(value) });
  return value as T;
}

function numbers(value: unknown, field: string, length: number): number[] {
  const items = list(value, field);
  if (items.length !== length) fail("list_length", { field, expected: length, count: items.length });
  return items.map((item, at) => number(item, `${field}[${at}]`, [-1e9, 1e9]));
}

function matrix(value: unknown, field: string): NestedNumbers {
  const rows = list(value, field);
  if (rows.length > 512) fail("list_length", { field, expected: 512, count: rows.length });
  return rows.map((row, at) => {
    const cells = list(row, `${field}[${at}]`);
    return numbers(cells, `${field}[${at}]`, cells.length);
  });
}

function wrongType(field: string, expected: string, value: unknown): never {
  fail("type_wrong", { field, expected, value: excerpt(value) });
}
