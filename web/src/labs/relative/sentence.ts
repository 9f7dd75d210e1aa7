/** The words whose terms are shown. */
import { language } from "../../i18n/language.ts";
import { splitTokens } from "../../state/tokens.ts";
import { MOST_KEYS, type RelativeState } from "./state.ts";

const SENTENCES = { en: ["dog", "bites", "man"], zh: ["狗", "咬", "人"] };

export interface Sentence {
  tokens: readonly string[];
  /** How many the text has; the first of them are used. */
  given: number;
}

export function sentenceOf({ text }: RelativeState): Sentence {
  const found = splitTokens(text);
  const tokens = found.length > 0 ? found : language() === "en" ? SENTENCES.en : SENTENCES.zh;
  return { tokens: tokens.slice(0, MOST_KEYS), given: tokens.length };
}

/** Equal words carry their position. */
export function tokenName(tokens: readonly string[], at: number): string {
  const token = tokens[at] as string;
  return tokens.indexOf(token) === tokens.lastIndexOf(token) ? token : `${token}(${at})`;
}
