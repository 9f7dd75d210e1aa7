/** Permutations as the problem writes them: (P X)_t = X_{permutation[t]}. */

export const identity = (length: number): number[] => Array.from({ length }, (_, t) => t);

export const reversal = (length: number): number[] => identity(length).reverse();

export function isPermutation(candidate: readonly number[], length: number): boolean {
  if (candidate.length !== length) return false;
  const seen = new Set(candidate);
  return seen.size === length && candidate.every((t) => Number.isInteger(t) && t >= 0 && t < length);
}

export const apply = <T>(permutation: readonly number[], items: readonly T[]): T[] =>
  permutation.map((t) => items[t] as T);

/** Takes the item at `from` out and puts it in at `to`. */
export function move(permutation: readonly number[], from: number, to: number): number[] {
  const next = [...permutation];
  const [item] = next.splice(from, 1);
  if (item !== undefined) next.splice(to, 0, item);
  return next;
}

export const sameOrder = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === b.length && a.every((item, t) => item === b[t]);

/** A random order other than the one given, where there is one. */
export function shuffled(current: readonly number[], random: () => number = Math.random): number[] {
  if (current.length < 2) return [...current];
  for (;;) {
    const next = identity(current.length);
    for (let t = next.length - 1; t > 0; --t) {
      const other = Math.floor(random() * (t + 1));
      [next[t], next[other]] = [next[other] as number, next[t] as number];
    }
    if (!sameOrder(next, current)) return next;
  }
}
