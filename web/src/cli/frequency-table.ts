/** The frequencies of one layer type, as JSON, as rows and as text. */
import type { RotaryMethod } from "../engine/problem.ts";
import type { Frequencies, PhaseError } from "../engine/rope.ts";
import type { LayerType } from "../io/hf-config/types.ts";
import { listWords, methodWords } from "./method-words.ts";
import type { Printable } from "./print-json.ts";
import { type Cell, numberText, tableText } from "./table.ts";
import { alignColumns, escapeControls } from "./text.ts";

export interface LayerFrequencies {
  type: LayerType;
  method: RotaryMethod;
  found: Frequencies;
  /** The length was asked for. */
  asked: boolean;
  phase: PhaseError | undefined;
}

export function layerJson({ type, method, found, phase }: LayerFrequencies): Printable {
  const { plain_inv_freq, inv_freq, wavelength, turns, interpolated, regime, scale, ...head } = found;
  return {
    name: type.name,
    layers: type.layers.length > 0 ? type.layers : undefined,
    method: methodWords(type.methods),
    pairing: method.pairing ?? "half_split",
    ...head,
    // Without a context of training nothing goes by a length.
    length: head.original_length === null ? null : head.length,
    ramp: head.ramp && [...head.ramp],
    scale: type.scale ?? scale,
    query_scale: type.query_scale && { ...type.query_scale },
    plain_inv_freq: [...plain_inv_freq],
    inv_freq: [...inv_freq],
    wavelength: finite(wavelength),
    turns: [...turns],
    share: [...interpolated],
    regime,
    phase_error: phase && {
      positions: [...phase.positions],
      phase: finite(phase.phase),
      cosine: [...phase.cosine],
      pair: [...phase.pair],
    },
  };
}

/** JSON has no infinity: the wavelength of a pair that stands still is null. */
function finite(numbers: Float64Array): (number | null)[] {
  return Array.from(numbers, (number) => (Number.isFinite(number) ? number : null));
}

export const pairColumns = ["layer_type", "pair", "inv_freq", "wavelength", "turns", "share", "regime"];

export function pairRows({ type, found }: LayerFrequencies): Cell[][] {
  return found.regime.map((regime, r) => [
    type.name,
    r,
    found.inv_freq[r] ?? null,
    found.wavelength[r] ?? null,
    found.turns[r] ?? null,
    found.interpolated[r] ?? null,
    regime,
  ]);
}

export function layerText(layer: LayerFrequencies, digits: number | undefined): string {
  const { phase } = layer;
  const columns = pairColumns.slice(1);
  const pairs = tableText({ columns, rows: pairRows(layer).map((row) => row.slice(1)) }, digits);
  return `${headText(layer)}\n${pairs}${phase ? `\n${phaseText(phase, digits)}` : ""}`;
}

function headText({ type, method, found, asked }: LayerFrequencies): string {
  const { ramp } = found;
  const rows = [
    ["layers", layersText(type)],
    ["method", methodWords(type.methods)],
    ["rotary width", String(found.rotary_dim)],
    ["pairing", method.pairing ?? "half_split"],
    ["base", numberText(found.base)],
    ["length", lengthText(found, asked)],
    ["list", listWords(method.scaling, found.length)],
    [isDynamic(method) ? "factor at this length" : "factor", numberText(found.factor)],
    ["attention factor", numberText(found.attention_factor)],
    ["softmax factor", numberText(found.softmax_factor)],
    ["scale", numberText(type.scale ?? found.scale)],
    ["query scale", type.query_scale ? queryScaleText(type.query_scale) : ""],
    ["ramp", ramp ? `pairs ${numberText(ramp[0])} to ${numberText(ramp[1])}` : ""],
    ["regimes", regimesText(found.regime)],
  ];
  return alignColumns(rows.filter(([, text]) => text !== ""));
}

function lengthText({ length, original_length: original }: Frequencies, asked: boolean): string {
  if (original === null) return "any: no scaling goes by it";
  if (asked) return `${length}, of training ${original}`;
  return length === original
    ? `${length}, the context of training (default)`
    : `${length} (default), of training ${original}`;
}

function isDynamic({ scaling }: RotaryMethod): boolean {
  return (
    scaling?.kind === "dynamic_ntk" ||
    scaling?.kind === "qwen_ntk" ||
    (scaling?.kind === "yarn" && scaling.dynamic === true)
  );
}

function layersText({ name, layers }: LayerType): string {
  return escapeControls(layers.length > 0 ? `${name} (${layers.length})` : name);
}

function queryScaleText({ kind, ...values }: NonNullable<LayerType["query_scale"]>): string {
  return [kind, ...Object.entries(values).map(([key, value]) => `${key} ${value}`)].join(", ");
}

/** "29 kept, 6 blended, 29 scaled". */
function regimesText(regimes: Frequencies["regime"]): string {
  const counts = new Map<string, number>();
  for (const regime of regimes) counts.set(regime, (counts.get(regime) ?? 0) + 1);
  return [...counts].map(([regime, count]) => `${count} ${regime}`).join(", ");
}

function phaseText({ positions, phase, cosine, pair }: PhaseError, digits: number | undefined): string {
  const rows = Array.from(positions, (position, i) => [position, phase[i] ?? null, cosine[i] ?? null, pair[i] ?? null]);
  return tableText({ columns: ["position", "phase error", "error of cosine", "worst pair"], rows }, digits);
}
