/**
 * The public API. One object per page is enough: it owns one worker, more of them once a problem is worth it, and at
 * most one GPU device.
 *
 *   const posenc = await createPosenc({ engine: "auto" });
 *   const { weights } = await posenc.attention({ input: { kind: "tokens", tokens: ["a", "b"] } });
 */

import type { AttentionEngine } from "./engine.ts";
import { measureEquivariance } from "./equivariance.ts";
import { PosencError, throwIfAborted } from "./errors.ts";
import type {
  AttentionResult,
  DecodeOutput,
  DecodeResult,
  EngineName,
  EquivarianceResult,
  OutputName,
  Problem,
} from "./problem.ts";
import { toCoreProblem } from "./problem-json.ts";
import type { Frequencies, PhaseError, RotaryDifference, RotaryRequest, ScoreCurve } from "./rope.ts";
import { chooseEngine, type Fallback, type RequestedEngine } from "./select.ts";
import { type CoreClient, createCoreClient } from "./wasm/client.ts";
import type { CoreDescription, CorePlan } from "./wasm/core-module.ts";
import { coreEngine } from "./wasm/engine.ts";
import { createCorePool } from "./wasm/pool.ts";
import type { AdapterDescription } from "./webgpu/device.ts";
import type { GpuEngine } from "./webgpu/engine.ts";
import { type OpenedGpu, openGpu } from "./webgpu/open.ts";

export interface EngineStatus {
  /** What computes now. */
  engine: EngineName;
  requested: RequestedEngine;
  /** The WebGPU adapter, where one was looked for and found. */
  adapter?: AdapterDescription;
  /** Why WebGPU does not compute. */
  fallback?: Fallback;
  core: CoreDescription;
  /** How often a core was replaced after a trap. */
  restarts: number;
  /** Workers that attention on WASM is shared among: 1 until a problem was worth more. */
  workers: number;
}

export interface PosencOptions {
  /** Default "auto". */
  engine?: RequestedEngine;
  /** A device of the embedder, used as it is and never destroyed here. */
  device?: GPUDevice;
  /** At most this many share attention on WASM, 8 in all. "auto": as many as the machine has cores. Default "auto". */
  workers?: "auto" | number;
  onStatus?: (status: EngineStatus) => void;
}

export interface CallOptions {
  /** Default scores, weights and output. */
  outputs?: readonly OutputName[];
  signal?: AbortSignal;
  /** Of `total` parts, `done` are computed; called as parts end, in a short call once. */
  onProgress?: (done: number, total: number) => void;
}

export interface Posenc {
  /** Frequencies of a rotary method as its scaling makes them. */
  frequencies(request: RotaryRequest, options?: { signal?: AbortSignal }): Promise<Frequencies>;
  scoreCurve(
    request: RotaryRequest & { distances: readonly number[] },
    options?: { signal?: AbortSignal },
  ): Promise<ScoreCurve>;
  rotaryDifference(
    request: {
      a: RotaryRequest;
      b: RotaryRequest;
      positions: readonly number[];
      /** Of the first difference; default 0.01. */
      tolerance?: number;
      /** Last position that is searched; default the last of `positions`. */
      limit?: number;
    },
    options?: { signal?: AbortSignal },
  ): Promise<RotaryDifference>;
  /** Of method.angle_precision. */
  phaseError(
    request: RotaryRequest & { positions: readonly number[] },
    options?: { signal?: AbortSignal },
  ): Promise<PhaseError>;
  attention(problem: Problem, options?: CallOptions): Promise<AttentionResult>;
  equivariance(problem: Problem, options?: CallOptions): Promise<EquivarianceResult>;
  /** Token by token with a KV cache, beside all tokens at once; always on WASM. The mask must hide the future. */
  decode(
    problem: Problem,
    options?: { outputs?: readonly DecodeOutput[]; signal?: AbortSignal },
  ): Promise<DecodeResult>;
  /** The plain tables that engines execute. */
  plan(problem: Problem, options?: { permuted?: boolean; signal?: AbortSignal }): Promise<CorePlan>;
  readonly status: EngineStatus;
  /** Resolves when the engine is in use; calls under way end on the old one. */
  setEngine(name: RequestedEngine): Promise<EngineStatus>;
  /** Ends the workers and the GPU device. Open calls are rejected with code "closed". */
  close(): void;
}

export const defaultOutputs: readonly DecodeOutput[] = ["scores", "weights", "output"];

/** Rejects only when the core itself cannot be loaded: a missing or faulty GPU is told in `status.fallback`. */
export async function createPosenc(options: PosencOptions = {}): Promise<Posenc> {
  requireWorkers(options.workers);
  const client = createCoreClient();
  try {
    const core = await client.call({ call: "describe" });
    const posenc = assemble(client, core, options);
    await posenc.setEngine(options.engine ?? "auto");
    return posenc;
  } catch (error) {
    client.close();
    throw error;
  }
}

function requireWorkers(workers: PosencOptions["workers"] = "auto"): void {
  if (workers === "auto" || (Number.isInteger(workers) && workers >= 1)) return;
  throw new PosencError("invalid_argument", `workers: expected "auto" or a whole number of at least 1, got ${workers}`);
}

