/** Figures are made anew only when their numbers, what they depend on, or the language change. */
import { language } from "../i18n/language.ts";

const kept = new WeakMap<object, Map<unknown, { language: string; value: unknown }>>();

export function made<T>(part: object, key: unknown, make: () => T): T {
  let entries = kept.get(part);
  if (!entries) {
    entries = new Map();
    kept.set(part, entries);
  }
  const found = entries.get(key);
  if (found?.language === language()) return found.value as T;
  const value = make();
  entries.set(key, { language: language(), value });
  return value;
}

/** Of several parts: made anew when one of them changes. What is missing is a part too. */
export function madeOfAll<T>(
  [first, ...rest]: readonly [object, ...(object | null | undefined)[]],
  key: unknown,
  make: () => T,
): T {
  const last = rest.reduce<object>((from, part) => made(from, part ?? "none", () => ({})), first);
  return made(last, key, make);
}
