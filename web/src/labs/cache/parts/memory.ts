/** What a model's cache weighs: layers × key heads × (key + value) × bytes, for each token of the context. */
import type { Task } from "./vectors.ts";

export interface ModelMemory {
  id: string;
  name: string;
  layers: number;
  heads: number;
  kv_heads: number;
  head_dim: number;
}

const SHOWN = ["llama-2-7b", "llama-3.1-8b", "qwen2.5-7b", "phi-3.5-mini", "mpt-7b", "bloom-176b", "falcon-7b"];

/** The catalogue is fetched when it is needed. */
export const memoryTask = (): Task<readonly ModelMemory[]> => ({
  key: "models",
  async run() {
    const { findModel } = await import("../../../models/catalogue.ts");
    const { resolveConfig } = await import("../../../io/hf-config/resolve.ts");
    return SHOWN.flatMap((id) => {
      const found = findModel(id);
      const model = found && resolveConfig(found.config).model;
      if (!found || model?.layers === undefined) return [];
      const { layers, heads, kv_heads, head_dim } = model;
      return [{ id, name: found.name, layers, heads, kv_heads, head_dim }];
    });
  },
});

export const bytesPerToken = ({ layers, kv_heads, head_dim }: Omit<ModelMemory, "id" | "name">, bits: number): number =>
  (layers * kv_heads * 2 * head_dim * bits) / 8;
