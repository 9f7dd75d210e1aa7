/**
 * What JSON.parse does not say: too deep, a key given twice, NaN and Infinity spelled out, numbers that overflow.
 * Only the places are looked for here; whether the text is JSON at all is JSON.parse's to judge.
 */
import { PosencError } from "../../engine/errors.ts";

interface Level {
  /** The keys of an object so far; null in a list. */
  keys: Set<string> | null;
  /** The key whose value comes next, or the index in a list. */
  place: string;
  index: number;
}

const word = /[-+]?[A-Za-z][A-Za-z]*|[-+]?[0-9][-+.0-9eE]*/y;
const spelledOut = /^[-+]?(NaN|Infinity|inf|nan)$/;

export function scanJson(text: string, maxDepth: number): void {
  const levels: Level[] = [];
  let position = 0;
  while (position < text.length) {
    const level = levels.at(-1);
    const char = text[position] as string;
    if (char === '"') {
      const end = endOfString(text, position);
      if (level?.keys && followedByColon(text, end)) enterKey(text.slice(position, end), level, levels);
      position = end;
    } else if (char === "{" || char === "[") {
      if (levels.length === maxDepth) throw invalid(`the configuration is nested deeper than ${maxDepth} levels`);
      levels.push({ keys: char === "{" ? new Set() : null, place: char === "[" ? "[0]" : "", index: 0 });
      position++;
    } else if (char === "}" || char === "]") {
      levels.pop();
      position++;
    } else if (char === "," && level && !level.keys) {
      level.place = `[${++level.index}]`;
      position++;
    } else {
      word.lastIndex = position;
      const found = word.exec(text)?.[0];
      if (found !== undefined) checkWord(found, levels);
      position += found?.length ?? 1;
    }
  }
}

function endOfString(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
  return end + 1;
}

function followedByColon(text: string, end: number): boolean {
  while (end < text.length && /\s/.test(text[end] as string)) end++;
  return text[end] === ":";
}

function enterKey(quoted: string, level: Level, levels: readonly Level[]): void {
  const key = unquote(quoted);
  const twice = level.keys?.has(key);
  level.keys?.add(key);
  level.place = key;
  if (twice) throw invalid(`${pathOf(levels)}: expected each key once, got it twice in one object`);
}

/** Escapes are resolved, so that "a" and "\u0061" are one key. */
function unquote(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return quoted;
  }
}

function checkWord(found: string, levels: readonly Level[]): void {
  const key = pathOf(levels) || "the configuration";
  if (spelledOut.test(found)) throw invalid(`${key}: expected a JSON number, got ${found}`);
  if (Math.abs(Number(found)) === Number.POSITIVE_INFINITY)
    throw invalid(`${key}: expected a number below 1.8e308, got ${found}`);
}

function pathOf(levels: readonly Level[]): string {
  return levels
    .map(({ place }) => place)
    .reduce((path, place) => {
      if (path === "" || place.startsWith("[")) return path + place;
      return `${path}.${place}`;
    }, "");
}

function invalid(message: string): PosencError {
  return new PosencError("invalid_json", message);
}
