/** Which engine computes, and why another one does. */
import { messageOf, PosencError } from "./errors.ts";
import type { EngineName } from "./problem.ts";
import type { AdapterDescription } from "./webgpu/device.ts";
import type { Rule } from "./webgpu/rule.ts";

export type RequestedEngine = "auto" | EngineName;

/** Stable, for translation. */
export type FallbackCode =
  /** The browser or the page (no secure origin) has no WebGPU. */
  | "no_webgpu"
  | "no_adapter"
  /** Only a software adapter, and it was not asked for by name. */
  | "software_adapter"
  | "no_device"
  /** The adapter computes something else than the core. */
  | "self_test_failed"
  /** It did so later, in rows of a result that the core computed again. */
  | "check_failed"
  | CallFallbackCode;

/** What befalls a single call; after a loss there is no GPU for the next ones either. */
const callFallbackCodes = ["device_lost", "out_of_memory", "gpu_error", "too_large", "not_on_gpu"] as const;
type CallFallbackCode = (typeof callFallbackCodes)[number];

/** Why WebGPU does not compute although it was asked for or could have been. */
export interface Fallback {
  code: FallbackCode;
  message: string;
}

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

/** Why a call that failed on the GPU is done by WASM; null where it would fail there too, or is not wanted any more. */
export function fallbackOf(error: unknown): Fallback | null {
  // Not an error of ours: the browser refused something, a buffer for one.
  if (!(error instanceof PosencError)) return { code: "gpu_error", message: messageOf(error) };
  const code = callFallbackCodes.find((known) => known === error.code);
  return code ? { code, message: error.message } : null;
}

/** Whether "auto" gives WebGPU a problem of so many multiply-adds; nothing while nobody knows what the GPU is good for. */
export function isWorthGpu(work: number, rule: Rule | undefined): boolean {
  return rule !== undefined && rule.threshold !== null && work >= rule.threshold;
}
