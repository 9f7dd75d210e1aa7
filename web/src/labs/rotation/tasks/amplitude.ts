/** XPos: how much of each pair is left at two distances, measured on turned vectors of length 1 per pair. */
import type { Posenc } from "../../../engine/index.ts";
import { methodOf, type RotationState, widthOf } from "../state.ts";
import { exact, pairsAt, row, type Vector } from "./exact.ts";
import { channelsOf } from "./score.ts";

/** 512 is the authors' scale base: there the amplitude is zeta itself. */
export const DISTANCES = [100, 512] as const;

export interface AmplitudePart {
  state: RotationState;
  /** [distance][pair] */
  left: readonly Vector[];
}

export async function amplitudePart(posenc: Posenc, state: RotationState, signal: AbortSignal): Promise<AmplitudePart> {
  const method = { ...methodOf(state), xpos: {} };
  const width = widthOf(state);
  const ones = new Float64Array(width).fill(1);
  const problem = pairsAt(
    method,
    { q: ones, k: ones },
    DISTANCES,
    DISTANCES.map(() => 0),
  );
  const { rotated_query, rotated_key } = await exact(posenc, problem, ["rotated_query", "rotated_key"], signal);
  const { rotary_dim: rotaryDim } = await posenc.frequencies({ method, head_dim: width }, { signal });
  const left = DISTANCES.map((_, at) => {
    const [q, k] = [row(rotated_query, at), row(rotated_key, at)];
    return Float64Array.from({ length: rotaryDim / 2 }, (_, pair) => {
      const [x, y] = channelsOf({ state, rotaryDim }, pair);
      const size = (vector: Vector) => Math.hypot(vector[x] as number, vector[y] as number);
      return (size(q) * size(k)) / 2;
    });
  });
  return { state, left };
}
