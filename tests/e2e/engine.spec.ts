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

test("what WebGPU does not have is computed by WASM, and the badge says so", { tag: "@adapter" }, async ({ page }) => {
  await open(page, { query: "lang=en&engine=webgpu", hash });
  await expect(page.getByTestId("badge")).toHaveAttribute("data-engine", "webgpu", { timeout: 20_000 });
  await chooseMethod(page, "shaw");
  await expect(verdict(page)).toContainText("Shaw");
  const engine = await page.getByTestId("badge").getAttribute("data-engine");
  if (engine === "wasm") {
    await expect(page.getByTestId("badge")).toContainText("WASM SIMD");
    await expect(page.getByTestId("fallback")).toHaveText(
      "Computed by WASM here: the WebGPU engine does not have Shaw yet.",
    );
  } else {
    await expect(page.getByTestId("fallback")).toBeEmpty();
  }
  expect(await difference(page)).toBeGreaterThan(1e-3);
  await chooseMethod(page, "alibi");
  await expect(page.getByTestId("badge")).toHaveAttribute("data-engine", "webgpu");
  await expect(page.getByTestId("fallback")).toBeEmpty();
});
