/** Checks of a GPU's results: the core stands in for the GPU, with numbers changed on their way. */
import { afterAll, describe, expect, test } from "vitest";
import type { AttentionEngine } from "../../../web/src/engine/engine.ts";
import { createIdle } from "../../../web/src/engine/idle.ts";
import type { OutputName, Problem, Tensor } from "../../../web/src/engine/problem.ts";
import { toCoreProblem } from "../../../web/src/engine/problem-json.ts";
import { createCoreClient } from "../../../web/src/engine/wasm/client.ts";
import type { CoreAttention } from "../../../web/src/engine/wasm/core-module.ts";
import { coreEngine } from "../../../web/src/engine/wasm/engine.ts";
import { type Checked, partOf, withSpotChecks } from "../../../web/src/engine/webgpu/spot-check.ts";

const client = createCoreClient();
afterAll(() => client.close());
const core = coreEngine(client, "wasm");

const numbers = (...shape: number[]): Tensor => ({
  shape,
  data: Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, i) => Math.sin(i * i)),
});
let seed = 1;
const random = (...shape: number[]): Tensor => {
  const next = () => {
    seed = (seed * 48271) % 0x7fffffff;
    return (seed / 0x7fffffff) * 4 - 2;
  };
  return { shape, data: Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, next) };
};
const given = (queries: number, keys = queries): Problem =>
  toCoreProblem({
    input: { kind: "tensors", query: numbers(4, queries, 8), key: numbers(2, keys, 8), value: numbers(2, keys, 5) },
    method: { kind: "rotary" },
  });
const words: Problem = { input: { kind: "tokens", tokens: ["a", "b", "c"], heads: 2 }, mask: { kind: "causal" } };

const pause = () => new Promise((resolve) => setTimeout(resolve, 100));

/** An engine whose results `tamper` changes, and what its checks found. */
function watched(tamper: (result: CoreAttention) => void = () => {}, real = core) {
  const heard: [Checked, string | null][] = [];
  const engine: AttentionEngine = {
    name: "webgpu",
    async attention(problem, options) {
      const result = await real.attention(problem, options);
      tamper(result);
      return result;
    },
  };
  const idle = createIdle();
  const onChecked = (checked: Checked, failure: string | null) => heard.push([checked, failure]);
  const checked = withSpotChecks({ engine, client, idle, onChecked });
  const run = (problem: Problem, outputs: readonly OutputName[] = ["scores", "weights", "output"]) =>
    idle.during(() => checked.attention(problem, { outputs, permuted: false }));
  const checks = (count: number) => expect.poll(() => heard.length, { interval: 5, timeout: 10_000 }).toBe(count);
  return { run, heard, checks, idle, checked };
}

const all = (tensor: Tensor | undefined, change: (x: number) => number) =>
  tensor?.data.forEach((x, i, data) => {
    data[i] = change(x);
  });

test("the core's own rows differ by nothing", async () => {
  const { run, heard, checks } = watched();
  for (const [problem, rows] of [
    [words, 6],
    [given(70), 2 * 6],
    [given(70), 2 * 32],
  ] as const) {
    const before = heard.at(-1)?.[0].rows ?? 0;
    const { length } = heard;
    await run(problem);
    await checks(length + 1);
    const [checked, failure] = heard.at(-1) ?? [];
    expect(checked).toMatchObject({ worst: 0, rows: before + rows });
    expect(failure).toBeNull();
  }
  expect(heard).toHaveLength(3);
});

describe("a wrong number is found", () => {
  test.each([
    ["output", 1e-4],
    ["weights", 1e-5],
    ["scores", 1e-4],
    ["output", Number.NaN],
    ["weights", Number.POSITIVE_INFINITY],
  ] as const)("%s off by %f", async (name, error) => {
    const { run, heard, checks } = watched((result) => {
      // Head 1, query 2; the first check takes queries 0 to 31 of heads 0 and 1.
      const { shape, data } = result[name] as Tensor;
      const at = ((shape[1] ?? 0) + 2) * (shape[2] ?? 0) + 3;
      data[at] = (data[at] ?? 0) + error;
    });
    await run(given(40));
    await checks(1);
    const [[checked, failure] = []] = heard;
    expect(failure).toMatch(new RegExp(`^${name} of head 1, query 2 differ from the core's by .*, allowed are \\d`));
    if (Number.isFinite(error)) expect((checked?.worst ?? 0) / error).toBeCloseTo(1, 1);
    else expect(checked?.worst).toBeNaN();
    // After a failure there is nothing more to know.
    await run(given(40));
    await pause();
    expect(heard).toHaveLength(1);
  });

  test("in the last rows of the last head, at the second check", async () => {
    const { run, heard, checks } = watched(({ output }) => {
      output?.data.set([9], output.data.length - 1);
    });
    for (let calls = 0; calls < 2; calls++) {
      await run(given(40), ["output"]);
      await checks(calls + 1);
    }
    expect(heard.map(([, failure]) => failure)).toEqual([null, expect.stringMatching(/^output of head 3, query 39 /)]);
  });
});

