/**
 * The engines in a real browser: parity of WebGPU with the reference, and what happens when it is not there, wrong,
 * too small or taken away. The adapter is SwiftShader, so numbers are tested here and speed is not.
 */
import { expect, type Page, test } from "@playwright/test";
import { type ServedPage, servePage } from "./serve-page.ts";

let served: ServedPage;
test.beforeAll(async () => {
  served = await servePage();
});
test.afterAll(() => served.close());

/** Whatever the page complains about, a refused resource for one, fails the test. */
let complaints: string[] = [];
test.beforeEach(({ page }) => {
  complaints = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
});
test.afterEach(() => expect(complaints).toEqual([]));

async function open(page: Page, url = served.url): Promise<void> {
  await page.goto(url);
  await page.waitForFunction(() => "posencTest" in window);
}

/** Runs the whole list on an engine of these options; what ran elsewhere and what failed must be nothing. */
async function parityOf(page: Page, options: { precision?: "f32" | "f16"; subgroups?: "off" | "on" }) {
  await open(page);
  return page.evaluate(async (options) => {
    const { createPosenc, openEngine, parityCases, runParity, failuresOf, summaryOf } = window.posencTest;
    const { parity, device } = await openEngine(options);
    const reference = await createPosenc({ engine: "reference" });
    const comparisons = await runParity(parity, reference, parityCases());
    const { architecture, subgroupMinSize } = device.adapterInfo;
    const failures = failuresOf(comparisons);
    return { adapter: `${architecture}, subgroups of ${subgroupMinSize}`, summary: summaryOf(comparisons), failures };
  }, options);
}

test("webgpu agrees with the reference on every case", async ({ page }) => {
  test.setTimeout(600_000);
  const { adapter, summary, failures } = await parityOf(page, {});
  console.log(`float32, ${adapter}\n${summary}`);
  expect(failures).toEqual([]);
});

for (const [feature, options] of [
  ["subgroups", { subgroups: "on" }],
  ["shader-f16", { precision: "f16" }],
] as const) {
  test(`webgpu with ${feature} agrees with the reference, or says that the device is without`, async ({ page }) => {
    test.setTimeout(600_000);
    await open(page);
    const offered = await page.evaluate(
      async (name) => (await navigator.gpu.requestAdapter())?.features.has(name) ?? false,
      feature,
    );
    if (offered) {
      const { adapter, summary, failures } = await parityOf(page, options);
      console.log(`${feature}, ${adapter}\n${summary}`);
      expect(failures).toEqual([]);
      return;
    }
    console.log(`NOT RUN: parity with ${feature}, this adapter is without it`);
    const refused = await page.evaluate(
      (options) => window.posencTest.openEngine(options).catch(({ code, message }) => ({ code, message })),
      options,
    );
    expect(refused).toMatchObject({ code: "engine_unavailable" });
    expect((refused as { message: string }).message).toContain(`expected a WebGPU device with ${feature}`);
  });
}

test("wasm in the browser agrees with the reference", async ({ page }) => {
  test.setTimeout(300_000);
  await open(page);
  const { summary, failures } = await page.evaluate(async () => {
    const { createPosenc, parityCases, runParity, failuresOf, summaryOf } = window.posencTest;
    const wasm = await createPosenc({ engine: "wasm" });
    const reference = await createPosenc({ engine: "reference" });
    const comparisons = await runParity(wasm, reference, parityCases());
    return { summary: summaryOf(comparisons), failures: failuresOf(comparisons) };
  });
  console.log(summary);
  expect(failures).toEqual([]);
});

