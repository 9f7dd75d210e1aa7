import type { AttentionEngine } from "../engine.ts";
import type { CoreClient } from "./client.ts";

/** The core itself as an engine: "wasm" is its tiled float path, "reference" its double-precision one. */
export function coreEngine(client: CoreClient, name: "wasm" | "reference"): AttentionEngine {
  const precision = name === "wasm" ? "float" : "double";
  return {
    name,
    attention: (problem, { outputs, permuted, signal }) =>
      client.call({ call: "attention", problem, options: { precision, outputs, permuted } }, signal),
  };
}
