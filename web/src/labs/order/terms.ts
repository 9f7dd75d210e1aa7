/**
 * What a method's formula needs and the page cannot work out: numbers of seeded tables, and the terms of a score. They
 * are asked of the core with small problems of their own, in which everything else is zero, one, or left out. So the
 * sum that the page writes out is a calculation of its own, to hold against the engine's score.
 */
import type { AttentionResult, Method, Problem, Tensor } from "../../engine/problem.ts";
import { comparable, type LabProblem } from "../../state/defaults.ts";
import { permuteInput, tokenCount } from "../../state/input.ts";
import { knowsPositions, positionsOf } from "../../state/positions.ts";

/** Rows of a table by relative position. */
export type Rows = ReadonlyMap<number, Float32Array | Float64Array>;

/** One side's terms of Transformer-XL's score, scaled, [heads, queries, keys] each. */
export interface PairTerms {
  /** q·k + q·r, v·r, u·k. */
  bare: Tensor;
  position: Tensor;
  content: Tensor;
}

export interface Terms {
  /** Rows that meet queries (Shaw: one table for all heads; DeBERTa: one per head), keys (DeBERTa), weights (Shaw). */
  keyRows?: readonly Rows[];
  queryRows?: readonly Rows[];
  valueRows?: Rows;
  /** t5_bias and fire: [heads, queries, keys]. */
  bias?: Tensor;
  /** CoPE's table, from row 0. */
  table?: readonly (Float32Array | Float64Array)[];
  pairs?: { original: PairTerms; permuted: PairTerms };
}

type Ask = (problem: Problem) => Promise<AttentionResult>;

/** null for methods whose formula needs nothing more, and where the page leaves the formula open. */
export async function askTerms(ask: Ask, problem: LabProblem): Promise<Terms | null> {
  if (!isSpelt(problem)) return null;
  const { method } = problem;
  switch (method.kind) {
    case "shaw":
      return shawRows(ask, problem, method);
    case "t5_bias":
    case "fire":
      return { bias: await biasAlone(ask, problem) };
    case "cope":
      return { table: await copeTable(ask, problem, method) };
    case "deberta":
      return debertaRows(ask, problem, method);
    case "transformer_xl":
      return {
        pairs: {
          original: await transformerXlTerms(ask, problem, method, false),
          permuted: await transformerXlTerms(ask, problem, method, true),
        },
      };
    default:
      return null;
  }
}

/** Whether the page spells the position term out: one method, at positions that the page knows. */
export const isSpelt = (problem: LabProblem): boolean => !problem.together && knowsPositions(problem);

export const needsTerms = (problem: LabProblem): boolean =>
  isSpelt(problem) && ["shaw", "t5_bias", "fire", "cope", "deberta", "transformer_xl"].includes(problem.method.kind);

const zeros = (...shape: number[]): Tensor => ({
  shape,
  data: new Float64Array(shape.reduce((product, length) => product * length, 1)),
});

/** [heads, copies * width, width]: the unit vectors, `copies` times over. */
function units(width: number, copies: number, heads = 1): Tensor {
  const tensor = zeros(heads, copies * width, width);
  for (let row = 0; row < heads * copies * width; ++row) tensor.data[row * width + (row % width)] = 1;
  return tensor;
}

function relativesOf(problem: LabProblem): number[] {
  const { query, key } = positionsOf(problem);
  return [...new Set(query.flatMap((q) => key.map((k) => k - q)))];
}

/** One key of zeros at position 0, seen by unit vectors from every relative position: each score is a table's number. */
async function shawRows(ask: Ask, problem: LabProblem, method: Method & { kind: "shaw" }): Promise<Terms> {
  const relatives = relativesOf(problem);
  const { head_dim: headDim, value_dim: valueDim = headDim } = problem.input;
  const { scores, output } = await ask({
    input: {
      kind: "tensors",
      query: units(headDim, relatives.length),
      key: zeros(1, 1, headDim),
      value: zeros(1, 1, valueDim),
    },
    method,
    scale: 1,
    query_positions: relatives.flatMap((relative) => Array.from({ length: headDim }, () => 0 - relative)),
    key_positions: [0],
  });
  const rows = (tensor: Tensor, start: number, width: number): Rows =>
    new Map(relatives.map((relative, at) => [relative, tensor.data.slice(at * start, at * start + width)]));
  return {
    keyRows: [rows(scores as Tensor, headDim, headDim)],
    valueRows: rows(output as Tensor, headDim * valueDim, valueDim),
  };
}

