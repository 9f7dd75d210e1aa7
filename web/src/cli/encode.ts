import type { Problem } from "../engine/problem.ts";
import type { Command } from "./command.ts";
import { directHelp, methodFromFlags, needed } from "./direct.ts";
import { readCount, readPositions } from "./numbers.ts";
import { type CommandOptions, type CommandSyntax, readOptions, sharedHelp } from "./options.ts";
import { readInput } from "./read-input.ts";
import { namedTensors, tensorsOf, writeFindings } from "./results.ts";
import { UsageError } from "./usage-error.ts";
import { whereMethodsAct } from "./where.ts";
import { headOf, withPosenc } from "./with-posenc.ts";

const syntax: CommandSyntax<"encoding" | "input"> = {
  outputs: ["encoding", "input"],
  defaults: ["encoding", "input"],
  directDefaults: ["encoding"],
  flags: ["method", "positions", "width"],
};

const help = `Usage: posenc encode [problem.json | -] [OPTIONS]
       posenc encode --method KIND --positions LIST --width N [OPTIONS]

Prints what a method adds to the input of a layer, a row per token, and the input with it. For sinusoidal and learned.

${sharedHelp("encoding, input; default both")}
${directHelp}  --positions LIST    0,1,5 or 0:3 (0, 1, 2) or 0:2:0.5; negative and fractional ones too
  --width N           channels of a row

Example:
  posenc encode --method sinusoidal --positions 0:3 --width 4 --digits 4
`;

export const encodeCommand: Command = {
  name: "encode",
  summary: "what a method adds to the input: sinusoidal, learned",
  help,
  async run(args) {
    const read = readOptions(args, syntax);
    const direct = read.flags.method !== undefined;
    if (direct && read.outputs.includes("input"))
      throw new UsageError("--outputs input: without a problem there is none");
    const positions = direct ? readPositions(needed(read.flags, "positions"), "positions") : undefined;
    const problem = positions ? problemFromFlags(read, positions) : await readInput(read.file ?? "-", help);
    return withPosenc(read.engine, async (posenc) => {
      const result = await posenc.attention(problem, { outputs: ["encoding", "input"] });
      if (!result.encoding) throw new UsageError(`nothing is added to the input: ${whereMethodsAct(problem)}`);
      const json = { ...headOf(posenc, result.engine), positions, ...tensorsOf(result, read.outputs) };
      const tensors = namedTensors(result, read.outputs);
      const rows = { tensor: result.encoding, axes: [{ name: "position", labels: positions }, { name: "channel" }] };
      return writeFindings({ json, notes: result.notes, tensors: positions ? { encoding: rows } : tensors }, read);
    });
  },
};

/** A layer as small as it can be: its attention is computed beside the table. */
function problemFromFlags(options: CommandOptions, positions: number[]): Problem {
  const width = readCount(needed(options.flags, "width"), "width");
  const embeddings = { shape: [positions.length, width], data: new Float32Array(positions.length * width) };
  return {
    input: { kind: "embeddings", embeddings, heads: 1, head_dim: 2 },
    method: methodFromFlags(options),
    mask: { kind: "sliding_window", window: 1 },
    query_positions: positions,
    key_positions: positions,
    scale: 1,
  };
}
