/** Without a GPU, with one that is wrong, too small or taken away: the core computes, and the reason is told. */
import { expect, forgive, limitBindings, test } from "./engine-page.ts";

test("auto leaves a software adapter alone", async ({ open, page }) => {
  await open();
  const [auto, named, again] = await page.evaluate(async () => {
    const posenc = await window.posencTest.createPosenc();
    return [posenc.status, await posenc.setEngine("webgpu"), await posenc.setEngine("auto")];
  });
  expect(auto).toMatchObject({ engine: "wasm", requested: "auto", fallback: { code: "software_adapter" } });
  expect(auto?.adapter?.isFallback).toBe(true);
  expect(named).toMatchObject({ engine: "webgpu", requested: "webgpu" });
  expect(again).toMatchObject({ engine: "wasm", fallback: { code: "software_adapter" } });
});

for (const [code, tamper] of [
  ["no_webgpu", () => Object.defineProperty(navigator, "gpu", { value: undefined })],
  ["no_adapter", () => Object.assign(GPU.prototype, { requestAdapter: async () => null })],
  ["no_device", () => Object.assign(GPUAdapter.prototype, { requestDevice: () => Promise.reject(new Error("no")) })],
] as const) {
  test(`without WebGPU the core computes, and says ${code}`, async ({ open, page }) => {
    await page.addInitScript(tamper);
    await open();
    const { status, engine } = await page.evaluate(async () => {
      const posenc = await window.posencTest.createPosenc({ engine: "webgpu" });
      const result = await posenc.attention({ input: { kind: "tokens", tokens: ["a"] } });
      return { status: posenc.status, engine: result.engine };
    });
    expect(status).toMatchObject({ engine: "wasm", requested: "webgpu", fallback: { code } });
    expect(engine).toBe("wasm");
  });
}

test("an adapter that computes wrongly is refused by the self-test", async ({ open, page }) => {
  await page.addInitScript(() => {
    const { createShaderModule } = GPUDevice.prototype;
    GPUDevice.prototype.createShaderModule = function (descriptor) {
      const code = descriptor.code.replace("x * cosine - other", "x * cosine + other");
      return createShaderModule.call(this, { ...descriptor, code });
    };
  });
  await open();
  const status = await page.evaluate(async () => (await window.posencTest.createPosenc({ engine: "webgpu" })).status);
  expect(status).toMatchObject({ engine: "wasm", fallback: { code: "self_test_failed" } });
  expect(status.fallback?.message).toMatch(/self-test "rotary" differ from the core's by 0\.\d+/);
});

test("a shader that does not compile is refused with the compiler's words", async ({ open, page, watch }) => {
  await page.addInitScript(() => {
    const { createShaderModule } = GPUDevice.prototype;
    GPUDevice.prototype.createShaderModule = function (descriptor) {
      return createShaderModule.call(this, { ...descriptor, code: `${descriptor.code} nonsense` });
    };
  });
  await open();
  const status = await page.evaluate(async () => (await window.posencTest.createPosenc({ engine: "webgpu" })).status);
  expect(status).toMatchObject({ engine: "wasm", fallback: { code: "self_test_failed" } });
  expect(status.fallback?.message).toMatch(/WebGPU, (prepare|attend): .*nonsense/s);
  // Chromium itself writes the shader's error to the console.
  forgive(watch, /nonsense|Invalid ShaderModule/);
});

test("a device taken away in mid-run: the call ends on wasm, and the reason is told", async ({ open, page }) => {
  await open();
  const { statuses, before, during, after } = await page.evaluate(async () => {
    const adapter = await navigator.gpu.requestAdapter();
    if (!adapter) throw new Error("no adapter");
    const device = await adapter.requestDevice();
    const seen: { engine: string; code?: string }[] = [];
    const posenc = await window.posencTest.createPosenc({
      engine: "webgpu",
      device,
      onStatus: ({ engine, fallback }) => seen.push({ engine, code: fallback?.code }),
    });
    const problem = { input: { kind: "tokens", tokens: ["a", "b", "c"], heads: 4 } } as const;
    const first = await posenc.attention(problem);
    // The moment at which everything is submitted and nothing is back.
    const { mapAsync } = GPUBuffer.prototype;
    GPUBuffer.prototype.mapAsync = function (...args) {
      const mapped = mapAsync.apply(this, args);
      device.destroy();
      return mapped;
    };
    const second = await posenc.attention(problem);
    const third = await posenc.attention(problem);
    return { statuses: seen, before: first.engine, during: second.engine, after: third.engine };
  });
  expect({ before, during, after }).toEqual({ before: "webgpu", during: "wasm", after: "wasm" });
  expect(statuses).toEqual([{ engine: "webgpu" }, { engine: "wasm", code: "device_lost" }]);
});

test("what does not fit the device is computed on wasm, with bytes and limit as the reason", async ({ open, page }) => {
  await limitBindings(page, 2 ** 18);
  await open();
  const { large, small } = await page.evaluate(async () => {
    const posenc = await window.posencTest.createPosenc({ engine: "webgpu" });
    const tensor = (tokens: number, width: number) => ({
      shape: [1, tokens, width],
      data: new Float32Array(tokens * width).fill(0.5),
    });
    const run = async (tokens: number, width: number) => {
      const { engine, fallback } = await posenc.attention({
        input: { kind: "tensors", query: tensor(1, width), key: tensor(tokens, width), value: tensor(tokens, 1) },
      });
      return { engine, fallback };
    };
    return { large: await run(2000, 100), small: await run(10, 100) };
  });
  expect(large).toEqual({
    engine: "wasm",
    fallback: {
      code: "too_large",
      message: "raw key: needs 800000 bytes on the GPU, the limit of this WebGPU device is 262144 bytes",
    },
  });
  expect(small).toEqual({ engine: "webgpu", fallback: undefined });
});

test("a device destroyed in the middle of a long call: the call ends on wasm", async ({ open, page }) => {
  test.setTimeout(120_000);
  await open();
  const { engine, code, worst } = await page.evaluate(async () => {
    const { createPosenc, wave, rowOf } = window.posencTest;
    const device = await (await navigator.gpu.requestAdapter())?.requestDevice();
    const posenc = await createPosenc({ engine: "webgpu", device });
    const shape = [4, 1024, 32];
    const tensors = { query: wave(shape, 0.7), key: wave(shape, 1.3), value: wave(shape, 2.1) };
    const result = await posenc.attention(
      { input: { kind: "tensors", ...tensors } },
      { outputs: ["output"], onProgress: () => device?.destroy() },
    );
    const expected = rowOf(tensors, [2, 700], [0, 1024]);
    const differences = expected.map((x, c) => Math.abs(x - (result.output?.data[(2 * 1024 + 700) * 32 + c] ?? 9)));
    return { engine: result.engine, code: posenc.status.fallback?.code, worst: Math.max(...differences) };
  });
  expect({ engine, code }).toEqual({ engine: "wasm", code: "device_lost" });
  expect(worst).toBeLessThan(1e-6);
});
