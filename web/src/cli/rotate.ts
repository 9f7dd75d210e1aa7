import { methodsOf } from "../engine/methods.ts";
import type { AttentionResult, Problem, Tensor } from "../engine/problem.ts";
import { directHelp, methodFromFlags, needed } from "./direct.ts";
import { readCount, readNumbers, readPositions } from "./numbers.ts";
import { type CommandOptions, type CommandSyntax, sharedHelp } from "./options.ts";
import { problemCommand } from "./problem-command.ts";
import { namedTensors, tensorsOf } from "./results.ts";
import { UsageError } from "./usage-error.ts";
import { whereMethodsAct } from "./where.ts";
import { headOf } from "./with-posenc.ts";

type Output = "rotated_query" | "rotated_key";

const syntax: CommandSyntax<Output> = {
  outputs: ["rotated_query", "rotated_key"],
  defaults: ["rotated_query", "rotated_key"],
  // One vector is turned as a query unless asked otherwise: only with xpos is the key's another.
  directDefaults: ["rotated_query"],
  flags: ["method", "positions", "vector", "head-dim"],
};

const help = `Usage: posenc rotate [problem.json | -] [OPTIONS]
       posenc rotate --method rotary --positions LIST --vector LIST [OPTIONS]

Prints q and k as they enter the dot product: turned by their positions, q with the query temperature of the problem.

${sharedHelp("rotated_query, rotated_key; default both, of one vector the query")}
${directHelp}  --positions LIST    3 or 0,1,5 or 0:3 (0, 1, 2) or 0:2:0.5; negative and fractional ones too
  --vector LIST       the vector to turn: 1,2,3,4
  --head-dim N        its length, to be checked

Example:
  posenc rotate --method rotary --head-dim 4 --positions 3 --vector 1,2,3,4
`;

export const rotateCommand = problemCommand({
  name: "rotate",
  summary: "q and k as rotary turns them",
  help,
  syntax,
  problemFromFlags,
  async answer(posenc, problem, { flags, outputs }) {
    const result = await posenc.attention(problem, { outputs });
    if (!methodsOf(problem).some(({ kind }) => kind === "rotary"))
      throw new UsageError(`nothing turns q and k: ${whereMethodsAct(problem)}`);
    const head = headOf(posenc, result.engine);
    const { notes } = result;
    if (flags.method === undefined) {
      const json = { ...head, shape: { ...result.shape }, ...tensorsOf(result, outputs) };
      return { json, notes, tensors: namedTensors(result, outputs) };
    }
    const positions = problem.query_positions;
    const rows = withoutHeads(result, outputs);
    const axes = [{ name: "position", labels: positions }, { name: "channel" }];
    const tensors = Object.fromEntries(Object.entries(rows).map(([name, tensor]) => [name, { tensor, axes }]));
    return { json: { ...head, positions, ...rows }, notes, tensors };
  },
});

function problemFromFlags(options: CommandOptions): Problem {
  const positions = readPositions(needed(options.flags, "positions"), "positions");
  const vector = readNumbers(needed(options.flags, "vector"), "vector");
  const width = options.flags["head-dim"];
  if (width !== undefined && readCount(width, "head-dim") !== vector.length)
    throw new UsageError(`--vector: expected ${width} numbers, as --head-dim says, got ${vector.length}`);
  const rows = positions.map(() => vector);
  return {
    input: { kind: "tensors", query: rows, key: rows },
    method: methodFromFlags(options),
    mask: { kind: "sliding_window", window: 1 },
    query_positions: positions,
    key_positions: positions,
  };
}

/** [1, positions, head_dim] -> [positions, head_dim] */
function withoutHeads(result: AttentionResult, outputs: readonly Output[]): Record<string, Tensor> {
  return Object.fromEntries(
    outputs.flatMap((name) => {
      const tensor = result[name];
      return tensor ? [[name, { shape: tensor.shape.slice(1), data: tensor.data }]] : [];
    }),
  );
}
