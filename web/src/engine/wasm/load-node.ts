/** The core in Node: Emscripten's own loader reads posenc-core.wasm from the folder of the bundle. */
import createCore from "#core";
import type { CoreModule } from "./core-module.ts";

export function loadCore(): Promise<CoreModule> {
  return createCore();
}
