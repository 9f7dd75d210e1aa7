/** What a configuration says about positions, as a dialect reads it. */
import { PosencError } from "../engine/errors.ts";
import type { RotaryMethod } from "../engine/problem.ts";
import { explainEntry } from "../io/hf-config/explain-text.ts";
import { resolveConfig } from "../io/hf-config/resolve.ts";
import type { Dialect, LayerType, ModelPosition, Resolution } from "../io/hf-config/types.ts";
import { type NamedConfig, readConfig } from "./config-source.ts";
import { methodWords } from "./method-words.ts";
import { escapeControls } from "./text.ts";
import { UsageError } from "./usage-error.ts";

export interface Subject {
  /** As the command line calls it. */
  name: string;
  source: Resolution["source"];
  dialect: Dialect;
  model: ModelPosition;
}

/** A layer type that turns q and k. */
export interface RotaryLayer {
  type: LayerType;
  method: RotaryMethod;
}

const formats = { huggingface: "Hugging Face config", gguf: "GGUF metadata", meta: "Meta params.json" } as const;

/** "Hugging Face config, llama, read as vllm"; Meta's files name no architecture. */
export function kindWords({ source, dialect, model }: Pick<Resolution, "source" | "dialect" | "model">): string {
  const architecture = model && source !== "meta" ? `, ${escapeControls(model.architecture)}` : "";
  return `${formats[source]}${architecture}, read as ${dialect}`;
}

export async function readSubject(source: string, dialect: Dialect | undefined, usage: string): Promise<Subject> {
  return subjectOf(await readConfig(source, usage), dialect);
}

function subjectOf({ name, config }: NamedConfig, asked: Dialect | undefined): Subject {
  const { source, dialect, model, errors } = resolveConfig(config, { dialect: asked });
  if (model) return { name, source, dialect, model };
  const [first] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more: posenc explain lists them)` : "";
  throw new PosencError("invalid_argument", `${name}: ${first ? explainEntry(first) : "no answer"}${more}`);
}

export function rotaryLayers({ name, model }: Subject): RotaryLayer[] {
  const found = model.layerTypes.flatMap((type) => {
    const method = type.methods.find((one): one is RotaryMethod => one.kind === "rotary");
    return method ? [{ type, method }] : [];
  });
  if (found.length > 0) return found;
  const words = model.layerTypes.map(({ methods }) => methodWords(methods)).join("; ");
  throw new UsageError(`${name}: no layer turns q and k, so there are no frequencies: ${words}`);
}
