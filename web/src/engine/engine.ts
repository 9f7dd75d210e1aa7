/** What the public API needs of an engine. Three exist: the core in float, the core in double, WebGPU. */
import type { EngineName, OutputName, Problem } from "./problem.ts";
import type { CoreAttention } from "./wasm/core-module.ts";

export interface EngineOptions {
  outputs: readonly OutputName[];
  /** Run on P X instead of X. */
  permuted: boolean;
  signal?: AbortSignal;
  onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface AttentionEngine {
  readonly name: EngineName;
  /** `problem` comes from toCoreProblem. */
  attention(problem: Problem, options: EngineOptions): Promise<CoreAttention>;
}
