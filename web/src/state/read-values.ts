/** One JSON value from outside -> its type, or an IssueError that names the field. */
import type { NestedNumbers } from "../engine/problem.ts";
import { excerpt, fail } from "./issue.ts";

export type Fields = Record<string, unknown>;

export function object(value: unknown, field: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) wrongType(field, "object", value);
  return value as Fields;
}

export function known(fields: Fields, prefix: string, keys: readonly string[]): void {
  for (const key of Object.keys(fields))
    if (!keys.includes(key)) fail("field_unknown", { field: prefix + excerpt(key) });
}

export function list(value: unknown, field: string): unknown[] {
  if (!Array.isArray(value)) wrongType(field, "array", value);
  return value as unknown[];
}

export function string(value: unknown, field: string): string {
  if (typeof value !== "string") wrongType(field, "string", value);
  return value as string;
}

export function boolean(value: unknown, field: string): boolean {
  if (typeof value !== "boolean") wrongType(field, "boolean", value);
  return value as boolean;
}

export function number(value: unknown, field: string, [low, high]: readonly [number, number]): number {
  if (typeof value !== "number") wrongType(field, "number", value);
  const given = value as number;
  if (!(given >= low && given <= high)) fail("number_range", { field, low, high, value: excerpt(given) });
  return given;
}

export function integer(value: unknown, field: string, [low, high]: readonly [number, number]): number {
  if (typeof value !== "number") wrongType(field, "number", value);
  const given = value as number;
  if (!Number.isInteger(given) || given < low || given > high) {
    fail("integer_range", { field, low, high, value: excerpt(given) });
  }
  return given;
}

export function oneOf<const T extends string>(value: unknown, field: string, allowed: readonly T[]): T {
  if (!allowed.includes(value as T)) fail("kind_unknown", { field, known: allowed.join(", "), value: excerpt(value) });
  return value as T;
}

export function numbers(value: unknown, field: string, length: number): number[] {
  const items = list(value, field);
  if (items.length !== length) fail("list_length", { field, expected: length, count: items.length });
  return items.map((item, at) => number(item, `${field}[${at}]`, [-1e9, 1e9]));
}

export function matrix(value: unknown, field: string): NestedNumbers {
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
