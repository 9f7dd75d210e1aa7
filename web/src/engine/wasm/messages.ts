/** What passes between client and worker. Requests are answered one at a time and in order. */
import type { CoreCall, CoreReplies, CoreRequest } from "./core.ts";
import type { CoreAnswer } from "./core-module.ts";

export interface ToWorker {
  id: number;
  request: CoreRequest;
}

export type FromWorker =
  | { kind: "ready" }
  /** The module cannot be loaded at all, e.g. the page's CSP forbids WebAssembly. */
  | { kind: "unavailable"; reason: string }
  | { kind: "answer"; id: number; answer: CoreAnswer<CoreReplies[CoreCall]> }
  /** The module threw instead of answering: this worker must not be used again. */
  | { kind: "trap"; id: number; reason: string };

/** The part of Worker that the client uses, so that tests can stand in for it. */
export interface WorkerPort {
  postMessage(message: ToWorker, transfer?: ArrayBuffer[]): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}
