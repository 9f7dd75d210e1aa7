/** The factor on the query at the last position of a length; null where the layers have none. */
import type { LayerType } from "../../io/hf-config/types.ts";

export function temperatureOf({ query_scale }: LayerType, length: number): number | null {
  if (!query_scale) return null;
  const last = length - 1;
  if (query_scale.kind === "log_n")
    return Math.max(1, Math.log(last + 1) / Math.log(query_scale.original_max_position_embeddings));
  const { floor_scale = 8192, attn_scale = 0.1, offset = 0 } = query_scale;
  return 1 + attn_scale * Math.log(1 + Math.floor((last + offset) / floor_scale));
}
