/** JSON for people: tensors as nested arrays, one innermost row per line. */
import type { Tensor } from "../engine/problem.ts";
import { printNumber } from "./print-number.ts";
import { escapeControls } from "./text.ts";

export type Printable =
  | string
  | number
  | boolean
  | null
  | Tensor
  | readonly Printable[]
  | { readonly [key: string]: Printable | undefined };

export interface PrintOptions {
  digits: number | undefined;
  compact: boolean;
}

export function printJson(value: Printable, options: PrintOptions): string {
  return `${print(value, options, "")}\n`;
}

function print(value: Printable, options: PrintOptions, indent: string): string {
  if (typeof value === "string") return escapeControls(JSON.stringify(value));
  if (typeof value === "number") return printNumber(value, "double", options.digits);
  if (typeof value !== "object" || value === null) return String(value);
  const inner = `${indent}  `;
  if (isList(value)) {
    const texts = value.map((element) => print(element, options, inner));
    return value.every(isShort)
      ? `[${texts.join(options.compact ? "," : ", ")}]`
      : bracket("[", texts, "]", options, indent);
  }
  if (isTensor(value)) return printTensor(value, options, indent);
  const fields = Object.entries(value).filter((entry): entry is [string, Printable] => entry[1] !== undefined);
  const texts = fields.map(
    ([key, field]) =>
      `${escapeControls(JSON.stringify(key))}:${options.compact ? "" : " "}${print(field, options, inner)}`,
  );
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

function bracket(open: string, parts: readonly string[], close: string, options: PrintOptions, indent: string): string {
  if (options.compact) return open + parts.join(",") + close;
  const inner = `\n${indent}  `;
  return `${open}${inner}${parts.join(`,${inner}`)}\n${indent}${close}`;
}

function isTensor(value: object): value is Tensor {
  return "data" in value && ArrayBuffer.isView(value.data);
}

function isList(value: object): value is readonly Printable[] {
  return Array.isArray(value);
}

/** Numbers and words share a line; sentences, lists and objects get one each. */
function isShort(value: Printable): boolean {
  return typeof value === "string" ? !value.includes(" ") : typeof value !== "object" || value === null;
}
