import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { TrainingHost } from "./host.ts";
import { loadTraining } from "./load-node.ts";
import type { FromTrainer, TrainerPort } from "./messages.ts";
import { serve } from "./serve.ts";

// Threads need the built files; from the sources (tests) everything runs here.
const built = import.meta.url.endsWith(".mjs");

export const host: TrainingHost = {
  startWorker: () => (built ? startThread() : startHere()),
  parallelism: () => (built ? availableParallelism() : 1),
};

function startThread(): TrainerPort {
  // A file of its own in the build, whose address is that of the thread's script.
  const thread = import("./training-worker-node.ts").then(({ workerUrl, workerRole }) => {
    const worker = new Worker(workerUrl, { workerData: workerRole, execArgv: [] });
    worker.on("message", (data: FromTrainer) => port.onmessage?.({ data }));
    worker.on("error", ({ message }) => port.onerror?.({ message }));
    return worker;
  });
  const port: TrainerPort = {
    onmessage: null,
    onerror: null,
    postMessage: (message) => void thread.then((worker) => worker.postMessage(message)),
    terminate: () => void thread.then((worker) => worker.terminate()),
  };
  return port;
}

function startHere(): TrainerPort {
  const answer = serve(loadTraining(), (data) => port.onmessage?.({ data }));
  const port: TrainerPort = {
    onmessage: null,
    onerror: null,
    postMessage: (message) => void answer(message),
    terminate: () => {
      port.onmessage = null;
    },
  };
  return port;
}
