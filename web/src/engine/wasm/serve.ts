/** What a worker does, in a browser and in Node: owns the core, answers requests in order. */
import { messageOf } from "../errors.ts";
import { ask } from "./core.ts";
import type { CoreModule } from "./core-module.ts";
import type { FromWorker, ToWorker } from "./messages.ts";
import { transferables } from "./transferables.ts";

/** Results are given away without copying. Returns what takes a request. */
export function serve(
  loading: Promise<CoreModule>,
  post: (message: FromWorker, transfer?: ArrayBuffer[]) => void,
): (message: ToWorker) => Promise<void> {
  loading.then(
    () => post({ kind: "ready" }),
    (error: unknown) => post({ kind: "unavailable", reason: messageOf(error) }),
  );
  return async ({ id, request }) => {
    const core = await loading.catch(() => null);
    // The client was told "unavailable".
    if (!core) return;
    try {
      const answer = ask(core, request);
      post({ kind: "answer", id, answer }, transferables(answer));
    } catch (error) {
      post({ kind: "trap", id, reason: messageOf(error) });
    }
  };
}
