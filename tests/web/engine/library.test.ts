import { describe, expect, test } from "vitest";
import { createPosenc, type EngineStatus } from "../../../web/src/engine/index.ts";

const problem = { input: { kind: "tokens", tokens: ["a", "b", "c"], heads: 2 } } as const;

describe("createPosenc under Node", () => {
  test("auto computes on wasm and says why", async () => {
    const seen: EngineStatus[] = [];
    const posenc = await createPosenc({ onStatus: (status) => seen.push(status) });
    expect(posenc.status).toMatchObject({ engine: "wasm", requested: "auto", fallback: { code: "no_webgpu" } });
    expect(seen).toEqual([posenc.status]);
    expect(await posenc.attention(problem)).toMatchObject({ engine: "wasm", shape: { heads: 2, queries: 3 } });
  });

  test("outputs are those asked for", async () => {
    const posenc = await createPosenc({ engine: "wasm" });
    expect(Object.keys(await posenc.attention(problem)).sort()).toEqual([
      "engine",
      "output",
      "scores",
      "shape",
      "weights",
    ]);
    const { engine, shape, ...tensors } = await posenc.attention(problem, { outputs: ["key"] });
    expect(Object.keys(tensors)).toEqual(["key"]);
    expect({ engine, heads: shape.heads }).toEqual({ engine: "wasm", heads: 2 });
  });

  test("setEngine switches, and the last of two switches wins", async () => {
    const posenc = await createPosenc({ engine: "wasm" });
    await posenc.setEngine("reference");
    expect((await posenc.attention(problem)).output?.data).toBeInstanceOf(Float64Array);
    await Promise.all([posenc.setEngine("webgpu"), posenc.setEngine("reference")]);
    expect(posenc.status).toMatchObject({ engine: "reference", requested: "reference" });
    expect(posenc.status.fallback).toBeUndefined();
  });

  test("equivariance: F(PX) is laid beside P F(X)", async () => {
    const posenc = await createPosenc({ engine: "wasm" });
    const permutation = [2, 0, 1];
    const result = await posenc.equivariance({ ...problem, permutation }, { outputs: ["weights"] });
    expect(result.permutation).toEqual(permutation);
    expect(result.maxDifference).toBeLessThan(1e-6);
    expect(result.referenceMaxDifference).toBeLessThan(1e-15);
    expect(result.mean.maxDifference).toBeLessThan(1e-6);
    expect(result.reordered.data).toBeInstanceOf(Float32Array);
    const rows = (data: ArrayLike<number>, width: number) =>
      Array.from({ length: data.length / width }, (_, i) => Array.from(data).slice(i * width, (i + 1) * width));
    const { output } = result.original;
    const width = output?.shape[2] ?? 0;
    const [original, reordered] = [rows(output?.data ?? [], width), rows(result.reordered.data, width)];
    for (const head of [0, 1])
      for (const [t, from] of permutation.entries()) expect(reordered[3 * head + t]).toEqual(original[3 * head + from]);
  });

  test("errors carry codes", async () => {
    const posenc = await createPosenc({ engine: "wasm" });
    await expect(posenc.attention({} as never)).rejects.toMatchObject({ code: "invalid_argument", message: /input/ });
    await expect(posenc.attention(problem, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "aborted" });
    await expect(posenc.plan({ ...problem, scale: Number.NaN })).rejects.toMatchObject({ message: /scale/ });
    posenc.close();
    await expect(posenc.attention(problem)).rejects.toMatchObject({ code: "closed" });
    await expect(posenc.setEngine("wasm")).rejects.toMatchObject({ code: "closed" });
  });
});
