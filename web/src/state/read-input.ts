/** The input from outside: words, X, or q, k and v, within the lab's limits. */
import type { EmbeddingInput, ProblemInput, Projections, TensorInput, TokenInput } from "../engine/problem.ts";
import { type Heads, type Rows, SIZE } from "./input.ts";
import { excerpt, fail } from "./issue.ts";
import { LIMITS } from "./limits.ts";
import { type Fields, integer, known, list, matrix, numbers, object, string } from "./read-values.ts";
import { checkTokens, wellFormed } from "./tokens.ts";

const KINDS = ["tokens", "embeddings", "tensors"];
const LAYER_FIELDS = ["model_dim", "heads", "kv_heads", "head_dim", "value_dim", "seed", "projections"];

type Range = readonly [number, number];
const TOKENS: Range = [1, LIMITS.tokens];

export function readInput(value: unknown): ProblemInput {
  const fields = object(value, "input");
  switch (fields.kind) {
    case "tokens":
      return readWords(fields);
    case "embeddings":
      return readVectors(fields);
    case "tensors":
      return readTensors(fields);
    default:
      return fail("kind_unknown", { field: "input.kind", known: KINDS.join(", "), value: excerpt(fields.kind) });
  }
}

function readWords(fields: Fields): TokenInput {
  known(fields, "input.", ["kind", "tokens", ...LAYER_FIELDS]);
  const tokens = list(fields.tokens, "input.tokens").map((token, t) => {
    const text = wellFormed(string(token, `input.tokens[${t}]`));
    if (text === "") fail("text_empty");
    return text;
  });
  checkTokens(tokens);
  const input: TokenInput = { kind: "tokens", tokens };
  if (fields.model_dim !== undefined) {
    input.model_dim = integer(fields.model_dim, "input.model_dim", LIMITS.modelDim);
  }
  return readLayer(fields, input, input.model_dim ?? SIZE.model_dim);
}

function readVectors(fields: Fields): EmbeddingInput {
  known(fields, "input.", ["kind", "embeddings", ...LAYER_FIELDS]);
  const embeddings = rows(required(fields, "embeddings"), "input.embeddings", { rows: TOKENS, width: LIMITS.givenDim });
  const width = widthOf(embeddings);
  // Allowed where it says the same again, as in the core.
  if (fields.model_dim !== undefined) integer(fields.model_dim, "input.model_dim", [width, width]);
  return readLayer(fields, { kind: "embeddings", embeddings }, width);
}

/** Sizes, seed and projections of a layer. */
function readLayer<Input extends TokenInput | EmbeddingInput>(fields: Fields, input: Input, modelDim: number): Input {
  const size = (key: "heads" | "kv_heads" | "head_dim" | "value_dim", range: Range) => {
    if (fields[key] !== undefined) input[key] = integer(fields[key], `input.${key}`, range);
  };
  size("heads", LIMITS.heads);
  size("kv_heads", LIMITS.heads);
  size("head_dim", LIMITS.headDim);
  size("value_dim", LIMITS.headDim);
  const heads = input.heads ?? SIZE.heads;
  if (input.head_dim === undefined && modelDim % heads !== 0) fail("field_missing", { field: "input.head_dim" });
  checkGroups("input.kv_heads", heads, input.kv_heads ?? heads);
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

function readTensors(fields: Fields): TensorInput {
  known(fields, "input.", ["kind", "query", "key", "value"]);
  const query = heads(required(fields, "query"), "input.query", {
    heads: LIMITS.heads,
    rows: TOKENS,
    width: LIMITS.givenDim,
  });
  const headDim = widthOf(query[0] as Rows);
  const key = heads(required(fields, "key"), "input.key", {
    heads: LIMITS.heads,
    rows: TOKENS,
    width: exactly(headDim),
  });
  const [queries, keys] = [(query[0] as Rows).length, (key[0] as Rows).length];
  if (queries !== keys) fail("query_count", { queries, keys });
  checkGroups("input.key", query.length, key.length);
  const input: TensorInput = { kind: "tensors", query, key };
  if (fields.value !== undefined) {
    input.value = heads(fields.value, "input.value", {
      heads: exactly(key.length),
      rows: exactly(keys),
      width: LIMITS.givenDim,
    });
  }
  return input;
}

function checkGroups(field: string, heads: number, kvHeads: number): void {
  if (heads % kvHeads !== 0) fail("head_groups_wrong", { field, heads, kv_heads: kvHeads });
}

// ---- matrices whose rows are equally long --------------------------------------------------------------------------

const exactly = (length: number): Range => [length, length];
const widthOf = (rows: Rows): number => (rows[0] as readonly number[]).length;

function required(fields: Fields, key: string): unknown {
  if (fields[key] === undefined) fail("field_missing", { field: `input.${key}` });
  return fields[key];
}

/** [heads, rows, width]; a matrix is one head. */
function heads(value: unknown, field: string, range: { heads: Range; rows: Range; width: Range }): Heads {
  const items = list(value, field);
  const isMatrix = Array.isArray(items[0]) && !Array.isArray(items[0][0]);
  if (isMatrix) {
    checkLength([items], field, range.heads);
    return [rows(items, field, range)];
  }
  checkLength(items, field, range.heads);
  const first = rows(items[0], `${field}[0]`, range);
  const rest = { rows: exactly(first.length), width: exactly(widthOf(first)) };
  return [first, ...items.slice(1).map((item, head) => rows(item, `${field}[${head + 1}]`, rest))];
}

function rows(value: unknown, field: string, range: { rows: Range; width: Range }): Rows {
  const items = list(value, field);
  checkLength(items, field, range.rows);
  const first = list(items[0], `${field}[0]`);
  checkLength(first, `${field}[0]`, range.width);
  return items.map((item, row) => numbers(item, `${field}[${row}]`, first.length));
}

function checkLength(items: readonly unknown[], field: string, [low, high]: Range): void {
  const count = items.length;
  if (count >= low && count <= high) return;
  if (low === high) fail("list_length", { field, expected: low, count });
  fail("list_range", { field, low, high, count });
}
