/** The tokens of a state: its text in words, repeated, and cut where the lab's limit is. */

import { countsOf } from "../../io/given-problem.ts";
import { made } from "../../lab/memo.ts";
import { splitTokens } from "../../state/tokens.ts";
import { MOST_TOKENS, type ScoresState } from "./state.ts";

export interface TokenList {
  tokens: readonly string[];
  /** Before the cut. */
  found: number;
}

/** Of the present state and the kept one. */
const MOST_KNOWN = 2;
const known = new Map<string, TokenList>();

export function tokenList({ text, repeat }: Pick<ScoresState, "text" | "repeat">): TokenList {
  const key = `${repeat} ${text}`;
  const old = known.get(key);
  if (old) return old;
  const once = splitTokens(text);
  const found = once.length * repeat;
  const tokens = Array.from({ length: Math.min(found, MOST_TOKENS) }, (_, at) => once[at % once.length] as string);
  known.set(key, { tokens, found });
  for (const first of known.keys()) if (known.size > MOST_KNOWN) known.delete(first);
  return { tokens, found };
}

/** The words of a state; x₀, x₁, … where vectors are given in their place. */
export function tokensOf(state: ScoresState): readonly string[] {
  const input = state.given?.problem.input;
  if (!state.given || !input) return tokenList(state).tokens;
  return made(state.given, "tokens", () =>
    Array.from({ length: countsOf(input)?.keys ?? 0 }, (_, index) => `x${lowered(index)}`),
  );
}

const lowered = (index: number): string => [...String(index)].map((digit) => "₀₁₂₃₄₅₆₇₈₉"[Number(digit)]).join("");

const LONGEST = 24;

/** Isolated, so that the sentence around them keeps its order. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** A token as a sentence shows it. */
export function shortToken(token: string): string {
  const signs = [...token];
  const short = signs.length > LONGEST ? `${signs.slice(0, LONGEST).join("")}…` : token;
  return RIGHT_TO_LEFT.test(short) ? `\u2068${short}\u2069` : short;
}
