/**
 * Three questions to every method, answered by the double reference on one short sentence without a mask. Positions are
 * 0, 1, 2, …
 *
 *   order    max |F(PX) - P F(X)|, over reversing and over swapping two neighbours: does the output depend on order?
 *   shift    max |change of a score| when every position is 100 more: is it the position, or only differences?
 *   mirror   max |change of a score| when positions run backwards: is behind told from ahead?
 */
import type { Method, Posenc, Problem, Tensor } from "../../engine/index.ts";
import type { Lab } from "../../ui/addresses.ts";

export interface Measured {
  order: number;
  /** Of the reversal alone, which methods that go by |distance| do not see. */
  reversal: number;
  shift: number;
  mirror: number;
}

export const QUESTIONS = ["order", "shift", "mirror"] as const satisfies readonly (keyof Measured)[];

/** Year of the first preprint, and the lab that shows the method, in the state that does. */
export interface Entry {
  method: Method;
  year: number | null;
  lab: Lab;
  state?: string;
}

export const ENTRIES: readonly Entry[] = [
  { method: { kind: "none" }, year: null, lab: "order" },
  { method: { kind: "sinusoidal" }, year: 2017, lab: "absolute" },
  { method: { kind: "learned" }, year: 2018, lab: "absolute", state: "method=learned" },
  { method: { kind: "shaw" }, year: 2018, lab: "relative", state: "method=shaw" },
  { method: { kind: "transformer_xl" }, year: 2019, lab: "relative", state: "method=transformer_xl" },
  { method: { kind: "t5_bias" }, year: 2019, lab: "relative", state: "method=t5_bias" },
  { method: { kind: "deberta" }, year: 2020, lab: "relative", state: "method=deberta" },
  { method: { kind: "rotary" }, year: 2021, lab: "rotation" },
  { method: { kind: "alibi", direction: "symmetric" }, year: 2021, lab: "relative", state: "direction=symmetric" },
  { method: { kind: "kerple" }, year: 2022, lab: "relative", state: "method=kerple" },
  { method: { kind: "sandwich" }, year: 2022, lab: "relative", state: "method=sandwich" },
  { method: { kind: "fire" }, year: 2023, lab: "relative", state: "method=fire" },
  { method: { kind: "cope" }, year: 2024, lab: "relative", state: "method=cope" },
];

const SHIFT = 100;

export async function measureMethod(
  posenc: Posenc,
  tokens: readonly string[],
  method: Method,
  signal: AbortSignal,
): Promise<Measured> {
  const problem: Problem = { input: { kind: "tokens", tokens: [...tokens], heads: 2, model_dim: 16, seed: 1 }, method };
  const places = tokens.map((_, place) => place);
  const scoresAt = async (positions: number[]) => {
    const moved = { ...problem, query_positions: positions, key_positions: positions };
    const { scores } = await posenc.attention(moved, { outputs: ["scores"], signal });
    return scores as Tensor;
  };
  const follows = async (permutation: readonly number[]) =>
    (await posenc.equivariance({ ...problem, permutation }, { outputs: ["output"], signal })).referenceMaxDifference;
  const reversal = await follows([...places].reverse());
  const swap = await follows([1, 0, ...places.slice(2)]);
  const plain = await scoresAt(places);
  return {
    order: Math.max(reversal, swap),
    reversal,
    shift: largestChange(plain, await scoresAt(places.map((place) => place + SHIFT))),
    mirror: largestChange(plain, await scoresAt([...places].reverse())),
  };
}

function largestChange(a: Tensor, b: Tensor): number {
  let largest = 0;
  for (let at = 0; at < a.data.length; ++at)
    largest = Math.max(largest, Math.abs((a.data[at] as number) - (b.data[at] as number)));
  return largest;
}

/** What double precision leaves of a difference that is none. */
export const isNothing = (difference: number): boolean => difference < 1e-12;
