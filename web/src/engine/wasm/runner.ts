/** One core and how to reach it: what the client replaces when the core traps or a long call is aborted. */
import { PosencError } from "../errors.ts";
import type { CoreCall, CoreReplies, CoreRequest } from "./core.ts";
import type { CoreAnswer } from "./core-module.ts";

export type Answer = CoreAnswer<CoreReplies[CoreCall]>;

export interface Runner {
  /** One request at a time; buffers of `transfer` are given away. Rejects with Trap when this runner must be replaced. */
  run(request: CoreRequest, transfer?: ArrayBuffer[]): Promise<Answer>;
  /** False where a running call cannot be stopped. */
  readonly interruptible: boolean;
  stop(): void;
}

/** The module threw instead of answering. */
export class Trap extends Error {}

/** The worker's script never came to life; the calling thread may still manage. */
export class NoWorker extends Error {}

export function unavailable(reason: string): PosencError {
  return new PosencError("engine_unavailable", `the WebAssembly core could not be loaded: ${reason}`);
}
