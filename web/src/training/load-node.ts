/** The module in Node: Emscripten's own loader reads posenc-training.wasm from the folder of the bundle. */
import createTraining from "#training";
import type { TrainingModule } from "./training-module.ts";

export function loadTraining(): Promise<TrainingModule> {
  return createTraining();
}
