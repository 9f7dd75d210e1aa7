import { startForeignWorker } from "./foreign-worker.ts";
import type { CoreHost } from "./host.ts";
import type { WorkerPort } from "./messages.ts";
import workerUrl from "./worker.ts?worker&url";

export const host: CoreHost = {
  startWorker,
  parallelism: () => navigator.hardwareConcurrency || 1,
  loadCore: async () => (await import("./load-browser.ts")).loadCore(),
};

function startWorker(): WorkerPort {
  try {
    // Bundlers recognise exactly this form and emit the worker as a file of its own, as the page's CSP demands.
    return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }) as WorkerPort;
  } catch {
    return startForeignWorker(new URL(workerUrl, import.meta.url).href) as WorkerPort;
  }
}
