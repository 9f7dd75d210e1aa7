import { describe, expect, test } from "vitest";
import { type CoreClient, createCoreClient } from "../../../web/src/engine/wasm/client.ts";
import type { CoreRequest } from "../../../web/src/engine/wasm/core.ts";
import type { CoreModule } from "../../../web/src/engine/wasm/core-module.ts";
import type { CoreHost } from "../../../web/src/engine/wasm/host.ts";
import type { FromWorker, ToWorker, WorkerPort } from "../../../web/src/engine/wasm/messages.ts";
import { transferables } from "../../../web/src/engine/wasm/transferables.ts";

const description = { version: "1", simd: "test", lanes: 4, compiler: "none" };
const describeRequest: CoreRequest<"describe"> = { call: "describe" };

/** Answers as a worker would, one step of the event loop later. */
type Behaviour = (request: ToWorker, worker: number) => FromWorker | null;

function workerHost(behaviour: Behaviour) {
  const started: { port: WorkerPort; terminated: boolean; received: ToWorker[] }[] = [];
  const host: CoreHost = {
    startWorker() {
      const number = started.length;
      const entry = { terminated: false, received: [] as ToWorker[], port: null as unknown as WorkerPort };
      const emit = (data: FromWorker) =>
        setTimeout(() => {
          if (!entry.terminated) entry.port.onmessage?.({ data } as MessageEvent<FromWorker>);
        });
      entry.port = {
        onmessage: null,
        onerror: null,
        postMessage(message) {
          entry.received.push(message);
          const answer = behaviour(message, number);
          if (answer) emit(answer);
        },
        terminate() {
          entry.terminated = true;
        },
      };
      started.push(entry);
      emit({ kind: "ready" });
      return entry.port;
    },
    loadCore: () => Promise.reject(new Error("not on this thread")),
  };
  return { host, started };
}

const answer: Behaviour = ({ id }) => ({ kind: "answer", id, answer: { ok: true, value: description } });
const trap: Behaviour = ({ id }) => ({ kind: "trap", id, reason: "unreachable" });

function threadHost(describeCore: () => ReturnType<CoreModule["describe"]>) {
  let loads = 0;
  const host: CoreHost = {
    startWorker: () => null,
    async loadCore() {
      loads++;
      return { describe: describeCore } as CoreModule;
    },
  };
  return { host, loads: () => loads };
}

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => "resolved",
    (error: { code: string }) => error.code,
  );

