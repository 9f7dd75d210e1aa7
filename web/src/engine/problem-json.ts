/**
 * From text to a Problem, and from nested arrays to flat tensors.
 *
 * Only what JSON cannot say by itself is checked here: size and depth of the text, and that nested arrays are
 * rectangular and hold finite float32 numbers. Kinds, unknown fields and ranges are checked by the core, once.
 */
import { messageOf, PosencError } from "./errors.ts";
import type { Problem, Tensor } from "./problem.ts";

/** Longest text taken, in UTF-16 units. About 5 million numbers; larger tensors go in as {shape, data} objects. */
export const maxTextLength = 64 * 1024 * 1024;
/** Deepest nesting taken. The deepest field of a problem, input.projections.query, needs 5. */
export const maxDepth = 16;

type Fields = Record<string, unknown>;

export function parseProblem(text: string): Problem {
  if (text.length > maxTextLength) {
    throw invalidJson(`the problem is ${text.length} characters long, the limit is ${maxTextLength}`);
  }
  checkDepth(text);
  const parsed = parseJson(text);
  if (!isFields(parsed)) throw invalidJson(`the problem must be a JSON object, got ${nameType(parsed)}`);
  return parsed as unknown as Problem;
}

/**
 * The problem with every tensor field as {shape, data: Float32Array}; what is neither nested arrays nor a tensor
 * object, and every other field, is left to the core. The argument is not changed.
 */
export function toCoreProblem(problem: unknown): Problem {
  if (!isFields(problem)) throw invalid("problem", "an object", nameType(problem));
  const flat = { ...problem };
  if (isFields(problem.input)) flat.input = flattenInput(problem.input);
  const { method } = problem;
  if (method !== undefined) flat.method = flattenMethods(method, "method");
  return flat as unknown as Problem;
}

function flattenInput(input: Fields): Fields {
  // Keys and values that every query is hidden from may hold anything.
  const unchecked = ["key", "value"];
  const ranks = { query: [2, 3], key: [2, 3], value: [2, 3], embeddings: [2] };
  const flat = flattenFields(input, "input", ranks, unchecked);
  const { projections } = input;
  if (isFields(projections)) {
    flat.projections = flattenFields(projections, "input.projections", { query: [2], key: [2], value: [2] });
  }
  return flat;
}

/** Every matrix that a method of problem.ts has; no two kinds use a name differently. */
const methodMatrices: Record<string, readonly number[]> = {
  table: [2],
  segment_table: [2],
  keys: [2],
  values: [2],
  u: [2],
  v: [2],
  projection: [2],
  position_keys: [2],
  position_queries: [2],
  output_weight: [2],
};

/** One method, a list of them, or the layers of a stack. */
function flattenMethods(method: unknown, path: string): unknown {
  if (Array.isArray(method)) return method.map((one, i) => flattenMethods(one, `${path}[${i}]`));
  if (isFields(method) && method.kind === "stack" && Array.isArray(method.layers))
    return { ...method, layers: flattenMethods(method.layers, `${path}.layers`) };
  return flattenMethod(method, path);
}

function flattenMethod(method: unknown, path: string): unknown {
  return isFields(method) ? flattenFields(method, path, methodMatrices) : method;
}

/** Ranks allowed per field; where 3 is allowed, 2 means one head. The core judges what is not finite in `unchecked`. */
function flattenFields(
  fields: Fields,
  path: string,
  ranks: Record<string, readonly number[]>,
  unchecked: readonly string[] = [],
): Fields {
  const flat = { ...fields };
  for (const [name, allowed] of Object.entries(ranks)) {
    const value = fields[name];
    const at = `${path}.${name}`;
    if (Array.isArray(value)) flat[name] = withRank(flattenNested(value, at), allowed, at);
    else if (isFields(value)) flat[name] = withRank(readTensor(value, at, unchecked.includes(name)), allowed, at);
  }
  return flat;
}

function withRank(tensor: Tensor, allowed: readonly number[], path: string): Tensor {
  const rank = tensor.shape.length;
  if (!allowed.includes(rank)) {
    throw invalid(path, `${allowed.join(" or ")} axes of numbers`, `${rank}`);
  }
  return rank === 2 && allowed.includes(3) ? { shape: [1, ...tensor.shape], data: tensor.data } : tensor;
}

/** The shape is that of the first elements; everything else must agree with it. */
function flattenNested(nested: readonly unknown[], path: string): Tensor {
  const shape: number[] = [];
  for (let level: unknown = nested; Array.isArray(level); level = level[0]) {
    if (shape.length === maxDepth) throw invalid(path, `at most ${maxDepth} nested arrays`, "more");
    shape.push(level.length);
  }
  // Checked before anything is allocated: one long row among many empty ones asks for far more than it holds.
  checkRectangular(nested, shape, path, []);
  return { shape, data: readNumbers(nested.flat(shape.length - 1), (i) => path + subscript(unravel(i, shape))) };
}

