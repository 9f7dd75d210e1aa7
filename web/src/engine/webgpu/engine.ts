/**
 * The WebGPU engine: the core lowers the problem to a plan, the kernels execute it. What needs no arithmetic
 * (input, encoding, query, key, value) is handed on from the plan.
 */
import type { AttentionEngine, EngineOptions } from "../engine.ts";
import { PosencError, throwIfAborted, untilAborted } from "../errors.ts";
import type { OutputName, Problem } from "../problem.ts";
import type { CoreClient } from "../wasm/client.ts";
import type { CoreAttention, CorePlan } from "../wasm/core-module.ts";
import { askPlan } from "./ask-plan.ts";
import { inSlices } from "./breathe.ts";
import { createBufferPool } from "./buffers.ts";
import { createClock } from "./clock.ts";
import { watchErrors } from "./errors.ts";
import { createPipelines, type Precision, type Subgroups } from "./pipelines.ts";
import { type Results, runPlan, termsOf, workgroupFor } from "./run-plan.ts";

/** What the last attention call cost. */
export interface GpuRun {
  /** From the first kernel to the end of the last; null where the device has no timestamps. */
  gpuMs: number | null;
  /** Waiting for results to be mapped, and copying them. */
  readBackMs: number;
  /** Of all buffers of the call. */
  bytes: number;
}

export interface GpuEngine extends AttentionEngine {
  readonly name: "webgpu";
  /** Resolves with the reason when the device is lost, except by close(). */
  readonly lost: Promise<string>;
  readonly lastRun: GpuRun | null;
  /** Destroys the buffers, and the device if this engine asked for it. */
  close(): void;
}

export interface GpuEngineOptions {
  device: GPUDevice;
  /** An embedder's device is left alone on close(). */
  owned: boolean;
  client: CoreClient;
  /** How q, k, v and vectors are stored; sums are float32 always. Default "f32". */
  precision?: Precision;
  /** Whether invocations of a subgroup exchange maxima directly. Default "off". */
  subgroups?: Subgroups;
}

export async function createGpuEngine(options: GpuEngineOptions): Promise<GpuEngine> {
  const { device, owned, client, precision = "f32", subgroups = "off" } = options;
  if (precision === "f16") requireFeature(device, "shader-f16", 'precision "f16"');
  if (subgroups === "on") requireFeature(device, "subgroups", 'subgroups "on"');
  let closing = false;
  let lostReason: string | null = null;
  let lastRun: GpuRun | null = null;
  const lost = new Promise<string>((resolve) => {
    void device.lost.then(({ reason, message }) => {
      if (closing) return;
      lostReason = message || reason;
      resolve(lostReason);
    });
  });
  const pipelines = createPipelines(device);
  const pool = createBufferPool(device);
  const latency = { ms: Number.POSITIVE_INFINITY };

  async function compute(plan: CorePlan, { outputs, signal, onProgress }: EngineOptions): Promise<Results> {
    const terms = termsOf(plan, outputs);
    const variant = { precision, subgroups: subgroupsFor(plan), shape: workgroupFor(plan), terms };
    const [lease, errors, clock] = [pool.lease(), watchErrors(device), createClock(device)];
    let [readBackMs, told] = [0, -1];
    try {
      const results = await runPlan(
        { device, pipelines, variant, lease, errors, clock, latency, signal },
        {
          ...{ plan, outputs: new Set(outputs) },
          onReadBack: (ms) => (readBackMs += ms),
          onProgress(done, total) {
            told = total - done;
            if (!signal?.aborted) onProgress?.(done, total);
          },
        },
      );
      if (told !== 0 && !signal?.aborted) onProgress?.(1, 1);
      lastRun = { gpuMs: await clock.read(), readBackMs, bytes: lease.bytes };
      await requireNoOverflow(results);
      return results;
    } finally {
      lease.release();
      clock.destroy();
    }
  }

  /** Those that share a row must lie in one subgroup. */
  function subgroupsFor(plan: CorePlan): Subgroups {
    const { lanes } = workgroupFor(plan);
    return subgroups === "on" && lanes / 8 <= (device.adapterInfo.subgroupMinSize ?? 4) ? "on" : "off";
  }

  async function attention(problem: Problem, options: EngineOptions): Promise<CoreAttention> {
    const { outputs, permuted, signal } = options;
    const plan = await askPlan(client, problem, { permuted, signal });
    throwIfAborted(signal);
    if (lostReason !== null) throw lostError(lostReason);
    try {
      const computed = await untilAborted(compute(plan, options), signal);
      return { shape: plan.shape, notes: plan.notes, ...fromPlan(plan, outputs), ...computed };
    } catch (error) {
      if (error instanceof PosencError && passed.has(error.code)) throw error;
      // When a device goes, its pending calls fail first and the loss is told a moment later.
      const reason = await Promise.race([lost, delay(lossDelayMs)]);
      throw reason === null ? error : lostError(reason);
    }
  }

  return {
    name: "webgpu",
    attention,
    lost,
    get lastRun() {
      return lastRun;
    },
    close() {
      closing = true;
      pool.destroy();
      if (owned) device.destroy();
    },
  };
}

/** Codes of errors that no loss of the device explains. */
const passed: ReadonlySet<string> = new Set(["aborted", "not_on_gpu", "too_large"]);

const lossDelayMs = 50;

function requireFeature(device: GPUDevice, feature: GPUFeatureName, field: string): void {
  if (device.features.has(feature)) return;
  throw new PosencError(
    "engine_unavailable",
    `${field}: expected a WebGPU device with ${feature}, this one is without`,
  );
}

/** Only the score of a hidden pair is infinite. WGSL need not keep infinities and NaN apart, so the core has the say. */
async function requireNoOverflow(results: Results): Promise<void> {
  for (const [name, { data }] of Object.entries(results)) {
    await inSlices(data.length, (from, end) => {
      for (let at = from; at < end; at++) {
        const number = data[at];
        if (Number.isFinite(number) || (name === "scores" && number === Number.NEGATIVE_INFINITY)) continue;
        throw new PosencError("not_on_gpu", `${name} of the WebGPU engine has a number that is not finite`);
      }
    });
  }
}

function fromPlan(plan: CorePlan, outputs: readonly OutputName[]): Partial<CoreAttention> {
  const copied: Partial<CoreAttention> = {};
  for (const name of outputs) {
    if (name === "input" || name === "encoding" || name === "query" || name === "key" || name === "value") {
      const tensor = plan[name];
      if (tensor) copied[name] = tensor;
    }
  }
  return copied;
}

function lostError(reason: string): PosencError {
  return new PosencError("device_lost", `the WebGPU device was lost: ${reason}`);
}

function delay(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, ms, null));
}
