/**
 * Text -> tokens and back. Han, Hiragana and Katakana: one token per character; other scripts: words and punctuation
 * marks as Unicode's word rules (UAX 29) part them. A character with its combining marks, and an emoji sequence, stays
 * whole. The rules do not depend on the page's language, so a link means the same tokens everywhere.
 */
import { fail } from "./issue.ts";
import { LIMITS } from "./limits.ts";

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });
const words = new Intl.Segmenter("und", { granularity: "word" });

const PER_CHARACTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Spaces, and characters without a shape of their own (controls, direction marks). */
const INVISIBLE = /^[\p{White_Space}\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u;
const LONE_SURROGATE = /\p{Surrogate}/gu;

export const wellFormed = (text: string): string => text.replace(LONE_SURROGATE, "\uFFFD");

export function splitTokens(text: string): string[] {
  const tokens: string[] = [];
  let run = "";
  const endRun = () => {
    for (const { segment } of words.segment(run)) if (!INVISIBLE.test(segment)) tokens.push(segment);
    run = "";
  };
  for (const { segment } of graphemes.segment(wellFormed(text).normalize("NFC"))) {
    if (PER_CHARACTER.test(segment)) {
      endRun();
      tokens.push(segment);
    } else {
      run += segment;
    }
  }
  endRun();
  return tokens;
}

/** The shortest usual spelling that splits into these tokens again, where one exists. */
export function joinTokens(tokens: readonly string[]): string {
  let text = "";
  let previous = "";
  for (const token of tokens) {
    if (previous && needsSpace(previous, token)) text += " ";
    text += token;
    previous = token;
  }
  return text;
}

function needsSpace(left: string, right: string): boolean {
  if (/^[,.;:!?…]+$/u.test(left) && /^[\p{L}\p{N}]/u.test(right)) return true;
  const parts = splitTokens(left + right);
  return !(parts.length === 2 && parts[0] === left && parts[1] === right);
}

/** Splits and checks what was typed; throws an IssueError that names the limit. */
export function readText(text: string): string[] {
  const length = [...text].length;
  if (length > LIMITS.textLength) fail("text_long", { count: length, limit: LIMITS.textLength });
  const tokens = splitTokens(text);
  checkTokens(tokens);
  return tokens;
}

export function checkTokens(tokens: readonly string[]): void {
  if (tokens.length === 0) fail("text_empty");
  if (tokens.length > LIMITS.tokens) fail("token_many", { count: tokens.length, limit: LIMITS.tokens });
  const length = tokens.reduce((sum, token) => sum + [...token].length, 0);
  if (length > LIMITS.textLength) fail("text_long", { count: length, limit: LIMITS.textLength });
}
