import type { CoreModule } from "./core-module.ts";
import type { WorkerPort } from "./messages.ts";

/** Where the core can run. Two implementations, host-browser and host-node, chosen by the alias #core-host. */
export interface CoreHost {
  /** A worker that owns a core, or null where there is none; throws where the page may not start one. */
  startWorker(): WorkerPort | null;
  /** The same for further workers; default startWorker. */
  startHelper?: () => WorkerPort | null;
  /** How many workers may compute at a time; default 1. */
  parallelism?: () => number;
  /** A fresh core on this thread. */
  loadCore(): Promise<CoreModule>;
}
