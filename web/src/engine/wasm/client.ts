/**
 * Calls to the core: in a worker where there is one, else on this thread.
 *
 * One request is under way at a time; the others wait here, so that stopping the worker loses no other call.
 * A trap leaves the module in an unknown state: it is replaced and the call is tried once more; a second trap is
 * that call's error, and the client goes on with a fresh module.
 */
import { host as defaultHost } from "#core-host";
import { abortedError, messageOf, PosencError } from "../errors.ts";
import { type CoreCall, type CoreReplies, type CoreRequest, unwrap } from "./core.ts";
import type { CoreHost } from "./host.ts";
import { NoWorker, type Runner, Trap } from "./runner.ts";
import { threadRunner } from "./thread-runner.ts";
import { workerRunner } from "./worker-runner.ts";

/** A request with buffers that nobody else reads: they go to the worker without copying. */
export interface Sendable<Call extends CoreCall = CoreCall> {
  request: CoreRequest<Call> & { call: Call };
  transfer: ArrayBuffer[];
}

export interface CoreClient {
  call<Call extends CoreCall>(
    request: CoreRequest<Call> & { call: Call },
    signal?: AbortSignal,
  ): Promise<CoreReplies[Call]>;
  /** The same; `make` is asked anew for every attempt. */
  send<Call extends CoreCall>(make: () => Sendable<Call>, signal?: AbortSignal): Promise<CoreReplies[Call]>;
  /** How often the core was replaced after a trap. */
  readonly restarts: number;
  /** False once calls turned out to run on the calling thread. */
  readonly inWorker: boolean;
  /** Open calls are rejected with code "closed". */
  close(): void;
}

/** An aborted call may take this long from its start before its worker is stopped: a restart costs about as much. */
const abortGraceMs = 100;

interface Job {
  make(): Sendable;
  signal: AbortSignal | undefined;
  resolve(value: CoreReplies[CoreCall]): void;
  reject(error: PosencError): void;
  traps: number;
}

export function createCoreClient(host: CoreHost = defaultHost): CoreClient {
  const waiting: Job[] = [];
  let running: Job | null = null;
  let runner: Runner | null = null;
  let useWorker = true;
  let restarts = 0;
  let closed = false;

  function start(): Runner {
    if (useWorker) {
      try {
        const port = host.startWorker();
        if (port) return workerRunner(port);
      } catch {
        // Another origin's page, or a CSP without worker-src.
      }
      useWorker = false;
    }
    return threadRunner(host);
  }

  function replace(): void {
    runner?.stop();
    runner = null;
  }

  async function next(): Promise<void> {
    if (running || closed) return;
    const job = waiting.shift();
    if (!job) return;
    running = job;
    try {
      await attempt(job);
    } finally {
      running = null;
      void next();
    }
  }

  /** Settles the job; never throws. */
  async function attempt(job: Job): Promise<void> {
    if (job.signal?.aborted) return;
    runner ??= start();
    const current = runner;
    const forget = watchAbort(job, current);
    try {
      const { request, transfer } = job.make();
      const answer = await current.run(request, transfer);
      job.resolve(unwrap(answer));
    } catch (error) {
      await recover(job, error);
    } finally {
      forget();
    }
  }

  async function recover(job: Job, error: unknown): Promise<void> {
    if (error instanceof NoWorker) {
      useWorker = false;
      replace();
      return attempt(job);
    }
    if (error instanceof Trap) {
      replace();
      restarts++;
      if (++job.traps === 1) return attempt(job);
      const message = `the core stopped twice in the call "${job.make().request.call}" (${error.message}); it was restarted and can be used again`;
      return job.reject(new PosencError("worker_trap", message, { cause: error }));
    }
    if (error instanceof PosencError) {
      // Without a module every later call must try to load it again.
      if (error.code === "engine_unavailable") replace();
      return job.reject(error);
    }
    job.reject(new PosencError("internal", messageOf(error), { cause: error }));
  }

  /** The promise rejects at once in call(); here the computation itself is ended if it goes on for long. */
  function watchAbort(job: Job, current: Runner): () => void {
    const { signal } = job;
    if (!signal || !current.interruptible) return () => {};
    const started = performance.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onAbort = () => {
      timer = setTimeout(replace, Math.max(0, abortGraceMs - (performance.now() - started)));
    };
    signal.addEventListener("abort", onAbort, { once: true });
    return () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    };
  }

  function send<Call extends CoreCall>(make: () => Sendable<Call>, signal?: AbortSignal) {
    return new Promise<CoreReplies[Call]>((resolve, reject) => {
      if (closed) return reject(closedError());
      if (signal?.aborted) return reject(abortedError());
      const job: Job = { make, signal, resolve: (value) => resolve(value as CoreReplies[Call]), reject, traps: 0 };
      const onAbort = () => {
        const place = waiting.indexOf(job);
        if (place >= 0) waiting.splice(place, 1);
        reject(abortedError());
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      const settle =
        <T>(then: (value: T) => void) =>
        (value: T) => {
          signal?.removeEventListener("abort", onAbort);
          then(value);
        };
      job.resolve = settle(job.resolve);
      job.reject = settle(job.reject);
      waiting.push(job);
      void next();
    });
  }

  return {
    get restarts() {
      return restarts;
    },
    get inWorker() {
      return useWorker;
    },

    call: <Call extends CoreCall>(request: CoreRequest<Call> & { call: Call }, signal?: AbortSignal) =>
      send<Call>(() => ({ request, transfer: [] }), signal),
    send,

    close() {
      if (closed) return;
      closed = true;
      replace();
      for (const job of [...waiting.splice(0), ...(running ? [running] : [])]) job.reject(closedError());
    },
  };
}

function closedError(): PosencError {
  return new PosencError("closed", "this Posenc was closed");
}
