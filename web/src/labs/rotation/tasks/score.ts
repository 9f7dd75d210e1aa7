/** The score of one query and one key, its parts by pair, and the same score after a shift to position 0. */
import type { Posenc, Tensor } from "../../../engine/index.ts";
import { methodOf, type RotationState, widthOf } from "../state.ts";
import { exact, inFloat, pairsAt, row, type Vector, type Vectors, vectorsOf } from "./exact.ts";

export interface ScorePart extends Vectors {
  state: RotationState;
  rotaryDim: number;
  /** Radians per position. */
  frequencies: Vector;
  wavelengths: Vector;
  turnedQ: Vector;
  turnedK: Vector;
  /** (R_i q)ᵀ(R_j k) and qᵀR_{j−i}k. */
  score: number;
  shifted: number;
  /** The same distance elsewhere, and how far its score is off: in double precision, and in single. */
  elsewhere: { i: number; j: number; difference: number; floatDifference: number };
}

/** Where a query that stands at 0 already is shifted to. */
const AWAY = 1000;
/** Scores [3, 3], of which the diagonal counts. */
const [OWN, SHIFTED, ELSEWHERE] = [0, 4, 8];

export async function scorePart(posenc: Posenc, state: RotationState, signal: AbortSignal): Promise<ScorePart> {
  const { i, j } = state;
  const away = i === 0 ? AWAY : 0;
  const vectors = await vectorsOf(posenc, state, signal);
  const problem = pairsAt(methodOf(state), vectors, [i, 0, away], [j, j - i, away + j - i]);
  const { scores, rotated_query, rotated_key } = await exact(
    posenc,
    problem,
    ["scores", "rotated_query", "rotated_key"],
    signal,
  );
  const single = await inFloat(posenc, problem, ["scores"], signal);
  const found = await posenc.frequencies({ method: methodOf(state), head_dim: widthOf(state) }, { signal });
  return {
    state,
    ...vectors,
    rotaryDim: found.rotary_dim,
    frequencies: found.inv_freq,
    wavelengths: found.wavelength,
    turnedQ: row(rotated_query, 0),
    turnedK: row(rotated_key, 0),
    score: scores?.data[OWN] as number,
    shifted: scores?.data[SHIFTED] as number,
    elsewhere: {
      i: away,
      j: away + j - i,
      difference: offBy(scores),
      floatDifference: offBy(single.scores),
    },
  };
}

const offBy = (scores: Tensor | undefined): number =>
  Math.abs((scores?.data[ELSEWHERE] as number) - (scores?.data[OWN] as number));

/** The two channels of pair r. */
export function channelsOf(
  { state, rotaryDim }: Pick<ScorePart, "state" | "rotaryDim">,
  pair: number,
): [number, number] {
  return state.pairing === "half_split" ? [pair, pair + rotaryDim / 2] : [2 * pair, 2 * pair + 1];
}

export type Point = readonly [number, number];

export interface TurnedPair {
  pair: number;
  frequency: number;
  wavelength: number;
  channels: Point;
  /** Before and after. */
  q: Point;
  k: Point;
  turnedQ: Point;
  turnedK: Point;
  /** Of the score. */
  part: number;
}

export function turnedPairs(part: ScorePart): TurnedPair[] {
  return Array.from(part.frequencies, (frequency, pair) => {
    const channels = channelsOf(part, pair);
    const point = (vector: Vector): Point => [vector[channels[0]] as number, vector[channels[1]] as number];
    const [turnedQ, turnedK] = [point(part.turnedQ), point(part.turnedK)];
    return {
      pair,
      frequency,
      wavelength: part.wavelengths[pair] as number,
      channels,
      q: point(part.q),
      k: point(part.k),
      turnedQ,
      turnedK,
      part: turnedQ[0] * turnedK[0] + turnedQ[1] * turnedK[1],
    };
  });
}

/** What the channels that do not turn add to the score. */
export const unturnedPart = ({ rotaryDim, q, k }: ScorePart): number =>
  Array.from(q.subarray(rotaryDim)).reduce((sum, value, at) => sum + value * (k[rotaryDim + at] as number), 0);

/** Bit by bit: −0 is not 0. */
export const identicalChannels = ({ q, turnedQ, k, turnedK }: ScorePart): number =>
  Array.from(q).filter((value, at) => Object.is(value, turnedQ[at]) && Object.is(k[at], turnedK[at])).length;
