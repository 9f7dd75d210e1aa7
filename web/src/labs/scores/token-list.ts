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

export interface TokenNames {
  queries: readonly string[];
  keys: readonly string[];
}

/** The words of a state; x₀, x₁, … where vectors are given in their place, q₀, … and k₀, … where there are not as many. */
export function namesOf(state: ScoresState): TokenNames {
  const input = state.given?.problem.input;
  if (!state.given || !input) {
    const { tokens } = tokenList(state);
    return { queries: tokens, keys: tokens };
  }
  return made(state.given, "tokens", () => {
    const { queries = 0, keys = 0 } = countsOf(input) ?? {};
    const named = (letter: string, length: number) =>
      Array.from({ length }, (_, index) => `${letter}${lowered(index)}`);
    const same = named("x", keys);
    return queries === keys ? { queries: same, keys: same } : { queries: named("q", queries), keys: named("k", keys) };
  });
}

export const tokensOf = (state: ScoresState): readonly string[] => namesOf(state).keys;

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
