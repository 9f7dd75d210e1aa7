/**
 * NumPy's .npy, formats 1, 2 and 3, read strictly: magic, version, header length (2 or 4 bytes), a Python dictionary with
 * descr, fortran_order and shape, and exactly the bytes that these ask for. Nothing of the header is evaluated.
 */
import { excerpt, refuse } from "./file-fault.ts";
import { countOf, type NumberArray } from "./number-array.ts";
import { NUMBER_TYPES, type NumberType, unpack } from "./number-types.ts";

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
/** NumPy itself stops at 10 000. */
const MOST_HEADER = 65_536;

const TYPES: Readonly<Record<string, NumberType>> = {
  b1: "bool",
  i1: "int8",
  u1: "uint8",
  i2: "int16",
  u2: "uint16",
  f2: "float16",
  i4: "int32",
  u4: "uint32",
  f4: "float32",
  i8: "int64",
  u8: "uint64",
  f8: "float64",
};

export const isNpy = (bytes: Uint8Array): boolean => MAGIC.every((byte, i) => bytes[i] === byte);

/** `name` is what the array is called; `field` stands in messages. */
export function readNpy(bytes: Uint8Array, name: string, field = name): NumberArray {
  if (!isNpy(bytes)) refuse("signature", { field, format: "NPY" });
  const { text, start } = headerOf(bytes, field);
  const { descr, fortran, shape } = parseHeader(text, field);
  const { type, order } = typeOf(descr, field);
  const count = countOf(shape, field);
  const expected = start + count * NUMBER_TYPES[type];
  if (bytes.length !== expected) refuse("size", { field, expected, came: bytes.length });
  const data = unpack({ field, type, order, bytes: bytes.subarray(start) });
  return { name, dtype: type, shape, data: fortran ? toRowMajor(data, shape) : data };
}

function headerOf(bytes: Uint8Array, field: string): { text: string; start: number } {
  const version = bytes[6] ?? 0;
  if (version < 1 || version > 3 || bytes[7] !== 0)
    refuse("version", { field, came: `${bytes[6] ?? "?"}.${bytes[7] ?? "?"}` });
  const from = version === 1 ? 10 : 12;
  if (bytes.length < from) refuse("size", { field, expected: from, came: bytes.length });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = version === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (length > MOST_HEADER) refuse("header", { field, expected: `at most ${MOST_HEADER} bytes`, came: length });
  const start = from + length;
  if (bytes.length < start) refuse("size", { field, expected: start, came: bytes.length });
  const text = new TextDecoder(version === 3 ? "utf-8" : "latin1").decode(bytes.subarray(from, start));
  return { text, start };
}

interface Header {
  descr: string;
  fortran: boolean;
  shape: number[];
}

/** One entry of the dictionary: its key and a string, True, False, a tuple, or a list (of a structured type). */
const ENTRY = /\s*(['"])(\w+)\1\s*:\s*('[^']*'|"[^"]*"|True|False|\([\d\sL,]*\)|\[[\s\S]*\])\s*(,|(?=\}))/y;

function parseHeader(text: string, field: string): Header {
  const dictionary = /^\s*\{([\s\S]*)\}\s*$/.exec(text);
  if (!dictionary)
    refuse("header", { field, expected: "{'descr': …, 'fortran_order': …, 'shape': …}", came: excerpt(text.trim()) });
  const body = `${(dictionary as RegExpExecArray)[1]}}`;
  const entries = new Map<string, string>();
  ENTRY.lastIndex = 0;
  let at = 0;
  for (let found = ENTRY.exec(body); found; found = ENTRY.exec(body)) {
    const key = found[2] as string;
    if (entries.has(key)) refuse("name_twice", { field, came: key });
    entries.set(key, found[3] as string);
    at = ENTRY.lastIndex;
  }
  const rest = body.slice(at, -1).trim();
  if (rest !== "") refuse("header", { field, expected: "'descr', 'fortran_order', 'shape'", came: excerpt(rest) });
  for (const key of entries.keys())
    if (!["descr", "fortran_order", "shape"].includes(key))
      refuse("header", { field, expected: "'descr', 'fortran_order', 'shape'", came: excerpt(key) });
  return {
    descr: entryOf(entries, "descr", field),
    fortran: flagOf(entryOf(entries, "fortran_order", field), field),
    shape: shapeOf(entryOf(entries, "shape", field), field),
  };
}

function entryOf(entries: ReadonlyMap<string, string>, key: string, field: string): string {
  return (
    entries.get(key) ?? refuse("header", { field, expected: `'${key}'`, came: excerpt([...entries.keys()].join(", ")) })
  );
}

function flagOf(text: string, field: string): boolean {
  if (text !== "True" && text !== "False")
    refuse("header", { field, expected: "'fortran_order': True or False", came: excerpt(text) });
  return text === "True";
}

function shapeOf(text: string, field: string): number[] {
  // Python 2 wrote long sizes as 3L. A tuple of one needs its comma.
  if (!/^\((\s*\d+L?\s*,)*(\s*\d+L?)?\s*\)$/.test(text) || /^\(\s*\d+L?\s*\)$/.test(text))
    refuse("header", { field, expected: "'shape': (2, 3)", came: excerpt(text) });
  return [...text.matchAll(/\d+/g)].map(([size]) => Number(size));
}

function typeOf(descr: string, field: string): { type: NumberType; order: "little" | "big" } {
  const text = descr.slice(1, -1);
  if (/^[|<>=]?O/.test(text)) refuse("dtype_object", { field });
  if (/^[|<>=]?V2$/.test(text)) refuse("dtype_raw", { field, came: text });
  const [, order, code = ""] = /^([<>|=])(\w\d+)$/.exec(text) ?? [];
  const type = Object.hasOwn(TYPES, code) ? TYPES[code] : undefined;
  const isSingleByte = type !== undefined && NUMBER_TYPES[type] === 1;
  // "=" is the order of a machine that is not known, "|" that of none.
  if (type === undefined || order === "=" || (order === "|" && !isSingleByte))
    return refuse("dtype", { field, expected: "f2 f4 f8 i1 … i8 u1 … u8 b1", came: excerpt(descr) });
  return { type, order: order === ">" ? "big" : "little" };
}

/** From the first axis fastest to the last axis fastest. */
function toRowMajor<T extends Float32Array | Float64Array>(data: T, shape: readonly number[]): T {
  if (shape.length < 2 || data.length === 0) return data;
  const moved = data.slice() as T;
  const strides = shape.map((_, axis) => shape.slice(0, axis).reduce((product, size) => product * size, 1));
  const indices = shape.map(() => 0);
  let from = 0;
  for (let to = 0; to < moved.length; to++) {
    moved[to] = data[from] as number;
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      const [size, stride] = [shape[axis] as number, strides[axis] as number];
      from += stride;
      indices[axis] = (indices[axis] as number) + 1;
      if ((indices[axis] as number) < size) break;
      from -= size * stride;
      indices[axis] = 0;
    }
  }
  return moved;
}
