/** Which engine computes. */
import type { Fallback } from "./fallback.ts";
import type { EngineName } from "./problem.ts";
import type { AdapterDescription } from "./webgpu/device.ts";
import type { Rule } from "./webgpu/rule.ts";

export type RequestedEngine = "auto" | EngineName;

/**
 * "wasm" and "reference" are taken as they are. "webgpu" takes any adapter, software ones too.
 * "auto" takes WebGPU where there is a hardware adapter: a software adapter was 5 to 22 times slower than WASM
 * wherever it was measured. Whoever is refused computes on WASM.
 */
export function chooseEngine(requested: RequestedEngine, adapter: AdapterDescription | Fallback | undefined): Choice {
  if (requested === "wasm" || requested === "reference") return { engine: requested };
  if (adapter && "code" in adapter) return { engine: "wasm", fallback: adapter };
  if (requested === "auto" && adapter?.isFallback) {
    const message = `the only WebGPU adapter (${adapter.description || adapter.architecture}) is software, slower than WebAssembly`;
    return { engine: "wasm", fallback: { code: "software_adapter", message } };
  }
  return { engine: "webgpu" };
}

export interface Choice {
  engine: EngineName;
  fallback?: Fallback;
}

/** Whether "auto" gives WebGPU a problem of so many multiply-adds; nothing while nobody knows what the GPU is good for. */
export function isWorthGpu(work: number, rule: Rule | undefined): boolean {
  return rule !== undefined && rule.threshold !== null && work >= rule.threshold;
}
