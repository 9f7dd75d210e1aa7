/** The options of commands that answer for a problem. */
import { type CommandLine, outputHelp, readCommandLine } from "./command-line.ts";
import { fileFlags } from "./given-files.ts";
import { UsageError } from "./usage-error.ts";

export interface CommandOptions<Output extends string = string> extends Omit<CommandLine, "positionals"> {
  engine: "wasm" | "reference";
  outputs: readonly Output[];
  /** Whether --outputs names them. */
  isAsked: boolean;
  /** The problem; "-" is standard input, undefined: none was named. */
  file: string | undefined;
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
  /** Whether tensors, positions and the mask may come from files, and the method from --method. */
  files?: boolean;
}

/** The text of the shared options; `outputs` describes --outputs. */
export function sharedHelp(outputs: string, { engines = true } = {}): string {
  const engine = "  --engine NAME       wasm (default): float32 SIMD; reference: double precision\n";
  return `  problem.json        the problem; - or nothing reads standard input
${engines ? engine : ""}  --outputs A,B,...   ${outputs}
  --format NAME       json (default), csv, npy or safetensors (the last two not to a terminal); csv and npy write one
                      tensor, so --outputs names one
${outputHelp}`;
}

export function readOptions<Output extends string>(
  args: readonly string[],
  syntax: CommandSyntax<Output>,
): CommandOptions<Output> {
  const { engines = true, files = false } = syntax;
  const own = files ? ["method", ...fileFlags] : (syntax.flags ?? []);
  const { positionals, ...line } = readCommandLine(args, {
    flags: [...(engines ? ["engine"] : []), "outputs", ...own],
    set: own.length > 0,
    formats: ["json", "csv", "npy", "safetensors"],
  });
  if (positionals.length > 1) throw new UsageError(`expected one problem file, got ${positionals.length}`);
  const { engine = "wasm", outputs, ...flags } = line.flags;
  const defaults = flags.method === undefined ? syntax.defaults : (syntax.directDefaults ?? syntax.defaults);
  const options: CommandOptions<Output> = {
    ...line,
    flags,
    engine: readEngine(engine),
    outputs: outputs === undefined ? defaults : readOutputs(outputs, syntax.outputs),
    isAsked: outputs !== undefined,
    file: positionals[0],
  };
  checkOutputs(options, syntax.outputs);
  if (!files) checkFlags(options);
  else if (options.set.length > 0 && flags.method === undefined) throw new UsageError("--set belongs to --method");
  return options;
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

function checkOutputs({ format, outputs }: CommandOptions, known: readonly string[]): void {
  if (format === "json" || format === "safetensors" || outputs.length === 1) return;
  throw new UsageError(
    `--format ${format} writes one tensor, not ${outputs.length}: choose it with --outputs, one of ${known.join(", ")}`,
  );
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
