/**
 * One core for all who ask: several labs on a page, one worker. It is started for the first and ends with the last; a
 * holder that closes loses only its own calls.
 */
import { messageOf, PosencError } from "../errors.ts";
import { type CoreClient, createCoreClient } from "./client.ts";

let held: { client: CoreClient; holders: number } | null = null;

export function holdCoreClient(create: () => CoreClient = createCoreClient): CoreClient {
  held ??= { client: create(), holders: 0 };
  const mine = held;
  mine.holders++;
  const leaving = new AbortController();
  const until = (signal?: AbortSignal) => (signal ? AbortSignal.any([signal, leaving.signal]) : leaving.signal);
  const closedNotAborted = (error: unknown): never => {
    if (leaving.signal.aborted) throw new PosencError("closed", `this Posenc was closed: ${messageOf(error)}`);
    throw error;
  };
  return {
    get restarts() {
      return mine.client.restarts;
    },
    get inWorker() {
      return mine.client.inWorker;
    },
    call: (request, signal) => mine.client.call(request, until(signal)).catch(closedNotAborted),
    send: (make, signal) => mine.client.send(make, until(signal)).catch(closedNotAborted),
    close() {
      if (leaving.signal.aborted) return;
      leaving.abort();
      if (--mine.holders > 0) return;
      mine.client.close();
      if (held === mine) held = null;
    },
  };
}
