/** Names that web/aliases.ts resolves: the built module, and what differs between a browser and Node. */
declare module "#core" {
  /** Emscripten's factory. Without locateFile it looks for posenc-core.wasm beside itself. */
  const createCore: (options?: {
    locateFile?: (file: string) => string;
  }) => Promise<import("./core-module.ts").CoreModule>;
  export default createCore;
}

declare module "#core-host" {
  export const host: import("./host.ts").CoreHost;
}
