/** What a layer sees, and whether it can turn q and k, by the names of `layer_types`. */
export type AttentionKind = "full" | "sliding" | "chunked" | "linear";

/** Those of transformers 5, its older spellings, and GPT-Neo's. Sparse layers choose among all keys. */
const kinds = new Map<string, AttentionKind>([
  ["full_attention", "full"],
  ["sliding_attention", "sliding"],
  ["chunked_attention", "chunked"],
  ["linear_attention", "linear"],
  ["window_attention", "sliding"],
  ["compressed_sparse_attention", "full"],
  ["heavily_compressed_attention", "full"],
  ["deepseek_sparse_attention", "full"],
  ["qwen_sparse_attention", "full"],
  ["minimax_m3_sparse", "full"],
  ["hybrid", "full"],
  ["hybrid_sliding", "sliding"],
  ["attention", "full"],
  ["global", "full"],
  ["local", "sliding"],
  ["conv", "linear"],
  ["mamba", "linear"],
  ["moe", "linear"],
]);

export function attentionKindOf(name: string): AttentionKind | undefined {
  return kinds.get(name);
}
