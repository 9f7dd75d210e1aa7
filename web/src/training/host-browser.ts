import type { TrainingHost } from "./host.ts";
import type { TrainerPort } from "./messages.ts";

export const host: TrainingHost = {
  // Bundlers recognise exactly this form and emit the worker as a file of its own, as the page's CSP demands.
  startWorker: () => new Worker(new URL("./training-worker.ts", import.meta.url), { type: "module" }) as TrainerPort,
  parallelism: () => navigator.hardwareConcurrency || 1,
};
