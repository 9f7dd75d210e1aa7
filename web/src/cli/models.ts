import { rotaryOf } from "../io/hf-config/compare-dialects.ts";
import { resolveConfig } from "../io/hf-config/resolve.ts";
import type { LayerType } from "../io/hf-config/types.ts";
import { findModel, MODELS } from "../models/catalogue.ts";
import type { CatalogueModel } from "../models/types.ts";
import type { Command } from "./command.ts";
import { type CommandLine, outputHelp, readCommandLine } from "./command-line.ts";
import { methodWords, perLayerType } from "./method-words.ts";
import { didYouMean } from "./nearest.ts";
import { writeOut } from "./output.ts";
import { type Printable, printJson } from "./print-json.ts";
import { tableText } from "./table.ts";
import { alignColumns, shorten } from "./text.ts";
import { UsageError } from "./usage-error.ts";

const help = `Usage: posenc models [FILTER | ID] [OPTIONS]

Lists the models of the catalogue whose id, name or family contains FILTER; of one ID, its configuration and source too.
Other commands take them as model:ID.

  --format NAME       table (default) or json
${outputHelp}
Example:
  posenc models llama
`;

const ids = MODELS.map(({ id }) => id);

export const modelsCommand: Command = {
  name: "models",
  summary: "models whose settings are known",
  help,
  async run(args) {
    const line = readCommandLine(args, { flags: [], formats: ["table", "json"] });
    if (line.positionals.length > 1) throw new UsageError(`expected one filter, got ${line.positionals.length}`);
    const [filter = ""] = line.positionals;
    const one = findModel(filter);
    const models = one ? [one] : MODELS.filter((model) => matches(model, filter.toLowerCase()));
    if (models.length === 0)
      throw new UsageError(`no model matches "${filter}"; posenc models lists all${didYouMean(filter, ids)}`);
    return writeOut(one ? printOne(one, line) : printList(models, line), line.outputFile);
  },
};

function matches({ id, name, family }: CatalogueModel, filter: string): boolean {
  return [id, name, family].some((text) => text.toLowerCase().includes(filter));
}

function printList(models: readonly CatalogueModel[], line: CommandLine): string {
  if (line.format === "json") return printJson(models.map(summary), line);
  const columns = ["id", "name", "method", "head_dim", "base", "context", "source"] as const;
  const rows = models.map(summaryText).map((model) => columns.map((column) => model[column] ?? null));
  return tableText({ columns, rows }, line.digits);
}

function printOne(model: CatalogueModel, line: CommandLine): string {
  const { version, note, config } = model;
  // The data of the catalogue are JSON.
  if (line.format === "json") return printJson({ ...summary(model), version, note, config: config as Printable }, line);
  const head = Object.entries({ ...summaryText(model), version, note });
  const rows = head.flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
  const keys = Object.entries(config).map(([key, value]) => [key, shorten(JSON.stringify(value), 90)]);
  return `${alignColumns(rows)}\n${alignColumns(keys)}`;
}

function summary({ id, name, family, config, source }: CatalogueModel) {
  const { model } = resolveConfig(config);
  const types = model?.layerTypes ?? [];
  return {
    id,
    name,
    family,
    method: perLayerType(types, ({ methods }) => methodWords(methods)),
    head_dim: model?.head_dim,
    base:
      perLayerType(
        types.filter(({ methods }) => methods.length > 0),
        baseOf,
      ) || undefined,
    context: model?.max_position_embeddings,
    source,
  };
}

/** For people: the width of each layer type where they differ (Gemma 4), and a context that nobody names. */
function summaryText(one: CatalogueModel) {
  const found = summary(one);
  const types = resolveConfig(one.config).model?.layerTypes.flatMap((type) => {
    const method = rotaryOf(type);
    return method ? [{ ...type, width: String(method.rotary_dim ?? found.head_dim) }] : [];
  });
  const differ = new Set(types?.map(({ width }) => width)).size > 1;
  const widths = differ ? types?.map(({ name, width }) => `${name}: ${width}`).join("; ") : found.head_dim;
  return { ...found, head_dim: widths, context: found.context ?? "not named" };
}

function baseOf({ methods }: LayerType): string {
  return methods.map((method) => (method.kind === "rotary" ? String(method.rope_theta ?? 10000) : "")).join("");
}