describe("client with a worker", () => {
  test("answers come back, in order, one request at a time", async () => {
    const { host, started } = workerHost(answer);
    const client = createCoreClient(host);
    const calls = [1, 2, 3].map(() => client.call(describeRequest));
    expect(started[0]?.received).toHaveLength(1);
    expect(await Promise.all(calls)).toEqual([description, description, description]);
    expect(started).toHaveLength(1);
  });

  test("a refusal of the core keeps its code", async () => {
    const { host } = workerHost(({ id }) => ({
      kind: "answer",
      id,
      answer: { ok: false, code: "too_large", message: "input: too many" },
    }));
    await expect(createCoreClient(host).call(describeRequest)).rejects.toMatchObject({
      name: "PosencError",
      code: "too_large",
      message: "input: too many",
    });
  });

  test("one trap restarts the worker and the call goes on", async () => {
    const { host, started } = workerHost((message, worker) => (worker === 0 ? trap : answer)(message, worker));
    const client = createCoreClient(host);
    expect(await client.call(describeRequest)).toEqual(description);
    expect(client.restarts).toBe(1);
    expect(started.map(({ terminated }) => terminated)).toEqual([true, false]);
  });

  test("a second trap in the same call is final, the client stays usable", async () => {
    const { host } = workerHost((message, worker) => (worker < 2 ? trap : answer)(message, worker));
    const client = createCoreClient(host);
    const other = client.call.bind(client, describeRequest);
    const [first, second] = [client.call(describeRequest), other()];
    await expect(first).rejects.toMatchObject({ code: "worker_trap", message: /restarted/ });
    expect(await second).toEqual(description);
  });

  test("an abort rejects at once; a call that goes on is stopped and the waiting ones survive", async () => {
    const { host, started } = workerHost((message, worker) => (worker === 0 ? null : answer(message, worker)));
    const client = createCoreClient(host);
    const abort = new AbortController();
    const stuck = client.call(describeRequest, abort.signal);
    const waiting = client.call(describeRequest);
    abort.abort();
    expect(await codeOf(stuck)).toBe("aborted");
    expect(started[0]?.terminated).toBe(false);
    expect(await waiting).toEqual(description);
    expect(started[0]?.terminated).toBe(true);
    expect(client.restarts).toBe(0);
  });

  test("an abort of a call that ends soon costs no worker", async () => {
    const { host, started } = workerHost(answer);
    const client = createCoreClient(host);
    const abort = new AbortController();
    const call = client.call(describeRequest, abort.signal);
    abort.abort();
    expect(await codeOf(call)).toBe("aborted");
    await client.call(describeRequest);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(started).toHaveLength(1);
  });

  test("a waiting call that is aborted never reaches the worker", async () => {
    const { host, started } = workerHost(answer);
    const client = createCoreClient(host);
    const abort = new AbortController();
    const first = client.call(describeRequest);
    const second = client.call(describeRequest, abort.signal);
    abort.abort();
    expect(await codeOf(second)).toBe("aborted");
    await first;
    await client.call(describeRequest);
    expect(started[0]?.received).toHaveLength(2);
  });

  test("a signal that fired before the call is an abort", async () => {
    const { host, started } = workerHost(answer);
    expect(await codeOf(createCoreClient(host).call(describeRequest, AbortSignal.abort()))).toBe("aborted");
    expect(started).toHaveLength(0);
  });

  test("a module that cannot be loaded is no trap, and the next call tries again", async () => {
    const { host, started } = workerHost((message, worker) =>
      worker === 0 ? { kind: "unavailable", reason: "blocked by CSP" } : answer(message, worker),
    );
    const client = createCoreClient(host);
    await expect(client.call(describeRequest)).rejects.toMatchObject({
      code: "engine_unavailable",
      message: /blocked by CSP/,
    });
    expect(await client.call(describeRequest)).toEqual(description);
    expect(started).toHaveLength(2);
  });

  test("close rejects open calls", async () => {
    const { host, started } = workerHost(() => null);
    const client = createCoreClient(host);
    const calls = [client.call(describeRequest), client.call(describeRequest)];
    client.close();
    expect(await Promise.all(calls.map(codeOf))).toEqual(["closed", "closed"]);
    expect(started[0]?.terminated).toBe(true);
    expect(await codeOf(client.call(describeRequest))).toBe("closed");
  });
});

describe("client on the calling thread", () => {
  const good = () => ({ ok: true as const, value: description });

  test("is used where a worker may not be started", async () => {
    const { host } = threadHost(good);
    host.startWorker = () => {
      throw new Error("SecurityError");
    };
    expect(await createCoreClient(host).call(describeRequest)).toEqual(description);
  });

  test("is used where the worker's script does not load", async () => {
    const { host } = threadHost(good);
    let terminated = false;
    host.startWorker = () => {
      const port: WorkerPort = {
        postMessage() {},
        terminate: () => (terminated = true),
        onmessage: null,
        onerror: null,
      };
      setTimeout(() => port.onerror?.({ message: "404" } as ErrorEvent));
      return port;
    };
    expect(await createCoreClient(host).call(describeRequest)).toEqual(description);
    expect(terminated).toBe(true);
  });

  test("a trap loads a fresh module; a second one is final", async () => {
    let traps = 3;
    const { host, loads } = threadHost(() => {
      if (traps-- > 0) throw new WebAssembly.RuntimeError("unreachable");
      return good();
    });
    const client: CoreClient = createCoreClient(host);
    expect(await codeOf(client.call(describeRequest))).toBe("worker_trap");
    expect(await client.call(describeRequest)).toEqual(description);
    expect(loads()).toBe(4);
    expect(client.restarts).toBe(3);
  });
});

test("transferables: only buffers that one array covers whole", () => {
  const whole = new Float32Array(4);
  const part = new Float32Array(new ArrayBuffer(64), 0, 4);
  const data = {
    ok: true,
    value: { a: { shape: [4], data: whole }, same: whole, b: { shape: [4], data: part }, c: null },
  };
  expect(transferables(data)).toEqual([whole.buffer]);
});
