/** Attention over several workers: that they are used, end together, and change no bit. */
import { afterAll, describe, expect, test } from "vitest";
import type * as Engine from "../../../web/src/engine/index.ts";
import type { Mask, Method, OutputName, Problem, Tensor } from "../../../web/src/engine/problem.ts";
import { toCoreProblem } from "../../../web/src/engine/problem-json.ts";
import { createCoreClient } from "../../../web/src/engine/wasm/client.ts";
import { ask } from "../../../web/src/engine/wasm/core.ts";
import { coreEngine } from "../../../web/src/engine/wasm/engine.ts";
import type { CoreHost } from "../../../web/src/engine/wasm/host.ts";
import { loadCore } from "../../../web/src/engine/wasm/load-node.ts";
import type { FromWorker, ToWorker, WorkerPort } from "../../../web/src/engine/wasm/messages.ts";
import { createCorePool } from "../../../web/src/engine/wasm/pool.ts";

const always = { splitting: 0, starting: 0 };
const core = await loadCore();

interface Started {
  received: ToWorker[];
  terminated: boolean;
}

/** Workers that answer with the real core, one step of the event loop later, unless `instead` says otherwise. */
function realHost(instead: (message: ToWorker, worker: number) => FromWorker | "silent" | undefined = () => undefined) {
  const started: Started[] = [];
  const host: CoreHost = {
    startWorker() {
      const number = started.length;
      const entry: Started = { received: [], terminated: false };
      started.push(entry);
      const emit = (data: FromWorker) =>
        setTimeout(() => {
          if (!entry.terminated) port.onmessage?.({ data } as MessageEvent<FromWorker>);
        });
      const port: WorkerPort = {
        onmessage: null,
        onerror: null,
        postMessage({ id, request }, transfer = []) {
          const message = { id, request: structuredClone(request, { transfer }) };
          entry.received.push(message);
          const answer = instead(message, number);
          if (answer === "silent") return;
          emit(answer ?? { kind: "answer", id: message.id, answer: ask(core, message.request) });
        },
        terminate() {
          entry.terminated = true;
        },
      };
      emit({ kind: "ready" });
      return port;
    },
    loadCore: () => Promise.reject(new Error("not on this thread")),
  };
  return { host, started };
}

function pool(workers: number, host: CoreHost, worth = always) {
  const client = createCoreClient(host);
  return { client, pool: createCorePool(client, { workers, host, worth }), single: coreEngine(client, "wasm") };
}

let seed = 1;
const random = () => {
  seed = (seed * 48271) % 0x7fffffff;
  return (seed / 0x7fffffff) * 4 - 2;
};
const tensor = (...shape: number[]): Tensor => ({
  shape,
  data: new Float32Array(shape.reduce((product, size) => product * size, 1)).map(random),
});

const everything: OutputName[] = [
  "scores",
  "weights",
  "output",
  "input",
  "encoding",
  "query",
  "key",
  "value",
  "rotated_query",
  "rotated_key",
];

