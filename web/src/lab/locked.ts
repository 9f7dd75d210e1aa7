/** Settings that the page around has fixed: whatever a visitor does, they stay as they are. */

export function withLocked<S extends object>(names: readonly string[], present: S, next: S): S {
  const held = Object.entries(present).filter(([name]) => names.includes(name));
  return held.length > 0 ? { ...next, ...Object.fromEntries(held) } : next;
}

/** Whether changes leave all of them alone: what cannot be done is not offered. */
export const isAllowed = (names: readonly string[], ...changes: readonly (object | undefined)[]): boolean =>
  !names.some((name) => changes.some((change) => change && Object.hasOwn(change, name)));
