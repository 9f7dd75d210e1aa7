import type { Tensor } from "../../../web/src/engine/problem.ts";

/** Reads .npy 1.0 as NumPy's documentation describes it; throws on whatever that forbids. */
export function parseNpy(bytes: Uint8Array): Tensor {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (text(0, 6) !== "\x93NUMPY" || text(6, 8) !== "\x01\x00") throw new Error("no .npy 1.0");
  const start = 10 + view.getUint16(8, true);
  if (start % 64 !== 0) throw new Error(`the numbers start at ${start}`);
  const header = text(10, start);
  const match = /^\{'descr': '<f([48])', 'fortran_order': False, 'shape': \(([\d, ]*)\), \} *\n$/.exec(header);
  if (!match) throw new Error(`the header is ${header}`);
  const width = Number(match[1]);
  const shape = (match[2] ?? "").split(",").flatMap((size) => (size.trim() ? [Number(size)] : []));
  if (shape.length === 1 && !match[2]?.endsWith(",")) throw new Error("a tuple of one without its comma");
  const count = shape.reduce((product, size) => product * size, 1);
  if (bytes.length !== start + count * width) throw new Error(`${bytes.length} bytes for ${count} numbers`);
  const read = (i: number) =>
    width === 4 ? view.getFloat32(start + 4 * i, true) : view.getFloat64(start + 8 * i, true);
  const numbers = Array.from({ length: count }, (_, i) => read(i));
  return { shape, data: width === 4 ? Float32Array.from(numbers) : Float64Array.from(numbers) };
}
