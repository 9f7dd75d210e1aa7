import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toCsv } from "../../../web/src/io/csv.ts";
import { FileFault, MESSAGES } from "../../../web/src/io/file-fault.ts";
import { toNpy } from "../../../web/src/io/npy.ts";
import { halfToSingle } from "../../../web/src/io/number-types.ts";
import { readArrays, readPasted } from "../../../web/src/io/read-arrays.ts";
import { toSafetensors } from "../../../web/src/io/safetensors.ts";
import { BAD_FILES } from "./bad-files.ts";
import { bitsOf, fromBase64, goldenFiles } from "./golden-files.ts";
import { makeZip } from "./make-zip.ts";

const shapes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 });

const tensors = shapes.chain((shape) => {
  const length = shape.reduce((product, size) => product * size, 1);
  const exactly = { minLength: length, maxLength: length };
  return fc
    .oneof(fc.float32Array(exactly), fc.float64Array(exactly))
    .map((data) => ({ shape, data: data as Float32Array | Float64Array }));
});

const names = fc.string({ minLength: 1, maxLength: 12, unit: "grapheme" }).filter((name) => name !== "__metadata__");

describe("round trips", () => {
  test("NPY", () =>
    fc.assert(
      fc.asyncProperty(tensors, async (tensor) => {
        const [read] = await readArrays("a.npy", toNpy(tensor));
        expect(read?.shape).toEqual(tensor.shape);
        expect(read?.data).toBeInstanceOf(tensor.data.constructor);
        expect(bitsOf(read?.data as Float32Array)).toBe(bitsOf(tensor.data));
      }),
    ));

  test("safetensors", () =>
    fc.assert(
      fc.asyncProperty(fc.dictionary(names, tensors, { minKeys: 1, maxKeys: 5 }), async (given) => {
        const read = await readArrays("a.safetensors", toSafetensors(given));
        expect(read.map(({ name }) => name).sort()).toEqual(Object.keys(given).sort());
        for (const { name, shape, data } of read) {
          expect(shape).toEqual(given[name]?.shape);
          expect(bitsOf(data)).toBe(bitsOf(given[name]?.data as Float32Array));
        }
      }),
    ));

  test("NPZ, stored and deflated", () =>
    fc.assert(
      fc.asyncProperty(tensors, fc.constantFrom(0, 8), async (tensor, method) => {
        const [read] = await readArrays("a.npz", makeZip([["x.npy", toNpy(tensor)]], { method }));
        expect(read).toMatchObject({ name: "x", shape: tensor.shape });
        expect(bitsOf(read?.data as Float32Array)).toBe(bitsOf(tensor.data));
      }),
    ));

  test("CSV as the command writes it, and JSON", () =>
    fc.assert(
      fc.property(tensors, ({ shape, data }) => {
        const finite = { shape, data: Float64Array.from(data, (value) => (Number.isFinite(value) ? value : 0)) };
        const axes = shape.map((_, axis) => ({ name: `axis${axis}` }));
        const print = (value: number) => (Object.is(value, -0) ? "-0" : String(value));
        const [fromCsv] = readPasted(toCsv(finite, axes, print), "a");
        expect(fromCsv?.shape).toEqual(shape);
        expect(bitsOf(fromCsv?.data as Float64Array)).toBe(bitsOf(finite.data));
        const text = JSON.stringify({ a: { shape, data: [...finite.data] } });
        const [fromJson] = readPasted(text, "b");
        expect(fromJson?.shape).toEqual(shape);
        expect([...(fromJson?.data ?? [])].map((value) => value + 0)).toEqual(
          [...finite.data].map((value) => value + 0),
        );
      }),
    ));

  test("every float16: its value from sign, exponent and mantissa", () => {
    const single = new Float32Array(1);
    const bits = new Uint32Array(single.buffer);
    for (let half = 0; half < 0x10000; half++) {
      bits[0] = halfToSingle(half);
      const [sign, exponent, mantissa] = [half >> 15 ? -1 : 1, (half >> 10) & 31, half & 1023];
      const value =
        exponent === 31
          ? mantissa === 0
            ? sign * Number.POSITIVE_INFINITY
            : Number.NaN
          : sign * (exponent === 0 ? mantissa * 2 ** -24 : (1024 + mantissa) * 2 ** (exponent - 25));
      if (!Object.is(single[0], value)) expect({ half, value: single[0] }).toEqual({ half, value });
    }
  });
});

/** A value or a worded refusal, soon, and never anything else. */
async function isReadOrRefused(file: string, bytes: Uint8Array): Promise<void> {
  const begin = performance.now();
  try {
    const read = await readArrays(file, bytes);
    for (const { shape, data } of read) expect(shape.reduce((product, size) => product * size, 1)).toBe(data.length);
  } catch (error) {
    expect(error).toBeInstanceOf(FileFault);
    const { fault, values } = error as FileFault;
    for (const [, name] of MESSAGES[fault].matchAll(/\{(\w+)\}/g)) expect(values[name as string]).toBeDefined();
  }
  expect(performance.now() - begin).toBeLessThan(2000);
}

describe("anything is read or refused in words", () => {
  const files = goldenFiles().files.map(({ file, data }) => [file, fromBase64(data)] as const);
  const bad = BAD_FILES.filter(([, , bytes]) => bytes instanceof Uint8Array && bytes.length < 10_000);
  const seeds = [...files, ...bad.map(([, file, bytes]) => [file, bytes] as const)];

  test("files with bytes changed, cut out or put in", () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...seeds),
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }), fc.constantFrom("set", "cut", "put")), {
          minLength: 1,
          maxLength: 4,
        }),
        async ([file, bytes], changes) => {
          const changed = [...bytes];
          for (const [place, byte, how] of changes) {
            // Half of the changes where formats keep their sizes and names.
            const at = place % Math.max(1, byte & 1 ? changed.length : Math.min(changed.length, 200));
            if (how === "set") changed[at] = byte;
            else changed.splice(at, how === "cut" ? 1 + (byte % 8) : 0, ...(how === "put" ? [byte] : []));
          }
          await isReadOrRefused(file, Uint8Array.from(changed));
        },
      ),
      { numRuns: 3000 },
    ));

  test("any bytes and texts under any name", () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom("a.npy", "a.npz", "a.safetensors", "a.csv", "a.json", "a.txt", "a"),
        fc.oneof(
          fc.uint8Array({ maxLength: 300 }),
          fc.string({ maxLength: 200 }).map((text) => new TextEncoder().encode(text)),
          fc.json({ maxDepth: 12 }).map((text) => new TextEncoder().encode(text)),
        ),
        isReadOrRefused,
      ),
      { numRuns: 2000 },
    ));
});