/** Queries and keys of zeros leave the bias. */
async function biasAlone(ask: Ask, problem: LabProblem): Promise<Tensor> {
  const { heads, head_dim: headDim } = problem.input;
  const { query, key } = positionsOf(problem);
  const nothing = zeros(heads, tokenCount(problem.input), headDim);
  const { scores } = await ask({
    input: { kind: "tensors", query: nothing, key: nothing, value: nothing },
    method: problem.method,
    query_positions: query,
    key_positions: key,
  });
  return scores as Tensor;
}

/** Keys of zeros open every gate by half, so the last but 2n - 1 key stands at position n exactly. */
async function copeTable(ask: Ask, problem: LabProblem, method: Method & { kind: "cope" }): Promise<Terms["table"]> {
  const { head_dim: headDim } = problem.input;
  const count = tokenCount(problem.input);
  const keys = 2 * (count + 2);
  const { scores } = await ask({
    input: { kind: "tensors", query: units(headDim, 1), key: zeros(1, keys, headDim), value: zeros(1, keys, headDim) },
    method,
    scale: 1,
    query_positions: Array.from({ length: headDim }, () => 0),
    key_positions: Array.from({ length: keys }, (_, k) => k),
  });
  const data = (scores as Tensor).data;
  // Row 0 stands at no key; half of rows 0 and 1 stands at the last one.
  const row = (position: number) =>
    Float64Array.from({ length: headDim }, (_, c) => data[c * keys + keys - 2 * position] as number);
  const rows = Array.from({ length: count + 1 }, (_, at) => row(at + 1));
  const isSingle = (method.positions ?? 64) === 1 || (Array.isArray(method.table) && method.table.length === 1);
  const first = Float64Array.from({ length: headDim }, (_, c) => {
    const half = data[c * keys + keys - 1] as number;
    return isSingle ? half : 2 * half - ((rows[0] as Float64Array)[c] as number);
  });
  return [first, ...rows];
}

/** As with Shaw, per head: unit queries beside a key of zeros read one table, queries of zeros beside unit keys the other. */
async function debertaRows(ask: Ask, problem: LabProblem, method: Method & { kind: "deberta" }): Promise<Terms> {
  const { heads, head_dim: headDim } = problem.input;
  const relatives = relativesOf(problem);
  const ofQueries = await ask({
    input: {
      kind: "tensors",
      query: units(headDim, relatives.length, heads),
      key: zeros(heads, 1, headDim),
      value: zeros(heads, 1, 1),
    },
    method,
    scale: 1,
    query_positions: relatives.flatMap((relative) => Array.from({ length: headDim }, () => 0 - relative)),
    key_positions: [0],
  });
  const ofKeys = await ask({
    input: {
      kind: "tensors",
      query: zeros(heads, relatives.length, headDim),
      key: units(headDim, 1, heads),
      value: zeros(heads, headDim, 1),
    },
    method,
    scale: 1,
    query_positions: relatives.map((relative) => 0 - relative),
    key_positions: Array.from({ length: headDim }, () => 0),
  });
  const rows = ({ scores }: AttentionResult): Rows[] =>
    Array.from({ length: heads }, (_, head) => {
      const start = head * relatives.length;
      const row = (at: number) => (scores as Tensor).data.slice((start + at) * headDim, (start + at + 1) * headDim);
      return new Map(relatives.map((relative, at) => [relative, row(at)]));
    });
  return { keyRows: rows(ofQueries), queryRows: rows(ofKeys) };
}

/** The score with u, with v, and with both left out; the differences are the terms. */
async function transformerXlTerms(
  ask: Ask,
  problem: LabProblem,
  method: Method & { kind: "transformer_xl" },
  permuted: boolean,
): Promise<PairTerms> {
  const input = permuted ? permuteInput(problem.input, problem.permutation) : problem.input;
  const { softcap: _softcap, stack: _stack, ...plain } = problem;
  const nothing = zeros(input.heads, input.head_dim);
  const scores = async (left: object): Promise<Tensor> => {
    const asked: LabProblem = { ...plain, input, mask: { kind: "none" }, permute_mask: false };
    const short = comparable({ ...asked, method: { ...method, ...left } });
    return (await ask(short)).scores as Tensor;
  };
  const bare = await scores({ u: nothing, v: nothing });
  const minus = (all: Tensor, some: ArrayLike<number>): Tensor => ({
    shape: all.shape,
    data: Float64Array.from(all.data, (value, at) => value - (some[at] as number)),
  });
  return {
    bare,
    position: minus(await scores({ u: nothing }), bare.data),
    content: minus(await scores({ v: nothing }), bare.data),
  };
}
