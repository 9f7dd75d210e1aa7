/**
 * Types of numbers in files, and their exact values here. float16, bfloat16 and small whole numbers are float32 numbers;
 * int32 and uint32 need float64; of int64 and uint64 those up to 2^53 fit, others are refused.
 *
 *   float16   s eeeee mmmmmmmmmm      bias 15        bfloat16   s eeeeeeee mmmmmmm   the upper half of a float32
 */
import { refuse } from "./file-fault.ts";

export const NUMBER_TYPES = {
  bool: 1,
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  float16: 2,
  bfloat16: 2,
  int32: 4,
  uint32: 4,
  float32: 4,
  int64: 8,
  uint64: 8,
  float64: 8,
} as const;

export type NumberType = keyof typeof NUMBER_TYPES;

export interface Packed {
  /** In messages. */
  field: string;
  type: NumberType;
  order: "little" | "big";
  bytes: Uint8Array;
}

export function unpack(packed: Packed): Float32Array | Float64Array {
  const { type, bytes } = packed;
  const width = NUMBER_TYPES[type];
  const count = bytes.length / width;
  const buffer = littleEndian(packed, width);
  switch (type) {
    // The bytes themselves, so that a NaN keeps its payload.
    case "float32":
      return new Float32Array(buffer);
    case "float64":
      return new Float64Array(buffer);
    case "float16":
      return fromBits(new Uint16Array(buffer), halfToSingle);
    case "bfloat16":
      return fromBits(new Uint16Array(buffer), (bits) => bits << 16);
    case "int8":
      return Float32Array.from(new Int8Array(buffer));
    case "uint8":
      return Float32Array.from(new Uint8Array(buffer));
    case "bool":
      return Float32Array.from(new Uint8Array(buffer), (byte) => (byte === 0 ? 0 : 1));
    case "int16":
      return Float32Array.from(new Int16Array(buffer));
    case "uint16":
      return Float32Array.from(new Uint16Array(buffer));
    case "int32":
      return Float64Array.from(new Int32Array(buffer));
    case "uint32":
      return Float64Array.from(new Uint32Array(buffer));
    default:
      return fromLong(type === "int64" ? new BigInt64Array(buffer) : new BigUint64Array(buffer), packed.field, count);
  }
}

/** A copy in the order of every platform that runs WebAssembly. */
function littleEndian({ bytes, order }: Packed, width: number): ArrayBuffer {
  // Not slice(): that of a Node Buffer shares its memory.
  const copy = new Uint8Array(bytes);
  if (order === "big" && width > 1)
    for (let at = 0; at < copy.length; at += width) copy.subarray(at, at + width).reverse();
  return copy.buffer;
}

function fromBits(halves: Uint16Array, single: (bits: number) => number): Float32Array {
  const bits = new Uint32Array(halves.length);
  for (let i = 0; i < bits.length; i++) bits[i] = single(halves[i] as number);
  return new Float32Array(bits.buffer);
}

/** The bits of the float32 with the value of a float16. */
export function halfToSingle(half: number): number {
  const sign = (half & 0x8000) << 16;
  const exponent = (half >> 10) & 0x1f;
  const mantissa = half & 0x3ff;
  if (exponent === 0x1f) return sign | 0x7f800000 | (mantissa << 13);
  if (exponent > 0) return sign | ((exponent + 112) << 23) | (mantissa << 13);
  if (mantissa === 0) return sign;
  // A subnormal float16 is a normal float32: its leading one moves out of the mantissa.
  const shift = Math.clz32(mantissa) - 21;
  return sign | ((113 - shift) << 23) | (((mantissa << shift) & 0x3ff) << 13);
}

function fromLong(whole: BigInt64Array | BigUint64Array, field: string, count: number): Float64Array {
  const most = 2n ** 53n;
  const numbers = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const value = whole[i] as bigint;
    if (value > most || value < -most) refuse("integer_large", { field, came: String(value) });
    numbers[i] = Number(value);
  }
  return numbers;
}
