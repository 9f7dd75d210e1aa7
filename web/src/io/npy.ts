/**
 * A tensor as NumPy's .npy, format 1.0: magic, version, header length, a Python dictionary padded to 64 bytes, then the
 * numbers little-endian in C order. f4 for Float32Array, f8 for Float64Array, every bit kept.
 */
import type { Tensor } from "../engine/problem.ts";

const magic = [0x93, ...[..."NUMPY"].map((letter) => letter.charCodeAt(0)), 1, 0];
/** Where the numbers start is a multiple of this. */
const alignment = 64;

export function toNpy({ shape, data }: Tensor): Uint8Array {
  const count = shape.reduce((product, size) => product * size, 1);
  if (!shape.every((size) => Number.isSafeInteger(size) && size >= 0) || count !== data.length) {
    throw new RangeError(`a tensor of shape [${shape.join(", ")}] cannot hold ${data.length} numbers`);
  }
  const width = data.BYTES_PER_ELEMENT;
  const header = headerOf(shape, width);
  const bytes = new Uint8Array(header.length + count * width);
  bytes.set(header);
  const view = new DataView(bytes.buffer, header.length);
  if (data instanceof Float32Array) for (let i = 0; i < count; i++) view.setFloat32(i * width, data[i] ?? 0, true);
  else for (let i = 0; i < count; i++) view.setFloat64(i * width, data[i] ?? 0, true);
  return bytes;
}

function headerOf(shape: readonly number[], width: number): Uint8Array {
  // A tuple of one needs its comma.
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`;
  const dictionary = `{'descr': '<f${width}', 'fortran_order': False, 'shape': ${tuple}, }`;
  const start = magic.length + 2;
  const length = Math.ceil((start + dictionary.length + 1) / alignment) * alignment - start;
  if (length > 0xffff) throw new RangeError(`a shape of ${shape.length} axes does not fit the header`);
  const text = `${dictionary.padEnd(length - 1)}\n`;
  return Uint8Array.from([...magic, length & 0xff, length >> 8, ...[...text].map((letter) => letter.charCodeAt(0))]);
}
