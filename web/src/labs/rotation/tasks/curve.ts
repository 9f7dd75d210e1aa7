/** The score of one q and one k against distance, beside the average over all q = k: does farther mean smaller? */
import type { Posenc } from "../../../engine/index.ts";
import { methodOf, type RotationState, widthOf } from "../state.ts";
import { exact, norm, pairsAt, type Vector, vectorsOf } from "./exact.ts";

export interface CurvePart {
  state: RotationState;
  distances: Vector;
  /** Divided by |q| |k|. */
  single: Vector;
  /** For q = k with independent standard normal channels, divided by the width. */
  average: Vector;
  inv_freq: Vector;
  rotaryDim: number;
  vectors: { q: Vector; k: Vector };
}

/** Keys stand behind the query, unless the state's own key stands ahead. */
export const isAhead = ({ i, j }: RotationState): boolean => j > i;

export async function curvePart(posenc: Posenc, state: RotationState, signal: AbortSignal): Promise<CurvePart> {
  const method = methodOf(state);
  const distances = Float64Array.from({ length: state.reach + 1 }, (_, distance) => distance);
  const keyPositions = Array.from(distances, (distance) => (isAhead(state) ? distance : 0 - distance));
  const scoresOf = async (vectors: { q: Vector; k: Vector }) => {
    const { scores } = await exact(posenc, pairsAt(method, vectors, [0], keyPositions), ["scores"], signal);
    return Float64Array.from(scores?.data ?? []);
  };
  const vectors = await vectorsOf(posenc, state, signal);
  const width = widthOf(state);
  // All ones give what the average over standard normal q = k gives: every channel squared is 1.
  const ones = new Float64Array(width).fill(1);
  const size = norm(vectors.q) * norm(vectors.k) || 1;
  const { inv_freq, rotary_dim } = await posenc.frequencies({ method, head_dim: width }, { signal });
  return {
    state,
    distances,
    single: (await scoresOf(vectors)).map((score) => score / size),
    average: (await scoresOf({ q: ones, k: ones })).map((score) => score / width),
    inv_freq,
    rotaryDim: rotary_dim,
    vectors,
  };
}

export interface Ups {
  /** Steps of one position outwards, and those at which the score rises. */
  steps: number;
  rises: number;
  /** A near and a far distance: the score rises most from one to the other. */
  near: number;
  far: number;
}

/** Rounding in the last digits is no rise. */
const LEAST_RISE = 1e-9;

export function upsOf(values: ArrayLike<number>): Ups {
  let rises = 0;
  let [near, far, lowest] = [0, 0, 0];
  for (let at = 1; at < values.length; ++at) {
    if ((values[at] as number) > (values[at - 1] as number) + LEAST_RISE) ++rises;
    if ((values[at] as number) < (values[lowest] as number)) lowest = at;
    const rise = (values[at] as number) - (values[lowest] as number);
    if (rise > (values[far] as number) - (values[near] as number)) [near, far] = [lowest, at];
  }
  return { steps: values.length - 1, rises, near, far };
}
