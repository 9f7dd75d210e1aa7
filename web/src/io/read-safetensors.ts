/**
 * safetensors, read strictly: 8 bytes with the length of the header, a JSON object of {dtype, shape, data_offsets} by
 * name, then the numbers, little-endian in C order. The arrays lie one behind the other, without holes, overlaps or rest.
 */
import { excerpt, refuse } from "./file-fault.ts";
import { countOf, type NumberArray } from "./number-array.ts";
import { NUMBER_TYPES, type NumberType, unpack } from "./number-types.ts";

const TYPES: Readonly<Record<string, NumberType>> = {
  BOOL: "bool",
  I8: "int8",
  U8: "uint8",
  I16: "int16",
  U16: "uint16",
  F16: "float16",
  BF16: "bfloat16",
  I32: "int32",
  U32: "uint32",
  F32: "float32",
  I64: "int64",
  U64: "uint64",
  F64: "float64",
};

interface Entry {
  name: string;
  field: string;
  type: NumberType;
  shape: number[];
  begin: number;
  end: number;
}

export function readSafetensors(bytes: Uint8Array, field: string): NumberArray[] {
  if (bytes.length < 8) refuse("size", { field, expected: 8, came: bytes.length });
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigUint64(0, true);
  if (length > BigInt(bytes.length - 8))
    refuse("header", { field, expected: `at most ${bytes.length - 8} bytes`, came: String(length) });
  const start = 8 + Number(length);
  const entries = readHeader(bytes.subarray(8, start), field);
  checkOffsets(entries, bytes.length - start, field);
  return entries.map(({ name, field: here, type, shape, begin, end }) => {
    const data = unpack({ field: here, type, order: "little", bytes: bytes.subarray(start + begin, start + end) });
    return { name, dtype: type, shape, data };
  });
}

function readHeader(bytes: Uint8Array, field: string): Entry[] {
  let header: unknown;
  try {
    header = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    refuse("json_broken", { field });
  }
  if (bytes[0] !== 0x7b || !isFields(header))
    return refuse("header", { field, expected: "{…}", came: excerpt(header) });
  return Object.entries(header).flatMap(([name, value]) => {
    if (name !== "__metadata__") return [readEntry(name, value, `${field}: ${excerpt(name)}`)];
    if (!isFields(value) || !Object.values(value).every((one) => typeof one === "string"))
      refuse("header", { field, expected: "__metadata__: {name: text}", came: excerpt(value) });
    return [];
  });
}

const KEYS = ["dtype", "shape", "data_offsets"];

function readEntry(name: string, value: unknown, field: string): Entry {
  if (!isFields(value)) return refuse("header", { field, expected: KEYS.join(", "), came: excerpt(value) });
  for (const key of Object.keys(value))
    if (!KEYS.includes(key)) refuse("header", { field, expected: KEYS.join(", "), came: excerpt(key) });
  const { dtype, shape, data_offsets: offsets } = value;
  const type = typeof dtype === "string" && Object.hasOwn(TYPES, dtype) ? TYPES[dtype] : undefined;
  if (type === undefined)
    return refuse("dtype", { field, expected: Object.keys(TYPES).join(" "), came: excerpt(dtype) });
  if (!areSizes(shape)) return refuse("header", { field, expected: "shape: [2, 3]", came: excerpt(shape) });
  if (!areSizes(offsets) || offsets.length !== 2)
    return refuse("header", { field, expected: "data_offsets: [begin, end]", came: excerpt(offsets) });
  const [begin, end] = offsets as [number, number];
  const expected = countOf(shape, field) * NUMBER_TYPES[type];
  if (end - begin !== expected) refuse("size", { field, expected, came: end - begin });
  return { name, field, type, shape, begin, end };
}

function checkOffsets(entries: readonly Entry[], length: number, field: string): void {
  const sorted = [...entries].sort((a, b) => a.begin - b.begin || a.end - b.end);
  let at = 0;
  for (const { begin, end, field: here } of sorted) {
    if (begin !== at) refuse("offsets", { field: here, expected: at, came: begin });
    at = end;
  }
  if (at !== length) refuse("size", { field, expected: at, came: length });
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const areSizes = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((size) => Number.isSafeInteger(size) && size >= 0);
