import { describe, expect, test } from "vitest";
import { worstDifference } from "../../../web/src/engine/compare-tensors.ts";
import {
  createPosenc,
  type EngineStatus,
  type Mask,
  type Method,
  type Problem,
} from "../../../web/src/engine/index.ts";

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
      "notes",
      "output",
      "scores",
      "shape",
      "weights",
    ]);
    const { engine, shape, notes, ...tensors } = await posenc.attention(problem, { outputs: ["key"] });
    expect(Object.keys(tensors)).toEqual(["key"]);
    expect({ engine, heads: shape.heads, notes }).toEqual({ engine: "wasm", heads: 2, notes: [] });
  });

  test("options that are unknown are refused by name", async () => {
    const engines = "engine: expected auto, wasm, webgpu or reference, got";
    const opened = (options: object) => createPosenc(options);
    await expect(opened({ engine: "gpu" })).rejects.toThrow(`${engines} "gpu"`);
    await expect(opened({ engin: "wasm" })).rejects.toThrow(
      'options: expected engine, device, workers or onStatus, got "engin"',
    );
    const posenc = await createPosenc({ engine: "wasm" });
    const names = "query, key, value, rotated_query or rotated_key";
    for (const call of [posenc.attention, posenc.equivariance] as ((problem: Problem, options: object) => unknown)[]) {
      await expect(call(problem, { outputs: ["scores", "foo"] })).rejects.toThrow(
        `outputs: expected scores, weights, output, input, encoding, ${names}, got "foo"`,
      );
      await expect(call(problem, { outputs: "scores" })).rejects.toThrow(
        /^outputs: expected a list of scores, .* or rotated_key, got "scores"$/,
      );
      await expect(call(problem, { output: ["scores"] })).rejects.toThrow(
        'options: expected outputs, signal or onProgress, got "output"',
      );
    }
    await expect(posenc.decode(problem, { outputs: ["key" as "scores"] })).rejects.toThrow(
      'outputs: expected scores, weights or output, got "key"',
    );
    await expect(posenc.setEngine("cuda" as "wasm")).rejects.toThrow(`${engines} "cuda"`);
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

  test("several methods combine: biases add up", async () => {
    const posenc = await createPosenc({ engine: "reference" });
    const options = { outputs: ["scores"] } as const;
    const scoresOf = async (method: Method | readonly Method[]) =>
      (await posenc.attention({ ...problem, method }, options)).scores?.data ?? new Float64Array();
    const [none, alibi, fire, both] = [
      await scoresOf([]),
      await scoresOf({ kind: "alibi" }),
      await scoresOf([{ kind: "fire" }]),
      await scoresOf([{ kind: "alibi" }, { kind: "fire" }]),
    ];
    for (const [i, score] of both.entries())
      expect(score).toBeCloseTo((alibi[i] ?? 0) + (fire[i] ?? 0) - (none[i] ?? 0), 12);
  });

  test.each(["wasm", "reference"] as const)(
    "what a mask hides may be NaN, what it shows may not (%s)",
    async (engine) => {
      const posenc = await createPosenc({ engine });
      const data = new Float32Array([Number.NaN, 4]);
      const key = { shape: [1, 2, 1], data };
      const input = { kind: "tensors", query: [[1]], key, value: key } as const;
      const { output, weights } = await posenc.attention({ input, mask: { kind: "padding", keys: "01" } });
      expect([...(output?.data ?? [])]).toEqual([4]);
      expect([...(weights?.data ?? [])]).toEqual([0, 1]);
      await expect(posenc.attention({ input })).rejects.toMatchObject({
        code: "invalid_argument",
        message: /^input\.(key|value)\.data\[0\]: /,
      });
    },
  );

  describe.each(["wasm", "reference"] as const)("q and k without values (%s)", (engine) => {
    const input = {
      kind: "tensors",
      query: [[1, 0]],
      key: [
        [1, 0],
        [0, 1],
      ],
    } as const;

    test("have scores and weights, and no output", async () => {
      const posenc = await createPosenc({ engine });
      const found = await posenc.attention({ input });
      expect(Object.keys(found).sort()).toEqual(["engine", "notes", "scores", "shape", "weights"]);
      expect(found.shape).toMatchObject({ queries: 1, keys: 2, value_dim: 0 });
    });

    test("refuse what is made of values, and say what is missing", async () => {
      const posenc = await createPosenc({ engine });
      const refused = (use: string) => ({
        code: "invalid_argument",
        message: `input.value: expected values for ${use}, got nothing`,
      });
      await expect(posenc.attention({ input }, { outputs: ["scores", "output"] })).rejects.toMatchObject(
        refused("output"),
      );
      await expect(posenc.attention({ input }, { outputs: ["value"] })).rejects.toMatchObject(refused("value"));
      const square = { input: { ...input, query: input.key }, mask: { kind: "causal" } } as const;
      const compared = (name: string) => refused(`${name}, which compares outputs`);
      await expect(posenc.equivariance(square)).rejects.toMatchObject(compared("equivariance"));
      await expect(posenc.decode(square)).rejects.toMatchObject(compared("decoding"));
    });
  });

  test("a layer of a stack has that layer's methods", async () => {
    const posenc = await createPosenc({ engine: "wasm" });
    const method = { kind: "stack", layers: [{ kind: "rotary" }, [{ kind: "alibi" }, { kind: "fire" }]] } as const;
    const options = { outputs: ["scores"] } as const;
    for (const [layer, same] of [method.layers[0], method.layers[1], method.layers[0]].entries()) {
      const { scores } = await posenc.attention({ ...problem, method, layer }, options);
      expect(scores).toEqual((await posenc.attention({ ...problem, method: same }, options)).scores);
    }
  });

  describe("equivariance of every mask and method", () => {
    const tokens = [..."abcdefg"];
    const input = { kind: "tokens", tokens, heads: 2 } as const;
    const permutation = [3, 0, 6, 1, 5, 2, 4];
    const measure = async (problem: Partial<Problem>) => {
      const posenc = await createPosenc({ engine: "wasm" });
      const { maxDifference, referenceMaxDifference } = await posenc.equivariance({ input, permutation, ...problem });
      expect(maxDifference).toBeCloseTo(referenceMaxDifference, 5);
      return referenceMaxDifference;
    };

    const masks: Mask[] = [
      { kind: "causal" },
      { kind: "sliding_window", window: 2 },
      { kind: "local", reach: 1 },
      { kind: "chunked", chunk: 3 },
      { kind: "prefix", prefix: 2 },
      { kind: "padding", keys: "0011111" },
      { kind: "documents", documents: [0, 0, 0, 1, 1, 2, 2] },
      { kind: "all", masks: [{ kind: "causal" }, { kind: "padding", keys: "0111111" }] },
    ];
    test.each(masks)("mask $kind stays where it is, or goes with the tokens", async (mask) => {
      expect(await measure({ mask })).toBeGreaterThan(1e-3);
      expect(await measure({ mask, permute_mask: true })).toBeLessThan(1e-14);
    });

    const kinds = ["sinusoidal", "learned", "shaw", "transformer_xl", "t5_bias", "alibi", "deberta", "rotary"] as const;
    test.each([...kinds, "kerple", "sandwich", "fire", "cope"] as const)(
      "%s tells the order of tokens",
      async (kind) => {
        expect(await measure({ method: { kind } })).toBeGreaterThan(1e-4);
      },
    );

    test("methods together", async () => {
      expect(await measure({ method: [] })).toBeLessThan(1e-14);
      expect(await measure({ method: [{ kind: "none" }] })).toBeLessThan(1e-14);
      expect(
        await measure({ method: [{ kind: "sinusoidal" }, { kind: "rotary" }, { kind: "alibi" }] }),
      ).toBeGreaterThan(1e-3);
    });
  });

  test("decode: every step is its row of attention, on wasm whatever the engine", async () => {
    const posenc = await createPosenc({ engine: "reference" });
    const causal = { ...problem, method: { kind: "rotary" }, mask: { kind: "causal" } } as const;
    const { engine, positions, maxDifference, cacheBytes, output, weights, scores } = await posenc.decode(causal);
    expect({ engine, positions: [...positions] }).toEqual({ engine: "wasm", positions: [0, 1, 2] });
    expect(maxDifference).toBeLessThan(1e-6);
    expect(cacheBytes).toBeGreaterThan(0);
    const whole = await posenc.attention(causal);
    expect(worstDifference(output, whole.output)).toBeLessThan(1e-5);
    expect(worstDifference(weights, whole.weights)).toBeLessThan(1e-5);
    expect(worstDifference(scores, whole.scores)).toBeLessThan(1e-5);
    expect(Object.keys(await posenc.decode(causal, { outputs: ["output"] }))).not.toContain("scores");
    await expect(posenc.decode(problem)).rejects.toMatchObject({ code: "invalid_argument", message: /^mask: / });
    const signal = AbortSignal.abort();
    await expect(posenc.decode(causal, { signal })).rejects.toMatchObject({ code: "aborted" });
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
