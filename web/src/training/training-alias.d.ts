/** Names that web/aliases.ts resolves: the built module, and what differs between a browser and Node. */
declare module "#training" {
  /** Emscripten's factory. Without locateFile it looks for posenc-training.wasm beside itself. */
  const createTraining: (options?: {
    locateFile?: (file: string) => string;
  }) => Promise<import("./training-module.ts").TrainingModule>;
  export default createTraining;
}

declare module "#training-host" {
  export const host: import("./host.ts").TrainingHost;
}
