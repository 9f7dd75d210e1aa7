import type { Problem } from "../engine/problem.ts";
import { directHelp, methodFromFlags, needed } from "./direct.ts";
import { readCount, readPositions } from "./numbers.ts";
import { type CommandOptions, type CommandSyntax, sharedHelp } from "./options.ts";
import { problemCommand } from "./problem-command.ts";
import { namedTensors, tensorsOf } from "./results.ts";
import { UsageError } from "./usage-error.ts";
import { whereMethodsAct } from "./where.ts";
import { headOf } from "./with-posenc.ts";

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

export const encodeCommand = problemCommand({
  name: "encode",
  summary: "what a method adds to the input: sinusoidal, learned",
  help,
  syntax,
  problemFromFlags,
  async answer(posenc, problem, { flags, outputs }) {
    const result = await posenc.attention(problem, { outputs: ["encoding", "input"] });
    if (!result.encoding) throw new UsageError(`nothing is added to the input: ${whereMethodsAct(problem)}`);
    const positions = flags.method === undefined ? undefined : problem.query_positions;
    const json = { ...headOf(posenc, result.engine), positions, ...tensorsOf(result, outputs) };
    const rows = { tensor: result.encoding, axes: [{ name: "position", labels: positions }, { name: "channel" }] };
    const tensors = positions ? { encoding: rows } : namedTensors(result, outputs);
    return { json, notes: result.notes, tensors };
  },
});

/** A layer as small as it can be: its attention is computed beside the table. */
function problemFromFlags(options: CommandOptions): Problem {
  if (options.outputs.includes("input")) throw new UsageError("--outputs input: without a problem there is none");
  const positions = readPositions(needed(options.flags, "positions"), "positions");
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
