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
    return startForeignWorker(new URL(workerUrl, import.meta.url).href);
  }
}

/** Where the script is of another origin than the page: a worker of the page's own that imports it. */
function startForeignWorker(url: string): WorkerPort {
  const script = URL.createObjectURL(new Blob([`import ${JSON.stringify(url)};`], { type: "text/javascript" }));
  try {
    return new Worker(script, { type: "module" }) as WorkerPort;
  } finally {
    URL.revokeObjectURL(script);
  }
}
