/** Tensors, positions and a mask from files, merged with a problem. */
import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { PosencError } from "../engine/errors.ts";
import type { Mask, Problem, ProblemInput } from "../engine/problem.ts";
import { countsOf, givenProblem } from "../io/given-problem.ts";
import { checkFileSize, type NumberArray } from "../io/number-array.ts";
import { readArrays } from "../io/read-arrays.ts";
import { byRole, type Role, roleOf } from "../io/roles.ts";
import type { CommandLine } from "./command-line.ts";
import { fileReason } from "./file-reason.ts";
import { readCount, readPositions } from "./numbers.ts";
import { UsageError } from "./usage-error.ts";

/** Flags that bring the input itself. */
const INPUTS = ["tensors", "query", "key", "value", "embeddings"] as const;
const POSITIONS = ["positions", "query-positions", "key-positions"] as const;

export const fileFlags = [...INPUTS, ...POSITIONS, "mask", "heads"] as const;

export const filesHelp = `  --query FILE, --key FILE, --value FILE
                      [heads, tokens, head_dim], or [tokens, head_dim] for one head, in place of the problem's input
  --embeddings FILE   X as [tokens, model_dim], in place of the problem's input; --heads N splits it
  --tensors FILE      several of these from one .safetensors, .npz or .json, by their names: query, key, value or q, k,
                      v; embeddings or X; positions, query_positions, key_positions; mask. A flag of its own goes before
                      what stands there
  --positions, --query-positions, --key-positions FILE or LIST
                      one number per token: a file, 0,1,5 or 0:3
  --mask FILE or KIND 0 and 1 as [queries, keys], 1 is visible, or 0 and -inf (or at most -10000), 0 is visible; or
                      [keys]; or none, causal
  --method KIND, --set FIELD=VALUE
                      the method, in place of the problem's
FILE is .npy, .npz, .safetensors, .csv or .json of at most 256 MiB; one of them may be -, standard input. Without problem.json the flags are the whole problem.
`;

export const bringsInput = ({ flags }: Pick<CommandLine, "flags">): boolean =>
  INPUTS.some((name) => flags[name] !== undefined);

/** Bytes come without a name: that of a file with their kind. */
async function standardInput(): Promise<[name: string, bytes: Uint8Array]> {
  const bytes = new Uint8Array(await buffer(process.stdin));
  const start = String.fromCharCode(...bytes.subarray(0, 64));
  const text = /^(?:\xef\xbb\xbf)?\s*[[{]/.test(start) ? ".json" : ".csv";
  return [`stdin${start[8] === "{" && start.includes("\0") ? ".safetensors" : text}`, bytes];
}

export function checkStandardInput({ flags, file }: Pick<CommandLine, "flags"> & { file: string | undefined }): void {
  const readers = fileFlags.filter((name) => flags[name] === "-").map((name) => `--${name}`);
  if (file === "-") readers.unshift("the problem");
  if (readers.length > 1)
    throw new UsageError(`standard input can be read once, and here ${readers.join(" and ")} ask for it`);
}

export async function withFiles(problem: Partial<Problem>, { flags }: Pick<CommandLine, "flags">): Promise<Problem> {
  const arrays: { [name in Role]?: NumberArray } = {};
  if (flags.tensors !== undefined)
    Object.assign(arrays, byRole(await arraysOf(flags.tensors, "tensors"), flags.tensors));
  for (const name of ["query", "key", "value", "embeddings"] as const) {
    const file = flags[name];
    if (file !== undefined) arrays[name] = await oneArray(file, name);
  }
  const lists = await readLists(flags, arrays);
  const mask = await readMask(flags.mask, arrays);
  const given = givenProblem(arrays);
  checkPositions(flags.positions, lists.query_positions, given.input);
  const merged: Partial<Problem> = { ...problem, ...given, ...lists, ...(mask && { mask }) };
  const input = withHeads(mergedInput(problem.input, given.input), flags.heads);
  // Without any input the core says what is missing.
  return { ...merged, ...(input && { input }) } as Problem;
}

/** Positions as lists; files of positions go to `arrays`. */
async function readLists(flags: CommandLine["flags"], arrays: { [name in Role]?: NumberArray }) {
  const lists: { query_positions?: number[]; key_positions?: number[] } = {};
  for (const flag of POSITIONS) {
    const text = flags[flag];
    if (text === undefined) continue;
    const role = flag.replace("-", "_") as "positions" | "query_positions" | "key_positions";
    if (!/^[\d.,:eE+\-\s]+$/.test(text)) arrays[role] = await oneArray(text, flag);
    else if (role === "positions") lists.query_positions = lists.key_positions = readPositions(text, flag);
    else lists[role] = readPositions(text, flag);
  }
  return lists;
}

/** A list for queries and keys alike is refused by its own name. */
function checkPositions(text: string | undefined, list: number[] | undefined, input: ProblemInput | undefined): void {
  if (text === undefined || !list || !input) return;
  const counts = countsOf(input);
  const wrong = counts && [counts.queries, counts.keys].find((count) => count !== list.length);
  if (wrong !== undefined)
    throw new UsageError(`--positions: expected ${wrong} numbers, one per token, got ${list.length}`);
}

async function readMask(text: string | undefined, arrays: { [name in Role]?: NumberArray }): Promise<Mask | undefined> {
  if (text === undefined) return undefined;
  if (text === "none" || text === "causal") return { kind: text };
  if (/^\w+$/.test(text) && !existsSync(text))
    throw new UsageError(
      `--mask: expected none, causal or a file, got "${text}"; other kinds of mask go into problem.json`,
    );
  arrays.mask = await oneArray(text, "mask");
  return undefined;
}

/** Sizes and seed of the layer stay where words or X give way to another X; the rest of q, k and v, where some are given. */
function mergedInput(old: ProblemInput | undefined, given: ProblemInput | undefined): ProblemInput | undefined {
  if (!given || !old) return given ?? old;
  if (given.kind !== "embeddings" || old.kind === "tensors") return given;
  const { kind: _kind, model_dim: _width, ...layer } = old;
  const { tokens: _tokens, embeddings: _embeddings, ...sizes } = layer as Record<string, unknown>;
  return { ...sizes, ...given };
}

function withHeads(input: ProblemInput | undefined, heads: string | undefined): ProblemInput | undefined {
  if (heads === undefined) return input;
  if (input?.kind === "tensors") throw new UsageError("--heads: q, k and v have theirs already");
  return input && { ...input, heads: readCount(heads, "heads") };
}

/** The array of a file that has one, or the one whose name says what the flag says. */
async function oneArray(file: string, flag: string): Promise<NumberArray> {
  const arrays = await arraysOf(file, flag);
  const [only] = arrays;
  if (only && arrays.length === 1) return only;
  const role = flag.replace("-", "_");
  const named = arrays.filter(({ name }) => name === role || roleOf(name) === role);
  const [found] = named;
  if (found && named.length === 1) return found;
  const names = arrays.map(({ name }) => name).slice(0, 8);
  throw new UsageError(`--${flag}: expected one array in ${file}, or one called ${role}; found ${names.join(", ")}`);
}

async function arraysOf(file: string, flag: string): Promise<readonly NumberArray[]> {
  try {
    if (file === "-") return await readArrays(...(await standardInput()));
    checkFileSize(file, (await stat(file)).size);
    return await readArrays(file, new Uint8Array(await readFile(file)));
  } catch (error) {
    // Readers name the file themselves.
    throw new UsageError(
      `--${flag}: ${error instanceof PosencError ? error.message : `cannot read ${file}: ${fileReason(error)}`}`,
    );
  }
}
