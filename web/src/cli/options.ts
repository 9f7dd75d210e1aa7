/** The options that the computing commands share. */
import { type ParseArgsConfig, parseArgs } from "node:util";
import { messageOf } from "../engine/errors.ts";
import { UsageError } from "./usage-error.ts";

export type Format = "json" | "csv" | "npy";

export interface CommandOptions<Output extends string = string> {
  engine: "wasm" | "reference";
  outputs: readonly Output[];
  /** Digits after the decimal point; undefined: as many as the number needs. */
  digits: number | undefined;
  compact: boolean;
  format: Format;
  /** undefined: standard output. */
  outputFile: string | undefined;
  /** The problem; "-" is standard input, undefined: none was named. */
  file: string | undefined;
  /** The command's own flags, as they were written. */
  flags: Readonly<Record<string, string | undefined>>;
  /** Every --set, as it was written. */
  set: readonly string[];
}

/** What a command takes beside the shared options. */
export interface CommandSyntax<Output extends string> {
  outputs: readonly Output[];
  defaults: readonly Output[];
  /** The defaults where --method takes the place of a problem. */
  directDefaults?: readonly Output[];
  /** False where only one engine can answer. */
  engines?: boolean;
  /** Names of flags with a value. --method takes the place of a problem, so the others need it. */
  flags?: readonly string[];
}

/** The text of the shared options; `outputs` describes --outputs. */
export function sharedHelp(outputs: string, { engines = true } = {}): string {
  const engine = "  --engine NAME       wasm (default): float32 SIMD; reference: double precision\n";
  return `  problem.json        the problem; - or nothing reads standard input
${engines ? engine : ""}  --outputs A,B,...   ${outputs}
  --format NAME       json (default), csv or npy; csv and npy write one tensor, so --outputs names one
  --output FILE       write there instead of to standard output; npy does not write to a terminal
  --digits N          digits after the decimal point, 0 to 17; default: as many as tell the number apart
  --compact           JSON all on one line
  --help              this text
`;
}

export function readOptions<Output extends string>(
  args: readonly string[],
  syntax: CommandSyntax<Output>,
): CommandOptions<Output> {
  const { values, positionals } = parse(args, syntax);
  if (positionals.length > 1) throw new UsageError(`expected one problem file, got ${positionals.length}`);
  const { engine = "wasm", outputs, digits, compact = false, format = "json", output, set = [] } = values;
  const flags = Object.fromEntries((syntax.flags ?? []).map((flag) => [flag, values[flag] as string | undefined]));
  const defaults = flags.method === undefined ? syntax.defaults : (syntax.directDefaults ?? syntax.defaults);
  const options: CommandOptions<Output> = {
    engine: readEngine(engine),
    outputs: outputs === undefined ? defaults : readOutputs(outputs, syntax.outputs),
    digits: digits === undefined ? undefined : readDigits(digits),
    compact,
    format: readFormat(format),
    outputFile: output,
    file: positionals[0],
    flags,
    set,
  };
  checkFormat(options, syntax.outputs);
  checkFlags(options);
  return options;
}

interface Values {
  engine?: string;
  outputs?: string;
  digits?: string;
  compact?: boolean;
  format?: string;
  output?: string;
  set?: string[];
  /** The command's own flags are strings. */
  [flag: string]: string | string[] | boolean | undefined;
}

function parse(args: readonly string[], { engines = true, flags = [] }: CommandSyntax<string>) {
  const text = { type: "string" } as const;
  const own =
    flags.length > 0
      ? { ...Object.fromEntries(flags.map((flag) => [flag, text])), set: { ...text, multiple: true } }
      : {};
  const options: NonNullable<ParseArgsConfig["options"]> = {
    ...(engines && { engine: text }),
    outputs: text,
    format: text,
    output: text,
    digits: text,
    compact: { type: "boolean" },
    ...own,
  };
  const takesValue = (arg: string) => options[arg.slice(2)]?.type === "string";
  try {
    const parsed = parseArgs({ args: joinNegative(args, takesValue), options, allowPositionals: true, strict: true });
    return parsed as { values: Values; positionals: string[] };
  } catch (error) {
    // The first sentence names the option; the rest explains parseArgs.
    throw new UsageError(messageOf(error).split(". ")[0]);
  }
}

/** "--positions -3:2" becomes "--positions=-3:2": parseArgs takes what starts with a dash for an option. */
function joinNegative(args: readonly string[], takesValue: (arg: string) => boolean): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const before = joined.at(-1);
    if (before?.startsWith("--") && takesValue(before) && /^-[\d.]/.test(arg)) joined.splice(-1, 1, `${before}=${arg}`);
    else joined.push(arg);
  }
  return joined;
}

function readEngine(name: string): "wasm" | "reference" {
  if (name === "wasm" || name === "reference") return name;
  if (name === "webgpu")
    throw new UsageError("--engine webgpu: WebGPU is for browsers; here wasm and reference compute");
  throw new UsageError(`--engine: expected wasm or reference, got "${name}"`);
}

function readOutputs<Output extends string>(list: string, known: readonly Output[]): Output[] {
  return list.split(",").map((text) => {
    const name = known.find((one) => one === text.trim());
    if (!name) throw new UsageError(`--outputs: expected some of ${known.join(", ")}; got "${text.trim()}"`);
    return name;
  });
}

function readDigits(text: string): number {
  const digits = Number(text);
  if (!/^\d+$/.test(text) || digits > 17) throw new UsageError(`--digits: expected 0 to 17, got "${text}"`);
  return digits;
}

function readFormat(name: string): Format {
  if (name === "json" || name === "csv" || name === "npy") return name;
  throw new UsageError(`--format: expected json, csv or npy, got "${name}"`);
}

function checkFormat({ format, outputs, digits, compact, outputFile }: CommandOptions, known: readonly string[]): void {
  if (format === "json") return;
  if (outputs.length !== 1) {
    throw new UsageError(
      `--format ${format} writes one tensor, not ${outputs.length}: choose it with --outputs, one of ${known.join(", ")}`,
    );
  }
  if (compact) throw new UsageError(`--compact is for json, not for ${format}`);
  if (format === "csv") return;
  if (digits !== undefined) throw new UsageError("--digits: npy holds every number as it is");
  if (outputFile === undefined && process.stdout.isTTY) {
    throw new UsageError("--format npy is no text: name a file with --output, or pipe it");
  }
}

function checkFlags({ flags, set, file }: CommandOptions): void {
  const given = Object.entries(flags).filter(([, value]) => value !== undefined);
  if (flags.method !== undefined) {
    if (file !== undefined) throw new UsageError(`--method takes the place of a problem, got the file ${file} too`);
    return;
  }
  const first = given[0]?.[0] ?? (set.length > 0 ? "set" : undefined);
  if (first !== undefined) throw new UsageError(`--${first} belongs to --method`);
}
