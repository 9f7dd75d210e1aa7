/**
 * Why WebGPU can be trusted after its self-test: a wrong GPU is found out, one without memory and one that refuses a
 * command give way to WASM with the reason; and "auto" measures before it gives a GPU anything.
 */
import { expect, test } from "./engine-page.ts";

declare global {
  interface Window {
    /** Set in the page: numbers that are read back from now on are wrong. */
    posencWrong?: boolean;
    until(holds: () => boolean): Promise<void>;
    numbers(...shape: [number, number, number]): { shape: number[]; data: Float32Array };
  }
}

test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    window.until = async (holds) => {
      for (let tries = 0; !holds() && tries < 1000; tries++) await new Promise((resolve) => setTimeout(resolve, 10));
    };
    window.numbers = (...shape) => ({
      shape,
      data: Float32Array.from({ length: shape[0] * shape[1] * shape[2] }, (_, i) => Math.sin(i * i)),
    });
  }),
);

/** A GPU that passes its self-test and errs later: by a hundredth, in one number of what is read back. */
function erringLater(): void {
  const { getMappedRange } = GPUBuffer.prototype;
  GPUBuffer.prototype.getMappedRange = function (...args) {
    const range = getMappedRange.apply(this, args);
    // 16 bytes are timestamps.
    if (window.posencWrong && this.usage & GPUBufferUsage.MAP_READ && range.byteLength > 16) {
      const numbers = new Float32Array(range, 0, Math.floor(range.byteLength / 4));
      const at = numbers.findIndex((number) => Math.abs(number) > 0.01 && Math.abs(number) < 1);
      numbers[at] = (numbers[at] ?? 0) + 0.01;
    }
    return range;
  };
}

test("a GPU that errs after its self-test is found out, and the core goes on", async ({ open, page }) => {
  await page.addInitScript(erringLater);
  await open();
  const seen = await page.evaluate(async () => {
    const told: { engine: string; code?: string }[] = [];
    const posenc = await window.posencTest.createPosenc({
      engine: "webgpu",
      onStatus: ({ engine, fallback }) => told.push({ engine, code: fallback?.code }),
    });
    const [query, key, value] = [window.numbers(4, 100, 8), window.numbers(2, 100, 8), window.numbers(2, 100, 8)];
    const problem = { input: { kind: "tensors", query, key, value }, mask: { kind: "causal" } } as const;
    const right = await posenc.attention(problem, { outputs: ["output"] });
    await window.until(() => posenc.status.check !== undefined);
    const { check: before } = posenc.status;
    window.posencWrong = true;
    let calls = 0;
    // One wrong number in 4 x 100 rows: the checks, of 2 x 32 rows each, come round to it.
    for (; posenc.status.engine === "webgpu" && calls < 20; calls++) {
      const { calls: checked = 0 } = posenc.status.check ?? {};
      await posenc.attention(problem, { outputs: ["output"] });
      await window.until(() => (posenc.status.check?.calls ?? 0) > checked);
    }
    const after = await posenc.attention(problem, { outputs: ["output"] });
    const again = await posenc.setEngine("webgpu");
    const difference = Math.max(
      ...[...(after.output?.data ?? [])].map((x, i) => Math.abs(x - (right.output?.data[i] ?? 0))),
    );
    return { told, before, calls, after: after.engine, difference, again };
  });
  expect(seen.before).toMatchObject({ calls: 1, rows: 64 });
  expect(seen.before?.worst).toBeLessThan(seen.before?.allowed ?? 0);
  expect(seen.again).toMatchObject({ engine: "wasm", requested: "webgpu", fallback: { code: "check_failed" } });
  expect(seen.again.fallback?.message).toMatch(
    /^WebGPU computed wrongly: output of head \d, query \d+ differ from the core's by 0\.0(10|09)\d*, allowed are \d/,
  );
  expect(seen.again.check?.worst).toBeCloseTo(0.01, 4);
  expect(seen.after).toBe("wasm");
  expect(seen.difference).toBeLessThan(1e-5);
  expect(seen.told[0]).toEqual({ engine: "webgpu" });
  expect(seen.told.filter(({ code }) => code === "check_failed").length).toBe(2);
});

test("a call under way when its GPU is found wrong is computed again", async ({ open, page }) => {
  await page.addInitScript(erringLater);
  await open();
  const [first, second] = await page.evaluate(async () => {
    // An embedder's device is not destroyed, so that the call comes to its wrong end.
    const device = await (await navigator.gpu.requestAdapter())?.requestDevice();
    const posenc = await window.posencTest.createPosenc({ engine: "webgpu", device });
    const problem = { input: { kind: "tokens", tokens: ["a", "b", "c"] } } as const;
    const { requestIdleCallback } = window;
    const checking = new Promise((resolve) => {
      window.requestIdleCallback = (begin) =>
        requestIdleCallback((deadline) => {
          begin(deadline);
          setTimeout(resolve);
        });
    });
    window.posencWrong = true;
    const first = await posenc.attention(problem);
    await checking;
    const { mapAsync } = GPUBuffer.prototype;
    GPUBuffer.prototype.mapAsync = async function (...args) {
      await mapAsync.apply(this, args);
      await window.until(() => posenc.status.fallback !== undefined);
    };
    const second = await posenc.attention(problem);
    return [first, second].map(({ engine, fallback }) => ({ engine, code: fallback?.code }));
  });
  expect(first).toEqual({ engine: "webgpu" });
  expect(second).toEqual({ engine: "wasm", code: "check_failed" });
});

