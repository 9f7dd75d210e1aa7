/** Problems that a GPU computes in parts, and long calls: numbers, progress, limits, and aborting them. */
import { expect, limitBindings, test } from "./engine-page.ts";

test("a problem beyond the limit of a binding is cut into parts with the same numbers", async ({ open, page }) => {
  await limitBindings(page, 2 ** 16);
  await open();
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
 * more memory for these lengths than it takes. responsive.spec.ts has 8 x 4096 x 64.
 */
for (const { heads, tokens, width, span } of [
  { heads: 1, tokens: 16384, width: 16, span: 16384 },
  { heads: 1, tokens: 65536, width: 8, span: 300 },
]) {
  test(`${heads} x ${tokens} x ${width}, ${span} keys back, on the default limits`, async ({ open, page }) => {
    test.setTimeout(180_000);
    await open();
    const found = await page.evaluate(
      async ({ heads, tokens, width, span }) => {
        const { openEngine, toCoreProblem, wave, largestErrorOf } = window.posencTest;
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
        const rows = [0, 1, 1000, Math.floor(tokens / 2) + 1, tokens - 1];
        return { worst: largestErrorOf(result.output, tensors, { rows, span }), progress, lastRun: engine.lastRun };
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

test("scores of 65536 tokens are refused with their bytes", async ({ open, page }) => {
  await open();
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

test("a long call on the GPU can be aborted in mid-run, and the next one works", async ({ open, page }) => {
  test.setTimeout(120_000);
  await open();
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

test("a long call of the reference can be aborted, and the next one works", async ({ open, page }) => {
  await open();
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
