/** Tensors as a safetensors file: F32 for Float32Array, F64 for Float64Array, every bit kept. read-safetensors.ts has the layout. */
import type { Tensor } from "../engine/problem.ts";

/** The numbers begin at a multiple of this, as the safetensors package has it. */
const ALIGNMENT = 8;

export function toSafetensors(tensors: Readonly<Record<string, Tensor>>): Uint8Array {
  // Wide numbers first, so that all of them are aligned.
  const sorted = Object.entries(tensors).sort(([, a], [, b]) => b.data.BYTES_PER_ELEMENT - a.data.BYTES_PER_ELEMENT);
  let end = 0;
  const entries = sorted.map(([name, { shape, data }]) => {
    const count = shape.reduce((product, size) => product * size, 1);
    if (count !== data.length) throw new RangeError(`${name}: ${data.length} numbers for shape [${shape.join(", ")}]`);
    if (name === "__metadata__") throw new RangeError(`${name} is no name for a tensor`);
    const begin = end;
    end += data.byteLength;
    return [name, { dtype: data instanceof Float32Array ? "F32" : "F64", shape, data_offsets: [begin, end] }] as const;
  });
  const text = new TextEncoder().encode(JSON.stringify(Object.fromEntries(entries)));
  const length = Math.ceil(text.length / ALIGNMENT) * ALIGNMENT;
  const bytes = new Uint8Array(8 + length + end);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(length), true);
  bytes.set(text, 8);
  bytes.fill(0x20, 8 + text.length, 8 + length);
  let at = 8 + length;
  for (const [, { data }] of sorted) {
    bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), at);
    at += data.byteLength;
  }
  return bytes;
}