describe("equal bits to one worker", () => {
  const { host, started } = realHost();
  const pools = [2, 3, 4].map((workers) => pool(workers, host));
  afterAll(() => {
    for (const { pool, client } of pools) {
      pool.close();
      client.close();
    }
  });

  async function check(problem: Problem, permuted = false) {
    const prepared = toCoreProblem(problem);
    for (const outputs of [everything, ["output"] as OutputName[]])
      for (const { pool, single } of pools) {
        const parts: number[] = [];
        const onProgress = (_: number, total: number) => parts.push(total);
        const split = await pool.attention(prepared, { outputs, permuted, onProgress });
        const whole = await single.attention(prepared, { outputs, permuted });
        expect(parts.length).toBeGreaterThan(1);
        expect(Object.keys(split).sort()).toEqual(Object.keys(whole).sort());
        expect({ shape: split.shape, notes: split.notes }).toEqual({ shape: whole.shape, notes: whole.notes });
        for (const name of outputs) expect(same(split[name], whole[name]), name).toBe(true);
      }
  }

  const tensorInput = (heads: number, kvHeads: number, queries: number, keys: number, dim: number, valueDim = dim) =>
    ({
      kind: "tensors",
      query: tensor(heads, queries, dim),
      key: tensor(kvHeads, keys, dim),
      value: tensor(kvHeads, keys, valueDim),
    }) as const;
  const layerInput = (tokens: number, model_dim: number, heads: number, kv_heads = heads) =>
    ({ kind: "embeddings", embeddings: tensor(tokens, model_dim), heads, kv_heads }) as const;

  const methods: (Method | Method[])[] = [
    { kind: "none" },
    { kind: "sinusoidal" },
    { kind: "learned" },
    { kind: "shaw", max_relative_position: 5 },
    { kind: "shaw", max_relative_position: 9, beyond: "zero" },
    { kind: "transformer_xl" },
    { kind: "t5_bias" },
    { kind: "alibi" },
    { kind: "deberta" },
    { kind: "rotary" },
    { kind: "rotary", scaling: { kind: "dynamic_ntk", factor: 2, max_position_embeddings: 32 } },
    { kind: "rotary", xpos: {} },
    { kind: "kerple" },
    { kind: "sandwich" },
    { kind: "fire" },
    { kind: "cope" },
    [{ kind: "sinusoidal" }, { kind: "rotary" }, { kind: "alibi" }],
  ];
  const tokens = 75;
  const bitRow = (i: number) => Array.from({ length: tokens }, (_, j) => ((i * 7 + j * j) % 3 ? "1" : "0")).join("");
  const masks: Mask[] = [
    { kind: "none" },
    { kind: "causal" },
    { kind: "sliding_window", window: 17 },
    { kind: "local", reach: 20 },
    { kind: "chunked", chunk: 30 },
    { kind: "prefix", prefix: 40 },
    { kind: "padding", keys: "0".repeat(9) + "1".repeat(tokens - 9) },
    { kind: "documents", documents: Array.from({ length: tokens }, (_, i) => Math.floor(i / 28)) },
    { kind: "bits", rows: Array.from({ length: tokens }, (_, i) => bitRow(i)) },
    { kind: "all", masks: [{ kind: "causal" }, { kind: "padding", keys: "1".repeat(70) + "0".repeat(5) }] },
  ];

  const causal = { kind: "causal" } as const;
  test.each(methods)("method %j", async (method) => {
    await check({ input: layerInput(tokens, 24, 4, 2), method, mask: causal });
    await check({ input: layerInput(tokens, 12, 1), method });
  });

  test.each(masks)("mask $kind", async (mask) => {
    for (const method of [{ kind: "rotary" }, { kind: "alibi" }, { kind: "shaw" }] as const) {
      await check({ input: layerInput(tokens, 24, 4), method, mask });
      await check({ input: tensorInput(2, 1, tokens, tokens, 6), method, mask });
    }
  });

  test.each([
    [8, 2, 64, 64, 16, 16],
    [4, 4, 33, 97, 7, 5],
    [3, 3, 130, 130, 10, 66],
    [1, 1, 65, 65, 3, 3],
    [6, 2, 40, 200, 66, 8],
    [5, 1, 127, 127, 12, 12],
  ])("%i heads, %i kv heads, %i queries, %i keys, widths %i and %i", async (...sizes) => {
    for (const method of [{ kind: "none" }, { kind: "alibi" }, { kind: "shaw" }] as const) {
      await check({ input: tensorInput(...sizes), method });
      await check({ input: tensorInput(...sizes), method, mask: causal });
    }
  });

  test("layers of a stack, query scale, softcap, given positions", async () => {
    const layers = [{ kind: "rotary" }, [{ kind: "alibi" }, { kind: "fire" }]] as const;
    const input = layerInput(tokens, 24, 4);
    for (const layer of [0, 1]) await check({ input, method: { kind: "stack", layers }, layer, mask: causal });
    await check({
      input,
      method: { kind: "rotary" },
      query_scale: { kind: "log_n", original_max_position_embeddings: 8 },
    });
    const positions = Array.from({ length: tokens }, (_, i) => i * i - 10);
    for (const method of [{ kind: "t5_bias" }, { kind: "deberta" }, { kind: "kerple" }] as const)
      await check({ input, method, softcap: 3, query_positions: positions, key_positions: positions });
    const fractions = positions.map((position) => position / 4);
    for (const method of [{ kind: "kerple" }, { kind: "rotary" }] as const)
      await check({ input, method, mask: causal, query_positions: fractions, key_positions: fractions });
    await check({ input: { kind: "tokens", tokens: positions.map(String), heads: 2, model_dim: 12 }, mask: causal });
  });

  test("a distant key's weight is 0 in both ways to skip it", async () => {
    await check({ input: tensorInput(2, 2, 400, 400, 8), method: { kind: "alibi" }, mask: causal });
  });

  test("permuted tokens, the mask fixed or with them", async () => {
    for (const permute_mask of [false, true]) {
      await check({ input: layerInput(tokens, 24, 1), method: { kind: "alibi" }, mask: causal, permute_mask }, true);
      await check(
        { input: tensorInput(2, 1, 70, 70, 6), method: { kind: "rotary" }, mask: causal, permute_mask },
        true,
      );
    }
  });

  test("a refusal is that of the whole problem", async () => {
    const input = tensorInput(4, 4, 40, 40, 4);
    input.value.data[3 * 160 + 1] = Number.NaN;
    for (const { pool } of pools)
      await expect(
        pool.attention(toCoreProblem({ input }), { outputs: ["output"], permuted: false }),
      ).rejects.toMatchObject({ code: "invalid_argument", message: /^input\.value\.data\[481\]: / });
    expect(started.length).toBe(2 + 3 + 4);
  });
});

function same(a: Tensor | undefined, b: Tensor | undefined): boolean {
  if (!a || !b) return a === b;
  const bits = ({ data }: Tensor) => new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return Buffer.compare(bits(a), bits(b)) === 0 && a.shape.join() === b.shape.join();
}

