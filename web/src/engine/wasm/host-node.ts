import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { CoreHost } from "./host.ts";
import { loadCore } from "./load-node.ts";
import type { FromWorker, WorkerPort } from "./messages.ts";

// Threads need the built files; from the sources (tests) there is none.
const built = import.meta.url.endsWith(".mjs");

/** The command computes one thing and ends: a worker would only add its start, unless there is much to compute. */
export const host: CoreHost = {
  startWorker: () => null,
  startHelper: () => (built ? startThread() : null),
  parallelism: () => (built ? availableParallelism() : 1),
  loadCore,
};

/** Keeps the process alive only while a request is open. */
function startThread(): WorkerPort {
  const port: WorkerPort = {
    onmessage: null,
    onerror: null,
    postMessage(message, transfer) {
      void thread.then((worker) => {
        worker.ref();
        worker.postMessage(message, transfer);
      });
    },
    terminate() {
      void thread.then((worker) => worker.terminate());
    },
  };
  // A file of its own in the build, whose address is that of the thread's script.
  const thread = import("./worker-node.ts").then(({ workerUrl, workerRole }) => {
    const worker = new Worker(workerUrl, { workerData: workerRole });
    worker.on("message", (data: FromWorker) => {
      if (data.kind !== "ready") worker.unref();
      port.onmessage?.({ data } as MessageEvent<FromWorker>);
    });
    worker.on("error", ({ message }) => port.onerror?.({ message } as ErrorEvent));
    worker.unref();
    return worker;
  });
  return port;
}
