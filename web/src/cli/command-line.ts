/** Flags and formats that every computing command has. */
import { type ParseArgsConfig, parseArgs } from "node:util";
import { messageOf } from "../engine/errors.ts";
import { didYouMean } from "./nearest.ts";
import { UsageError } from "./usage-error.ts";

export type Format = "json" | "csv" | "npy" | "safetensors" | "table";

export interface CommandLine {
  positionals: readonly string[];
  /** The command's own flags, as they were written. */
  flags: Readonly<Record<string, string | undefined>>;
  /** Every --set, as it was written. */
  set: readonly string[];
  format: Format;
  /** Digits after the decimal point; undefined: as many as the number needs. */
  digits: number | undefined;
  compact: boolean;
  /** undefined: standard output. */
  outputFile: string | undefined;
}

export interface CommandLineSyntax {
  /** Names of flags with a value. */
  flags: readonly string[];
  /** Whether --set is one of them, any number of times. */
  set?: boolean;
  /** The first is the default. */
  formats: readonly [Format, ...Format[]];
}

/** The text of the flags that readCommandLine itself knows. */
export const outputHelp = `  --output FILE       write there instead of to standard output
  --digits N          digits after the decimal point, 0 to 17; default: as many as tell the number apart
  --compact           JSON all on one line
  --help              this text
`;

export function readCommandLine(args: readonly string[], syntax: CommandLineSyntax): CommandLine {
  const { values, positionals } = parse(args, syntax);
  const { digits, compact = false, format = syntax.formats[0], output, set = [] } = values;
  const line: CommandLine = {
    positionals,
    flags: Object.fromEntries(syntax.flags.map((flag) => [flag, values[flag] as string | undefined])),
    set,
    format: readFormat(format, syntax.formats),
    digits: digits === undefined ? undefined : readDigits(digits),
    compact,
    outputFile: output,
  };
  checkFormat(line);
  return line;
}

interface Values {
  format?: string;
  output?: string;
  digits?: string;
  compact?: boolean;
  set?: string[];
  [flag: string]: string | string[] | boolean | undefined;
}

function parse(args: readonly string[], { flags, set = false }: CommandLineSyntax) {
  const text = { type: "string" } as const;
  const options: NonNullable<ParseArgsConfig["options"]> = {
    ...Object.fromEntries(flags.map((flag) => [flag, text])),
    ...(set && { set: { ...text, multiple: true } }),
    format: text,
    output: text,
    digits: text,
    compact: { type: "boolean" },
  };
  const takesValue = (arg: string) => options[arg.slice(2)]?.type === "string";
  try {
    const parsed = parseArgs({ args: joinNegative(args, takesValue), options, allowPositionals: true, strict: true });
    return parsed as { values: Values; positionals: string[] };
  } catch (error) {
    // The first sentence names the option; the rest explains parseArgs.
    const [sentence = ""] = messageOf(error).split(". ");
    const [, unknown] = /^Unknown option '(--[^']*)'/.exec(sentence) ?? [];
    const known = [...Object.keys(options), "help"].map((name) => `--${name}`);
    throw new UsageError(unknown === undefined ? sentence : sentence + didYouMean(unknown, known));
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

function readFormat(name: string, formats: readonly Format[]): Format {
  const format = formats.find((one) => one === name);
  if (!format) throw new UsageError(`--format: expected ${inWords(formats)}, got "${name}"`);
  return format;
}

function inWords(names: readonly string[]): string {
  return `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

function readDigits(text: string): number {
  const digits = Number(text);
  if (!/^\d+$/.test(text) || digits > 17) throw new UsageError(`--digits: expected 0 to 17, got "${text}"`);
  return digits;
}

function checkFormat({ format, digits, compact, outputFile }: CommandLine): void {
  if (compact && format !== "json") throw new UsageError(`--compact is for json, not for ${format}`);
  if (format !== "npy" && format !== "safetensors") return;
  if (digits !== undefined) throw new UsageError(`--digits: ${format} holds every number as it is`);
  if (outputFile === undefined && process.stdout.isTTY) {
    throw new UsageError(`--format ${format} is no text: name a file with --output, or pipe it`);
  }
}