describe("the pool", () => {
  const problem = toCoreProblem({
    input: { kind: "tensors", query: tensor(6, 40, 4), key: tensor(6, 40, 4), value: tensor(6, 40, 4) },
  });
  const options = { outputs: ["output"], permuted: false } as const;

  test("starts workers when a problem is worth it, and not before", async () => {
    const { host, started } = realHost();
    const { pool: split } = pool(3, host, { splitting: 0, starting: 1e9 });
    await split.attention(problem, options);
    expect({ workers: split.workers, started: started.length }).toEqual({ workers: 1, started: 1 });
    const { pool: eager } = pool(3, host);
    await eager.attention(problem, options);
    await eager.attention(problem, options);
    expect({ workers: eager.workers, started: started.length }).toEqual({ workers: 3, started: 1 + 3 });
  });

  test("tells progress, part by part", async () => {
    const { host } = realHost();
    const seen: [number, number][] = [];
    const onProgress = (done: number, total: number) => seen.push([done, total]);
    await pool(2, host).pool.attention(problem, { ...options, onProgress });
    await pool(1, host).pool.attention(problem, { ...options, onProgress });
    expect(seen).toEqual([
      [1, 2],
      [2, 2],
      [1, 1],
    ]);
  });

  test("a trap in one worker is tried once more, a second one ends the call", async () => {
    const trap = ({ id }: ToWorker): FromWorker => ({ kind: "trap", id, reason: "unreachable" });
    const { host, started } = realHost((message, worker) => (worker === 1 ? trap(message) : undefined));
    const once = pool(2, host).pool;
    expect((await once.attention(problem, options)).output?.shape).toEqual([6, 40, 4]);
    expect({ restarts: once.restarts, started: started.length }).toEqual({ restarts: 1, started: 3 });
    const twice = realHost((message, worker) => (worker > 0 ? trap(message) : undefined));
    await expect(pool(2, twice.host).pool.attention(problem, options)).rejects.toMatchObject({ code: "worker_trap" });
  });

  test("an abort ends all parts at once", async () => {
    const { host, started } = realHost(() => "silent");
    const abort = new AbortController();
    const call = pool(3, host).pool.attention(problem, { ...options, signal: abort.signal });
    expect(started.map(({ received }) => received.length)).toEqual([1, 1, 1]);
    abort.abort();
    await expect(call).rejects.toMatchObject({ code: "aborted" });
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(started.every(({ terminated }) => terminated)).toBe(true);
  });

  test("close ends all", async () => {
    const { host, started } = realHost(() => "silent");
    const { pool: split, client } = pool(2, host);
    const call = split.attention(problem, options);
    split.close();
    client.close();
    await expect(call).rejects.toMatchObject({ code: "closed" });
    expect(started.map(({ terminated }) => terminated)).toEqual([true, true]);
  });

  test("without workers the calling thread computes, once", async () => {
    const host: CoreHost = { startWorker: () => null, loadCore: async () => core };
    const { pool: split } = pool(2, host);
    expect((await split.attention(problem, options)).output?.shape).toEqual([6, 40, 4]);
    expect(split.workers).toBe(1);
  });
});

/** The built library: threads need files. */
describe("worker threads of Node", () => {
  const built = new URL("../../../build/node/posenc.mjs", import.meta.url).href;
  const library = import(/* @vite-ignore */ built) as Promise<typeof Engine>;
  const large = {
    kind: "tensors",
    query: tensor(6, 1500, 64),
    key: tensor(6, 1500, 64),
    value: tensor(6, 1500, 64),
  } as const;

  test("are used for large problems and equal one worker", async () => {
    const { createPosenc } = await library;
    const one = await createPosenc({ engine: "wasm", workers: 1 });
    const two = await createPosenc({ engine: "wasm", workers: 2 });
    expect(two.status.workers).toBe(1);
    const seen: [number, number][] = [];
    const problem = { input: large, method: { kind: "rotary" } } as const;
    const options = { outputs: ["output"] } as const;
    const onProgress = (done: number, total: number) => seen.push([done, total]);
    const split = await two.attention(problem, { ...options, onProgress });
    expect(same(split.output, (await one.attention(problem, options)).output)).toBe(true);
    expect({ one: one.status.workers, two: two.status.workers }).toEqual({ one: 1, two: 2 });
    expect(seen).toEqual([
      [1, 2],
      [2, 2],
    ]);
    const abort = new AbortController();
    const call = two.attention(problem, { ...options, signal: abort.signal });
    setTimeout(() => abort.abort(), 1);
    await expect(call).rejects.toMatchObject({ code: "aborted" });
    expect(same((await two.attention(problem, options)).output, split.output)).toBe(true);
    const open = two.attention(problem, options);
    two.close();
    await expect(open).rejects.toMatchObject({ code: "closed" });
    one.close();
  });

  test("workers must be a number of them", async () => {
    const { createPosenc } = await library;
    for (const workers of [0, 1.5, Number.NaN, "2" as never])
      await expect(createPosenc({ workers })).rejects.toMatchObject({
        code: "invalid_argument",
        message: /^workers: /,
      });
  });
});
