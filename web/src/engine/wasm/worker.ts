/** The browser worker: owns the core, answers requests in order, gives results away without copying. */
import { messageOf } from "../errors.ts";
import { ask } from "./core.ts";
import { loadCore } from "./load-browser.ts";
import type { FromWorker, ToWorker } from "./messages.ts";
import { transferables } from "./transferables.ts";

// The page's types are loaded, not those of a worker: this is the part of its global scope that is used.
const scope = globalThis as unknown as {
  postMessage(message: FromWorker, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
};

const core = loadCore();
core.then(
  () => scope.postMessage({ kind: "ready" }),
  (error: unknown) => scope.postMessage({ kind: "unavailable", reason: messageOf(error) }),
);

scope.onmessage = async ({ data: { id, request } }) => {
  const module = await core.catch(() => null);
  // The client was told "unavailable".
  if (!module) return;
  try {
    const answer = ask(module, request);
    scope.postMessage({ kind: "answer", id, answer }, transferables(answer));
  } catch (error) {
    scope.postMessage({ kind: "trap", id, reason: messageOf(error) });
  }
};
