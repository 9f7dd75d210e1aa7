/** What dialects read otherwise without another frequency, amplitude or scale: said in words, for there is no number. */
import { choicesOf, disagreements } from "./disagreements.ts";
import type { Dialect, LayerType, ModelPosition } from "./types.ts";

/** One of disagreements.ts: `mrope_rest` or `angle_precision`. */
export interface StatedDifference {
  id: string;
  choices: readonly { choice: string; dialects: readonly Dialect[] }[];
}

/** A model that turns nothing, as some dialects read it. */
export interface MethodReading {
  dialects: readonly Dialect[];
  layerTypes: readonly Pick<LayerType, "name" | "methods" | "scale">[];
}

/** Of the dialects that take the configuration. */
export type Readings = ReadonlyMap<Dialect, ModelPosition>;

export function statedDifferences(readings: Readings): StatedDifference[] {
  const rotary = [...readings.values()].flatMap(({ layerTypes }) =>
    layerTypes.flatMap(({ methods }) => methods.filter((method) => method.kind === "rotary")),
  );
  const ids = new Set<string>();
  if (rotary.some(({ mrope_layout }) => mrope_layout === "interleaved")) ids.add("mrope_rest");
  if (rotary.length > 0) ids.add("angle_precision");
  return disagreements
    .filter(({ id }) => ids.has(id))
    .map((one) => ({ id: one.id, choices: choicesOf(one, [...readings.keys()]) }))
    .filter(({ choices }) => choices.length > 1);
}

/** Empty for models with rotary layers, whose numbers say it. */
export function methodReadings(readings: Readings): MethodReading[] {
  const groups = new Map<string, { dialects: Dialect[]; layerTypes: MethodReading["layerTypes"] }>();
  for (const [dialect, { layerTypes }] of readings) {
    if (layerTypes.some(({ methods }) => methods.some(({ kind }) => kind === "rotary"))) return [];
    const read = layerTypes.map(({ name, methods, scale }) => ({
      name,
      methods,
      ...(scale !== undefined && { scale }),
    }));
    const key = JSON.stringify(read);
    const group = groups.get(key);
    if (group) group.dialects.push(dialect);
    else groups.set(key, { dialects: [dialect], layerTypes: read });
  }
  return [...groups.values()];
}
