/** Long work on the GPU leaves the page free: its longest task on the main thread. */
import { longestTask } from "../e2e/longest-task.ts";
import { expect, test } from "./engine-page.ts";

declare global {
  interface Window {
    longCall?: () => Promise<void>;
    /** How the call went: the engine, its error in some rows, and what it told of its progress. */
    longCallFound?: () => { engine?: string; worst: number; progress: number[] };
  }
}

test("8 x 4096 x 64 on WebGPU never holds the page up for 50 ms", { tag: "@alone" }, async ({ open, page }) => {
  test.setTimeout(180_000);
  await open();
  await page.evaluate(async () => {
    const { createPosenc, largestErrorOf, wave } = window.posencTest;
    const posenc = await createPosenc({ engine: "webgpu" });
    const shape = [8, 4096, 64];
    const tensors = { query: wave(shape, 0.7), key: wave(shape, 1.3), value: wave(shape, 2.1) };
    const problem = { input: { kind: "tensors", ...tensors }, mask: { kind: "causal" } } as const;
    const progress: number[] = [];
    const onProgress = (done: number, total: number) => progress.push(done / total);
    let result: Awaited<ReturnType<typeof posenc.attention>> | undefined;
    window.longCall = async () => {
      result = await posenc.attention(problem, { outputs: ["output"], onProgress });
    };
    window.longCallFound = () => {
      const worst = largestErrorOf(result?.output, tensors, { rows: [0, 1, 1000, 2049, 4095], span: 4096 });
      return { engine: result?.engine, worst, progress };
    };
    // Compiles what the call needs.
    await posenc.attention({ input: { kind: "tokens", tokens: ["a", "b"] }, mask: { kind: "causal" } });
  });
  const longest = await longestTask(page, () => page.evaluate(() => window.longCall?.()));
  const { engine, worst, progress = [] } = (await page.evaluate(() => window.longCallFound?.())) ?? {};
  console.log(`longest task of the page: ${longest.toFixed(1)} ms, error ${worst}`);
  expect(engine).toBe("webgpu");
  expect(longest).toBeLessThan(50);
  expect(worst).toBeLessThan(2e-6);
  expect(progress.length).toBeGreaterThan(3);
  expect(progress).toEqual([...new Set(progress)].sort((a, b) => a - b));
  expect(progress.at(-1)).toBe(1);
});
