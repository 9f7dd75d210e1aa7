/** What a configuration says in a dialect, and which of its layers the page looks at. */
import type { RotaryMethod, RotaryRequest } from "../../engine/index.ts";
import { parseConfig } from "../../io/hf-config/parse-config.ts";
import { resolveConfig } from "../../io/hf-config/resolve.ts";
import type { LayerType, ModelPosition, ReportEntry, Resolution } from "../../io/hf-config/types.ts";
import type { CatalogueModel } from "../../models/types.ts";
import { type ContextState, LENGTHS, type Subject } from "./state.ts";
import { faultOf, type TextFault } from "./text-fault.ts";

export interface Reading {
  subject: Subject;
  /** A model's name, or the architecture of a text. */
  name: string;
  config: Readonly<Record<string, unknown>>;
  catalogued: CatalogueModel | null;
  resolution: Resolution;
}

/** A rotary method of a model at a length. */
export interface RotaryAt extends RotaryRequest {
  length: number;
}

/** The last text and what it holds: every key stroke asks twice. */
let last: { text: string; config: Record<string, unknown> } | null = null;

function parsed(text: string): Record<string, unknown> {
  if (last?.text !== text) last = { text, config: parseConfig(text) };
  return last.config;
}

/** null: there is no such model. Throws where a text is no configuration. */
export function readSubject(subject: Subject, models: readonly CatalogueModel[]): Reading | null {
  const { source } = subject;
  const options = subject.dialect === null ? {} : { dialect: subject.dialect };
  if (source.kind === "text") {
    const config = parsed(source.text);
    const resolution = resolveConfig(config, options);
    return { subject, name: nameOf(config, resolution), config, catalogued: null, resolution };
  }
  const catalogued = models.find(({ id }) => id === source.id);
  if (!catalogued) return null;
  const { config, name } = catalogued;
  return { subject, name, config, catalogued, resolution: resolveConfig(config, options) };
}

export const textOf = (config: unknown): string => JSON.stringify(config, null, 2);

/** What is wrong with a text, or null. */
export function textFault(text: string): TextFault | null {
  try {
    parsed(text);
    return null;
  } catch (error) {
    return faultOf(error);
  }
}

function nameOf(config: Record<string, unknown>, { model }: Resolution): string {
  for (const key of ["_name_or_path", "general.name"]) {
    const value = config[key];
    if (typeof value === "string" && value !== "" && value.length <= 60) return value;
  }
  return model?.architecture ?? "config.json";
}

export const rotaryOf = ({ methods }: LayerType): RotaryMethod | null =>
  methods.find((method) => method.kind === "rotary") ?? null;

/** The layer type by name, else the one that is scaled, else the one of full attention, else the first that turns. */
export function chosenLayers({ layerTypes }: ModelPosition, name: string | null): LayerType {
  const named = layerTypes.find((layers) => layers.name === name);
  if (named) return named;
  const turning = layerTypes.filter((layers) => rotaryOf(layers));
  const scaled = turning.find((layers) => (rotaryOf(layers)?.scaling?.kind ?? "none") !== "none");
  const full = turning.find((layers) => layers.name === "full_attention");
  return scaled ?? full ?? turning[0] ?? (layerTypes[0] as LayerType);
}

/** chosen: by the visitor; named: by the file; assumed: by nobody. */
export type LengthOrigin = "chosen" | "named" | "assumed";

const ASSUMED_LENGTH = 4096;

/** The length of the state, else the largest position, or what the scaling makes of an original length that is no less. */
export function lengthOf(
  state: Pick<ContextState, "length">,
  { max_position_embeddings: largest }: ModelPosition,
  rotary: RotaryMethod | null,
): { length: number; origin: LengthOrigin } {
  if (state.length !== null) return { length: state.length, origin: "chosen" };
  const original = originalOf(rotary);
  const named = original && (largest ?? 0) <= original ? original * factorOf(rotary) : largest;
  if (named === undefined) return { length: ASSUMED_LENGTH, origin: "assumed" };
  return { length: Math.min(LENGTHS[1], Math.max(2, Math.round(named))), origin: "named" };
}

const originalOf = (rotary: RotaryMethod | null): number | undefined =>
  rotary?.scaling && "original_max_position_embeddings" in rotary.scaling
    ? rotary.scaling.original_max_position_embeddings
    : undefined;

const factorOf = (rotary: RotaryMethod | null): number =>
  rotary?.scaling && "factor" in rotary.scaling ? Math.max(1, rotary.scaling.factor ?? 1) : 1;

/** What the engine is asked about; null where the layers do not turn. */
export function rotaryAt(reading: Reading, state: Pick<ContextState, "length" | "layerType">): RotaryAt | null {
  const { model } = reading.resolution;
  if (!model) return null;
  const rotary = rotaryOf(chosenLayers(model, state.layerType));
  return rotary && { method: rotary, head_dim: model.head_dim, length: lengthOf(state, model, rotary).length };
}

export function lengthOriginOf(reading: Reading, state: Pick<ContextState, "length" | "layerType">): LengthOrigin {
  const { model } = reading.resolution;
  return model ? lengthOf(state, model, rotaryOf(chosenLayers(model, state.layerType))).origin : "assumed";
}

/** Entries that concern positions, for those who do not want every key. */
export const matters = ({ status }: ReportEntry): boolean => status !== "ignored";
