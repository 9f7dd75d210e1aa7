/**
 * JSON of numbers: nested lists, {shape, data}, a matrix as the page saves it, {rows, columns, values}, or an object of
 * several arrays by name. Beside them may stand what is none (the command's output), unless it has the name of a use.
 */
import { excerpt, FileFault, refuse } from "./file-fault.ts";
import { countOf, MOST_AXES, type NumberArray } from "./number-array.ts";
import { roleOf } from "./roles.ts";

export function readJson(text: string, name: string, field = name): NumberArray[] {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return refuse("json_broken", { field });
  }
  if (Array.isArray(value)) return [arrayOf(value, name, field)];
  if (!isFields(value)) return refuse("json_value", { field, came: excerpt(value) });
  if (isTensor(value)) return [tensorOf(value, name, field)];
  const { rows, columns, values } = value;
  if ([rows, columns, values].every(Array.isArray)) return [arrayOf(values as unknown[], name, `${field}: values`)];
  return namedArrays(value, field);
}

function namedArrays(fields: Record<string, unknown>, field: string): NumberArray[] {
  let fault: unknown;
  const arrays = Object.entries(fields).flatMap(([key, one]) => {
    const here = `${field}: ${excerpt(key)}`;
    try {
      if (Array.isArray(one)) return [arrayOf(one, key, here)];
      if (isFields(one) && isTensor(one)) return [tensorOf(one, key, here)];
      return refuse("json_value", { field: here, came: excerpt(one) });
    } catch (error) {
      if (!(error instanceof FileFault) || roleOf(key) !== null) throw error;
      fault ??= error;
      return [];
    }
  });
  if (arrays.length === 0 && fault) throw fault;
  return arrays;
}

interface TensorFields {
  shape: unknown[];
  data: unknown[];
}

function isTensor(fields: Record<string, unknown>): fields is Record<string, unknown> & TensorFields {
  return Array.isArray(fields.shape) && Array.isArray(fields.data) && Object.keys(fields).length === 2;
}

function tensorOf({ shape, data }: TensorFields, name: string, field: string): NumberArray {
  if (!shape.every((size): size is number => Number.isSafeInteger(size) && (size as number) >= 0))
    return refuse("json_value", { field: `${field}.shape`, came: excerpt(shape) });
  const count = countOf(shape, field);
  if (data.length !== count) refuse("json_length", { field: `${field}.data`, expected: count, came: data.length });
  return { name, dtype: "text", shape, data: numbersOf(data, (i) => `${field}.data[${i}]`) };
}

/** The shape is that of the first elements; everything else must agree with it. */
function arrayOf(list: readonly unknown[], name: string, field: string): NumberArray {
  const shape: number[] = [];
  for (let level: unknown = list; Array.isArray(level); level = level[0]) {
    if (shape.length === MOST_AXES) refuse("axes_many", { field, limit: MOST_AXES, came: `> ${MOST_AXES}` });
    shape.push(level.length);
  }
  checkLengths(list, shape, field, 0);
  countOf(shape, field);
  const flat = list.flat(shape.length - 1);
  return { name, dtype: "text", shape, data: numbersOf(flat, (i) => field + subscript(i, shape)) };
}

function checkLengths(level: unknown, shape: readonly number[], field: string, axis: number): void {
  const expected = shape[axis] as number;
  if (!Array.isArray(level)) refuse("json_length", { field, expected, came: excerpt(level) });
  if (level.length !== expected) refuse("json_length", { field, expected, came: level.length });
  if (axis < shape.length - 1)
    for (const [i, next] of level.entries()) checkLengths(next, shape, `${field}[${i}]`, axis + 1);
}

function numbersOf(values: readonly unknown[], fieldOf: (index: number) => string): Float64Array {
  const numbers = new Float64Array(values.length);
  for (const [i, value] of values.entries()) {
    if (typeof value !== "number") refuse("json_value", { field: fieldOf(i), came: excerpt(value) });
    numbers[i] = value as number;
  }
  return numbers;
}

function subscript(offset: number, shape: readonly number[]): string {
  let text = "";
  for (const size of [...shape].reverse()) {
    text = `[${offset % size}]${text}`;
    offset = Math.floor(offset / size);
  }
  return text;
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
