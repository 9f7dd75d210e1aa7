/**
 * The engine in use: chosen, watched, and replaced by WASM when it fails.
 *
 * A GPU is opened once, for all switches. "auto" gives it the problems that it is faster at, by a rule that is measured at
 * the first idle moment, or before the first large problem. A call that the GPU cannot do is done by WASM, and its result
 * says why; a GPU that is lost, or wrong, is out of use, and the status says why.
 */
import type { AttentionEngine } from "./engine.ts";
import { messageOf, PosencError } from "./errors.ts";
import { type Fallback, fallbackOf } from "./fallback.ts";
import { createIdle } from "./idle.ts";
import type { EngineName, Problem } from "./problem.ts";
import { chooseEngine, type RequestedEngine } from "./select.ts";
import type { CoreClient } from "./wasm/client.ts";
import type { CoreDescription } from "./wasm/core-module.ts";
import { coreEngine } from "./wasm/engine.ts";
import { createCorePool } from "./wasm/pool.ts";
import { workOf } from "./wasm/split.ts";
import { type AdapterDescription, NoGpu, requestAdapter } from "./webgpu/device.ts";
import type { FoundGpu, OpenedGpu } from "./webgpu/open.ts";
import type { Rule } from "./webgpu/rule.ts";
import type { Checked } from "./webgpu/spot-check.ts";
import type { WatchedGpu } from "./webgpu/watch.ts";

export interface EngineStatus {
  /** What computes now. In "auto" WebGPU stands for: problems from `rule.threshold` on, once that is measured. */
  engine: EngineName;
  requested: RequestedEngine;
  /** The WebGPU adapter, where one was looked for and found. */
  adapter?: AdapterDescription;
  /** Why WebGPU does not compute. */
  fallback?: Fallback;
  /** In "auto", once it is measured. */
  rule?: Rule;
  /** How near to the core's the results of WebGPU were, once rows of one were computed again. */
  check?: Checked;
  core: CoreDescription;
  /** How often a core was replaced after a trap. */
  restarts: number;
  /** Workers that attention on WASM is shared among: 1 until a problem was worth more. */
  workers: number;
}

export interface EngineSwitchOptions {
  client: CoreClient;
  core: CoreDescription;
  device?: GPUDevice;
  workers?: "auto" | number;
  onStatus?: (status: EngineStatus) => void;
}

export interface EngineSwitch {
  readonly status: EngineStatus;
  /** Resolves when the engine is in use; calls under way end on the old one. */
  set(requested: RequestedEngine): Promise<EngineStatus>;
  /** `work` on the engine for `problem`, and again on WASM where the GPU fails. */
  run<T extends { fallback?: Fallback }>(problem: Problem, work: Work<T>): Promise<T>;
  close(): void;
}

type Work<T> = (engine: AttentionEngine) => Promise<T>;

/** What only refines the status is told no more often. */
const tellingMs = 250;

