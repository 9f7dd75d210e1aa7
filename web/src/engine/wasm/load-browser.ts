/** The core in a browser, on the thread that calls. The URL comes from the bundler: relative, so any sub-path works. */
import createCore from "#core";
import wasmUrl from "#core.wasm?url";
import type { CoreModule } from "./core-module.ts";

export function loadCore(): Promise<CoreModule> {
  return createCore({ locateFile: () => wasmUrl });
}
