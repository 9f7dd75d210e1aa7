/**
 * The WebGPU engine: the core lowers the problem to a plan, the kernels execute it. What needs no arithmetic
 * (input, encoding, query, key, value) is handed on from the plan.
 */
import type { AttentionEngine, EngineOptions } from "../engine.ts";
import { PosencError, throwIfAborted, untilAborted } from "../errors.ts";
import type { OutputName, Problem } from "../problem.ts";
import type { CoreClient } from "../wasm/client.ts";
import type { CoreAttention, CorePlan } from "../wasm/core-module.ts";
import { createPipelines } from "./pipelines.ts";
import { runPlan } from "./run-plan.ts";

export interface GpuEngine extends AttentionEngine {
  readonly name: "webgpu";
  /** Resolves with the reason when the device is lost, except by close(). */
  readonly lost: Promise<string>;
  /** Destroys the device, if this engine asked for it. */
  close(): void;
}

export interface GpuEngineOptions {
  device: GPUDevice;
  /** An embedder's device is left alone on close(). */
  owned: boolean;
  client: CoreClient;
}

export async function createGpuEngine({ device, owned, client }: GpuEngineOptions): Promise<GpuEngine> {
  let closing = false;
  let lostReason: string | null = null;
  const lost = new Promise<string>((resolve) => {
    void device.lost.then(({ reason, message }) => {
      if (closing) return;
      lostReason = message || reason;
      resolve(lostReason);
    });
  });
  const pipelines = await createPipelines(device);

  async function attention(
    problem: Problem,
    { outputs, permuted, signal, onProgress }: EngineOptions,
  ): Promise<CoreAttention> {
    const plan = await client.call({ call: "plan", problem, options: { permuted } }, signal);
    throwIfAborted(signal);
    if (lostReason !== null) throw lostError(lostReason);
    if (plan.further_slots.length > 0)
      throw new PosencError("not_on_gpu", `the WebGPU engine has no ${plan.further_slots.join(", ")} yet`);
    try {
      const computed = await untilAborted(runPlan(device, pipelines, plan, outputs, signal), signal);
      requireNoOverflow(computed);
      onProgress?.(1, 1);
      return { shape: plan.shape, notes: plan.notes, ...fromPlan(plan, outputs), ...computed };
    } catch (error) {
      if (error instanceof PosencError && (error.code === "aborted" || error.code === "not_on_gpu")) throw error;
      // When a device goes, its pending calls fail first and the loss is told a moment later.
      const reason = await Promise.race([lost, delay(lossDelayMs)]);
      throw reason === null ? error : lostError(reason);
    }
  }

  return {
    name: "webgpu",
    attention,
    lost,
    close() {
      closing = true;
      if (owned) device.destroy();
    },
  };
}

const lossDelayMs = 50;

/** Only the score of a hidden pair is infinite. WGSL need not keep infinities and NaN apart, so the core has the say. */
function requireNoOverflow(computed: Partial<CoreAttention>): void {
  for (const [name, tensor] of Object.entries(computed)) {
    const data = "data" in tensor ? tensor.data : [];
    for (const number of data) {
      if (Number.isFinite(number) || (name === "scores" && number === Number.NEGATIVE_INFINITY)) continue;
      throw new PosencError("not_on_gpu", `${name} of the WebGPU engine has a number that is not finite`);
    }
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
