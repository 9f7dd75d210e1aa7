/** The browser worker. */
import { loadCore } from "./load-browser.ts";
import type { FromWorker, ToWorker } from "./messages.ts";
import { serve } from "./serve.ts";

// The page's types are loaded, not those of a worker: this is the part of its global scope that is used.
const scope = globalThis as unknown as {
  postMessage(message: FromWorker, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
};

const answer = serve(loadCore(), (message, transfer) => scope.postMessage(message, transfer));
scope.onmessage = ({ data }) => void answer(data);
