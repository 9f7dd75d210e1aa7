import type { CoreModule } from "./core-module.ts";
import type { WorkerPort } from "./messages.ts";

/** Where the core can run. Two implementations, host-browser and host-node, chosen by the alias #core-host. */
export interface CoreHost {
  /** A worker that owns a core, or null where there is none; throws where the page may not start one. */
  startWorker(): WorkerPort | null;
  /** A fresh core on this thread. */
  loadCore(): Promise<CoreModule>;
}
