/** What the parts of the page are drawn from, and what they may ask for. */
import type { GivenArrays } from "../../io/roles.ts";
import type { Pair } from "../../lab/lab-element.ts";
import { made } from "../../lab/memo.ts";
import type { HeadResult, Progress } from "./result.ts";
import { type RowNumbers, rowNumbers } from "./row.ts";
import type { ScoresState } from "./state.ts";
import type { Parts } from "./tasks.ts";

export interface Place {
  row: number;
  column: number;
}

export interface ScoresContext {
  pair: Pair<ScoresState>;
  parts: Partial<Parts>;
  isPending(name: keyof Parts): boolean;
  progress: Progress | null;
  /** Whether the visitor stopped the calculation that the controls ask for. */
  isStopped: boolean;
  /** The cell under the pointer or the cursor. */
  focused: Place | null;
  /** What is typed and not yet taken. */
  typed: string | null;
  textNote: string | null;

  /** Numbers from files; the reason where they are not taken. */
  take(arrays: GivenArrays): string | null;
  /** Whether the address names files that are not here any more. */
  isGone: boolean;

  commit(change: Partial<ScoresState>): void;
  preview(change: Partial<ScoresState>): void;
  type(text: string, isDone: boolean): void;
  focusCell(place: Place): void;
  stop(): void;
  again(): void;
}

/** The row that is spoken of, of a result: its text may be shorter than the state's. */
export const queryIn = ({ pair }: ScoresContext, { queries }: HeadResult): number =>
  Math.min(pair.state.query, queries.length - 1);

export function rowIn(context: ScoresContext, result: HeadResult): RowNumbers {
  const query = queryIn(context, result);
  return made(result, `row ${query}`, () => rowNumbers(result, query));
}

/** The kept result, where one is compared. */
export const keptIn = ({ pair, parts }: ScoresContext): HeadResult | null => (pair.other && parts.kept) ?? null;

/** The cell that formulas speak of. */
export function placeIn(context: ScoresContext, result: HeadResult): Place {
  const { focused } = context;
  const { queries, tokens } = result;
  if (focused && focused.row < queries.length && focused.column < tokens.length) return focused;
  const { query, top } = rowIn(context, result);
  return { row: query, column: top };
}