function assemble(client: CoreClient, core: CoreDescription, { device, workers, onStatus }: PosencOptions): Posenc {
  const wasm = createCorePool(client, { workers });
  const reference = coreEngine(client, "reference");
  let current: AttentionEngine = wasm;
  let status: EngineStatus = { engine: "wasm", requested: "wasm", core, restarts: 0, workers: 1 };
  let gpu: GpuEngine | null = null;
  let opening: { requested: RequestedEngine; opened: Promise<OpenedGpu> } | null = null;
  let latestSwitch = 0;
  let closed = false;

  function use(
    engine: AttentionEngine,
    change: Pick<EngineStatus, "requested" | "adapter" | "fallback">,
  ): EngineStatus {
    current = engine;
    status = { ...change, engine: engine.name, core, restarts: wasm.restarts, workers: wasm.workers };
    onStatus?.(status);
    return status;
  }

  /** One device for all switches; asked for again after a loss, or by name after "auto" declined it. */
  function gpuFor(requested: RequestedEngine): Promise<OpenedGpu> {
    if (opening && (gpu || opening.requested === requested)) return opening.opened;
    const opened = openGpu(requested, client, device).then((result) => {
      if (closed) result.engine?.close();
      else if (result.engine) watchLoss(result.engine, result.adapter);
      return result;
    });
    opening = { requested, opened };
    return opened;
  }

  function watchLoss(engine: GpuEngine, adapter: AdapterDescription | undefined): void {
    gpu = engine;
    void engine.lost.then((reason) => {
      if (gpu !== engine) return;
      gpu = null;
      opening = null;
      if (current !== engine || closed) return;
      use(wasm, {
        requested: status.requested,
        adapter,
        fallback: { code: "device_lost", message: `the WebGPU device was lost: ${reason}` },
      });
    });
  }

  async function setEngine(requested: RequestedEngine): Promise<EngineStatus> {
    if (closed) throw new PosencError("closed", "this Posenc was closed");
    const mine = ++latestSwitch;
    const { engine } = chooseEngine(requested, undefined);
    if (engine !== "webgpu") return use(engine === "reference" ? reference : wasm, { requested });
    const { adapter, engine: opened, fallback } = await gpuFor(requested);
    // A later switch has the say.
    if (mine !== latestSwitch || closed) return status;
    // A software adapter that was opened by name is still none for "auto"; an embedder's device is wanted as it is.
    const choice = chooseEngine(requested, fallback ?? (device ? undefined : adapter));
    const chosen = choice.engine === "webgpu" && opened ? opened : wasm;
    return use(chosen, { requested, adapter, fallback: choice.fallback });
  }

  /** One retry on WASM when the GPU goes away in the middle of a call, or has no kernel for the problem. */
  async function withFallback<T>(work: (engine: AttentionEngine) => Promise<T>): Promise<T> {
    const engine = current;
    try {
      return await work(engine);
    } catch (error) {
      if (!(error instanceof PosencError && (error.code === "device_lost" || error.code === "not_on_gpu"))) throw error;
      return await work(wasm);
    } finally {
      const changed = wasm.restarts !== status.restarts || wasm.workers !== status.workers;
      if (changed && !closed) use(current, status);
    }
  }

  function prepare(problem: Problem, signal: AbortSignal | undefined): Problem {
    throwIfAborted(signal);
    return toCoreProblem(problem);
  }

  return {
    async attention(problem, { outputs = defaultOutputs, signal, onProgress } = {}) {
      const prepared = prepare(problem, signal);
      return withFallback(async (engine) => {
        const result = await engine.attention(prepared, { outputs, permuted: false, signal, onProgress });
        return { engine: engine.name, ...result };
      });
    },

    async equivariance(problem, { outputs = defaultOutputs, signal, onProgress } = {}) {
      const prepared = prepare(problem, signal);
      return withFallback((engine) => measureEquivariance(client, engine, prepared, { outputs, signal, onProgress }));
    },

    async decode(problem, { outputs = defaultOutputs, signal } = {}) {
      const request = { call: "decode", problem: prepare(problem, signal), options: { outputs } } as const;
      const { cached_keys, cache_bytes, max_difference, ...decoding } = await client.call(request, signal);
      return {
        engine: "wasm",
        ...decoding,
        cachedKeys: cached_keys,
        cacheBytes: cache_bytes,
        maxDifference: max_difference,
      };
    },

    async plan(problem, { permuted = false, signal } = {}) {
      return client.call({ call: "plan", problem: prepare(problem, signal), options: { permuted } }, signal);
    },

    async frequencies(request, { signal } = {}) {
      return client.call({ call: "frequencies", request }, signal);
    },

    async scoreCurve(request, { signal } = {}) {
      return client.call({ call: "score_curve", request }, signal);
    },

    async rotaryDifference(request, { signal } = {}) {
      return client.call({ call: "rotary_difference", request }, signal);
    },

    async phaseError(request, { signal } = {}) {
      return client.call({ call: "phase_error", request }, signal);
    },

    get status() {
      return status;
    },
    setEngine,

    close() {
      closed = true;
      gpu?.close();
      gpu = null;
      wasm.close();
      client.close();
    },
  };
}
