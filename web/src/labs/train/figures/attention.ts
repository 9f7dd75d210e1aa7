/** Weights [layers * heads, tokens, tokens] as one map per head; hidden keys are told from small weights. */
import type { Cells } from "../../../elements/map/map-figure.ts";
import type { Tensor } from "../../../engine/problem.ts";

export type Maps = readonly { layer: number; head: number; cells: Cells }[];

export function attentionMaps({ shape, data }: Tensor, heads: number): Maps {
  const [maps = 0, tokens = 0] = shape;
  return Array.from({ length: maps }, (_, map) => ({
    layer: Math.floor(map / heads) + 1,
    head: (map % heads) + 1,
    cells: {
      rows: tokens,
      columns: tokens,
      at: (row, column) => data[(map * tokens + row) * tokens + column] as number,
      map: "sequential",
      domain: 1,
    },
  }));
}
