/** Why another engine computes than the one that was asked for. */
import { messageOf, PosencError } from "./errors.ts";

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

/** Why a call that failed on the GPU is done by WASM; null where it would fail there too, or is not wanted any more. */
export function fallbackOf(error: unknown): Fallback | null {
  // Not an error of ours: the browser refused something, a buffer for one.
  if (!(error instanceof PosencError)) return { code: "gpu_error", message: messageOf(error) };
  const code = callFallbackCodes.find((known) => known === error.code);
  return code ? { code, message: error.message } : null;
}
