/** One configuration under every dialect: which of them get the same numbers, and how far the others are. */
import type { Posenc } from "../../engine/posenc.ts";
import type { RotaryMethod } from "../../engine/problem.ts";
import { DIALECTS } from "./dialects.ts";
import type { Pairing } from "./families.ts";
import { resolveConfig } from "./resolve.ts";
import { type MethodReading, methodReadings, type StatedDifference, statedDifferences } from "./stated-differences.ts";
import type { Dialect, LayerType, ModelPosition, ReportEntry } from "./types.ts";

/** What one dialect computes for the rotary layers of one type. */
export interface LayerNumbers {
  layerType: string;
  pairing: Pairing;
  inv_freq: Float64Array;
  attention_factor: number;
  scale: number;
}

export interface LayerDifference {
  layerType: string;
  /** The largest relative difference of inv_freq, and its pair; Infinity where only one stands still or widths differ. */
  inv_freq: number;
  pair: number;
  attention_factor: readonly [first: number, this_: number];
  scale: readonly [first: number, this_: number];
  pairing: readonly [first: Pairing, this_: Pairing];
}

export interface DialectGroup {
  dialects: readonly Dialect[];
  /** Empty for models without rotary layers, and where the dialects refuse the configuration. */
  layers: readonly LayerNumbers[];
  /** Why they refuse it. */
  error?: ReportEntry;
  /** From the first group, for the layer types that differ. */
  differences: readonly LayerDifference[];
}

export interface DialectComparison {
  length: number;
  /** The first holds the dialect that the configuration is made for. */
  groups: readonly DialectGroup[];
  /** Where numbers agree and the dialects do not. */
  stated: readonly StatedDifference[];
  /** Of models without rotary layers; the first holds the first dialect that reads it. */
  methods: readonly MethodReading[];
}

/** Numbers that agree to this are the same. */
const tolerance = 1e-12;

export async function compareDialects(
  posenc: Pick<Posenc, "frequencies">,
  config: object,
  options: { length: number; signal?: AbortSignal },
): Promise<DialectComparison> {
  const own = resolveConfig(config).dialect;
  const readings = new Map<Dialect, ModelPosition>();
  const groups: { dialects: Dialect[]; layers: LayerNumbers[]; error?: ReportEntry }[] = [];
  for (const dialect of [own, ...DIALECTS.filter((other) => other !== own)]) {
    const { model, errors } = resolveConfig(config, { dialect });
    if (model) readings.set(dialect, model);
    const error = model ? undefined : errors[0];
    const layers = model ? await layerNumbers(posenc, model, options) : [];
    const same = groups.find((group) => sameError(group.error, error) && sameNumbers(group.layers, layers));
    if (same) same.dialects.push(dialect);
    else groups.push({ dialects: [dialect], layers, ...(error && { error }) });
  }
  const first = groups[0]?.layers ?? [];
  return {
    length: options.length,
    groups: groups.map((group) => ({ ...group, differences: group.error ? [] : differences(first, group.layers) })),
    stated: statedDifferences(readings),
    methods: methodReadings(readings),
  };
}

async function layerNumbers(
  posenc: Pick<Posenc, "frequencies">,
  { layerTypes, head_dim }: ModelPosition,
  { length, signal }: { length: number; signal?: AbortSignal },
): Promise<LayerNumbers[]> {
  const numbers: LayerNumbers[] = [];
  for (const layer of layerTypes) {
    const method = rotaryOf(layer);
    if (!method) continue;
    const found = await posenc.frequencies({ method, head_dim, length }, { signal });
    numbers.push({
      layerType: layer.name,
      pairing: method.pairing ?? "half_split",
      inv_freq: found.inv_freq,
      attention_factor: found.attention_factor,
      scale: layer.scale ?? found.scale,
    });
  }
  return numbers;
}

/** The rotary method of a layer type, where it has one. */
export function rotaryOf({ methods }: LayerType): RotaryMethod | undefined {
  return methods.find((method): method is RotaryMethod => method.kind === "rotary");
}

function sameError(a: ReportEntry | undefined, b: ReportEntry | undefined): boolean {
  return (a === undefined) === (b === undefined) && a?.key === b?.key && a?.note?.code === b?.note?.code;
}

function sameNumbers(a: readonly LayerNumbers[], b: readonly LayerNumbers[]): boolean {
  return a.length === b.length && differences(a, b).length === 0;
}

function differences(first: readonly LayerNumbers[], these: readonly LayerNumbers[]): LayerDifference[] {
  return these.flatMap((layer) => {
    const other = first.find(({ layerType }) => layerType === layer.layerType);
    return other ? (difference(other, layer) ?? []) : [];
  });
}

function difference(a: LayerNumbers, b: LayerNumbers): LayerDifference | undefined {
  const { relative, pair } = largestDifference(a.inv_freq, b.inv_freq);
  const same =
    relative <= tolerance &&
    relativeDifference(a.attention_factor, b.attention_factor) <= tolerance &&
    relativeDifference(a.scale, b.scale) <= tolerance &&
    a.pairing === b.pairing;
  if (same) return undefined;
  return {
    layerType: b.layerType,
    inv_freq: relative,
    pair,
    attention_factor: [a.attention_factor, b.attention_factor],
    scale: [a.scale, b.scale],
    pairing: [a.pairing, b.pairing],
  };
}

function largestDifference(a: Float64Array, b: Float64Array): { relative: number; pair: number } {
  if (a.length !== b.length) return { relative: Number.POSITIVE_INFINITY, pair: 0 };
  let worst = { relative: 0, pair: 0 };
  for (const [pair, value] of a.entries()) {
    const relative = relativeDifference(value, b[pair] as number);
    if (relative > worst.relative) worst = { relative, pair };
  }
  return worst;
}

/** Of b from a. */
function relativeDifference(a: number, b: number): number {
  return a === b ? 0 : Math.abs(b - a) / Math.abs(a);
}
