/** What the core is asked for, per state. Everything in double: the reference engine. */
import { type Method, type Posenc, PosencError } from "../../engine/index.ts";
import type { Pair } from "../../lab/lab-element.ts";
import type { Task, Tasks } from "../../lab/session.ts";
import { encodingProblem, isLearned, layoutOf, methodOf, SINUSOIDAL, type SinusoidalTable } from "./methods.ts";
import { type AbsoluteState, placesIn } from "./state.ts";

export interface Table {
  /** What it was computed for. */
  at: AbsoluteState;
  /** Positions that have a row: 0 … count - 1. */
  count: number;
  width: number;
  /** Rows per position: sinusoids are computed between positions too. */
  perPosition: number;
  /** [(count - 1) * perPosition + 1, width] */
  rows: ArrayLike<number>;
  /** What the core says of the first position without a row. */
  refusal: { position: number; message: string } | null;
  /** Of an extended table: how many positions that have a row still read it, and the largest change of a number. */
  extended: { own: number; unchanged: number; largest: number } | null;
}

export interface Turn {
  k: number;
  /** Radians per position, one per pair. */
  frequencies: number[];
  /** Entries of R(k), which are the channels of PE(k). */
  cosine: number[];
  sine: number[];
}

export interface Projected {
  k: number;
  /** The score of position p with p + k, for p = first, first + 1, …; no content, random projections. */
  first: number;
  scores: number[];
}

export interface Variant {
  table: SinusoidalTable;
  /** At position `p`, without an offset. */
  row: number[];
  frequencies: number[];
}

export interface Variants {
  p: number;
  width: number;
  all: Variant[];
}

export interface Parts {
  table: Table;
  turn: Turn;
  projected: Projected;
  variants: Variants;
  otherTable: Table;
  otherTurn: Turn;
  otherProjected: Projected;
}

export function tasksFor({ state, other }: Pair<AbsoluteState>): Tasks<Parts> {
  const turns = isLearned(state) ? {} : { turn: turnTask(state), variants: variantsTask(state) };
  const otherTurns = other && !isLearned(other) ? { otherTurn: turnTask(other) } : {};
  return {
    table: tableTask(state),
    ...(other ? { otherTable: tableTask(other) } : {}),
    ...turns,
    ...otherTurns,
    projected: projectedTask(state),
    ...(other ? { otherProjected: projectedTask(other) } : {}),
  };
}

