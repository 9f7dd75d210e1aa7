/** From groups of layers to the position terms, masks and scales of each. */
import type { Method } from "../../engine/problem.ts";
import { flag } from "./checks.ts";
import type { Context } from "./context.ts";
import { type LayerGroup, readLayerGroups } from "./layer-groups.ts";
import { readMask } from "./masks.ts";
import { readAlibi } from "./positions/alibi.ts";
import { readPositionKind } from "./positions/kind.ts";
import { readDeberta, readT5, readTransformerXl } from "./positions/relative.ts";
import { readLearned, readSinusoidal } from "./positions/tables.ts";
import { readRotary } from "./rotary.ts";
import type { Shape } from "./shape.ts";
import { readQueryScale, readScale, readSoftcap } from "./temperature.ts";
import type { LayerType } from "./types.ts";

/** undefined after an error, which is in the report. */
export function readLayers(context: Context, shape: Shape): LayerType[] | undefined {
  const kind = readPositionKind(context);
  if (kind === "t5") return t5Layers(context, shape);
  const layers: LayerType[] = [];
  let failed = false;
  for (const group of readLayerGroups(context, shape)) {
    const methods = kind === "rotary" ? rotaryOf(context, shape, group) : readOther[kind](context, shape);
    if (methods) layers.push(layerType(context, shape, group, methods));
    else failed = true;
  }
  return failed || layers.length === 0 ? undefined : layers;
}

function rotaryOf(context: Context, shape: Shape, { attention, name, rotary }: LayerGroup): Method[] | undefined {
  if (!rotary) return [];
  const method = readRotary(context, shape, name === "all" || name === "rope" ? "all" : attention);
  return method && [method];
}

const readOther = {
  alibi: readAlibi,
  learned: readLearned,
  sinusoidal: readSinusoidal,
  transformer_xl: readTransformerXl,
  deberta: readDeberta,
} satisfies Record<string, (context: Context, shape: Shape) => Method[] | undefined>;

function layerType(context: Context, shape: Shape, group: LayerGroup, methods: readonly Method[]): LayerType {
  const scale = readScale(context);
  const softcap = readSoftcap(context);
  const query_scale = readQueryScale(context, group, shape);
  return {
    name: group.name,
    layers: group.layers,
    methods,
    mask: readMask(context, group.attention),
    ...(scale !== undefined && { scale }),
    ...(softcap !== undefined && { softcap }),
    ...(query_scale && { query_scale }),
  };
}

/** The encoder looks both ways, the decoder back; the core's default scale with this bias is 1. */
function t5Layers(context: Context, shape: Shape): LayerType[] | undefined {
  const { root } = context.source;
  const decoder = root.read("is_decoder", flag) ?? false;
  const both = root.read("is_encoder_decoder", flag) ?? !decoder;
  const layers = Array.from({ length: shape.layers ?? 0 }, (_, l) => l);
  const sides: LayerType[] = [];
  for (const bidirectional of both ? [true, false] : [!decoder]) {
    const methods = readT5(context, bidirectional);
    if (!methods) return undefined;
    const name = bidirectional ? "encoder" : "decoder";
    sides.push({ name, layers, methods, mask: { kind: bidirectional ? "none" : "causal" } });
  }
  return sides;
}
