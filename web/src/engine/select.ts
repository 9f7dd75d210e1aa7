/** Which engine computes. */
import type { EngineName } from "./problem.ts";
import type { AdapterDescription } from "./webgpu/device.ts";

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
  | "device_lost";

/** Why WebGPU does not compute although it was asked for or could have been. */
export interface Fallback {
  code: FallbackCode;
  message: string;
}

/**
 * "wasm" and "reference" are taken as they are. "webgpu" takes any adapter, software ones too.
 * "auto" takes WebGPU where there is a hardware adapter: a software adapter was 5 to 22 times slower than WASM
 * wherever it was measured. Whoever is refused computes on WASM.
 *
 * This rule does not look at sizes: small problems are faster on WASM, yet both take less than a frame.
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