function checkRectangular(level: unknown, shape: readonly number[], path: string, indices: readonly number[]): void {
  const length = shape[indices.length];
  const at = () => path + subscript(indices);
  if (!Array.isArray(level)) throw invalid(at(), `${length} elements`, nameType(level));
  if (level.length !== length) throw invalid(at(), `${length} elements`, `${level.length}`);
  if (indices.length === shape.length - 1) return;
  for (let i = 0; i < length; i++) checkRectangular(level[i], shape, path, [...indices, i]);
}

/** The indices of element `offset` in row-major order. */
function unravel(offset: number, shape: readonly number[]): number[] {
  const indices: number[] = [];
  for (const size of [...shape].reverse()) {
    indices.unshift(offset % size);
    offset = Math.floor(offset / size);
  }
  return indices;
}

/** {shape, data} as the API and the command's own output offer it. */
function readTensor(tensor: Fields, path: string, unchecked: boolean): Tensor {
  const { shape, data } = tensor;
  if (!Array.isArray(shape) || !shape.every((size) => Number.isSafeInteger(size) && size >= 0)) {
    throw invalid(`${path}.shape`, "whole numbers of at least 0", show(shape));
  }
  if (!isNumberList(data)) throw invalid(`${path}.data`, "numbers", nameType(data));
  const count = product(shape);
  if (data.length !== count) {
    throw invalid(`${path}.data`, `${count} numbers for shape [${shape.join(", ")}]`, `${data.length}`);
  }
  return { shape: [...shape], data: readNumbers(data, (i) => `${path}.data[${i}]`, unchecked) };
}

function readNumbers(values: ArrayLike<unknown>, nameOf: (index: number) => string, unchecked = false): Float32Array {
  if (values instanceof Float32Array) return copyNumbers(values, nameOf, unchecked);
  const numbers = new Float32Array(values.length);
  for (let i = 0; i < numbers.length; i++) {
    const value = values[i];
    if (typeof value !== "number") throw invalid(nameOf(i), "a number", show(value));
    numbers[i] = value;
    if (!unchecked && !Number.isFinite(numbers[i])) throw invalid(nameOf(i), "a finite float32 number", String(value));
  }
  return numbers;
}

/** The same for what holds float32 numbers already: large tensors come so. */
function copyNumbers(values: Float32Array, nameOf: (index: number) => string, unchecked: boolean): Float32Array {
  if (!unchecked) {
    for (let i = 0; i < values.length; i++) {
      const value = values[i] as number;
      // x - x is NaN for an infinity and for NaN.
      if (value - value !== 0) throw invalid(nameOf(i), "a finite float32 number", String(value));
    }
  }
  return values.slice();
}

/** Brackets are counted in the text, because a reader that recurses over the parsed value would overflow its stack. */
function checkDepth(text: string): void {
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (quoted) {
      if (unit === 0x5c) i++;
      else if (unit === 0x22) quoted = false;
    } else if (unit === 0x22) {
      quoted = true;
    } else if (unit === 0x5b || unit === 0x7b) {
      if (++depth > maxDepth) {
        throw invalidJson(`the problem is nested deeper than ${maxDepth} levels${lineAndColumn(text, i)}`);
      }
    } else if (unit === 0x5d || unit === 0x7d) {
      depth--;
    }
  }
}

function parseJson(text: string): unknown {
  try {
    // A byte order mark is what some editors put before the first brace.
    return JSON.parse(text.startsWith("\ufeff") ? text.slice(1) : text);
  } catch (error) {
    const message = messageOf(error);
    const offset =
      /at position (\d+)/.exec(message)?.[1] ?? (/end of JSON input/.test(message) ? text.length : undefined);
    const where =
      offset === undefined || /line \d+ column \d+/.test(message) ? "" : lineAndColumn(text, Number(offset));
    throw new PosencError("invalid_json", `the problem is not valid JSON: ${message}${where}`, { cause: error });
  }
}

function lineAndColumn(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  return ` (line ${line} column ${offset - before.lastIndexOf("\n")})`;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

function isNumberList(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || value instanceof Float32Array || value instanceof Float64Array;
}

function product(shape: readonly number[]): number {
  return shape.reduce((count, size) => count * size, 1);
}

function subscript(indices: readonly number[]): string {
  return indices.map((i) => `[${i}]`).join("");
}

function nameType(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : value === undefined ? "nothing" : `a ${typeof value}`;
}

/** Short values are shown, long ones only named. */
function show(value: unknown): string {
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return typeof value === "object" || text.length > 40 ? nameType(value) : text;
}

function invalidJson(message: string): PosencError {
  return new PosencError("invalid_json", message);
}

function invalid(path: string, expected: string, got: string): PosencError {
  return new PosencError("invalid_argument", `${path}: expected ${expected}, got ${got}`);
}
