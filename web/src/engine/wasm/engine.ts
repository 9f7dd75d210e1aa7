import type { AttentionEngine } from "../engine.ts";
import type { CoreClient } from "./client.ts";

/** The core itself as an engine: "wasm" is its tiled float path, "reference" its double-precision one. */
export function coreEngine(client: CoreClient, name: "wasm" | "reference"): AttentionEngine {
  const precision = name === "wasm" ? "float" : "double";
  return {
    name,
    async attention(problem, { outputs, permuted, signal, onProgress }) {
      const options = { precision, outputs, permuted } as const;
      const answer = await client.call({ call: "attention", problem, options }, signal);
      onProgress?.(1, 1);
      return answer;
    },
  };
}
