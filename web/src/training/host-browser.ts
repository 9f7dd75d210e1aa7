import { startForeignWorker } from "../engine/wasm/foreign-worker.ts";
import type { TrainingHost } from "./host.ts";
import type { TrainerPort } from "./messages.ts";
import workerUrl from "./training-worker.ts?worker&url";

export const host: TrainingHost = {
  startWorker,
  parallelism: () => navigator.hardwareConcurrency || 1,
};

function startWorker(): TrainerPort {
  try {
    // Bundlers recognise exactly this form and emit the worker as a file of its own, as the page's CSP demands.
    return new Worker(new URL("./training-worker.ts", import.meta.url), { type: "module" }) as TrainerPort;
  } catch {
    return startForeignWorker(new URL(workerUrl, import.meta.url).href) as TrainerPort;
  }
}
