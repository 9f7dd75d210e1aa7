/** The rule of "auto": its arithmetic, and that measuring finds the constants of engines whose times are known. */
import { expect, test } from "vitest";
import type { AttentionEngine } from "../../../web/src/engine/engine.ts";
import { PosencError } from "../../../web/src/engine/errors.ts";
import { fallbackOf } from "../../../web/src/engine/fallback.ts";
import type { AttentionShape, Tensor } from "../../../web/src/engine/problem.ts";
import { chooseEngine, isWorthGpu } from "../../../web/src/engine/select.ts";
import { workOf } from "../../../web/src/engine/wasm/split.ts";
import { measureRule, ruleOf } from "../../../web/src/engine/webgpu/rule.ts";

test("both engines take equally long at the threshold", () => {
  const rule = ruleOf({ tiny: { gpuMs: 3, wasmMs: 1 }, larger: { gpuMs: 5, wasmMs: 11 }, work: 100e6 });
  expect(rule).toEqual({ fixedMs: 2, gpuRate: 50e6, wasmRate: 10e6, threshold: 25e6 });
  expect(rule.fixedMs + 25e6 / rule.gpuRate).toBe(25e6 / rule.wasmRate);
});

test.each([
  ["slower", 30],
  ["just as fast", 13],
])("a GPU that is %s is never worth it", (_, gpuMs) => {
  expect(ruleOf({ tiny: { gpuMs: 3, wasmMs: 1 }, larger: { gpuMs, wasmMs: 11 }, work: 100e6 }).threshold).toBeNull();
});

test("a GPU that costs nothing is worth it from the first, and one too fast to measure has the clock's rate", () => {
  const rule = ruleOf({ tiny: { gpuMs: 1, wasmMs: 2 }, larger: { gpuMs: 0.9, wasmMs: 12 }, work: 100e6 });
  expect(rule).toEqual({ fixedMs: 0, gpuRate: 1000e6, wasmRate: 10e6, threshold: 0 });
});

test("a GPU whose tiny call was held up by something else is not taken for one without limits", () => {
  const rule = ruleOf({ tiny: { gpuMs: 409, wasmMs: 1 }, larger: { gpuMs: 405, wasmMs: 17 }, work: 17e6 });
  expect(rule.gpuRate).toBeCloseTo(17e6 / 40.9);
  expect(rule.threshold).toBeNull();
});

interface Speed {
  fixedMs: number;
  rate: number;
  /** What the first call with a size takes beside. */
  warmUpMs?: number;
}

/** Engines that do nothing but let a clock go on. */
function machine(gpu: Speed, wasm: Speed) {
  let time = 0;
  const tokens: number[] = [];
  const engine = (name: "webgpu" | "wasm", { fixedMs, rate, warmUpMs = 0 }: Speed): AttentionEngine => ({
    name,
    async attention(problem, { signal }) {
      if (signal?.aborted) throw new PosencError("aborted", "aborted");
      const { shape } = (problem.input as { query: Tensor }).query;
      const isFirst = tokens.at(-1) !== shape[1] || name === "wasm";
      tokens.push(shape[1] ?? 0);
      time += fixedMs + workOf(problem) / rate + (isFirst ? warmUpMs : 0);
      return { shape: {} as AttentionShape };
    },
  });
  return { gpu: engine("webgpu", gpu), wasm: engine("wasm", wasm), now: () => time, tokens };
}

test("measuring finds fixed cost and rates, whatever the first calls cost, and is done in 300 ms", async () => {
  const { gpu, wasm, now, tokens } = machine({ fixedMs: 2.5, rate: 500e6, warmUpMs: 10 }, { fixedMs: 0.5, rate: 25e6 });
  const { fixedMs, gpuRate, wasmRate, threshold } = await measureRule(gpu, wasm, { now });
  expect(fixedMs).toBeCloseTo(2, 2);
  expect(gpuRate / 500e6).toBeCloseTo(1, 5);
  expect(wasmRate / 25e6).toBeCloseTo(1, 5);
  expect((threshold ?? 0) / (2 / (1 / 25e6 - 1 / 500e6))).toBeCloseTo(1, 2);
  expect(Math.max(...tokens)).toBe(512);
  expect(now()).toBeLessThan(300);
});

test("a slow GPU is measured by the smallest problem alone, twice", async () => {
  const { gpu, wasm, now, tokens } = machine({ fixedMs: 100, rate: 1e6 }, { fixedMs: 0.5, rate: 25e6 });
  expect((await measureRule(gpu, wasm, { now })).threshold).toBeNull();
  expect(Math.max(...tokens)).toBe(128);
  expect(now()).toBeLessThan(2 * 100 + 2 * 117 + 20);
});

test("a measurement can be aborted", async () => {
  const { gpu, wasm } = machine({ fixedMs: 1, rate: 1e6 }, { fixedMs: 1, rate: 1e6 });
  await expect(measureRule(gpu, wasm, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "aborted" });
});

test("problems go to the GPU from the threshold on, and never while nobody knows", () => {
  const rule = { fixedMs: 1, gpuRate: 2, wasmRate: 1, threshold: 40e6 };
  expect([39e6, 40e6].map((work) => isWorthGpu(work, rule))).toEqual([false, true]);
  expect(isWorthGpu(1e12, { ...rule, threshold: null })).toBe(false);
  expect(isWorthGpu(1e12, undefined)).toBe(false);
});

test("adapters: software only by name, refusals are passed on", () => {
  const adapter = { vendor: "v", architecture: "a", description: "d", isFallback: false };
  const software = { ...adapter, isFallback: true };
  expect(chooseEngine("auto", adapter)).toEqual({ engine: "webgpu" });
  expect(chooseEngine("webgpu", software)).toEqual({ engine: "webgpu" });
  expect(chooseEngine("auto", software)).toMatchObject({ engine: "wasm", fallback: { code: "software_adapter" } });
  const refused = { code: "no_adapter", message: "none" } as const;
  expect(chooseEngine("webgpu", refused)).toEqual({ engine: "wasm", fallback: refused });
  expect(chooseEngine("reference", adapter)).toEqual({ engine: "reference" });
});

test("which failures of a GPU's call are WASM's to repair", () => {
  for (const code of ["device_lost", "out_of_memory", "gpu_error", "too_large", "not_on_gpu"])
    expect(fallbackOf(new PosencError(code, "why"))).toEqual({ code, message: "why" });
  expect(fallbackOf(new RangeError("mapped"))).toEqual({ code: "gpu_error", message: "mapped" });
  for (const code of ["aborted", "closed", "invalid_argument", "worker_trap"])
    expect(fallbackOf(new PosencError(code, "why"))).toBeNull();
});
