/** Which dialects read a configuration otherwise, and how far their numbers are from those of the first. */
import type { DialectComparison, DialectGroup, LayerDifference } from "../io/hf-config/compare-dialects.ts";
import { explainEntry } from "../io/hf-config/explain-text.ts";
import type { ModelPosition } from "../io/hf-config/types.ts";
import type { Config } from "./config-source.ts";
import { methodsText } from "./dialect-methods.ts";
import type { Printable } from "./print-json.ts";
import { numberText } from "./table.ts";
import { alignColumns, escapeControls } from "./text.ts";

/** Where lengths count, short inputs are read most differently: the context of training, else the longest one. */
export function comparedLength(model: ModelPosition | undefined): number {
  const named = model?.layerTypes.flatMap(({ methods }) =>
    methods.flatMap((method) => {
      const scaling = method.kind === "rotary" ? method.scaling : undefined;
      return scaling && "original_max_position_embeddings" in scaling ? [scaling.original_max_position_embeddings] : [];
    }),
  );
  return named?.[0] ?? model?.max_position_embeddings ?? 4096;
}

export function comparisonJson({ length, groups }: DialectComparison): Printable {
  return {
    length,
    groups: groups.map(({ dialects, layers, error, differences }) => ({
      dialects,
      refused: error && explainEntry(error),
      layer_types: layers.map(({ layerType, inv_freq, ...numbers }) => ({
        name: layerType,
        ...numbers,
        inv_freq: [...inv_freq],
      })),
      differences: differences.map(({ layerType, inv_freq, ...numbers }) => ({
        name: layerType,
        inv_freq: Number.isFinite(inv_freq) ? inv_freq : null,
        ...numbers,
      })),
    })),
  };
}

export function comparisonText({ length, groups }: DialectComparison, config: Config): string {
  const [first, ...others] = groups;
  if (!first) return "";
  if (groups.every(({ layers, error }) => layers.length === 0 && !error)) return methodsText(config);
  if (others.length === 0) return first.error ? "every dialect refuses it\n" : "every dialect reads the same numbers\n";
  const rows = groups.map((group) => [
    group.dialects.join(", "),
    group.error ? refusal(group) : distance(group, first),
  ]);
  return `dialects at length ${length}, differences from ${first.dialects[0]}\n${alignColumns(rows)}`;
}

function refusal({ error, dialects }: DialectGroup): string {
  const verb = dialects.length === 1 ? "refuses" : "refuse";
  return `${verb} it: ${error ? escapeControls(explainEntry(error)) : ""}`;
}

function distance(group: DialectGroup, first: DialectGroup): string {
  const { differences, layers } = group;
  if (group === first) return "none";
  if (differences.length === 0) return layers.length === 0 ? "no layer turns q and k" : "has other layer types";
  const texts = differences.map(
    (one) => `${layers.length > 1 ? `${escapeControls(one.layerType)}: ` : ""}${parts(one)}`,
  );
  return texts.join("; ");
}

function parts({ inv_freq, pair, attention_factor, scale, pairing }: LayerDifference): string {
  const both = (name: string, [a, b]: readonly [number, number]) =>
    a === b ? [] : [`${name} ${numberText(a)} -> ${numberText(b)}`];
  const furthest = Number.isFinite(inv_freq)
    ? `by up to ${numberText(100 * inv_freq, undefined, 4)}%`
    : "in which turn";
  return [
    ...(inv_freq > 1e-12 ? [`inv_freq differs ${furthest}, most at pair ${pair}`] : []),
    ...both("attention factor", attention_factor),
    ...both("scale", scale),
    ...(pairing[0] === pairing[1] ? [] : [`pairing ${pairing[0]} -> ${pairing[1]}`]),
  ].join(", ");
}