test("rounding is within the bound, also where large terms cancel", async () => {
  // Scores near 0 are sums of terms as large as 30 000; exact numbers stand for those of a GPU.
  const { run, heard, checks } = watched(() => {}, coreEngine(client, "reference"));
  const near = (tensor: Tensor, centre: (i: number) => number): Tensor => ({
    ...tensor,
    data: tensor.data.map((x, i) => centre(i) + x) as Float32Array,
  });
  const query = near(numbers(2, 64, 8), () => 300);
  const key = near(numbers(2, 64, 8), (i) => (i % 2 === 0 ? 300 : -300));
  await run(toCoreProblem({ input: { kind: "tensors", query, key, value: numbers(2, 64, 4) } }));
  await checks(1);
  const [[checked, failure] = []] = heard;
  expect(failure).toBeNull();
  expect(checked?.worst).toBeGreaterThan(1e-4);
});

const kinds = ["none", "rotary", "shaw", "transformer_xl", "deberta", "t5_bias", "alibi"] as const;
test.each([...kinds, "kerple", "sandwich", "fire", "cope"] as const)(
  "%s: float32 is near exact numbers, by less than the bound and more than a thousandth of it",
  async (kind) => {
    const { run, heard, checks } = watched(() => {}, coreEngine(client, "reference"));
    const vectors = () => random(2, 300, 64);
    const input = { kind: "tensors", query: vectors(), key: vectors(), value: vectors() };
    await run(toCoreProblem({ input, method: { kind } }));
    await checks(1);
    const [[{ worst, allowed } = { worst: 1, allowed: 0 }, failure] = []] = heard;
    expect(failure).toBeNull();
    expect(worst / allowed).toBeLessThan(0.25);
    expect(worst / allowed).toBeGreaterThan(0.001);
  },
);

test("the caller may change problem and result once the call is over", async () => {
  const { run, heard, checks } = watched();
  const tokens = ["a", "b", "c"];
  const problem = toCoreProblem({ input: { kind: "tokens", tokens }, method: { kind: "rotary" } });
  const { output } = await run(problem);
  tokens.reverse();
  all(output, () => 7);
  await checks(1);
  expect(heard).toMatchObject([[{ worst: 0 }, null]]);
});

test("of results that wait for an idle moment the newest is checked", async () => {
  const { run, heard, checks, idle } = watched();
  await idle.during(async () => {
    for (const problem of [given(40), given(41), words]) await run(problem);
    await pause();
    expect(heard).toEqual([]);
  });
  await checks(1);
  expect(heard).toMatchObject([[{ calls: 1, rows: 6 }, null]]);
});

test("nothing is checked without rows, after an abort, and after stop", async () => {
  const { run, heard, checked } = watched();
  await run(words, ["key"]);
  const aborted = new AbortController();
  const call = checked.attention(words, { outputs: ["output"], permuted: false, signal: aborted.signal });
  aborted.abort();
  await expect(call).rejects.toMatchObject({ code: "aborted" });
  await run(words);
  checked.stop();
  await pause();
  expect(heard).toEqual([]);
});

test("parts: the first, the last, and every one before long", () => {
  const shape = { heads: 8, kv_heads: 4, queries: 100, keys: 100, head_dim: 4, value_dim: 4 };
  const parts = Array.from({ length: 40 }, (_, turn) => partOf(shape, turn));
  expect(parts[0]).toEqual({ heads: [0, 2], queries: [0, 32], all_heads: 8, all_kv_heads: 4 });
  expect(parts[1]).toMatchObject({ heads: [6, 8], queries: [96, 100] });
  // Two heads of three queries, four of eight, all eight of one.
  const few = (heads: number, queries: number) => partOf({ ...shape, heads, kv_heads: heads, queries }, 0).heads[1];
  expect([few(2, 3), few(12, 8), few(8, 1), few(8, 20)]).toEqual([2, 4, 8, 1]);
  expect(new Set(parts.map(({ heads, queries }) => `${heads} ${queries}`)).size).toBe(16);
});
