/** A worker thread of the pool in Node. On the main thread, importing this file only tells where it lies. */
import { parentPort, workerData } from "node:worker_threads";
import { loadCore } from "./load-node.ts";
import { serve } from "./serve.ts";

export const workerUrl = new URL(import.meta.url);
/** Threads of others may import this file too. */
export const workerRole = "posenc-core";

if (parentPort && workerData === workerRole) {
  const port = parentPort;
  const answer = serve(loadCore(), (message, transfer) => port.postMessage(message, transfer));
  port.on("message", (message) => void answer(message));
}
