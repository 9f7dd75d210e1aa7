import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { toNpy } from "../../../web/src/io/npy.ts";
import { readArrays } from "../../../web/src/io/read-arrays.ts";
import { toSafetensors } from "../../../web/src/io/safetensors.ts";
import { bitsOf, fromBase64, goldenFiles } from "./golden-files.ts";

const { files, refused, about } = goldenFiles();

describe(`files of NumPy ${about.numpy} and safetensors ${about.safetensors}`, () => {
  test.each(files)("$file is read to the last bit", async ({ file, data, arrays }) => {
    const read = await readArrays(file, fromBase64(data));
    const found = read.map(({ name, dtype, shape, data }) => ({ name, dtype, shape, numbers: bitsOf(data) }));
    const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
    expect(found.sort(byName)).toEqual([...arrays].sort(byName));
  });

  test.each(refused)("$file is refused: $fault", async ({ file, data, fault }) => {
    await expect(readArrays(file, fromBase64(data))).rejects.toMatchObject({ fault });
  });
});

/** The Python of the golden values, where it was set up. */
const golden = fileURLToPath(new URL("../../golden/", import.meta.url));
const cache = process.env.POSENC_CACHE ?? join(homedir(), ".cache/posenc");
const hasPython = existsSync(join(cache, "golden/venv/golden-ready"));

describe("files of ours", () => {
  const odd = new Float32Array([1, -0, Number.NaN, Number.POSITIVE_INFINITY, 1e-45, 0.1]);
  const wide = new Float64Array([Math.PI, -0, Number.NaN, 5e-324]);
  const written: [string, Uint8Array, string][] = [
    ["single.npy", toNpy({ shape: [2, 3], data: odd }), JSON.stringify([["", "float32", [2, 3], bitsOf(odd)]])],
    ["double.npy", toNpy({ shape: [4], data: wide }), JSON.stringify([["", "float64", [4], bitsOf(wide)]])],
    [
      "both.safetensors",
      toSafetensors({ é: { shape: [3, 2], data: odd }, b: { shape: [2, 2], data: wide } }),
      JSON.stringify([
        ["b", "float64", [2, 2], bitsOf(wide)],
        ["é", "float32", [3, 2], bitsOf(odd)],
      ]),
    ],
  ];

  test.skipIf(!hasPython).each(written)(
    "%s is read by NumPy or safetensors (skipped without tests/golden/regenerate's Python)",
    { timeout: 60_000 },
    (file, bytes, expected) => {
      const path = join(mkdtempSync(join(tmpdir(), "posenc-files-")), file);
      writeFileSync(path, bytes);
      const args = ["python", "families/files.py", "read", path];
      const { stdout, stderr } = spawnSync(join(golden, "regenerate"), args, { encoding: "utf8", cwd: golden });
      expect(stderr).toBe("");
      expect(JSON.parse(stdout)).toEqual(JSON.parse(expected));
    },
  );
});
