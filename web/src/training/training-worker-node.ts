/** A training worker in Node. On the main thread, importing this file only tells where it lies. */
import { parentPort, workerData } from "node:worker_threads";
import { loadTraining } from "./load-node.ts";
import { serve } from "./serve.ts";

export const workerUrl = new URL(import.meta.url);
/** Threads of others may import this file too. */
export const workerRole = "posenc-training";

if (parentPort && workerData === workerRole) {
  const port = parentPort;
  const answer = serve(loadTraining(), (message, transfer) => port.postMessage(message, transfer));
  port.on("message", (message) => void answer(message));
}
