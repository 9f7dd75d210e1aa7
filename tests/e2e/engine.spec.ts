/** The engine's badge and switch, with and without a WebGPU adapter. */
import { servePage } from "../parity/serve-page.ts";
import { chooseMethod, difference, expect, hashOf, open, test, verdict, words } from "./support.ts";

const hash = hashOf({ input: words("狗", "咬", "人"), method: { kind: "rotary" }, mask: { kind: "causal" } });

test("WebAssembly and the reference give the same verdict", async ({ page }) => {
  await open(page, { query: "lang=en&engine=wasm", hash });
  await expect(page.getByTestId("badge")).toHaveText("WASM SIMD “wasm”, 4 lanes");
  await expect(page.getByTestId("fallback")).toBeEmpty();
  const float = await difference(page);
  await page.getByLabel("Engine").selectOption("reference");
  await expect(page.getByTestId("badge")).toHaveAttribute("data-engine", "reference");
  expect(new URL(page.url()).searchParams.get("engine")).toBe("reference");
  await expect.poll(() => difference(page)).not.toBe(float);
  expect(await difference(page)).toBeCloseTo(float, 5);
  await expect(verdict(page)).toHaveAttribute("data-follows", "false");
});

test("a large problem is shared among workers, bit for bit the same", { tag: "@no-adapter" }, async ({
  page,
  watch,
}) => {
  const served = await servePage();
  await page.goto(served.url);
  await page.waitForFunction(() => "posencTest" in window);
  const workers: string[] = [];
  page.on("worker", (worker) => workers.push(worker.url()));
  const { statuses, progress, equal } = await page.evaluate(async () => {
    const { createPosenc } = window.posencTest;
    const numbers = (...shape: [number, number, number]) => ({
      shape,
      data: Float32Array.from({ length: shape[0] * shape[1] * shape[2] }, (_, i) => Math.sin(i * i)),
    });
    const [query, key, value] = [numbers(8, 1200, 64), numbers(4, 1200, 64), numbers(4, 1200, 64)];
    const problem = { input: { kind: "tensors", query, key, value }, method: { kind: "rotary" } } as const;
    const progress: number[] = [];
    const run = async (workers: number) => {
      const posenc = await createPosenc({ engine: "wasm", workers });
      const onProgress = (done: number, total: number) => void progress.push(done / total);
      const { output } = await posenc.attention(problem, { outputs: ["output"], onProgress });
      const status = posenc.status.workers;
      posenc.close();
      return { status, data: output?.data ?? [] };
    };
    const [one, two] = [await run(1), await run(2)];
    const equal = one.data.length === two.data.length && one.data.every((number, i) => Object.is(number, two.data[i]));
    return { statuses: [one.status, two.status], progress, equal };
  });
  await served.close();
  expect({ statuses, progress, equal }).toEqual({ statuses: [1, 2], progress: [1, 0.5, 1], equal: true });
  expect(workers).toHaveLength(3);
  // The page of this test is served from an origin of its own.
  watch.splice(0, watch.length, ...watch.filter((seen) => !seen.startsWith(`request: ${served.url}`)));
});

test("without an adapter the badge says that WebAssembly computes, and why", { tag: "@no-adapter" }, async ({
  page,
}) => {
  await open(page, { query: "lang=en&engine=webgpu", hash });
  await expect(page.getByTestId("badge")).toHaveAttribute("data-engine", "wasm");
  await expect(page.getByTestId("fallback")).toHaveText(/WebGPU is not in use: .*adapter/);
  await page.getByTestId("language").selectOption("zh-Hans");
  await expect(page.getByTestId("fallback")).toHaveText(/未使用 WebGPU：/);
  expect(await difference(page)).toBeGreaterThan(1e-3);
});

test("with an adapter the badge names it and the verdict is the same", { tag: "@adapter" }, async ({ page }) => {
  await open(page, { query: "lang=en&engine=wasm", hash });
  const float = await difference(page);
  await page.getByLabel("Engine").selectOption("webgpu");
  await expect(page.getByTestId("badge")).toHaveAttribute("data-engine", "webgpu", { timeout: 20_000 });
  await expect(page.getByTestId("badge")).toContainText("WebGPU on");
  await expect(page.getByTestId("fallback")).toBeEmpty();
  await expect.poll(() => difference(page)).toBeCloseTo(float, 5);
  await expect(verdict(page)).toHaveAttribute("data-follows", "false");
  await chooseMethod(page, "nope");
  await page.getByLabel("None", { exact: true }).check();
  await expect(verdict(page)).toHaveAttribute("data-follows", "true");
  expect(await difference(page)).toBeLessThanOrEqual(1e-6);
});

test("the badge says in three languages how rows of the result compare with the core's", { tag: "@adapter" }, async ({
  page,
}) => {
  await open(page, { query: "lang=en&engine=webgpu", hash });
  const check = page.getByTestId("check");
  await expect(check).toHaveText(
    /^Checked against the core: (worst )?error (0|\d\.\d.×.10⁻[⁶⁷⁸]) in \d+ rows \(allowed \d\.\d.×.10⁻[⁵⁶]\)$/,
    { timeout: 20_000 },
  );
  await page.getByTestId("language").selectOption("zh-Hans");
  await expect(check).toHaveText(/^已与计算核心核对：\d+ 行中最大误差 .+（允许 \d\.\d.×.10⁻[⁵⁶]）$/);
  await page.getByTestId("language").selectOption("zh-Hant");
  await expect(check).toHaveText(/^已與計算核心核對：\d+ 列中最大誤差 .+（允許 \d\.\d.×.10⁻[⁵⁶]）$/);
  await page.getByTestId("language").selectOption("en");
  const before = await check.textContent();
  await chooseMethod(page, "alibi");
  await expect(check).not.toHaveText(before ?? "");
  await page.getByLabel("Engine").selectOption("wasm");
  await expect(check).toBeEmpty();
  await expect(page.getByTestId("rule")).toBeEmpty();
});

