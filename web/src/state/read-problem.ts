/**
 * Unknown JSON -> a problem of this lab, or an IssueError that names the field. New objects are built from known keys
 * only; nothing from outside is copied whole. The core checks every value again; this reader adds the lab's limits.
 */
import type { Method, MethodStack, Problem, QueryScale } from "../engine/problem.ts";
import { complete, type LabProblem } from "./defaults.ts";
import { completeInput, tokenCount } from "./input.ts";
import { excerpt, fail } from "./issue.ts";
import { readMethod, type Sizes } from "./method-fields.ts";
import { isPermutation } from "./permutation.ts";
import { readInput } from "./read-input.ts";
import { readMask } from "./read-mask.ts";
import { boolean, integer, known, list, number, numbers, object, oneOf } from "./read-values.ts";

const MOST_METHODS = 8;
const MOST_LAYERS = 128;

export function readProblem(value: unknown): LabProblem {
  const fields = object(value, "problem");
  known(fields, "", [
    "version",
    "input",
    "method",
    "layer",
    "mask",
    "query_scale",
    "position_rule",
    "query_positions",
    "key_positions",
    "scale",
    "softcap",
    "permutation",
    "permute_mask",
  ]);
  if (fields.version !== undefined && fields.version !== 1) fail("version_unknown", { value: excerpt(fields.version) });
  if (fields.input === undefined) fail("field_missing", { field: "input" });
  const problem: Problem = { input: readInput(fields.input) };
  const { heads, head_dim: headDim, count } = sizesOf(problem);
  if (fields.method !== undefined) {
    const sizes = { tokens: count, heads, headDim };
    problem.method = isStack(fields.method) ? readStack(fields.method, sizes) : readMethods(fields.method, sizes);
  }
  if (fields.layer !== undefined) problem.layer = integer(fields.layer, "layer", [0, 4096]);
  if (fields.mask !== undefined) problem.mask = readMask(fields.mask, count);
  if (fields.query_scale !== undefined) problem.query_scale = readQueryScale(fields.query_scale);
  if (fields.position_rule !== undefined) {
    problem.position_rule = oneOf(fields.position_rule, "position_rule", ["slots", "real_tokens", "documents"]);
  }
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

function sizesOf(problem: Problem) {
  const input = completeInput(problem.input);
  return { ...input, count: tokenCount(input) };
}

/** One method, or several that act together. */
function readMethods(value: unknown, sizes: Sizes, name = "method"): Method | readonly Method[] {
  if (!Array.isArray(value)) return readMethod(value, sizes, name);
  if (value.length > MOST_METHODS) fail("list_length", { field: name, expected: MOST_METHODS, count: value.length });
  return value.map((one, at) => readMethod(one, sizes, `${name}[${at}]`));
}

/** A stack of layers, each with one method or several. */
function readStack(value: object, sizes: Sizes): MethodStack {
  const fields = object(value, "method");
  known(fields, "method.", ["kind", "layers"]);
  const layers = list(fields.layers, "method.layers");
  if (layers.length < 1 || layers.length > MOST_LAYERS) {
    fail("list_length", { field: "method.layers", expected: MOST_LAYERS, count: layers.length });
  }
  return { kind: "stack", layers: layers.map((layer, at) => readMethods(layer, sizes, `method.layers[${at}]`)) };
}

const isStack = (value: unknown): value is object =>
  typeof value === "object" && value !== null && "kind" in value && value.kind === "stack";

function readQueryScale(value: unknown): QueryScale {
  const fields = object(value, "query_scale");
  if (fields.kind === "log_n") {
    const key = "original_max_position_embeddings";
    known(fields, "query_scale.", ["kind", key]);
    return { kind: "log_n", [key]: number(fields[key], `query_scale.${key}`, [2, 1e9]) };
  }
  if (fields.kind !== "llama4") {
    fail("kind_unknown", { field: "query_scale.kind", known: "log_n, llama4", value: excerpt(fields.kind) });
  }
  known(fields, "query_scale.", ["kind", "floor_scale", "attn_scale", "offset"]);
  const scale: QueryScale = { kind: "llama4" };
  if (fields.floor_scale !== undefined) {
    scale.floor_scale = number(fields.floor_scale, "query_scale.floor_scale", [1e-6, 1e9]);
  }
  if (fields.attn_scale !== undefined) {
    scale.attn_scale = number(fields.attn_scale, "query_scale.attn_scale", [-1e6, 1e6]);
  }
  if (fields.offset !== undefined) scale.offset = integer(fields.offset, "query_scale.offset", [0, 1]) as 0 | 1;
  return scale;
}