export function createEngineSwitch({ client, core, device, workers, onStatus }: EngineSwitchOptions): EngineSwitch {
  const wasm = createCorePool(client, { workers });
  const reference = coreEngine(client, "reference");
  const idle = createIdle();
  let current: AttentionEngine = wasm;
  let status: EngineStatus = { engine: "wasm", requested: "wasm", core, restarts: 0, workers: 1 };
  let gpu: WatchedGpu | null = null;
  let opening: { requested: RequestedEngine; opened: Promise<OpenedGpu> } | null = null;
  let telling: ReturnType<typeof setTimeout> | undefined;
  let latestSwitch = 0;
  let closed = false;

  type Change = Pick<EngineStatus, "requested" | "adapter" | "fallback">;

  function use(engine: AttentionEngine, { requested, adapter, fallback }: Change): EngineStatus {
    current = engine;
    const watched = requested === "wasm" || requested === "reference" ? null : gpu;
    status = {
      ...{ engine: engine.name, requested, adapter, fallback, core },
      rule: requested === "auto" ? watched?.rule : undefined,
      check: watched?.check,
      ...{ restarts: wasm.restarts, workers: wasm.workers },
    };
    return status;
  }

  function tell(): EngineStatus {
    clearTimeout(telling);
    telling = undefined;
    if (!closed) onStatus?.(status);
    return status;
  }

  /** One device for all switches; asked for again after a loss, or by name after "auto" declined it. */
  function gpuFor(requested: RequestedEngine): Promise<OpenedGpu> {
    if (opening && (gpu || opening.requested === requested)) return opening.opened;
    const opened = openWatched(requested);
    opening = { requested, opened };
    return opened;
  }

  /** Its scripts and shaders are fetched where there is a GPU and somebody wants it. */
  async function openWatched(requested: RequestedEngine): Promise<OpenedGpu> {
    let found: FoundGpu;
    let scripts: typeof import("./webgpu/index.ts");
    try {
      found = device ? { device } : { adapter: await requestAdapter() };
      scripts = await import("./webgpu/index.ts");
    } catch (error) {
      const code = error instanceof NoGpu ? error.code : "no_device";
      return { fallback: { code, message: messageOf(error) } };
    }
    const result = await scripts.openGpu(requested, client, found);
    if (closed) result.engine?.close();
    else if (result.engine) {
      const onChange = () => hear(watched);
      const watched = scripts.watchGpu({ ...{ engine: result.engine, wasm, client, idle }, onChange });
      gpu = watched;
    }
    return result;
  }

  /** The engine of a GPU that is open, unless "auto" knows that it is never the faster one. */
  function engineOf(opened: WatchedGpu | null, requested: RequestedEngine): AttentionEngine {
    if (!opened || opened.ended || (requested === "auto" && opened.rule?.threshold === null)) return wasm;
    return opened.engine;
  }

  function hear(watched: WatchedGpu): void {
    if (gpu !== watched || closed) return;
    const { ended } = watched;
    if (current !== watched.engine) use(current, status);
    else use(engineOf(watched, status.requested), { ...status, fallback: ended });
    // A device that computes wrongly is not asked for again.
    if (ended && ended.code !== "check_failed") gpu = opening = null;
    if (ended) tell();
    else telling ??= setTimeout(tell, tellingMs);
  }

  async function set(requested: RequestedEngine): Promise<EngineStatus> {
    if (closed) throw new PosencError("closed", "this Posenc was closed");
    const mine = ++latestSwitch;
    const { engine } = chooseEngine(requested, undefined);
    if (engine !== "webgpu") {
      use(engine === "reference" ? reference : wasm, { requested });
      return tell();
    }
    const { adapter, fallback } = await gpuFor(requested);
    // A later switch has the say.
    if (mine !== latestSwitch || closed) return status;
    // A software adapter that was opened by name is still none for "auto"; an embedder's device is wanted as it is.
    const choice = chooseEngine(requested, gpu?.ended ?? fallback ?? (device ? undefined : adapter));
    const chosen = choice.engine === "webgpu" ? engineOf(gpu, requested) : wasm;
    use(chosen, { requested, adapter, fallback: choice.fallback });
    if (chosen === gpu?.engine && requested === "auto") gpu.measureAtIdle();
    return tell();
  }

  async function runOnCurrent<T extends { fallback?: Fallback }>(problem: Problem, work: Work<T>): Promise<T> {
    const watched = gpu;
    if (!watched || current !== watched.engine) return work(current);
    if (status.requested === "auto" && !(await watched.isWorth(workOf(problem)))) return work(wasm);
    let fallback: Fallback | undefined;
    try {
      const result = await work(watched.engine);
      // It may have turned out meanwhile that its numbers are wrong.
      fallback = watched.ended?.code === "check_failed" ? watched.ended : undefined;
      if (!fallback) return result;
    } catch (error) {
      const reason = fallbackOf(error);
      if (!reason) throw error;
      fallback = watched.ended ?? reason;
    }
    return { ...(await work(wasm)), fallback };
  }

  return {
    get status() {
      return status;
    },
    set,

    run(problem, work) {
      return idle.during(async () => {
        try {
          return await runOnCurrent(problem, work);
        } finally {
          const hasChanged = wasm.restarts !== status.restarts || wasm.workers !== status.workers;
          if (hasChanged && !closed) {
            use(current, status);
            tell();
          }
        }
      });
    },

    close() {
      closed = true;
      clearTimeout(telling);
      gpu?.close();
      gpu = null;
      wasm.close();
    },
  };
}
