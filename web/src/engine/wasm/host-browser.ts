import type { CoreHost } from "./host.ts";
import type { WorkerPort } from "./messages.ts";

export const host: CoreHost = {
  // The bundler recognises exactly this form and emits the worker as a file of its own, as the page's CSP demands.
  startWorker: () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }) as WorkerPort,
  parallelism: () => navigator.hardwareConcurrency || 1,
  loadCore: async () => (await import("./load-browser.ts")).loadCore(),
};
