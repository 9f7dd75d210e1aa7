/** JSON for people: tensors as nested arrays, one innermost row per line. */
import type { Tensor } from "../engine/problem.ts";
import { printNumber } from "./print-number.ts";

export type Printable =
  | string
  | number
  | Tensor
  | readonly number[]
  | readonly string[]
  | { readonly [key: string]: Printable | undefined };

export interface PrintOptions {
  digits: number | undefined;
  compact: boolean;
}

export function printJson(value: Printable, options: PrintOptions): string {
  return `${print(value, options, "")}\n`;
}

function print(value: Printable, options: PrintOptions, indent: string): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") return printNumber(value, "double", options.digits);
  if (isList(value))
    return value.some(isText) ? printTexts(value, options, indent) : printRow(value, "double", options);
  if (isTensor(value)) return printTensor(value, options, indent);
  const fields = Object.entries(value).filter((entry): entry is [string, Printable] => entry[1] !== undefined);
  const inner = `${indent}  `;
  const texts = fields.map(([key, field]) => {
    const text = print(field, options, inner);
    return `${JSON.stringify(key)}:${options.compact ? "" : " "}${text}`;
  });
  return bracket("{", texts, "}", options, indent);
}

function printTensor({ shape, data }: Tensor, options: PrintOptions, indent: string): string {
  const precision = data instanceof Float32Array ? "float" : "double";
  const printAxis = (axis: number, start: number, stride: number, before: string): string => {
    const size = shape[axis] ?? 0;
    if (axis === shape.length - 1) return printRow(data.subarray(start, start + size), precision, options);
    const step = stride / size;
    const rows = Array.from({ length: size }, (_, i) => printAxis(axis + 1, start + i * step, step, `${before}  `));
    return bracket("[", rows, "]", options, before);
  };
  return printAxis(0, 0, data.length, indent);
}

function printRow(row: Iterable<number>, precision: "float" | "double", { digits, compact }: PrintOptions): string {
  const numbers = Array.from(row, (number) => printNumber(number, precision, digits));
  return `[${numbers.join(compact ? "," : ", ")}]`;
}

function printTexts(texts: readonly unknown[], options: PrintOptions, indent: string): string {
  return bracket(
    "[",
    texts.map((text) => JSON.stringify(text)),
    "]",
    options,
    indent,
  );
}

function bracket(open: string, parts: readonly string[], close: string, options: PrintOptions, indent: string): string {
  if (options.compact) return open + parts.join(",") + close;
  const inner = `\n${indent}  `;
  return `${open}${inner}${parts.join(`,${inner}`)}\n${indent}${close}`;
}

function isTensor(value: object): value is Tensor {
  return "data" in value && ArrayBuffer.isView(value.data);
}

function isList(value: object): value is readonly number[] {
  return Array.isArray(value);
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}
