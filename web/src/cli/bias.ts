import type { Problem, Tensor } from "../engine/problem.ts";
import type { CorePlan } from "../engine/wasm/core-module.ts";
import type { Axis } from "../io/csv.ts";
import { directHelp, methodFromFlags, zeros } from "./direct.ts";
import { readCount, readPositions } from "./numbers.ts";
import { type CommandOptions, type CommandSyntax, sharedHelp } from "./options.ts";
import { problemCommand } from "./problem-command.ts";
import { axesOf, tensorsOf } from "./results.ts";
import { UsageError } from "./usage-error.ts";
import { whereMethodsAct } from "./where.ts";
import { headOf } from "./with-posenc.ts";

const syntax: CommandSyntax<"bias" | "table"> = {
  outputs: ["bias", "table"],
  defaults: ["bias"],
  engines: false,
  flags: ["method", "heads", "queries", "keys", "query-positions", "key-positions", "head-dim"],
};

const help = `Usage: posenc bias [problem.json | -] [OPTIONS]
       posenc bias --method KIND --heads N --queries N [--keys N] [OPTIONS]

Prints the bias that methods add to the scores, in float32 and whatever the mask hides: for alibi, t5_bias, kerple,
sandwich and fire. Biases of several methods are summed.

${sharedHelp("bias [heads, queries, keys] (default), table [heads, relative positions]", { engines: false })}
${directHelp}  --heads N           default 1
  --queries N         default as many as there are positions, or keys
  --keys N            default as many as there are positions, or queries
  --query-positions LIST, --key-positions LIST
                      0,1,5 or 0:3 (0, 1, 2); default: keys from 0, queries the last of them
  --head-dim N        default 64; matters to sandwich, and to alibi with applied=before_scale

Example:
  posenc bias --method alibi --heads 2 --queries 4 --keys 4
`;

export const biasCommand = problemCommand({
  name: "bias",
  summary: "what a method adds to the scores: alibi, t5_bias, kerple, sandwich, fire",
  help,
  syntax,
  problemFromFlags,
  async answer(posenc, problem, { outputs }) {
    const plan = await posenc.plan(problem);
    if (!plan.relative_bias) throw new UsageError(`no bias is added to the scores: ${whereMethodsAct(problem)}`);
    const { heads, queries, keys } = plan.shape;
    const found: { bias: Tensor; table?: Tensor; relative_positions?: number[] } = { bias: spread(plan) };
    const axes: Record<string, readonly Axis[]> = { bias: axesOf("scores") };
    if (outputs.includes("table")) {
      const { tensor, relative } = byRelativePosition(found.bias, plan, problem);
      found.table = tensor;
      found.relative_positions = relative;
      axes.table = [{ name: "head" }, { name: "relative_position", labels: relative }];
    }
    const json = {
      ...headOf(posenc, "wasm"),
      shape: { heads, queries, keys },
      relative_positions: found.relative_positions,
      ...tensorsOf(found, outputs),
    };
    const tensors = outputs.map((name) => {
      const tensor = found[name];
      return [name, tensor && { tensor, axes: axes[name] ?? [] }];
    });
    return { json, notes: plan.notes, tensors: Object.fromEntries(tensors) };
  },
});

function problemFromFlags(options: CommandOptions): Problem {
  const { flags } = options;
  const count = (name: string) => (flags[name] === undefined ? undefined : readCount(flags[name], name));
  const list = (name: string) => (flags[name] === undefined ? undefined : readPositions(flags[name], name));
  const [queryPositions, keyPositions] = [list("query-positions"), list("key-positions")];
  const queries = count("queries") ?? queryPositions?.length ?? count("keys") ?? keyPositions?.length;
  if (queries === undefined) throw new UsageError("--method needs --queries or --query-positions too; or name a file");
  const keys = count("keys") ?? keyPositions?.length ?? queries;
  return {
    input: zeros(count("heads") ?? 1, queries, keys, count("head-dim") ?? 64),
    method: methodFromFlags(options),
    query_positions: queryPositions,
    key_positions: keyPositions,
  };
}

/** The bias of every pair, from the rows of the plan's table. */
function spread({ shape, relative_rows: rows, relative_bias: table }: CorePlan): Tensor {
  const { heads, queries, keys } = shape;
  const data = new Float32Array(heads * queries * keys);
  if (!rows || !table) return { shape: [heads, queries, keys], data };
  const { query_rows: queryRows, key_rows: keyRows, pair_rows: pairRows } = rows;
  const width = table.shape[1] ?? 0;
  for (let pair = 0; pair < queries * keys; pair++) {
    const [i, j] = [Math.floor(pair / keys), pair % keys];
    const row = pairRows ? pairRows[pair] : (keyRows?.[j] ?? 0) - (queryRows?.[i] ?? 0);
    for (let h = 0; h < heads; h++) data[h * queries * keys + pair] = table.data[h * width + (row ?? 0)] ?? Number.NaN;
  }
  return { shape: [heads, queries, keys], data };
}

/** The same by relative position, ascending. Two pairs as far apart with unlike biases have no such table (fire). */
function byRelativePosition(
  bias: Tensor,
  { shape }: CorePlan,
  problem: Problem,
): { tensor: Tensor; relative: number[] } {
  const { heads, queries, keys } = shape;
  const { query, key } = positionsOf(problem, queries, keys);
  const pairs = new Map<number, number>();
  for (let pair = 0; pair < queries * keys; pair++) {
    const relative = (key[pair % keys] ?? 0) - (query[Math.floor(pair / keys)] ?? 0);
    const first = pairs.get(relative);
    if (first === undefined) pairs.set(relative, pair);
    else if (bias.data[first] !== bias.data[pair])
      throw new UsageError("--outputs table: the bias is not one per relative position here; ask for bias");
  }
  const relative = [...pairs.keys()].sort((a, b) => a - b);
  const data = new Float32Array(heads * relative.length);
  for (let h = 0; h < heads; h++)
    for (const [r, distance] of relative.entries())
      data[h * relative.length + r] = bias.data[h * queries * keys + (pairs.get(distance) ?? 0)] ?? Number.NaN;
  return { tensor: { shape: [heads, relative.length], data }, relative };
}

function positionsOf(problem: Problem, queries: number, keys: number) {
  const { query_positions: query, key_positions: key, position_rule: rule = "slots" } = problem;
  const last = (count: number) => Array.from({ length: count }, (_, t) => keys - count + t);
  if (rule !== "slots" && !(query && key))
    throw new UsageError(`--outputs table: needs query_positions and key_positions where position_rule is ${rule}`);
  // The queries and keys of words or embeddings are the same tokens: one list serves both.
  const shared = problem.input.kind === "tensors" ? undefined : (query ?? key);
  return { query: query ?? shared ?? last(queries), key: key ?? shared ?? last(keys) };
}
