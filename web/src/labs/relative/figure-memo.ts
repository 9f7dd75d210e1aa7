/** A figure of two parts: made anew where one of them, the key or the language changes. */
import { made } from "../../lab/memo.ts";

export function madeOf<T>(part: object, kept: object | null, key: string, make: () => T): T {
  const found = made(part, kept ?? "alone", () => new Map<string, T>());
  const known = found.get(key);
  if (known !== undefined) return known;
  const value = make();
  found.set(key, value);
  return value;
}
