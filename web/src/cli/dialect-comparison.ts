/** Which dialects read a configuration otherwise, and how far their numbers are from those of the first. */
import {
  type DialectComparison,
  type DialectGroup,
  type LayerDifference,
  rotaryOf,
} from "../io/hf-config/compare-dialects.ts";
import { explainEntry } from "../io/hf-config/explain-text.ts";
import type { ModelPosition } from "../io/hf-config/types.ts";
import { methodsText, statedText } from "./dialect-words.ts";
import type { Printable } from "./print-json.ts";
import { numberText } from "./table.ts";
import { alignColumns, escapeControls } from "./text.ts";

export interface ComparedLength {
  length: number;
  /** Why this one. */
  reason: string;
}

/** Where lengths count, short inputs are read most differently: the context of training, else the longest one. */
export function comparedLength(model: ModelPosition | undefined): ComparedLength {
  const [trained] = (model?.layerTypes ?? []).flatMap((type) => {
    const scaling = rotaryOf(type)?.scaling;
    return scaling && "original_max_position_embeddings" in scaling ? [scaling.original_max_position_embeddings] : [];
  });
  const largest = model?.max_position_embeddings;
  if (trained !== undefined) return { length: trained, reason: "the context of training" };
  if (largest !== undefined) return { length: largest, reason: "max_position_embeddings" };
  return { length: 4096, reason: "an example, as the context is not named" };
}

export function comparisonJson({ length, groups, stated, methods }: DialectComparison, reason: string): Printable {
  return {
    length,
    length_reason: reason,
    groups: groups.map(({ dialects, layers, error, differences }) => ({
      dialects,
      refused: error && errorText({ dialects, layers, error, differences }),
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
    stated: stated.map(({ id, choices }) => ({ id, choices: choices.map((one) => ({ ...one })) })),
    methods: methods as unknown as Printable,
  };
}

export function comparisonText(comparison: DialectComparison, reason: string): string {
  const { length, groups, methods } = comparison;
  const [first, ...others] = groups;
  if (!first) return "";
  if (methods.length > 0) return methodsText(methods) + refusalsText(groups);
  const stated = statedText(comparison);
  if (others.length === 0)
    return first.error
      ? `every dialect refuses it: ${errorText(first)}\n`
      : `every dialect reads the same numbers\n${stated}`;
  const rows = groups.map((group) => [
    group.dialects.join(", "),
    group.error ? refusal(group) : distance(group, first),
  ]);
  const from = first.error ? "" : `, differences from ${first.dialects[0]}`;
  return `dialects at length ${length} (${reason})${from}\n${alignColumns(rows)}${stated}`;
}

function refusalsText(groups: readonly DialectGroup[]): string {
  return alignColumns(groups.filter(({ error }) => error).map((group) => [group.dialects.join(", "), refusal(group)]));
}

function refusal(group: DialectGroup): string {
  return `${group.dialects.length === 1 ? "refuses" : "refuse"} it: ${errorText(group)}`;
}

/** Dialects that refuse for one reason share an entry, which names the first of them. */
function errorText({ error, dialects }: DialectGroup): string {
  if (!error) return "";
  const { note } = error;
  const shared = dialects.length > 1 && note && "dialect" in note.values;
  const entry = shared ? { ...error, note: { ...note, values: { ...note.values, dialect: "them" } } } : error;
  return escapeControls(explainEntry(entry));
}

function distance(group: DialectGroup, first: DialectGroup): string {
  const { differences, layers } = group;
  if (group === first) return "none";
  if (differences.length === 0) return layers.length === 0 ? "no layer turns q and k" : "has other layer types";
  return differences
    .map((one) => {
      const name = layers.length > 1 ? `${escapeControls(one.layerType)}: ` : "";
      const [a, b] = [first, group].map((side) => side.layers.find(({ layerType }) => layerType === one.layerType));
      return name + parts(one, (b?.inv_freq[one.pair] ?? 0) / (a?.inv_freq[one.pair] ?? 0));
    })
    .join("; ");
}

/** `ratio` is that of the pair which differs most. */
function parts({ inv_freq, pair, attention_factor, scale, pairing }: LayerDifference, ratio: number): string {
  const both = (name: string, [a, b]: readonly [number, number]) =>
    a === b ? [] : [`${name} ${numberText(a)} -> ${numberText(b)}`];
  const furthest = Number.isFinite(inv_freq) ? ratioText(inv_freq, ratio) : "differs in which turn";
  return [
    ...(inv_freq > 1e-12 ? [`inv_freq ${furthest}, most at pair ${pair}`] : []),
    ...both("attention factor", attention_factor),
    ...both("scale", scale),
    ...(pairing[0] === pairing[1] ? [] : [`pairing ${pairing[0]} -> ${pairing[1]}`]),
  ].join(", ");
}

function ratioText(relative: number, ratio: number): string {
  if (ratio > 2) return `up to ${numberText(ratio, undefined, 4)} times as high`;
  if (ratio < 0.5 && ratio > 0) return `down to 1/${numberText(1 / ratio, undefined, 4)}`;
  return `differs by up to ${numberText(100 * relative, undefined, 4)}%`;
}
