/**
 * Arrays of files as fields of a problem. Numbers are rounded to float32, which engines compute in; positions stay float64.
 * Axes of length 1 in front are dropped: a batch of one is no batch.
 */
import type { Mask, ProblemInput, Tensor } from "../engine/problem.ts";
import { excerpt, refuse } from "./file-fault.ts";
import type { NumberArray } from "./number-array.ts";
import type { GivenArrays, Role } from "./roles.ts";

export interface GivenProblem {
  /** Without it the arrays go with another input: positions or a mask for words. */
  input?: ProblemInput;
  query_positions?: readonly number[];
  key_positions?: readonly number[];
  mask?: Mask;
}

interface Counts {
  queries: number;
  keys: number;
}

export function givenProblem(given: GivenArrays): GivenProblem {
  const input = inputOf(given);
  const counts = input ? countsOf(input) : undefined;
  const { positions } = given;
  const query_positions = positionsOf(given, given.query_positions ? "query_positions" : "positions", counts?.queries);
  const key_positions = positionsOf(given, given.key_positions ? "key_positions" : "positions", counts?.keys);
  if (positions && counts && counts.queries !== counts.keys)
    refuse("shape", {
      field: "positions",
      expected: "as many queries as keys",
      came: `[${positions.shape.join(", ")}]`,
    });
  return {
    ...(input && { input }),
    ...(query_positions && { query_positions }),
    ...(key_positions && { key_positions }),
    ...(given.mask && { mask: maskOf(given.mask, counts) }),
  };
}

export function countsOf(input: ProblemInput): Counts | undefined {
  if (input.kind === "tokens") return { queries: input.tokens.length, keys: input.tokens.length };
  const rows = (tensor: unknown) => (tensor as Tensor).shape.at(-2) ?? 0;
  if (input.kind === "embeddings") return { queries: rows(input.embeddings), keys: rows(input.embeddings) };
  return { queries: rows(input.query), keys: rows(input.key) };
}

function inputOf(given: GivenArrays): ProblemInput | undefined {
  const { query, key, value, embeddings } = given;
  if (embeddings) {
    if (query || key || value) refuse("role_both", {});
    return { kind: "embeddings", embeddings: tensorOf(embeddings, "embeddings", 2) };
  }
  if (!query && !key && !value) return undefined;
  if (!query) return refuse("role_missing", { field: "query", came: key ? "key" : "value" });
  if (!key) return refuse("role_missing", { field: "key", came: "query" });
  const [q, k] = [tensorOf(query, "query", 3), tensorOf(key, "key", 3)];
  const v = value && tensorOf(value, "value", 3);
  checkHeads(q, k, v);
  return { kind: "tensors", query: q, key: k, ...(v && { value: v }) };
}

const shown = ({ shape }: Pick<Tensor, "shape">): string => `[${shape.join(", ")}]`;

function checkHeads(query: Tensor, key: Tensor, value: Tensor | undefined): void {
  const [heads = 0, , headDim = 0] = query.shape;
  const [kvHeads = 1, keys = 0, keyDim = 0] = key.shape;
  if (keyDim !== headDim)
    refuse("shape", { field: "key", expected: `[kv_heads, keys, ${headDim}], as wide as query`, came: shown(key) });
  if (heads % kvHeads !== 0)
    refuse("shape", { field: "key", expected: `a number of heads that divides ${heads}`, came: shown(key) });
  if (value && (value.shape[0] !== kvHeads || value.shape[1] !== keys))
    refuse("shape", { field: "value", expected: `[${kvHeads}, ${keys}, value_dim], as key`, came: shown(value) });
}

const AXES = { 2: "[tokens, model_dim]", 3: "[heads, tokens, head_dim]" } as const;