async function encode(
  posenc: Posenc,
  method: Method,
  positions: readonly number[],
  width: number,
  signal: AbortSignal,
): Promise<ArrayLike<number>> {
  if (posenc.status.engine !== "reference") await posenc.setEngine("reference");
  const problem = encodingProblem(method, positions, width);
  const { encoding } = await posenc.attention(problem, { outputs: ["encoding"], signal });
  return encoding?.data ?? [];
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

/** Positions with a row: all of them, unless a table ends before. Position 0 is asked for in any case. */
const counted = ({ method, positions, rows, offset, extension }: AbsoluteState): number =>
  method === "learned" && extension === "none" ? Math.max(1, Math.min(positions, rows - offset)) : positions;

/** Positions that a table has a row of its own for. */
const ownRows = ({ method, positions, rows, offset, extension }: AbsoluteState): number =>
  method === "learned" && extension !== "none" ? Math.max(0, Math.min(positions, rows - offset)) : positions;

function compared(rows: ArrayLike<number>, own: ArrayLike<number>, width: number) {
  const changes = upTo(own.length).map((at) => Math.abs((rows[at] as number) - (own[at] as number)));
  const ofRow = (row: number) => Math.max(...changes.slice(row * width, (row + 1) * width));
  const largest = upTo(own.length / width).map(ofRow);
  // What is taken apart and put together again differs by rounding.
  return { unchanged: largest.filter((change) => change < 1e-12).length, largest: Math.max(0, ...largest) };
}

/** A power of two, so that the steps of two tables meet. */
const stepsPerPosition = (positions: number): number => 2 ** Math.min(5, Math.floor(Math.log2(256 / positions)));

function tableTask(at: AbsoluteState): Task<Table> {
  const { positions, d_model: width } = at;
  const method = methodOf(at);
  return {
    key: JSON.stringify([method, positions, width]),
    async run(posenc, signal) {
      const count = counted(at);
      const perPosition = isLearned(at) ? 1 : stepsPerPosition(positions);
      const asked = upTo((count - 1) * perPosition + 1).map((step) => step / perPosition);
      const rows = await encode(posenc, method, asked, width, signal);
      const message = count < positions ? await refusalOf(encode(posenc, method, [count], width, signal)) : null;
      const refusal = message === null ? null : { position: count, message };
      const own = ownRows(at);
      const plain =
        own > 0 && own < positions
          ? await encode(posenc, { ...method, extension: "none" } as Method, upTo(own), width, signal)
          : null;
      const extended = plain && refusal === null ? { own, ...compared(rows, plain, width) } : null;
      return { at, count, width, perPosition, rows, refusal, extended };
    },
  };
}

async function refusalOf(asked: Promise<unknown>): Promise<string | null> {
  try {
    await asked;
    return null;
  } catch (thrown) {
    if (thrown instanceof PosencError && thrown.code === "invalid_argument") return thrown.message;
    throw thrown;
  }
}

/** Frequencies are at most 1, so position 1 tells them: tan ω = sin ω / cos ω. */
export function readFrequencies(row: ArrayLike<number>, method: SinusoidalTable, width: number): number[] {
  const { pairs, sine, cosine } = layoutOf(method, width);
  return upTo(pairs).map((pair) => Math.atan2(row[sine(pair)] as number, row[cosine(pair)] as number));
}

function turnTask(state: AbsoluteState): Task<Turn> {
  const { d_model: width } = state;
  const table = state.method as SinusoidalTable;
  const { k } = placesIn(state.positions, state);
  const method: Method = { kind: "sinusoidal", table, base: state.base };
  return {
    key: JSON.stringify([method, width, k]),
    async run(posenc, signal) {
      const rows = Array.from(await encode(posenc, method, [1, k], width, signal));
      const { pairs, sine, cosine } = layoutOf(table, width);
      const turned = rows.slice(width);
      return {
        k,
        frequencies: readFrequencies(rows, table, width),
        sine: upTo(pairs).map((pair) => turned[sine(pair)] as number),
        cosine: upTo(pairs).map((pair) => turned[cosine(pair)] as number),
      };
    },
  };
}

/** More places tell nothing new. */
const MOST_PLACES = 48;
const MOST_HEAD_DIM = 64;

function projectedTask(state: AbsoluteState): Task<Projected> {
  const { d_model: width } = state;
  const count = counted(state);
  const { k } = placesIn(count, state);
  const method = methodOf(state);
  const first = Math.max(0, -k);
  const places = Math.min(MOST_PLACES, count - Math.abs(k));
  const queries = upTo(places).map((at) => first + at);
  // The last position decides how far a table is stretched.
  const positions = [...queries, ...queries.map((p) => p + k), count - 1];
  return {
    key: JSON.stringify([method, width, k, count]),
    async run(posenc, signal) {
      if (posenc.status.engine !== "reference") await posenc.setEngine("reference");
      const tokens = positions.length;
      const embeddings = { shape: [tokens, width], data: new Float32Array(tokens * width) };
      const head_dim = Math.min(MOST_HEAD_DIM, width);
      const { scores } = await posenc.attention(
        {
          input: { kind: "embeddings", embeddings, heads: 1, head_dim, projections: "random" },
          method,
          query_positions: positions,
          key_positions: positions,
        },
        { outputs: ["scores"], signal },
      );
      const at = (query: number): number => scores?.data[query * tokens + places + query] ?? Number.NaN;
      return { k, first, scores: upTo(places).map(at) };
    },
  };
}

function variantsTask(state: AbsoluteState): Task<Variants> {
  const { d_model: width, base } = state;
  const { p } = placesIn(state.positions, state);
  return {
    key: JSON.stringify([base, width, p]),
    async run(posenc, signal) {
      const all: Variant[] = [];
      for (const table of SINUSOIDAL) {
        const rows = Array.from(await encode(posenc, { kind: "sinusoidal", table, base }, [1, p], width, signal));
        all.push({ table, row: rows.slice(width), frequencies: readFrequencies(rows, table, width) });
      }
      return { p, width, all };
    },
  };
}