test("what the GPU cannot hold is computed on wasm, call by call, and the result says so", async ({ page }) => {
  await open(page);
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

test("what float32 cannot hold is refused as the core refuses it", async ({ page }) => {
  await open(page);
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

test("webgpu hands on what needs no arithmetic, bit for bit", async ({ page }) => {
  await open(page);
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

test("equivariance is one code for all engines", async ({ page }) => {
  await open(page);
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

test("auto leaves a software adapter alone", async ({ page }) => {
  await open(page);
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
  test(`without WebGPU the core computes, and says ${code}`, async ({ page }) => {
    await page.addInitScript(tamper);
    await open(page);
    const { status, engine } = await page.evaluate(async () => {
      const posenc = await window.posencTest.createPosenc({ engine: "webgpu" });
      const result = await posenc.attention({ input: { kind: "tokens", tokens: ["a"] } });
      return { status: posenc.status, engine: result.engine };
    });
    expect(status).toMatchObject({ engine: "wasm", requested: "webgpu", fallback: { code } });
    expect(engine).toBe("wasm");
  });
}

test("an adapter that computes wrongly is refused by the self-test", async ({ page }) => {
  await page.addInitScript(() => {
    const { createShaderModule } = GPUDevice.prototype;
    GPUDevice.prototype.createShaderModule = function (descriptor) {
      const code = descriptor.code.replace("x * cosine - other", "x * cosine + other");
      return createShaderModule.call(this, { ...descriptor, code });
    };
  });
  await open(page);
  const status = await page.evaluate(async () => (await window.posencTest.createPosenc({ engine: "webgpu" })).status);
  expect(status).toMatchObject({ engine: "wasm", fallback: { code: "self_test_failed" } });
  expect(status.fallback?.message).toMatch(/self-test "rotary" differ from the core's by 0\.\d+/);
});

test("a shader that does not compile is refused with the compiler's words", async ({ page }) => {
  await page.addInitScript(() => {
    const { createShaderModule } = GPUDevice.prototype;
    GPUDevice.prototype.createShaderModule = function (descriptor) {
      return createShaderModule.call(this, { ...descriptor, code: `${descriptor.code} nonsense` });
    };
  });
  await open(page);
  const status = await page.evaluate(async () => (await window.posencTest.createPosenc({ engine: "webgpu" })).status);
  expect(status).toMatchObject({ engine: "wasm", fallback: { code: "self_test_failed" } });
  expect(status.fallback?.message).toMatch(/WebGPU, (prepare|attend): .*nonsense/s);
  // Chromium itself writes the shader's error to the console.
  complaints = complaints.filter((text) => !/nonsense|Invalid ShaderModule/.test(text));
});

test("a device taken away in mid-run: the call ends on wasm, and the reason is told", async ({ page }) => {
  await open(page);
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

test("close is silent, ends the device of ours and spares the embedder's", async ({ page }) => {
  await open(page);
  const { statuses, embedders, code } = await page.evaluate(async () => {
    const adapter = await navigator.gpu.requestAdapter();
    const device = await adapter?.requestDevice();
    let seen = 0;
    const onStatus = () => {
      seen++;
    };
    const own = await window.posencTest.createPosenc({ engine: "webgpu", onStatus });
    const injected = await window.posencTest.createPosenc({ engine: "webgpu", device, onStatus });
    own.close();
    injected.close();
    const lost = await Promise.race([device?.lost, new Promise((resolve) => setTimeout(resolve, 200, "alive"))]);
    const refused = await own.attention({ input: { kind: "tokens", tokens: ["a"] } }).catch((error) => error.code);
    return { statuses: seen, embedders: lost, code: refused };
  });
  expect({ statuses, embedders, code }).toEqual({ statuses: 2, embedders: "alive", code: "closed" });
});

/** A device that holds this many bytes in a binding, whatever the adapter offers. */
async function limitBindings(page: Page, bytes: number): Promise<void> {
  await page.addInitScript((bytes) => {
    Object.defineProperty(GPUSupportedLimits.prototype, "maxStorageBufferBindingSize", { get: () => bytes });
  }, bytes);
}

test("what does not fit the device is computed on wasm, with bytes and limit as the reason", async ({ page }) => {
  await limitBindings(page, 2 ** 18);
  await open(page);
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

test("a problem beyond the limit of a binding is cut into parts with the same numbers", async ({ page }) => {
  await limitBindings(page, 2 ** 16);
  await open(page);
  const { worst, engine } = await page.evaluate(async () => {
    const { openEngine, toCoreProblem, wave, attend } = window.posencTest;
    const { engine, core } = await openEngine({});
    let worst = 0;
    for (const method of ["rotary", "transformer_xl", "alibi"] as const) {
      const tensors = { query: wave([6, 170, 20], 0.7), key: wave([3, 170, 20], 1.3), value: wave([3, 170, 20], 2.1) };
      const problem = toCoreProblem({
        ...{ input: { kind: "tensors", ...tensors }, method: { kind: method } },
        mask: { kind: "causal" },
      });
      const [ours, expected] = [await attend(engine, problem), await attend(core, problem)];
      for (const name of ["weights", "output"] as const)
        ours[name]?.data.forEach((number, at) => {
          worst = Math.max(worst, Math.abs(number - (expected[name]?.data[at] ?? Number.NaN)));
        });
    }
    return { worst, engine: engine.name };
  });
  expect(engine).toBe("webgpu");
  expect(worst).toBeLessThan(1e-5);
});

/**
 * Long problems on the default limits. A few rows are computed again here, in double precision: the core would need
 * more memory for these lengths than it takes.
 */
for (const { heads, tokens, width, window: span } of [
  { heads: 8, tokens: 4096, width: 64, window: 4096 },
  { heads: 1, tokens: 16384, width: 16, window: 16384 },
  { heads: 1, tokens: 65536, width: 8, window: 300 },
]) {
  test(`${heads} x ${tokens} x ${width}, ${span} keys back, on the default limits`, async ({ page }) => {
    test.setTimeout(180_000);
    await open(page);
    const found = await page.evaluate(
      async ({ heads, tokens, width, span }) => {
        const { openEngine, toCoreProblem, wave, rowOf } = window.posencTest;
        const device = await (await navigator.gpu.requestAdapter())?.requestDevice();
        const { engine } = await openEngine({}, device);
        const shape = [heads, tokens, width];
        const tensors = { query: wave(shape, 0.7), key: wave(shape, 1.3), value: wave(shape, 2.1) };
        const mask = { kind: "sliding_window", window: span } as const;
        const problem = toCoreProblem({ input: { kind: "tensors", ...tensors }, mask });
        const progress: [done: number, total: number][] = [];
        const result = await engine.attention(problem, {
          ...{ outputs: ["output"], permuted: false },
          onProgress: (done, total) => progress.push([done, total]),
        });
        let worst = 0;
        for (const i of [0, 1, 1000, Math.floor(tokens / 2) + 1, tokens - 1]) {
          const h = i % heads;
          const expected = rowOf(tensors, [h, i], [Math.max(0, i + 1 - span), i + 1]);
          for (let c = 0; c < width; c++) {
            const number = result.output?.data[(h * tokens + i) * width + c] ?? Number.NaN;
            worst = Math.max(worst, Math.abs(number - (expected[c] ?? Number.NaN)));
          }
        }
        return { worst, progress, lastRun: engine.lastRun };
      },
      { heads, tokens, width, span },
    );
    console.log(`${heads} x ${tokens} x ${width}: error ${found.worst}, ${JSON.stringify(found.lastRun)}`);
    expect(found.worst).toBeLessThan(2e-6);
    expect(found.progress.length).toBeGreaterThan(3);
    found.progress.forEach(([done, total], n) => {
      expect(total).toBe(found.progress[0]?.[1]);
      expect(done).toBeGreaterThan(found.progress[n - 1]?.[0] ?? 0);
    });
    expect(found.progress.at(-1)?.[0]).toBe(found.progress[0]?.[1]);
    expect(found.lastRun?.bytes).toBeGreaterThan(heads * tokens * width * 4 * 4);
  });
}

test("scores of 65536 tokens are refused with their bytes", async ({ page }) => {
  await open(page);
  const error = await page.evaluate(async () => {
    const { openEngine, toCoreProblem, wave } = window.posencTest;
    const { engine } = await openEngine({});
    const row = wave([1, 65536, 1], 0.7);
    const problem = toCoreProblem({ input: { kind: "tensors", query: row, key: row, value: row } });
    return engine
      .attention(problem, { outputs: ["scores"], permuted: false })
      .catch(({ code, message }) => ({ code, message }));
  });
  expect(error).toEqual({
    code: "too_large",
    message: "scores: needs 17179869184 bytes, expected at most 1073741824 bytes in a result",
  });
});

test("a device destroyed in the middle of a long call: the call ends on wasm", async ({ page }) => {
  test.setTimeout(120_000);
  await open(page);
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

test("a long call on the GPU can be aborted in mid-run, and the next one works", async ({ page }) => {
  test.setTimeout(120_000);
  await open(page);
  const { code, waited, next, told } = await page.evaluate(async () => {
    const { createPosenc, wave } = window.posencTest;
    const posenc = await createPosenc({ engine: "webgpu" });
    const shape = [8, 2048, 64];
    const input = { kind: "tensors", query: wave(shape, 0.7), key: wave(shape, 1.3), value: wave(shape, 2.1) } as const;
    const abort = new AbortController();
    let [aborted, told] = [0, 0];
    const onProgress = () => {
      if (++told < 3) return;
      aborted = performance.now();
      abort.abort();
    };
    const caught = await posenc
      .attention({ input }, { outputs: ["output"], signal: abort.signal, onProgress })
      .catch((error) => error.code);
    const rejected = performance.now() - aborted;
    const small = await posenc.attention({ input: { kind: "tokens", tokens: ["a"] } });
    return { code: caught, waited: rejected, next: [small.engine, small.weights?.data[0]], told };
  });
  expect({ code, told, next }).toEqual({ code: "aborted", told: 3, next: ["webgpu", 1] });
  expect(waited).toBeLessThan(50);
});

test("a long call of the reference can be aborted, and the next one works", async ({ page }) => {
  await open(page);
  const { code, waited, next } = await page.evaluate(async () => {
    const posenc = await window.posencTest.createPosenc({ engine: "reference" });
    const tokens = Array.from({ length: 1500 }, (_, i) => `${i}`);
    const input = { kind: "tokens", tokens, heads: 16, model_dim: 1024 } as const;
    const abort = new AbortController();
    let aborted = 0;
    setTimeout(() => {
      aborted = performance.now();
      abort.abort();
    }, 300);
    const caught = await posenc
      .attention({ input }, { signal: abort.signal, outputs: ["output"] })
      .catch((e) => e.code);
    const rejected = performance.now() - aborted;
    const small = await posenc.attention({ input: { kind: "tokens", tokens: ["a"] } });
    return { code: caught, waited: rejected, next: small.weights?.data[0] };
  });
  expect(code).toBe("aborted");
  expect(waited).toBeLessThan(50);
  expect(next).toBe(1);
});

test("the core runs in a worker, and on the page's thread where workers are forbidden", async ({ page }) => {
  const compute = () =>
    page.evaluate(async () => {
      const posenc = await window.posencTest.createPosenc({ engine: "wasm" });
      return (await posenc.attention({ input: { kind: "tokens", tokens: ["a", "b"] } })).output?.data.join();
    });
  await open(page);
  const inWorker = await compute();
  expect(page.workers()).toHaveLength(1);
  expect(page.workers()[0]?.url()).toMatch(/\/some\/folder\/assets\/worker-\w/);

  await open(page, served.urlWithoutWorkers);
  expect(await compute()).toBe(inWorker);
  expect(page.workers()).toHaveLength(0);
  // The browser reports the worker that it refused.
  complaints = complaints.filter((text) => !/worker/i.test(text));
});

test("where WebAssembly is forbidden the error says so", async ({ page }) => {
  await open(page, served.urlWithoutWasm);
  const error = await page.evaluate(() =>
    window.posencTest.createPosenc().catch(({ name, code, message }) => ({ name, code, message })),
  );
  expect(error).toMatchObject({ name: "PosencError", code: "engine_unavailable" });
  expect((error as { message: string }).message).toMatch(
    /could not be loaded: .*(Content Security Policy|unsafe-eval)/,
  );
  complaints = complaints.filter((text) => !/worker|wasm|WebAssembly|ArrayBuffer/i.test(text));
});
