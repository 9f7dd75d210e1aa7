/** Figures of several parts: made anew when one of the parts, the key or the language changes. */
import { made } from "../../lab/memo.ts";

export function remembered<T>(
  [first, ...rest]: readonly [object, ...(object | undefined)[]],
  key: string,
  make: () => T,
): T {
  const last = rest.reduce<object>((from, part) => (part ? made(from, part, () => ({})) : from), first);
  return made(last, key, make);
}
