import { compareDialects, type DialectComparison, rotaryOf } from "../io/hf-config/compare-dialects.ts";
import { explainNote } from "../io/hf-config/explain-text.ts";
import { resolveConfig } from "../io/hf-config/resolve.ts";
import type { LayerType, ReportEntry, Resolution } from "../io/hf-config/types.ts";
import type { Command } from "./command.ts";
import { outputHelp, readCommandLine } from "./command-line.ts";
import { dialectHelp, oneSource, readConfig, readDialect, sourceHelp } from "./config-source.ts";
import { comparedLength, comparisonJson, comparisonText } from "./dialect-comparison.ts";
import { exitCodes } from "./exit-codes.ts";
import { listWords, methodWords } from "./method-words.ts";
import { farthest, readCount } from "./numbers.ts";
import { writeOut } from "./output.ts";
import { type Printable, printJson } from "./print-json.ts";
import { kindWords } from "./subject.ts";
import { alignColumns, escapeControls, shorten } from "./text.ts";
import { withPosenc } from "./with-posenc.ts";

const help = `Usage: posenc explain [config.json | - | --model ID] [OPTIONS]

Says of every key of a configuration what it does to positions: read, defaulted (absent), ignored (no effect, or not read
by the dialect), unknown, conflict or impossible, a line each; then what comes of it, and which dialects read it otherwise
and by how much their numbers differ. With a conflict or an impossible value the exit status is 2.

${sourceHelp}  --model ID          the same as model:ID
${dialectHelp}  --length N          length at which dialects are compared; default the context of training, where long and
                      short inputs part; without a scaling max_position_embeddings
  --format NAME       table (default) or json
${outputHelp}
Example:
  echo '{"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32, "rope_theta": 500000,
    "rope_scaling": {"type": "linear", "factor": 4}}' | posenc explain
`;

export const explainCommand: Command = {
  name: "explain",
  summary: "what every key of a model's configuration does, and who reads it otherwise",
  help,
  async run(args) {
    const line = readCommandLine(args, { flags: ["model", "dialect", "length"], formats: ["table", "json"] });
    const dialect = readDialect(line.flags.dialect);
    const { name, config } = await readConfig(oneSource(line.positionals, line.flags.model), help);
    const resolution = resolveConfig(config, { dialect });
    const { length: asked } = line.flags;
    const { length, reason } =
      asked === undefined
        ? comparedLength(resolution.model)
        : { length: readCount(asked, "length", farthest), reason: "as asked" };
    const comparison = await withPosenc("wasm", (posenc) => compareDialects(posenc, config, { length }));
    const whole = { name, resolution, comparison, reason };
    await writeOut(line.format === "json" ? printJson(jsonOf(whole), line) : textOf(whole), line.outputFile);
    return resolution.errors.length > 0 ? exitCodes.badInput : exitCodes.done;
  },
};

interface Explained {
  name: string;
  resolution: Resolution;
  comparison: DialectComparison;
  /** Of the length that dialects are compared at. */
  reason: string;
}

function jsonOf({ name, resolution, comparison, reason }: Explained): Printable {
  const { source, dialect, report, errors, model } = resolution;
  return {
    configuration: name,
    source,
    dialect,
    errors: errors.length,
    entries: report.map((entry) => ({
      key: entry.key,
      // Values come from JSON.
      value: entry.value as Printable | undefined,
      status: entry.status,
      note: entry.note?.code,
      sentence: explainNote(entry.note),
    })),
    layer_types: model?.layerTypes.map(({ name: type, layers, methods }) => ({
      name: type,
      layers,
      methods: methods as unknown as Printable,
    })),
    dialects: comparisonJson(comparison, reason),
  };
}

function textOf({ name, resolution, comparison, reason }: Explained): string {
  const { report, errors, model } = resolution;
  const title = `${name} (${kindWords(resolution)})\n\n`;
  const rows = alignColumns([["key", "value", "status", ""], ...report.map(entryCells)]);
  const outcome = model
    ? alignColumns(model.layerTypes.map((type) => [layersText(type), outcomeText(type, comparison.length)]))
    : `no numbers until mended: ${errors.map(({ key }) => escapeControls(key)).join(", ")}\n`;
  return `${title}${rows}\n${outcome}\n${comparisonText(comparison, reason)}`;
}

function entryCells({ key, value, status, note }: ReportEntry): string[] {
  const stated = value === undefined ? "absent" : escapeControls(JSON.stringify(value));
  return [shorten(escapeControls(key), 60), shorten(stated, 40), status, escapeControls(explainNote(note))];
}

function outcomeText(type: LayerType, length: number): string {
  const list = listWords(rotaryOf(type)?.scaling, length);
  return `${methodWords(type.methods)}${list && `; at length ${length} the list is ${list}`}`;
}

function layersText({ name, layers }: { name: string; layers: readonly number[] }): string {
  return escapeControls(layers.length > 0 ? `${name} (${layers.length})` : name);
}
