/** A watched GPU: when it is measured, and how it ends. The core stands in for the GPU. */
import { afterAll, expect, test } from "vitest";
import type { EngineOptions } from "../../../web/src/engine/engine.ts";
import { PosencError } from "../../../web/src/engine/errors.ts";
import { createIdle } from "../../../web/src/engine/idle.ts";
import type { Problem } from "../../../web/src/engine/problem.ts";
import { createCoreClient } from "../../../web/src/engine/wasm/client.ts";
import { coreEngine } from "../../../web/src/engine/wasm/engine.ts";
import { watchGpu } from "../../../web/src/engine/webgpu/watch.ts";

const client = createCoreClient();
afterAll(() => client.close());
const wasm = coreEngine(client, "wasm");
const words: Problem = { input: { kind: "tokens", tokens: ["a", "b", "c"] } };
const whole: EngineOptions = { outputs: ["output"], permuted: false };

function watched(attention = wasm.attention) {
  let lose = (_: string) => {};
  const lost = new Promise<string>((resolve) => {
    lose = resolve;
  });
  const counts = { calls: 0, changes: 0, closed: 0 };
  const engine = {
    name: "webgpu",
    lost,
    attention: (problem: Problem, options: EngineOptions) => {
      counts.calls++;
      return attention(problem, options);
    },
    close: () => void counts.closed++,
  } as const;
  const idle = createIdle();
  const onChange = () => void counts.changes++;
  const gpu = watchGpu({ ...{ engine, wasm, client, idle }, onChange });
  return { gpu, counts, idle, lose };
}

const until = (holds: () => boolean) => expect.poll(holds, { timeout: 10_000 }).toBe(true);

test("small problems do not wait for the rule, the first large one does", async () => {
  const { gpu, counts } = watched();
  expect(await gpu.isWorth(1e6)).toBe(false);
  expect(counts.calls).toBe(0);
  const answers = await Promise.all([gpu.isWorth(2e9), gpu.isWorth(1e12)]);
  const threshold = gpu.rule?.threshold ?? Number.POSITIVE_INFINITY;
  expect(answers).toEqual([2e9 >= threshold, 1e12 >= threshold]);
  const { calls } = counts;
  expect(calls).toBeLessThanOrEqual(4 * 8);
  await gpu.isWorth(2e9);
  expect(counts).toEqual({ calls, changes: 1, closed: 0 });
});

test("measured at an idle moment: a call interrupts it, and it is made again", async () => {
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const { gpu, counts, idle } = watched(async (problem, options) => {
    await pause(10);
    return wasm.attention(problem, options);
  });
  gpu.measureAtIdle();
  gpu.measureAtIdle();
  while (counts.calls === 0) await pause(1);
  await idle.during(async () => {
    const { calls } = counts;
    await pause(100);
    expect(counts.calls).toBeLessThanOrEqual(calls + 1);
    expect(gpu.rule).toBeUndefined();
  });
  await until(() => gpu.rule !== undefined);
  expect(gpu.rule?.wasmRate).toBeGreaterThan(1e4);
  expect(counts.changes).toBe(1);
});

test("a GPU that fails while it is measured is out of use", async () => {
  const { gpu, counts } = watched(() => Promise.reject(new PosencError("out_of_memory", "no room")));
  gpu.measureAtIdle();
  await until(() => counts.changes > 0);
  expect(gpu.ended).toEqual({ code: "out_of_memory", message: "no room" });
  expect(await gpu.isWorth(1e12)).toBe(false);
  expect(counts.calls).toBe(1);
});

test("a loss ends it, once, and a closed one ends in silence", async () => {
  const { gpu, counts, lose } = watched();
  lose("unplugged");
  await until(() => gpu.ended !== undefined);
  expect(gpu.ended).toEqual({ code: "device_lost", message: "the WebGPU device was lost: unplugged" });
  expect(counts).toMatchObject({ changes: 1, closed: 0 });
  const other = watched();
  other.gpu.close();
  other.lose("closed");
  await new Promise((resolve) => setTimeout(resolve));
  expect(other.gpu.ended).toBeUndefined();
  expect(other.counts).toMatchObject({ changes: 0, closed: 1 });
});

test("a wrong number ends it and gives the device back", async () => {
  const { gpu, counts } = watched(async (problem, options) => {
    const result = await wasm.attention(problem, options);
    result.output?.data.set([5], 0);
    return result;
  });
  await gpu.engine.attention(words, whole);
  await until(() => gpu.ended !== undefined);
  expect(gpu.ended?.code).toBe("check_failed");
  expect(gpu.ended?.message).toMatch(/^WebGPU computed wrongly: output of head 0, query 0 differ from the core's by /);
  expect(gpu.check).toMatchObject({ calls: 1, rows: 3 });
  expect(counts).toEqual({ calls: 1, changes: 1, closed: 1 });
});
