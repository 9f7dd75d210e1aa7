/** Questions to the core. Exactness is the point of this lab: it asks the double-precision engine, unless it says so. */
import type { AttentionResult, OutputName, Posenc, Problem, RotaryMethod, Tensor } from "../../../engine/index.ts";
import { drawnInput, givenKey, givenQuery, isGiven, type RotationState } from "../state.ts";

export type Vector = Float64Array;

/** The engine is chosen and asked in one go: nothing comes between. */
export function exact(
  posenc: Posenc,
  problem: Problem,
  outputs: readonly OutputName[],
  signal: AbortSignal,
): Promise<AttentionResult> {
  void posenc.setEngine("reference");
  return posenc.attention(problem, { outputs, signal });
}

export function inFloat(
  posenc: Posenc,
  problem: Problem,
  outputs: readonly OutputName[],
  signal: AbortSignal,
): Promise<AttentionResult> {
  void posenc.setEngine("wasm");
  return posenc.attention(problem, { outputs, signal });
}

export interface Vectors {
  q: Vector;
  k: Vector;
}

export async function vectorsOf(posenc: Posenc, state: RotationState, signal: AbortSignal): Promise<Vectors> {
  if (isGiven(state)) return { q: Float64Array.from(givenQuery(state)), k: Float64Array.from(givenKey(state)) };
  const { query } = await exact(posenc, { input: drawnInput(state) }, ["query"], signal);
  return { q: row(query, 0), k: row(query, 1) };
}

/** q as [1, times, width]. */
export function repeated(vector: Vector, times: number): Tensor {
  const data = new Float64Array(vector.length * times);
  for (let at = 0; at < times; ++at) data.set(vector, at * vector.length);
  return { shape: [1, times, vector.length], data };
}

/** Row `at` of the first head. */
export function row(tensor: Tensor | undefined, at: number): Vector {
  const width = tensor?.shape.at(-1) ?? 0;
  return Float64Array.from(tensor?.data.slice(at * width, (at + 1) * width) ?? []);
}

/** q at each of the positions, and k at each of the others, turned by a method. */
export const pairsAt = (
  method: RotaryMethod,
  { q, k }: Vectors,
  queryPositions: readonly number[],
  keyPositions: readonly number[],
): Problem => ({
  input: { kind: "tensors", query: repeated(q, queryPositions.length), key: repeated(k, keyPositions.length) },
  method,
  scale: 1,
  query_positions: queryPositions,
  key_positions: keyPositions,
});

export const norm = (vector: ArrayLike<number>): number => Math.hypot(...Array.from(vector));

export const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((sum, value, at) => sum + value * (b[at] as number), 0);
