/**
 * What calls on WebGPU give beside numbers near the reference: which engine computed, what is refused, what is handed on
 * unchanged. The adapter is SwiftShader, so numbers are tested here and speed is not.
 */
import { expect, test } from "./engine-page.ts";

test("what the GPU cannot hold is computed on wasm, call by call, and the result says so", async ({ open, page }) => {
  await open();
  const { engines, status } = await page.evaluate(async () => {
    const posenc = await window.posencTest.createPosenc({ engine: "webgpu" });
    const run = async (headDim: number) => {
      const input = { kind: "tokens", tokens: ["a", "b", "c"], head_dim: headDim } as const;
      return (await posenc.attention({ input })).engine;
    };
    return { engines: [await run(257), await run(256), await run(300), await run(8)], status: posenc.status };
  });
  expect(engines).toEqual(["wasm", "webgpu", "wasm", "webgpu"]);
  expect(status).toMatchObject({ engine: "webgpu" });
  expect(status.fallback).toBeUndefined();
});

test("what float32 cannot hold is refused as the core refuses it", async ({ open, page }) => {
  await open();
  const { code, message, next } = await page.evaluate(async () => {
    const posenc = await window.posencTest.createPosenc({ engine: "webgpu" });
    const input = { kind: "tokens", tokens: ["a", "b", "c"] } as const;
    const method = { kind: "rotary", xpos: { scale_base: 1 } } as const;
    const refused = await posenc
      .attention({ input, method, query_positions: [0, 1, 300] })
      .catch(({ code, message }) => ({ code, message }));
    return { ...(refused as { code: string; message: string }), next: (await posenc.attention({ input })).engine };
  });
  expect(code).toBe("invalid_argument");
  expect(message).toMatch(/stay within the range of the engine's numbers/);
  expect(next).toBe("webgpu");
});

test("webgpu hands on what needs no arithmetic, bit for bit", async ({ open, page }) => {
  await open();
  const differing = await page.evaluate(async () => {
    const { createPosenc } = window.posencTest;
    const outputs = ["input", "encoding", "query", "key", "value", "rotated_query", "rotated_key"] as const;
    const input = { kind: "tokens", tokens: ["a", "b", "c"], model_dim: 16, heads: 2, kv_heads: 1 } as const;
    const posenc = await createPosenc({ engine: "webgpu" });
    const found: string[] = [];
    for (const method of [{ kind: "sinusoidal" }, { kind: "rotary", rotary_dim: 4 }] as const) {
      await posenc.setEngine("wasm");
      const ours = await posenc.attention({ input, method }, { outputs });
      await posenc.setEngine("webgpu");
      const theirs = await posenc.attention({ input, method }, { outputs });
      for (const name of outputs) {
        const [a, b] = [ours[name], theirs[name]];
        // Turned channels may differ in the last bit, the four that do not turn must not.
        const turned = method.kind === "rotary" && name.startsWith("rotated");
        const kept = (_: number, at: number) => !turned || at % 8 >= 4;
        if (a?.data.filter(kept).join() !== b?.data.filter(kept).join()) found.push(`${method.kind} ${name}`);
      }
    }
    return found;
  });
  expect(differing).toEqual([]);
});

test("equivariance is one code for all engines", async ({ open, page }) => {
  await open();
  const results = await page.evaluate(async () => {
    const posenc = await window.posencTest.createPosenc({ engine: "webgpu" });
    const input = { kind: "tokens", tokens: ["a", "b", "c", "d"], heads: 2 } as const;
    const found = [];
    for (const engine of ["webgpu", "wasm", "reference"] as const) {
      await posenc.setEngine(engine);
      const free = await posenc.equivariance({ input });
      const causal = await posenc.equivariance({ input, mask: { kind: "causal" } });
      found.push({ engine: free.engine, free: free.maxDifference, causal: causal.maxDifference });
    }
    return found;
  });
  expect(results.map(({ engine }) => engine)).toEqual(["webgpu", "wasm", "reference"]);
  for (const { free, causal } of results) {
    expect(free).toBeLessThan(1e-6);
    expect(causal).toBeGreaterThan(1e-2);
    expect(causal).toBeCloseTo(results[2]?.causal ?? Number.NaN, 5);
  }
});
