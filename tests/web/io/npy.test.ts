import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Tensor } from "../../../web/src/engine/problem.ts";
import { toNpy } from "../../../web/src/io/npy.ts";
import { parseNpy } from "./parse-npy.ts";

const folder = mkdtempSync(join(tmpdir(), "posenc-npy-"));
afterAll(() => rmSync(folder, { recursive: true }));

const tensors: [string, Tensor][] = [
  ["float32, three axes", { shape: [2, 1, 3], data: new Float32Array([1, -2.5, 0.1, 3e38, 1e-45, -0]) }],
  ["float64", { shape: [2, 2], data: new Float64Array([0.1, Number.NEGATIVE_INFINITY, 5e-324, Number.NaN]) }],
  ["one axis", { shape: [3], data: new Float32Array([1, 2, 3]) }],
  ["no axis", { shape: [], data: new Float64Array([7]) }],
  ["nothing", { shape: [0, 4], data: new Float32Array(0) }],
  ["a header of more than 64 bytes", { shape: new Array<number>(30).fill(1), data: new Float32Array([1]) }],
  ["a view into a larger buffer", { shape: [2], data: new Float32Array([9, 1, 2, 9]).subarray(1, 3) }],
];

describe("toNpy", () => {
  test.each(tensors)("%s comes back bit for bit", (_, tensor) => {
    const parsed = parseNpy(toNpy(tensor));
    expect(parsed.shape).toEqual(tensor.shape);
    expect(parsed.data).toBeInstanceOf(tensor.data.constructor);
    expect([...parsed.data].map(bits)).toEqual([...tensor.data].map(bits));
  });

  test("the bytes of a small one", () => {
    const bytes = toNpy({ shape: [1], data: new Float32Array([1]) });
    const text = new TextDecoder("latin1").decode(bytes);
    expect(text.slice(0, 10)).toBe("\x93NUMPY\x01\x00\x76\x00");
    expect(text.slice(10, 128)).toBe(`${"{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }".padEnd(117)}\n`);
    expect([...bytes.slice(128)]).toEqual([0, 0, 0x80, 0x3f]);
  });

  test.each([
    [[2, 2], 3],
    [[-1, -1], 1],
    [[0.5, 2], 1],
    [[1], 0],
  ])("refuses shape %j with %i numbers", (shape, count) => {
    expect(() => toNpy({ shape, data: new Float32Array(count) })).toThrow(RangeError);
  });

  test("refuses a shape that the header cannot hold", () => {
    const shape = new Array<number>(30000).fill(1);
    expect(() => toNpy({ shape, data: new Float32Array(1) })).toThrow(/30000 axes/);
  });
});

const numpy = spawnSync("python3", ["-c", "import numpy; print(numpy.__version__)"], { encoding: "utf8" });

test.skipIf(numpy.status !== 0)("NumPy itself reads the same", () => {
  for (const [i, [, tensor]] of tensors.entries()) {
    const file = join(folder, `${i}.npy`);
    writeFileSync(file, toNpy(tensor));
    const script = "import numpy, sys; a = numpy.load(sys.argv[1]); print(a.dtype, a.shape, a.tobytes().hex())";
    const { stdout, stderr } = spawnSync("python3", ["-c", script, file], { encoding: "utf8" });
    const { shape, data } = tensor;
    const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`;
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("hex");
    const type = data instanceof Float32Array ? "float32" : "float64";
    expect({ stdout, stderr }).toEqual({ stdout: `${type} ${tuple} ${bytes}\n`, stderr: "" });
  }
});

function bits(value: number): bigint {
  return new BigUint64Array(new Float64Array([value]).buffer)[0] ?? 0n;
}
