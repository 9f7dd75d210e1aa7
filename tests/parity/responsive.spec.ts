/** Long work on the GPU leaves the page free: its longest task on the main thread. */
import { expect, test } from "@playwright/test";
import { longestTask } from "../e2e/longest-task.ts";
import { type ServedPage, servePage } from "./serve-page.ts";

let served: ServedPage;
test.beforeAll(async () => {
  served = await servePage();
});
test.afterAll(() => served.close());

declare global {
  interface Window {
    longProblem?: () => Promise<string>;
  }
}

test("8 x 4096 x 64 on WebGPU never holds the page up for 50 ms", { tag: "@alone" }, async ({ page }) => {
  test.setTimeout(180_000);
  await page.goto(served.url);
  await page.waitForFunction(() => "posencTest" in window);
  await page.evaluate(async () => {
    const { createPosenc, wave } = window.posencTest;
    const posenc = await createPosenc({ engine: "webgpu" });
    const shape = [8, 4096, 64];
    const tensors = { query: wave(shape, 0.7), key: wave(shape, 1.3), value: wave(shape, 2.1) };
    const problem = { input: { kind: "tensors", ...tensors }, mask: { kind: "causal" } } as const;
    window.longProblem = async () => (await posenc.attention(problem, { outputs: ["output"] })).engine;
    // Compiles what the call needs.
    await posenc.attention({ input: { kind: "tokens", tokens: ["a", "b"] }, mask: { kind: "causal" } });
  });
  let engine: string | undefined;
  const longest = await longestTask(page, async () => {
    engine = await page.evaluate(() => window.longProblem?.());
  });
  console.log(`longest task of the page: ${longest.toFixed(1)} ms`);
  expect(engine).toBe("webgpu");
  expect(longest).toBeLessThan(50);
});
