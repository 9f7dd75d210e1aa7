/**
 * Every engine of a browser beside the reference, on the whole case list: WASM, WebGPU as a Posenc runs it, and its
 * variants that the adapter offers. Each case goes to the reference once. The adapter is SwiftShader, so numbers are
 * tested here and speed is not.
 */
import { expect, test } from "./engine-page.ts";
import type { ParityEngine } from "./run-parity.ts";

const variants = {
  subgroups: { subgroups: "on" },
  "shader-f16": { precision: "f16" },
} as const;

test("every engine agrees with the reference on every case, and rows of every case with the core", async ({
  open,
  page,
}) => {
  test.setTimeout(600_000);
  await open();
  const { cases, found, status } = await page.evaluate(async (variants) => {
    const { createPosenc, openEngine, parityCases, runParity, failuresOf, summaryOf } = window.posencTest;
    let onCheck = () => {};
    const posenc = await createPosenc({ engine: "webgpu", onStatus: () => onCheck() });
    // Only the newest call is checked, at an idle moment, so the next one waits for it.
    let checked = Promise.resolve();
    const attention: ParityEngine["attention"] = async (problem, options) => {
      await checked;
      checked = new Promise((resolve) => {
        onCheck = resolve;
      });
      const result = await posenc.attention(problem, options);
      if (result.engine !== "webgpu") onCheck();
      return result;
    };
    const engines: Record<string, ParityEngine> = {
      webgpu: { attention },
      wasm: await createPosenc({ engine: "wasm" }),
    };
    const features = (await navigator.gpu.requestAdapter())?.features;
    for (const [feature, options] of Object.entries(variants))
      if (features?.has(feature)) engines[feature] = (await openEngine(options)).parity;
    const cases = parityCases();
    const reference = await createPosenc({ engine: "reference" });
    const comparisons = await runParity(Object.values(engines), reference, cases);
    await checked;
    const found = Object.keys(engines).map((name, n) => {
      const ofEngine = comparisons[n] ?? [];
      const used = [...new Set(ofEngine.map(({ engine }) => engine))];
      return { name, used, count: ofEngine.length, summary: summaryOf(ofEngine), failures: failuresOf(ofEngine) };
    });
    return { cases: cases.length, found, status: posenc.status };
  }, variants);
  for (const { name, summary } of found) console.log(`${name}, ${status.adapter?.architecture}\n${summary}`);
  const { check } = status;
  console.log(`rows of ${check?.calls} calls computed again: worst ${check?.worst}, allowed there ${check?.allowed}`);
  for (const { name, used, count, failures } of found) {
    expect(failures, name).toEqual([]);
    expect({ name, used, count }).toEqual({ name, used: [name === "wasm" ? "wasm" : "webgpu"], count: 3 * cases });
  }
  expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(["wasm", "webgpu"]));
  expect(status.fallback).toBeUndefined();
  expect(status).toMatchObject({ engine: "webgpu", check: { calls: cases } });
  expect(check?.worst).toBeLessThanOrEqual(check?.allowed ?? Number.NaN);
});

for (const [feature, options] of Object.entries(variants)) {
  test(`an adapter without ${feature} is refused by an engine that needs it`, async ({ open, page }) => {
    await open();
    const refused = await page.evaluate(
      async ({ feature, options }) => {
        const adapter = await navigator.gpu.requestAdapter();
        const bare = await adapter?.requestDevice();
        const { code, message } = await window.posencTest
          .openEngine(options, bare)
          .then(() => ({ code: "opened", message: "" }))
          .catch(({ code, message }) => ({ code, message }));
        return { code, message, offered: adapter?.features.has(feature) ?? false };
      },
      { feature, options },
    );
    if (!refused.offered) console.log(`NOT RUN: parity with ${feature}, this adapter is without it`);
    expect(refused.code).toBe("engine_unavailable");
    expect(refused.message).toContain(`expected a WebGPU device with ${feature}`);
  });
}
