/** A NumPy script for the bytes at the top: of all tokens in the cache, and of each. */
import { cachedOf } from "./problem.ts";
import type { CacheState } from "./state.ts";

export function bytesScript(state: CacheState): string {
  const { cached } = cachedOf(state);
  return `import numpy as np

tokens, kv_heads, head_dim = ${cached}, ${state.kv_heads}, ${state.head_dim}
key_and_value = np.zeros((2, kv_heads, tokens, head_dim), dtype=np.float32)
print(key_and_value.nbytes, key_and_value.nbytes // tokens)
`;
}
