/** What the figures are drawn from: one head of a state, term by term, as float32 from the engine. */
import type { Posenc, Problem } from "../../engine/index.ts";
import type { ProblemInput, Tensor } from "../../engine/problem.ts";
import type { HeadCore, Rows } from "./head-core.ts";
import { headOf, problemOf, valueDimOf } from "./problem.ts";
import type { ScoresState } from "./state.ts";
import { namesOf } from "./token-list.ts";

export interface HeadResult {
  state: ScoresState;
  head: number;
  /** Names of the rows, and of the columns: the same words, unless there are not as many queries as keys. */
  queries: readonly string[];
  tokens: readonly string[];
  /** As they are given; else slots, the queries being the last of the keys. */
  positions: { query: readonly number[]; key: readonly number[] };
  /** Factor on q·k. */
  scale: number;
  /** 0: no values are given, and there is no output. */
  valueDim: number;
  /** [queries, keys]: q·k · scale without any method or mask. */
  content: Float32Array;
  /** [queries, keys], −∞ where the mask hides. */
  scores: Float32Array;
  weights: Float32Array;
  /** [queries, valueDim] */
  output: Float32Array;
  /** The largest finite |value| of each. */
  largest: { content: number; position: number; scores: number; weights: number; output: number };
}

/** Whether the two have the same pairs of a query and a key. */
export const samePairs = (a: HeadResult, b: HeadResult): boolean =>
  a.queries.length === b.queries.length && a.tokens.length === b.tokens.length;

export const pairsOf = ({ queries, tokens }: HeadResult): { rows: number; columns: number } => ({
  rows: queries.length,
  columns: tokens.length,
});

/** Where a query stands among the keys: the last one at the last of them. */
export const slotOf = ({ queries, tokens }: Pick<HeadResult, "queries" | "tokens">, query: number): number =>
  tokens.length - queries.length + query;

/** One row without the method: what its weights would be. */
export interface PlainRow {
  query: number;
  weights: Float32Array;
}

export interface Progress {
  done: number;
  total: number;
}

export interface Asked {
  core: HeadCore;
  posenc: Posenc;
  signal: AbortSignal;
  progress(progress: Progress): void;
}

/** The scale that the method brings: asked of a problem of two tokens, whose plan is small. */
async function scaleOf({ posenc, signal }: Asked, { input, method }: Problem): Promise<number> {
  return (await posenc.plan({ input: firstTokens(input, 2), method }, { signal })).scale;
}

function firstTokens(input: ProblemInput, count: number): ProblemInput {
  if (input.kind === "tokens") return { ...input, tokens: input.tokens.slice(0, count) };
  if (input.kind === "embeddings") return { ...input, embeddings: firstRows(input.embeddings as Tensor, count) };
  const { query, key } = input;
  return { kind: "tensors", query: firstRows(query as Tensor, count), key: firstRows(key as Tensor, count) };
}

/** Of every head. */
function firstRows({ shape, data }: Tensor, most: number): Tensor {
  const [rows = 0, width = 0] = shape.slice(-2);
  const [heads, count] = [data.length / (rows * width), Math.min(most, rows)];
  const first = new Float32Array(heads * count * width);
  for (let head = 0; head < heads; ++head) {
    const start = head * rows * width;
    first.set(data.subarray(start, start + count * width), head * count * width);
  }
  return { shape: [...shape.slice(0, -2), count, width], data: first };
}

/** As the core fills them in: tokens of a text have one list. */
function positionsOf(
  { input, query_positions, key_positions }: Problem,
  names: Pick<HeadResult, "queries" | "tokens">,
): HeadResult["positions"] {
  const isOne = input.kind !== "tensors";
  const query = query_positions ?? (isOne ? key_positions : undefined);
  const key = key_positions ?? (isOne ? query_positions : undefined);
  return {
    query: query ?? names.queries.map((_, index) => slotOf(names, index)),
    key: key ?? names.tokens.map((_, index) => index),
  };
}

const withoutMethod = ({ input }: Problem, scale: number): Problem => ({ input, scale });

export async function headResult(asked: Asked, state: ScoresState): Promise<HeadResult> {
  const problem = problemOf(state);
  const head = headOf(state);
  const scale = await scaleOf(asked, problem);
  const { queries, keys: tokens } = namesOf(state);
  const valueDim = valueDimOf(state);
  const pairs = queries.length * tokens.length;
  const result: HeadResult = {
    state,
    head,
    queries,
    tokens,
    positions: positionsOf(problem, { queries, tokens }),
    scale,
    valueDim,
    content: new Float32Array(pairs),
    scores: new Float32Array(pairs),
    weights: new Float32Array(pairs),
    output: new Float32Array(queries.length * valueDim),
    largest: { content: 0, position: 0, scores: 0, weights: 0, output: 0 },
  };
  const { core, posenc, signal, progress } = asked;
  const take = (name: "content" | "scores" | "weights" | "output", { from, columns, data }: Rows) => {
    result[name].set(data, from * columns);
    result.largest[name] = Math.max(result.largest[name], largestOf(data));
    if (name === "scores") measurePosition(result, from * columns, data);
  };
  const half = (second: 0 | 1) => (done: number, total: number) =>
    progress({ done: second * total + done, total: 2 * total });
  await core.attention(posenc, {
    problem: withoutMethod(problem, scale),
    head,
    signal,
    outputs: ["scores"] as const,
    take: (_, rows) => take("content", rows),
    progress: half(0),
  });
  await core.attention(posenc, {
    problem,
    head,
    signal,
    outputs: valueDim > 0 ? (["scores", "weights", "output"] as const) : (["scores", "weights"] as const),
    take,
    progress: half(1),
  });
  return result;
}

function largestOf(data: Float32Array): number {
  let largest = 0;
  for (let at = 0; at < data.length; ++at) {
    const size = Math.abs(data[at] as number);
    if (size > largest && size < Infinity) largest = size;
  }
  return largest;
}

function measurePosition({ content, largest }: HeadResult, start: number, scores: Float32Array): void {
  for (let at = 0; at < scores.length; ++at) {
    const size = Math.abs((scores[at] as number) - (content[start + at] as number));
    if (size > largest.position && size < Infinity) largest.position = size;
  }
}

/** The weights of one query with the same mask and scale, and no method. */
export async function plainRow(asked: Asked, state: ScoresState, query: number): Promise<PlainRow> {
  const problem = problemOf(state);
  const scale = await scaleOf(asked, problem);
  let weights = new Float32Array();
  await asked.core.attention(asked.posenc, {
    problem: { ...withoutMethod(problem, scale), mask: problem.mask },
    head: headOf(state),
    signal: asked.signal,
    outputs: ["weights"] as const,
    queries: [query, query + 1],
    take(_, { from, end, columns, data }) {
      if (query < from || query >= end) return;
      weights = data.slice((query - from) * columns, (query - from + 1) * columns) as Float32Array<ArrayBuffer>;
    },
  });
  return { query, weights };
}
