/** What a training worker does, in a browser and in Node. */
import { messageOf } from "../engine/errors.ts";
import { transferables } from "../engine/wasm/transferables.ts";
import type { FromTrainer, ToTrainer } from "./messages.ts";
import { ask, type TrainingModule } from "./training-module.ts";

type Post = (message: FromTrainer, transfer: ArrayBuffer[]) => void;

/** Results are given away without copying. Returns what takes a request. */
export function serve(loading: Promise<TrainingModule>, post: Post): (message: ToTrainer) => Promise<void> {
  return async ({ id, ...request }) => {
    try {
      const answer = ask(await loading, request);
      post({ kind: "answer", id, answer }, transferables(answer));
    } catch (error) {
      post({ kind: "broken", reason: messageOf(error) }, []);
    }
  };
}