function tensorOf(array: NumberArray, field: Role, rank: 2 | 3): Tensor {
  const shape = squeezed(array.shape, rank);
  if (shape.length === 2 && rank === 3) shape.unshift(1);
  if (shape.length !== rank) refuse("shape", { field, expected: AXES[rank], came: shown(array) });
  const data = array.data instanceof Float32Array ? array.data : Float32Array.from(array.data);
  for (let index = 0; index < data.length; index++) {
    const value = data[index] as number;
    // x - x is NaN for an infinity and for NaN.
    if (value - value !== 0)
      refuse("finite", { field: named(array, field), came: String(array.data[index]), index: placeOf(index, array) });
  }
  return { shape, data };
}

/** "query (q_layer0)": the use, and what the file calls it. */
const named = ({ name }: NumberArray, role: Role): string => (name === role ? role : `${role} (${excerpt(name)})`);

/** [1, 0, 3] */
function placeOf(offset: number, { shape }: Pick<NumberArray, "shape">): string {
  const place: number[] = [];
  let rest = offset;
  for (const size of [...shape].reverse()) {
    place.unshift(rest % size);
    rest = Math.floor(rest / size);
  }
  return `[${place.join(", ")}]`;
}

/** Without leading axes of 1, as far as more than `rank` are left. */
function squeezed(shape: readonly number[], rank: number): number[] {
  const left = [...shape];
  while (left.length > rank && left[0] === 1) left.shift();
  return left;
}

function positionsOf(given: GivenArrays, field: Role, count: number | undefined): number[] | undefined {
  const array = given[field];
  if (!array) return undefined;
  const length = array.data.length;
  // A row or a column.
  if (array.shape.filter((size) => size !== 1).length > 1 || (count !== undefined && length !== count))
    refuse("shape", { field, expected: count === undefined ? "[tokens]" : `[${count}]`, came: shown(array) });
  for (const [index, value] of array.data.entries())
    if (!Number.isFinite(value))
      refuse("finite", { field: named(array, field), came: String(value), index: placeOf(index, array) });
  return [...array.data];
}

/**
 * [queries, keys] of 0 and 1, 1 is visible; or as it is added to scores, 0 is visible: where a −∞ is among them, or one of
 * the large negative numbers that libraries write for it (the least of float32, float16 or bfloat16, BERT's -10000, -1e9).
 * One axis of keys hides padding.
 */
function maskOf(array: NumberArray, counts: Counts | undefined): Mask {
  const shape = squeezed(array.shape, 2);
  if (shape.length === 2 && shape[0] === 1 && counts?.queries !== 1) shape.shift();
  const keys = shape.at(-1) ?? 0;
  const expected = counts ? `[${counts.queries}, ${counts.keys}]` : "[queries, keys]";
  const isRight =
    shape.length === 2
      ? !counts || (shape[0] === counts.queries && keys === counts.keys)
      : shape.length === 1 && (!counts || keys === counts.keys);
  if (!isRight) refuse("shape", { field: "mask", expected, came: shown(array) });
  const values = array.data.some(isMinusInfinity) ? ADDED : CHOSEN;
  const rows = Array.from({ length: array.data.length / keys }, (_, row) =>
    digits(array, values, [row * keys, (row + 1) * keys]),
  );
  return shape.length === 1 ? { kind: "padding", keys: rows[0] as string } : { kind: "bits", rows };
}

interface MaskValues {
  visible: number;
  isHidden(value: number): boolean;
}

const isMinusInfinity = (value: number): boolean => value <= -10_000;

const CHOSEN: MaskValues = { visible: 1, isHidden: (value) => value === 0 };
const ADDED: MaskValues = { visible: 0, isHidden: isMinusInfinity };
/** In messages. */
const EITHER = "0, 1 / 0, -inf (≤ -10000)";

function digits(array: NumberArray, { visible, isHidden }: MaskValues, [from, end]: readonly [number, number]): string {
  let text = "";
  for (let at = from; at < end; at++) {
    const value = array.data[at] as number;
    if (value !== visible && !isHidden(value))
      refuse("mask_value", { field: "mask", expected: EITHER, came: String(value), index: placeOf(at, array) });
    text += value === visible ? 1 : 0;
  }
  return text;
}
