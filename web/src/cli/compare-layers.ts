/** The rotary layers of two configurations beside each other. */
import type { Posenc } from "../engine/posenc.ts";
import type { Frequencies, RotaryDifference, RotaryRequest } from "../engine/rope.ts";
import { powersOfTwo } from "./numbers.ts";
import { type RotaryLayer, rotaryLayers, type Subject } from "./subject.ts";
import { UsageError } from "./usage-error.ts";

/** A subject and the length that its scalings go by. */
export interface Side extends Subject {
  length: number | undefined;
}

interface SideLayer {
  side: Side;
  layer: RotaryLayer;
}

export interface LayerPair {
  name: string;
  a: SideLayer;
  b: SideLayer;
}

export interface LayerComparison extends LayerPair {
  frequencies: { a: Frequencies; b: Frequencies };
  difference: RotaryDifference;
}

export interface Comparison {
  a: Side;
  b: Side;
  tolerance: number;
  limit: number;
  layers: readonly LayerComparison[];
}

/** By name; where no name is in both, a lone layer type with all of the other side. */
export function matchLayers(a: Side, b: Side): LayerPair[] {
  const all = rotaryLayers(a).flatMap((left) =>
    rotaryLayers(b).map((right) => ({ a: { side: a, layer: left }, b: { side: b, layer: right } })),
  );
  const [ofA, ofB] = [namesOf(a), namesOf(b)];
  const named = all.filter((pair) => pair.a.layer.type.name === pair.b.layer.type.name);
  if (named.length > 0) return named.map((pair) => ({ ...pair, name: pair.a.layer.type.name }));
  if (ofB.length === 1) return all.map((pair) => ({ ...pair, name: pair.a.layer.type.name }));
  if (ofA.length === 1) return all.map((pair) => ({ ...pair, name: pair.b.layer.type.name }));
  throw new UsageError(`no layer type is in both: ${ofA.join(", ")} in ${a.name}, ${ofB.join(", ")} in ${b.name}`);
}

/** Layer types of a side that no comparison names. */
export function unmatched(side: Side, key: "a" | "b", layers: readonly LayerPair[]): string[] {
  const matched = layers.map((pair) => pair[key].layer.type.name);
  return namesOf(side).filter((name) => !matched.includes(name));
}

export async function compareLayers(
  posenc: Posenc,
  pair: LayerPair,
  tolerance: number,
  limit: number,
): Promise<LayerComparison> {
  const [a, b] = [requestOf(pair.a), requestOf(pair.b)];
  const frequencies = { a: await posenc.frequencies(a), b: await posenc.frequencies(b) };
  const [pairsOfA, pairsOfB] = [frequencies.a.inv_freq.length, frequencies.b.inv_freq.length];
  if (pairsOfA !== pairsOfB)
    throw new UsageError(
      `${pair.name}: expected as many pairs in both, got ${pairsOfA} in ${pair.a.side.name} and ${pairsOfB} in ${pair.b.side.name}`,
    );
  const positions = powersOfTwo(limit);
  return { ...pair, frequencies, difference: await posenc.rotaryDifference({ a, b, positions, tolerance, limit }) };
}

function requestOf({ side, layer }: SideLayer): RotaryRequest {
  return { method: layer.method, head_dim: side.model.head_dim, length: side.length };
}

function namesOf(side: Side): string[] {
  return rotaryLayers(side).map(({ type }) => type.name);
}
