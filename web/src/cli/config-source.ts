/** Where a configuration comes from and how it is read: a file, standard input or the catalogue, in a dialect. */
import { existsSync } from "node:fs";
import { DIALECTS } from "../io/hf-config/dialects.ts";
import { parseConfig } from "../io/hf-config/parse-config.ts";
import type { Dialect } from "../io/hf-config/types.ts";
import { findModel, MODELS } from "../models/catalogue.ts";
import { didYouMean, nearest } from "./nearest.ts";
import { readInput } from "./read-input.ts";
import { UsageError } from "./usage-error.ts";

export type Config = Readonly<Record<string, unknown>>;

export interface NamedConfig {
  /** As the command line calls it. */
  name: string;
  config: Config;
}

export const sourceHelp = `  config.json         a Hugging Face config.json, Meta params.json or GGUF metadata as JSON; - reads standard input;
                      model:ID takes a model of posenc models
`;

export const dialectHelp = `  --dialect NAME      whose reading counts where libraries disagree, default that of the file's kind:
                      ${DIALECTS.slice(0, 5).join(", ")},
                      ${DIALECTS.slice(5).join(", ")}
`;

const prefix = "model:";
const ids = MODELS.map(({ id }) => id);

export async function readConfig(source: string, usage: string): Promise<NamedConfig> {
  if (!source.startsWith(prefix)) {
    const meant = source === "-" || existsSync(source) ? undefined : nearest(source, ids);
    if (meant !== undefined) throw new UsageError(`no file ${source}; did you mean ${prefix}${meant}?`);
    const config = parseConfig(await readInput(source, "a configuration as JSON", usage));
    return { name: source === "-" ? "standard input" : source, config };
  }
  const id = source.slice(prefix.length);
  const model = findModel(id);
  if (!model)
    throw new UsageError(
      `no model "${id}" in the catalogue; posenc models lists them${didYouMean(id, ids) || those(id)}`,
    );
  return { name: source, config: model.config };
}

/** "llama" -> "; with that name: llama-2-7b, …" */
function those(part: string): string {
  const found = part === "" ? [] : ids.filter((id) => id.includes(part.toLowerCase()));
  return found.length === 0 ? "" : `; with that name: ${found.slice(0, 5).join(", ")}${found.length > 5 ? ", …" : ""}`;
}

/** The only file of the command line, or --model. */
export function oneSource(positionals: readonly string[], model: string | undefined): string {
  if (positionals.length > 1) throw new UsageError(`expected one configuration, got ${positionals.length}`);
  const [file] = positionals;
  if (model === undefined) return file ?? "-";
  if (file !== undefined) throw new UsageError(`--model takes the place of a file, got ${file} too`);
  return prefix + model;
}

/** undefined leaves it to the kind of the file: Hugging Face's own, llama.cpp for GGUF, the authors for Meta's. */
export function readDialect(name: string | undefined): Dialect | undefined {
  if (name === undefined) return undefined;
  const dialect = DIALECTS.find((one) => one === name);
  if (!dialect)
    throw new UsageError(
      `--dialect: expected one of ${DIALECTS.join(", ")}; got "${name}"${didYouMean(name, DIALECTS)}`,
    );
  return dialect;
}
