/**
 * The public API. One object per page is enough: it owns one worker, more of them once a problem is worth it, and at
 * most one GPU device.
 *
 *   const posenc = await createPosenc({ engine: "auto" });
 *   const { weights } = await posenc.attention({ input: { kind: "tokens", tokens: ["a", "b"] } });
 *
 * An embedder that has a GPUDevice may hand it in, createPosenc({ device }): it is tested and measured like any other, is
 * used as it is (a software adapter too, and with the limits that it has), and is never destroyed here. When it is lost,
 * or computes wrongly, WASM goes on.
 */
import { createEngineSwitch, type EngineStatus, type EngineSwitch } from "./engine-switch.ts";
import { PosencError, throwIfAborted } from "./errors.ts";
import { requireOptions } from "./options.ts";
import type {
  AttentionResult,
  DecodeOutput,
  DecodeResult,
  EquivarianceResult,
  OutputName,
  Problem,
} from "./problem.ts";
import { toCoreProblem } from "./problem-json.ts";
import type { Frequencies, PhaseError, RotaryDifference, RotaryRequest, ScoreCurve } from "./rope.ts";
import type { RequestedEngine } from "./select.ts";
import { hasValues, outputsFor, requireValues } from "./values.ts";
import { type CoreClient, createCoreClient } from "./wasm/client.ts";
import type { CorePlan } from "./wasm/core-module.ts";
import { holdCoreClient } from "./wasm/shared-client.ts";

export interface PosencOptions {
  /** Default "auto". */
  engine?: RequestedEngine;
  /** Of the embedder. */
  device?: GPUDevice;
  /** At most this many share attention on WASM, 8 in all. "auto": as many as the machine has cores. Default "auto". */
  workers?: "auto" | number;
  onStatus?: (status: EngineStatus) => void;
}

/** Without `outputs` every problem has these. */
type Default = "scores" | "weights";

export interface CallOptions<Asked extends OutputName = OutputName> {
  /** Default scores, weights and, where there are values, output. */
  outputs?: readonly Asked[];
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
  attention<Asked extends OutputName = Default>(
    problem: Problem,
    options?: CallOptions<Asked>,
  ): Promise<AttentionResult<Asked>>;
  equivariance<Asked extends OutputName = Default>(
    problem: Problem,
    options?: CallOptions<Asked>,
  ): Promise<EquivarianceResult<Asked>>;
  /** Token by token with a KV cache, beside all tokens at once; always on WASM. The mask must hide the future. */
  decode<Asked extends DecodeOutput = DecodeOutput>(
    problem: Problem,
    options?: { outputs?: readonly Asked[]; signal?: AbortSignal },
  ): Promise<DecodeResult<Asked>>;
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
  return open(createCoreClient, options);
}

/** The same, on one worker for all on the page that ask for it so; calls of different holders take turns. */
export async function sharePosenc(options: PosencOptions = {}): Promise<Posenc> {
  return open(holdCoreClient, options);
}

async function open(takeClient: () => CoreClient, options: PosencOptions): Promise<Posenc> {
  await requireOptions(options, ["engine", "device", "workers", "onStatus"]);
  requireWorkers(options.workers);
  const client = takeClient();
  try {
    const core = await client.call({ call: "describe" });
    const engines = createEngineSwitch({ client, core, ...options });
    await engines.set(options.engine ?? "auto");
    return assemble(client, engines);
  } catch (error) {
    client.close();
    throw error;
  }
}

function requireWorkers(workers: PosencOptions["workers"] = "auto"): void {
  if (workers === "auto" || (Number.isInteger(workers) && workers >= 1)) return;
  throw new PosencError("invalid_argument", `workers: expected "auto" or a whole number of at least 1, got ${workers}`);
}

const CALL_OPTIONS = ["outputs", "signal", "onProgress"];

/** What a result has, by the outputs that are asked for, is beyond what is checked here: library.test.ts does. */
function assemble(client: CoreClient, engines: EngineSwitch): Posenc {
  function prepare(problem: Problem, signal: AbortSignal | undefined): Problem {
    throwIfAborted(signal);
    return toCoreProblem(problem);
  }

  return {
    async attention(problem, options = {}) {
      await requireOptions(options, CALL_OPTIONS);
      const { outputs: asked, signal, onProgress } = options;
      const prepared = prepare(problem, signal);
      const outputs = outputsFor<OutputName>(prepared, asked, defaultOutputs);
      return engines.run(prepared, async (engine): Promise<AttentionResult> => {
        const result = await engine.attention(prepared, { outputs, permuted: false, signal, onProgress });
        const shape = hasValues(prepared) ? result.shape : { ...result.shape, value_dim: 0 };
        return { engine: engine.name, ...result, shape };
      });
    },

    async equivariance(problem, options = {}) {
      await requireOptions(options, CALL_OPTIONS);
      const { outputs = defaultOutputs, signal, onProgress } = options;
      const prepared = prepare(problem, signal);
      requireValues(prepared, "equivariance, which compares outputs");
      // Only one lab asks for it.
      const { measureEquivariance } = await import("./equivariance.ts");
      return engines.run(prepared, (engine) =>
        measureEquivariance(client, engine, prepared, { outputs, signal, onProgress }),
      );
    },

    async decode(problem, options = {}) {
      await requireOptions(options, ["outputs", "signal"], defaultOutputs);
      const { outputs = defaultOutputs, signal } = options;
      const prepared = prepare(problem, signal);
      requireValues(prepared, "decoding, which compares outputs");
      const request = { call: "decode", problem: prepared, options: { outputs } } as const;
      const { cached_keys, cache_bytes, max_difference, ...decoding } = await client.call(request, signal);
      return {
        engine: "wasm",
        ...decoding,
        cachedKeys: cached_keys,
        cacheBytes: cache_bytes,
        maxDifference: max_difference,
      };
    },

    async plan(problem, options = {}) {
      await requireOptions(options, ["permuted", "signal"]);
      const { permuted = false, signal } = options;
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
      return engines.status;
    },
    async setEngine(name) {
      await requireOptions({ engine: name }, ["engine"]);
      return engines.set(name);
    },

    close() {
      engines.close();
      client.close();
    },
  } as Posenc;
}