test("a GPU found wrong gives way to WASM with its numbers, and the page goes on", { tag: "@adapter" }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    if (!("GPUBuffer" in window)) return; // about:blank
    const { getMappedRange } = GPUBuffer.prototype;
    GPUBuffer.prototype.getMappedRange = function (...args) {
      const range = getMappedRange.apply(this, args);
      // 16 bytes are timestamps.
      if ("posencWrong" in window && this.usage & GPUBufferUsage.MAP_READ && range.byteLength > 16) {
        const numbers = new Float32Array(range, 0, Math.floor(range.byteLength / 4));
        for (const [i, number] of numbers.entries()) if (Math.abs(number) < 2) numbers[i] = number + 0.125;
      }
      return range;
    };
  });
  await open(page, { query: "lang=en&engine=webgpu", hash });
  await expect(page.getByTestId("check")).toContainText("Checked", { timeout: 20_000 });
  await page.evaluate(() => Object.assign(window, { posencWrong: true }));
  await chooseMethod(page, "nope");
  const fallback = page.getByTestId("fallback");
  await expect(fallback).toHaveText(
    /^WebGPU is not in use: its numbers differed from the core’s by 0\.\d+, allowed is \d\.\d.×.10⁻[⁵⁶]\.$/,
  );
  await expect(page.getByTestId("badge")).toHaveText("WASM SIMD “wasm”, 4 lanes");
  await expect(page.getByTestId("check")).toBeEmpty();
  await expect(verdict(page)).toContainText("without positions");
  expect(await difference(page)).toBeGreaterThan(1e-3);
  await page.getByLabel("None", { exact: true }).check();
  await expect(verdict(page)).toHaveAttribute("data-follows", "true");
  expect(await difference(page)).toBeLessThanOrEqual(1e-6);
  await page.getByTestId("language").selectOption("zh-Hant");
  await expect(fallback).toHaveText(/^未使用 WebGPU：其結果與計算核心相差 0\.\d+，允許的是 \d\.\d.×.10⁻[⁵⁶]。$/);
});

test("a call that the GPU refuses is computed by WASM, and the badge says so", { tag: "@adapter" }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    if (!("GPUDevice" in window)) return; // about:blank
    const { popErrorScope } = GPUDevice.prototype;
    GPUDevice.prototype.popErrorScope = function () {
      const answer = popErrorScope.call(this);
      return "posencFull" in window ? answer.then(() => ({ message: "no room" }) as GPUError) : answer;
    };
  });
  await open(page, { query: "lang=en&engine=webgpu", hash });
  await expect(page.getByTestId("badge")).toHaveAttribute("data-engine", "webgpu", { timeout: 20_000 });
  await page.evaluate(() => Object.assign(window, { posencFull: true }));
  await chooseMethod(page, "alibi");
  const fallback = page.getByTestId("fallback");
  await expect(fallback).toContainText("Computed by WASM here: the GPU has not enough memory for this.");
  await expect(fallback.locator(".detail")).toHaveText(/^WebGPU, .+: no room$/);
  await expect(page.getByTestId("badge")).toHaveAttribute("data-engine", "wasm");
  expect(await difference(page)).toBeGreaterThan(1e-3);
  await page.evaluate(() => Reflect.deleteProperty(window, "posencFull"));
  await chooseMethod(page, "rotary");
  await expect(page.getByTestId("badge")).toHaveAttribute("data-engine", "webgpu");
  await expect(fallback).toBeEmpty();
});

test("automatic measures an adapter that says to be hardware, and the badge tells the rule", {
  tag: "@adapter",
}, async ({ page }) => {
  await page.addInitScript(() => {
    if (!("GPUAdapterInfo" in window)) return; // about:blank
    for (const [name, value] of Object.entries({ isFallbackAdapter: false, architecture: "none", description: "" }))
      Object.defineProperty(GPUAdapterInfo.prototype, name, { get: () => value });
  });
  await open(page, { query: "lang=en", hash });
  await expect(page.getByTestId("badge")).toHaveText("WASM SIMD “wasm”, 4 lanes");
  // What it is that computes behind the name: SwiftShader.
  const rule = page.getByTestId("rule");
  await expect(rule).toHaveText("As measured here, WebGPU is not faster than WebAssembly", { timeout: 20_000 });
  await expect(rule).toHaveAttribute(
    "title",
    /^A WebGPU call costs \S+ ms more\. .*: WebGPU \d.*, WebAssembly \d.*\.$/,
  );
  await expect(page.getByTestId("fallback")).toBeEmpty();
  await page.getByTestId("language").selectOption("zh-Hans");
  await expect(rule).toHaveText("本机实测：WebGPU 不比 WebAssembly 快");
});
