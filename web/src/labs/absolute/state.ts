/** What the lab shows, as properties of its address. */
import { choice, number, type StateOf, whole } from "../../state/schema.ts";

export const METHODS = ["paper", "concatenated", "tensor2tensor", "fairseq", "learned"] as const;
export type MethodName = (typeof METHODS)[number];

export const EXTENSIONS = ["none", "interpolate", "hierarchical"] as const;

/** Maps are drawn and multiplied cell by cell; up to here that stays smooth. */
export const MOST_POSITIONS = 128;
export const MOST_CHANNELS = 1024;

export const SCHEMA = {
  method: choice<MethodName>("paper", METHODS),
  d_model: whole(64, [2, MOST_CHANNELS]),
  base: number(10000, [2, 1e9]),
  positions: whole(64, [2, MOST_POSITIONS]),
  p: whole(10, [0, MOST_POSITIONS - 1]),
  k: whole(5, [1 - MOST_POSITIONS, MOST_POSITIONS - 1]),
  pair: whole(4, [0, MOST_CHANNELS / 2 - 1]),
  offset: whole(0, [0, 16]),
  rows: whole(64, [2, 4096]),
  trained: whole(48, [1, 4096]),
  extension: choice<(typeof EXTENSIONS)[number]>("none", EXTENSIONS),
  alpha: number(0.4, [0.05, 0.95]),
};

export type AbsoluteState = StateOf<typeof SCHEMA>;

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** p and p + k as they fit a text of `count` positions. */
export function placesIn(count: number, { p: wanted, k: further }: Pick<AbsoluteState, "p" | "k">) {
  const p = within(wanted, 0, count - 1);
  const k = within(further, -p, count - 1 - p);
  return { p, k, q: p + k };
}
