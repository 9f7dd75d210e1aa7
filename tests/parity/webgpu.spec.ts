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

test("webgpu and wasm agree with the reference", async ({ page }) => {
  test.setTimeout(300_000);
  await open(page);
  const { status, summary, failures, elsewhere, fallen } = await page.evaluate(async () => {
    const { createPosenc, parityCases, runsOnGpu, runParity, failuresOf, summaryOf } = window.posencTest;
    const webgpu = await createPosenc({ engine: "webgpu" });
    const wasm = await createPosenc({ engine: "wasm" });
    const reference = await createPosenc({ engine: "reference" });
    const cases = parityCases();
    const others = cases.filter(({ problem }) => !runsOnGpu(problem)).filter((_, i) => i % 9 === 0);
    const onGpu = await runParity(
      webgpu,
      reference,
      cases.filter(({ problem }) => runsOnGpu(problem)),
    );
    const onWasm = await runParity(webgpu, reference, others);
    const comparisons = [...onGpu, ...onWasm, ...(await runParity(wasm, reference, cases))];
    return {
      status: webgpu.status,
      summary: summaryOf(comparisons),
      failures: failuresOf(comparisons),
      // What ran on another engine than it must.
      elsewhere: [
        ...onGpu.filter(({ engine }) => engine !== "webgpu"),
        ...onWasm.filter(({ engine }) => engine !== "wasm"),
      ].map(({ name, engine }) => `${name} on ${engine}`),
      fallen: [...new Set(onWasm.map(({ method }) => method))],
    };
  });
  console.log(`adapter: ${JSON.stringify(status.adapter)}\n${summary}`);
  // Calls that the GPU cannot do are no fault of it: it stays in use.
  expect(status).toMatchObject({ engine: "webgpu", requested: "webgpu" });
  expect(status.fallback).toBeUndefined();
  expect(elsewhere).toEqual([]);
  expect(fallen.length).toBeGreaterThan(3);
  expect(failures).toEqual([]);
});

test("what the GPU cannot do is computed on wasm, call by call, and the result says so", async ({ page }) => {
  await open(page);
  const { engines, equivariance, original, status, seen } = await page.evaluate(async () => {
    let changes = 0;
    const onStatus = () => {
      changes++;
    };
    const posenc = await window.posencTest.createPosenc({ engine: "webgpu", onStatus });
    const input = { kind: "tokens", tokens: ["a", "b", "c"], heads: 2 } as const;
    const run = async (method: "shaw" | "rotary" | "cope") =>
      (await posenc.attention({ input, method: { kind: method } })).engine;
    const engines = [await run("shaw"), await run("rotary"), await run("cope"), await run("rotary")];
    const permuted = await posenc.equivariance({ input, method: { kind: "transformer_xl" } });
    const { engine: equivariance, original } = permuted;
    return { engines, equivariance, original: original.engine, status: posenc.status, seen: changes };
  });
  expect(engines).toEqual(["wasm", "webgpu", "wasm", "webgpu"]);
  expect({ equivariance, original }).toEqual({ equivariance: "wasm", original: "wasm" });
  expect(status).toMatchObject({ engine: "webgpu" });
  expect(status.fallback).toBeUndefined();
  expect(seen).toBe(1);
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
      const code = descriptor.code.replace("a * cosine[entry] - b", "a * cosine[entry] + b");
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
  expect(status.fallback?.message).toMatch(/WebGPU, rotate: .*nonsense/s);
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
      engine: "auto",
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

test("what does not fit the device is refused with bytes and limit, and the next call works", async ({ page }) => {
  await open(page);
  const { error, engine } = await page.evaluate(async () => {
    // Default limits: 128 MiB per binding.
    const device = await (await navigator.gpu.requestAdapter())?.requestDevice();
    const posenc = await window.posencTest.createPosenc({ engine: "webgpu", device });
    const tensor = (tokens: number) => ({ shape: [8, tokens, 2], data: new Float32Array(16 * tokens) });
    const problem = (tokens: number) =>
      ({ input: { kind: "tensors", query: tensor(tokens), key: tensor(tokens), value: tensor(tokens) } }) as const;
    const refused = await posenc.attention(problem(2100)).catch(({ code, message }) => ({ code, message }));
    return { error: refused, engine: (await posenc.attention(problem(10))).engine };
  });
  expect(error).toEqual({
    code: "too_large",
    message: "scores: needs 141120000 bytes on the GPU, the limit of this WebGPU device is 134217728 bytes",
  });
  expect(engine).toBe("webgpu");
});

test("a long call can be aborted, and the next one works", async ({ page }) => {
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
