/** The same two vectors read in either layout, in both at once, and in the other layout after its permutation. */
import type { Posenc } from "../../../engine/index.ts";
import { methodOf, type Pairing, type RotationState } from "../state.ts";
import { dot, exact, pairsAt, row, type Vector, type Vectors, vectorsOf } from "./exact.ts";

export interface LayoutPart {
  state: RotationState;
  other: Pairing;
  rotaryDim: number;
  width: number;
  own: number;
  asOther: number;
  /** q read in the state's layout and k in the other. */
  mixed: number;
  /** The other layout on permuted channels. */
  permuted: number;
}

/** Channel c of the result is channel P[c] of the vector; channels that do not turn stay. */
export function permutationTo(pairing: Pairing, rotaryDim: number, width: number): number[] {
  const half = rotaryDim / 2;
  const toHalves = (channel: number) => (channel < half ? 2 * channel : 2 * (channel - half) + 1);
  const toNeighbours = (channel: number) => (channel % 2 === 0 ? channel / 2 : half + (channel - 1) / 2);
  const from = pairing === "half_split" ? toHalves : toNeighbours;
  return Array.from({ length: width }, (_, channel) => (channel < rotaryDim ? from(channel) : channel));
}

/** The pair that a channel belongs to; null for one that does not turn. */
export function pairOf(pairing: Pairing, channel: number, rotaryDim: number): number | null {
  if (channel >= rotaryDim) return null;
  return pairing === "half_split" ? channel % (rotaryDim / 2) : Math.floor(channel / 2);
}

const gather = (vector: Vector, order: readonly number[]): Vector =>
  Float64Array.from(order, (channel) => vector[channel] as number);

export async function layoutPart(posenc: Posenc, state: RotationState, signal: AbortSignal): Promise<LayoutPart> {
  const vectors = await vectorsOf(posenc, state, signal);
  const other: Pairing = state.pairing === "half_split" ? "interleaved" : "half_split";
  const width = vectors.q.length;
  const method = methodOf(state);
  const { rotary_dim: rotaryDim } = await posenc.frequencies({ method, head_dim: width }, { signal });
  const turned = async (pairing: Pairing, { q, k }: Vectors) => {
    const problem = pairsAt({ ...method, pairing }, { q, k }, [state.i], [state.j]);
    const found = await exact(posenc, problem, ["scores", "rotated_query", "rotated_key"], signal);
    return { score: found.scores?.data[0] as number, q: row(found.rotated_query, 0), k: row(found.rotated_key, 0) };
  };
  const order = permutationTo(other, rotaryDim, width);
  const own = await turned(state.pairing, vectors);
  const asOther = await turned(other, vectors);
  const permuted = await turned(other, { q: gather(vectors.q, order), k: gather(vectors.k, order) });
  return {
    state,
    other,
    rotaryDim,
    width,
    own: own.score,
    asOther: asOther.score,
    mixed: dot(own.q, asOther.k),
    permuted: permuted.score,
  };
}
