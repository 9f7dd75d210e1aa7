/** The browser worker: one training run. */
import { loadTraining } from "./load-browser.ts";
import type { FromTrainer, ToTrainer } from "./messages.ts";
import { serve } from "./serve.ts";

// The page's types are loaded, not those of a worker: this is the part of its global scope that is used.
const scope = globalThis as unknown as {
  postMessage(message: FromTrainer, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent<ToTrainer>) => void) | null;
};

const answer = serve(loadTraining(), (message, transfer) => scope.postMessage(message, transfer));
scope.onmessage = ({ data }) => void answer(data);
