/** The options that every computing command shares. */
import { type ParseArgsConfig, parseArgs } from "node:util";
import { messageOf } from "../engine/errors.ts";
import type { OutputName } from "../engine/problem.ts";
import { UsageError } from "./usage-error.ts";

export interface ComputeOptions {
  engine: "wasm" | "reference";
  outputs: readonly OutputName[];
  /** Digits after the decimal point; undefined: as many as the number needs. */
  digits: number | undefined;
  compact: boolean;
  /** "-" is standard input. */
  file: string;
}

export const computeOptionsHelp = `  problem.json        the problem; - or nothing reads standard input
  --engine NAME       wasm (default): float32 SIMD; reference: double precision
  --outputs A,B,...   default scores,weights,output; also input, encoding, query, key, value,
                      rotated_query, rotated_key
  --digits N          digits after the decimal point, 0 to 17; default: as many as tell the number apart
  --compact           all on one line
  --help              this text
`;

const outputNames: readonly OutputName[] = [
  "scores",
  "weights",
  "output",
  "input",
  "encoding",
  "query",
  "key",
  "value",
  "rotated_query",
  "rotated_key",
];

const config = {
  options: {
    engine: { type: "string", default: "wasm" },
    outputs: { type: "string", default: "scores,weights,output" },
    digits: { type: "string" },
    compact: { type: "boolean", default: false },
  },
  allowPositionals: true,
  strict: true,
} as const satisfies ParseArgsConfig;

export function readComputeOptions(args: readonly string[]): ComputeOptions {
  const { values, positionals } = parse(args);
  if (positionals.length > 1) throw new UsageError(`expected one problem file, got ${positionals.length}`);
  return {
    engine: readEngine(values.engine),
    outputs: readOutputs(values.outputs),
    digits: values.digits === undefined ? undefined : readDigits(values.digits),
    compact: values.compact,
    file: positionals[0] ?? "-",
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ ...config, args: [...args] });
  } catch (error) {
    // The first sentence names the option; the rest explains parseArgs.
    throw new UsageError(messageOf(error).split(". ")[0]);
  }
}

function readEngine(name: string): "wasm" | "reference" {
  if (name === "wasm" || name === "reference") return name;
  if (name === "webgpu")
    throw new UsageError("--engine webgpu: WebGPU is for browsers; here wasm and reference compute");
  throw new UsageError(`--engine: expected wasm or reference, got "${name}"`);
}

function readOutputs(list: string): OutputName[] {
  return list.split(",").map((text) => {
    const name = outputNames.find((known) => known === text.trim());
    if (!name) throw new UsageError(`--outputs: expected some of ${outputNames.join(", ")}; got "${text.trim()}"`);
    return name;
  });
}

function readDigits(text: string): number {
  const digits = Number(text);
  if (!/^\d+$/.test(text) || digits > 17) throw new UsageError(`--digits: expected 0 to 17, got "${text}"`);
  return digits;
}