for (const [filter, code, text] of [
  ["out-of-memory", "out_of_memory", "no memory for this"],
  ["validation", "gpu_error", "no such binding"],
] as const) {
  test(`${filter} error of a call: WASM computes it and says ${code}, the next call is WebGPU's`, async ({
    open,
    page,
  }) => {
    await open();
    const { results, status } = await page.evaluate(
      async ([filter, text]) => {
        const posenc = await window.posencTest.createPosenc({ engine: "webgpu" });
        const problem = { input: { kind: "tokens", tokens: ["a", "b", "c"], heads: 4 } } as const;
        const results = [await posenc.attention(problem)];
        const { pushErrorScope, popErrorScope } = GPUDevice.prototype;
        const scopes: GPUErrorFilter[] = [];
        GPUDevice.prototype.pushErrorScope = function (filter) {
          scopes.push(filter);
          return pushErrorScope.call(this, filter);
        };
        GPUDevice.prototype.popErrorScope = function () {
          const answer = popErrorScope.call(this);
          return scopes.pop() === filter ? answer.then(() => ({ message: text }) as GPUError) : answer;
        };
        results.push(await posenc.attention(problem));
        const permuted = await posenc.equivariance(problem);
        Object.assign(GPUDevice.prototype, { pushErrorScope, popErrorScope });
        results.push(await posenc.attention(problem));
        const outputs = results.map(({ engine, fallback, output }) => ({ engine, fallback, output: output?.data[0] }));
        return {
          results: [...outputs, { engine: permuted.engine, fallback: permuted.fallback }],
          status: posenc.status,
        };
      },
      [filter, text] as const,
    );
    expect(results.map(({ engine }) => engine)).toEqual(["webgpu", "wasm", "webgpu", "wasm"]);
    const fallback = { code, message: expect.stringMatching(new RegExp(`^WebGPU, .+: ${text}$`)) };
    expect(results.map(({ fallback }) => fallback)).toEqual([undefined, fallback, undefined, fallback]);
    const [first, fallen] = results as { output?: number }[];
    expect(fallen?.output).toBeCloseTo(first?.output ?? Number.NaN, 5);
    // One call's failure is no fault of the device.
    expect(status).toMatchObject({ engine: "webgpu" });
    expect(status.fallback).toBeUndefined();
  });
}

test("what the device has no room for is computed by WASM, and the result says what was too large", async ({
  open,
  page,
}) => {
  await open();
  const { engine, fallback, next } = await page.evaluate(async () => {
    const posenc = await window.posencTest.createPosenc({ engine: "webgpu" });
    for (const limit of ["maxBufferSize", "maxStorageBufferBindingSize"])
      Object.defineProperty(GPUSupportedLimits.prototype, limit, { get: () => 8192 });
    const tensor = (tokens: number) => window.numbers(1, tokens, 2);
    const problem = (tokens: number) =>
      ({ input: { kind: "tensors", query: tensor(tokens), key: tensor(tokens), value: tensor(tokens) } }) as const;
    const { engine, fallback } = await posenc.attention(problem(2100), { outputs: ["output"] });
    return { engine, fallback, next: (await posenc.attention(problem(10))).engine };
  });
  expect({ engine, next }).toEqual({ engine: "wasm", next: "webgpu" });
  const message = expect.stringMatching(/: needs \d+ bytes on the GPU, the limit of this WebGPU device is 8192 bytes$/);
  expect(fallback).toEqual({ code: "too_large", message });
});

test("auto measures an embedder's device at an idle moment and goes by it", async ({ open, page }) => {
  await open();
  const { first, small, rule, statuses, took } = await page.evaluate(async () => {
    const device = await (await navigator.gpu.requestAdapter())?.requestDevice();
    const statuses: string[] = [];
    const posenc = await window.posencTest.createPosenc({
      device,
      onStatus: ({ engine, rule }) => statuses.push(`${engine} ${rule === undefined ? "unmeasured" : "measured"}`),
    });
    const first = posenc.status;
    const input = { kind: "tokens", tokens: ["a", "b", "c"] } as const;
    const { engine: small, fallback } = await posenc.attention({ input });
    if (fallback) throw new Error(fallback.message);
    const start = performance.now();
    await window.until(() => posenc.status.rule !== undefined);
    const took = performance.now() - start;
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { first, small, rule: posenc.status.rule, statuses, took };
  });
  console.log(`rule on this adapter, measured in ${took.toFixed()} ms:`, rule);
  expect(first).toMatchObject({ engine: "webgpu", requested: "auto" });
  expect(first.rule).toBeUndefined();
  expect(small).toBe("wasm");
  expect(rule?.fixedMs).toBeGreaterThan(0);
  const { gpuRate = 0, wasmRate = 0, threshold } = rule ?? {};
  // Software is slower than WASM, so this says never; a GPU that is faster has a threshold.
  expect(threshold === null).toBe(gpuRate <= wasmRate);
  expect(statuses).toEqual(["webgpu unmeasured", `${threshold === null ? "wasm" : "webgpu"} measured`]);
});
