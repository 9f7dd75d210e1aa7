/** The dialects in the order of the page. Apart from their explanations, so that links are read without those. */
import type { Dialect } from "../../io/hf-config/types.ts";

export type DialectName = Dialect;

export const DIALECT_NAMES = [
  "huggingface",
  "huggingface_2025",
  "huggingface_2024",
  "vllm",
  "llama_cpp",
  "megatron",
  "litgpt",
  "mlx",
  "authors",
] as const satisfies readonly Dialect[];
