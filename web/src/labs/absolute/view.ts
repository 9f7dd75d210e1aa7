/** One state with what the core computed for it. Sizes are those of the numbers, so that figures fit them while new ones come. */
import type { Pair } from "../../lab/lab-element.ts";
import { made } from "../../lab/memo.ts";
import { dotMap, type Profile, profileOf, wholeRows } from "./arithmetic.ts";
import { chosenPair } from "./methods.ts";
import { type AbsoluteState, placesIn } from "./state.ts";
import type { Parts, Projected, Table, Turn } from "./tasks.ts";

export interface Side {
  /** As the numbers were computed, with the chosen places and pair. */
  state: AbsoluteState;
  table: Table;
  turn: Turn | undefined;
  projected: Projected | undefined;
  /** Chosen positions, and their distance k = q - p. */
  p: number;
  q: number;
  k: number;
  pair: number;
}

export interface View {
  now: Side;
  kept: Side | null;
}

export function viewOf({ state, other }: Pair<AbsoluteState>, parts: Partial<Parts>): View | null {
  if (!parts.table) return null;
  const kept =
    other && parts.otherTable
      ? sideOf(other, { table: parts.otherTable, turn: parts.otherTurn, projected: parts.otherProjected })
      : null;
  return { now: sideOf(state, { table: parts.table, turn: parts.turn, projected: parts.projected }), kept };
}

function sideOf(state: AbsoluteState, parts: Pick<Side, "table" | "turn" | "projected">): Side {
  const { at, count } = parts.table;
  const { p, k, pair } = state;
  const shown = { ...at, p, k, pair };
  return { state: shown, ...parts, ...placesIn(count, shown), pair: chosenPair(shown) };
}

/** [count, width] */
export const rowsOf = ({ table }: Side): Float64Array => made(table, "rows", () => wholeRows(table));
/** Products of all rows, and their profile: made once per table. */
export const dotsOf = ({ table }: Side): Float64Array => made(table, "dots", () => dotMap(table));
export const profileAt = (side: Side): Profile =>
  made(side.table, "profile", () => profileOf(dotsOf(side), side.table.count));
