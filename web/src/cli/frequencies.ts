import type { Posenc } from "../engine/posenc.ts";
import type { AnglePrecision, RotaryMethod } from "../engine/problem.ts";
import type { Frequencies, PhaseError } from "../engine/rope.ts";
import { precisionOf } from "../io/hf-config/dialects.ts";
import { toNpy } from "../io/npy.ts";
import type { Command } from "./command.ts";
import { type CommandLine, outputHelp, readCommandLine } from "./command-line.ts";
import { dialectHelp, oneSource, readDialect, sourceHelp } from "./config-source.ts";
import { directHelp, methodFromFlags, needed } from "./direct.ts";
import { type LayerFrequencies, layerJson, layerText, pairColumns, pairRows } from "./frequency-table.ts";
import { farthest, powersOfTwo, readCount } from "./numbers.ts";
import { writeOut } from "./output.ts";
import { printJson } from "./print-json.ts";
import { kindWords, type RotaryLayer, readSubject, rotaryLayers, type Subject } from "./subject.ts";
import { tableCsv } from "./table.ts";
import { UsageError } from "./usage-error.ts";
import { withPosenc } from "./with-posenc.ts";

const help = `Usage: posenc frequencies [config.json | - | --model ID] [OPTIONS]
       posenc frequencies --method rotary --head-dim N [--set FIELD=VALUE ...] [OPTIONS]

Prints what a configuration makes of the frequencies of a rotary method, in double precision. Per pair: inv_freq (radians
per position), wavelength (positions per turn), turns (of the unscaled pair within the context of training), share (of the
division by the factor: 0 kept, 1 divided) and regime (kept, blended, scaled, other, still). Before them: base, length,
attention_factor (on cosine and sine), softmax_factor and scale (on q·k). head_dim is the width of the widest heads,
rotary_dim what turns of those of a layer type.

${sourceHelp}  --model ID          the same as model:ID
${dialectHelp}  --layer-type NAME   only layers of this type
  --length N          length that length-dependent scalings go by; default the context of training, to which they
                      are fitted; where nothing goes by it, it does not matter
  --precision WHAT    also the phase error of angles rounded as WHAT says: float32, bfloat16 or float16 at every stage;
                      stages by name, inv_freq=bfloat16,angle=float32,series=running; or "dialect": as its library does
${directHelp}  --head-dim N        width of the head, with --method
  --format NAME       json (default), table (for people, seven significant digits), csv (one line per pair) or
                      npy (inv_freq of one layer type, not to a terminal)
${outputHelp}
Example:
  posenc frequencies --model llama-3.1-8b --format table
`;

export const frequenciesCommand: Command = {
  name: "frequencies",
  summary: "frequencies, wavelengths and factors that a model's configuration gives",
  help,
  async run(args) {
    const line = readCommandLine(args, {
      flags: ["model", "dialect", "layer-type", "length", "precision", "method", "head-dim"],
      set: true,
      formats: ["json", "table", "csv", "npy"],
    });
    const subject = line.flags.method === undefined ? await fromConfig(line) : fromFlags(line);
    const layers = chosen(rotaryLayers(subject), line.flags["layer-type"]);
    const length = line.flags.length === undefined ? undefined : readCount(line.flags.length, "length", farthest);
    const precision = readPrecision(line.flags.precision, subject);
    const found = await withPosenc("wasm", (posenc) =>
      Promise.all(layers.map((layer) => answer(posenc, subject, layer, length, precision))),
    );
    return writeOut(print(subject, found, line), line.outputFile);
  },
};

function fromConfig({ positionals, flags, set }: CommandLine): Promise<Subject> {
  const lone = flags["head-dim"] !== undefined ? "head-dim" : set.length > 0 ? "set" : undefined;
  if (lone) throw new UsageError(`--${lone} belongs to --method`);
  return readSubject(oneSource(positionals, flags.model), readDialect(flags.dialect), help);
}

function fromFlags({ positionals, flags, set }: CommandLine): Subject {
  const source = positionals[0] ?? ["model", "dialect", "layer-type"].find((flag) => flags[flag] !== undefined);
  if (source !== undefined) throw new UsageError(`--method takes the place of a configuration, got ${source} too`);
  const method = methodFromFlags({ flags, set });
  if (method.kind !== "rotary") throw new UsageError(`--method: expected rotary, got "${method.kind}"`);
  const headDim = readCount(needed(flags, "head-dim"), "head-dim");
  return {
    name: "--method rotary",
    source: "huggingface",
    dialect: "huggingface",
    model: {
      architecture: "",
      heads: 1,
      kv_heads: 1,
      head_dim: headDim,
      layerTypes: [{ name: "all", layers: [], methods: [method], mask: { kind: "none" } }],
    },
  };
}

function chosen(layers: RotaryLayer[], name: string | undefined): RotaryLayer[] {
  const found = name === undefined ? layers : layers.filter(({ type }) => type.name === name);
  if (found.length > 0) return found;
  const names = layers.map(({ type }) => type.name).join(", ");
  throw new UsageError(`--layer-type: expected one of ${names}; got "${name}"`);
}

/** The core judges the names of stages and formats. */
function readPrecision(text: string | undefined, { dialect }: Subject): AnglePrecision | undefined {
  if (text === undefined) return undefined;
  if (text === "dialect") return precisionOf(dialect);
  const stages = text.includes("=") ? text : `inv_freq=${text},position=${text},angle=${text},table=${text}`;
  return Object.fromEntries(stages.split(",").map((stage) => stage.split("=", 2))) as AnglePrecision;
}

async function answer(
  posenc: Posenc,
  { model }: Subject,
  { type, method }: RotaryLayer,
  length: number | undefined,
  precision: AnglePrecision | undefined,
): Promise<LayerFrequencies> {
  const request = { method, head_dim: model.head_dim, length };
  const found = await posenc.frequencies(request);
  const phase = precision && (await phaseError(posenc, request, found, precision));
  return { type, method, found, asked: length !== undefined, phase };
}

function phaseError(
  posenc: Posenc,
  request: { method: RotaryMethod; head_dim: number; length: number | undefined },
  { length, original_length: original }: Frequencies,
  precision: AnglePrecision,
): Promise<PhaseError> {
  const method = { ...request.method, angle_precision: precision };
  return posenc.phaseError({ ...request, method, positions: powersOfTwo(Math.max(length, original ?? 0)) });
}

function print(subject: Subject, layers: readonly LayerFrequencies[], line: CommandLine): string | Uint8Array {
  const { format, digits } = line;
  const { name, dialect, model } = subject;
  const direct = line.flags.method !== undefined;
  if (format === "csv") return tableCsv({ columns: pairColumns, rows: layers.flatMap(pairRows) }, digits);
  if (format === "npy") {
    const [only, another] = layers;
    if (!only || another)
      throw new UsageError(
        `--format npy writes one tensor: choose it with --layer-type, one of ${layers.map(({ type }) => type.name).join(", ")}`,
      );
    return toNpy({ shape: [only.found.inv_freq.length], data: only.found.inv_freq });
  }
  if (format === "table") {
    const title = direct ? "" : `${name} (${kindWords(subject)})\n\n`;
    return title + layers.map((layer) => layerText(layer, digits)).join("\n");
  }
  const { architecture, heads, kv_heads, head_dim, max_position_embeddings } = model;
  const head = direct
    ? { head_dim }
    : { configuration: name, dialect, architecture, heads, kv_heads, head_dim, max_position_embeddings };
  return printJson({ ...head, layer_types: layers.map(layerJson) }, line);
}
