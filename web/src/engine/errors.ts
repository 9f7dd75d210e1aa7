/** Why a call was refused or ended. */
export type ErrorCode =
  /** A field of the problem is missing, unknown or out of range. */
  | "invalid_argument"
  /** The text is no JSON, too long or too deep. */
  | "invalid_json"
  /** More bytes than the stated limit of the engine. */
  | "too_large"
  | "out_of_memory"
  | "internal"
  /** The engine cannot be had here, e.g. WebAssembly is blocked. */
  | "engine_unavailable"
  /** An AbortSignal fired. */
  | "aborted"
  /** The core stopped with a trap, was restarted, and stopped again. */
  | "worker_trap"
  /** The GPU was taken away; callers of the public API see this only when the retry on WASM fails too. */
  | "device_lost"
  /** The WebGPU engine lacks something that the problem needs; the public API computes such calls on WASM. */
  | "not_on_gpu"
  /** The GPU refused a command. */
  | "gpu_error"
  /** The object was closed. */
  | "closed";

/**
 * The one error class of the public API. `code` is stable and may be translated; `message` is English for people
 * and names the field, what was expected and what came.
 */
export class PosencError extends Error {
  override readonly name = "PosencError";
  readonly code: string;

  /** `code` is an ErrorCode, or a code of the core passed through as it came. */
  constructor(code: ErrorCode | (string & {}), message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The text of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortedError();
}

export function abortedError(): PosencError {
  return new PosencError("aborted", "the calculation was aborted by its caller");
}

/** Settles as `work` does, but rejects at once when `signal` fires: what is under way goes on unheard. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(abortedError());
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
