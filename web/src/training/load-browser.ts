/** The module in a browser. The URL comes from the bundler: relative, so any sub-path works. */
import createTraining from "#training";
import wasmUrl from "#training.wasm?url";
import type { TrainingModule } from "./training-module.ts";

export function loadTraining(): Promise<TrainingModule> {
  return createTraining({ locateFile: () => wasmUrl });
}
