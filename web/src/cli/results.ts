/** What a command found, in the format asked for, where asked for. */
import type { OutputName, Tensor } from "../engine/problem.ts";
import { type Axis, toCsv } from "../io/csv.ts";
import { toNpy } from "../io/npy.ts";
import { toSafetensors } from "../io/safetensors.ts";
import type { CommandOptions } from "./options.ts";
import { writeOut } from "./output.ts";
import { type Printable, printJson } from "./print-json.ts";
import { printNumber } from "./print-number.ts";
import { UsageError } from "./usage-error.ts";

export interface NamedTensor {
  tensor: Tensor;
  axes: readonly Axis[];
}

export interface Findings {
  /** The whole as JSON, but for the notes. */
  json: { readonly [key: string]: Printable | undefined };
  /** What the core has to say about the problem, such as clipped distances. In JSON, else on standard error. */
  notes?: readonly string[];
  /** What csv and npy can write, by the names of --outputs. */
  tensors: Readonly<Record<string, NamedTensor | undefined>>;
}

export function writeFindings({ json, notes = [], tensors }: Findings, options: CommandOptions): Promise<number> {
  const all = options.outputs.map((name) => [name, tensorNamed(name, tensors).tensor] as const);
  if (options.format === "json") {
    const whole = { ...json, notes: notes.length > 0 ? notes : undefined };
    return writeOut(printJson(whole, options), options.outputFile);
  }
  for (const note of notes) process.stderr.write(`posenc: note: ${note}\n`);
  if (options.format === "safetensors") return writeOut(toSafetensors(Object.fromEntries(all)), options.outputFile);
  const found = tensors[options.outputs[0] ?? ""];
  if (!found) throw new UsageError("--outputs: expected one, got none");
  if (options.format === "npy") return writeOut(toNpy(found.tensor), options.outputFile);
  const precision = found.tensor.data instanceof Float32Array ? "float" : "double";
  const print = (value: number) =>
    value === Number.NEGATIVE_INFINITY ? "-inf" : printNumber(value, precision, options.digits);
  return writeOut(toCsv(found.tensor, found.axes, print), options.outputFile);
}

function tensorNamed(name: string, tensors: Findings["tensors"]): NamedTensor {
  const found = tensors[name];
  if (!found) throw new UsageError(`--outputs: this problem has no ${name}`);
  return found;
}

const axisNames: Readonly<Record<OutputName, readonly string[]>> = {
  scores: ["head", "query", "key"],
  weights: ["head", "query", "key"],
  output: ["head", "query", "channel"],
  input: ["token", "channel"],
  encoding: ["token", "channel"],
  query: ["head", "query", "channel"],
  key: ["head", "key", "channel"],
  value: ["head", "key", "channel"],
  rotated_query: ["head", "query", "channel"],
  rotated_key: ["head", "key", "channel"],
};

export function axesOf(name: OutputName): Axis[] {
  return axisNames[name].map((axis) => ({ name: axis }));
}

/** In the order asked for. */
export function tensorsOf<Name extends string>(
  result: { readonly [name in Name]?: Tensor },
  outputs: readonly Name[],
): Record<string, Tensor | undefined> {
  return Object.fromEntries(outputs.map((name) => [name, result[name]]));
}

export function namedTensors<Name extends OutputName>(
  result: { readonly [name in Name]?: Tensor },
  outputs: readonly Name[],
): Record<string, NamedTensor | undefined> {
  return Object.fromEntries(
    outputs.map((name) => {
      const tensor = result[name];
      return [name, tensor && { tensor, axes: axesOf(name) }];
    }),
  );
}
