import { abortedError } from "../errors.ts";
import type { FromWorker, WorkerPort } from "./messages.ts";
import { type Answer, NoWorker, type Runner, Trap, unavailable } from "./runner.ts";

export function workerRunner(port: WorkerPort): Runner {
  let ready = false;
  let nextId = 0;
  let open: { id: number; resolve(answer: Answer): void; reject(error: Error): void } | null = null;
  let failed: Error | null = null;

  const fail = (error: Error) => {
    failed = error;
    open?.reject(error);
    open = null;
  };
  port.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if (data.kind === "ready") ready = true;
    else if (data.kind === "unavailable") fail(unavailable(data.reason));
    else if (data.id !== open?.id) return;
    else if (data.kind === "trap") fail(new Trap(data.reason));
    else {
      open.resolve(data.answer);
      open = null;
    }
  };
  port.onerror = (event) => fail(ready ? new Trap(event.message) : new NoWorker(event.message));

  return {
    interruptible: true,
    run(request, transfer) {
      return new Promise((resolve, reject) => {
        if (failed) return reject(failed);
        open = { id: nextId++, resolve, reject };
        port.postMessage({ id: open.id, request }, transfer);
      });
    },
    stop() {
      port.terminate();
      fail(abortedError());
    },
  };
}
