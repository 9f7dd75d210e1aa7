/** A property that holds several of its options. */
import type { Property } from "./schema.ts";

export interface ChoicesProperty<T extends string> extends Property<readonly T[]> {
  readonly options: readonly T[];
  /** How many of them may be chosen. */
  readonly count: readonly [least: number, most: number];
}

/** Some of the options, in their order, with commas between them. */
export function choices<T extends string>(
  start: readonly T[],
  options: readonly T[],
  count: readonly [number, number],
): ChoicesProperty<T> {
  return {
    start,
    options,
    count,
    allowed: `${count[0]} … ${count[1]} × (${options.join(", ")})`,
    read(given) {
      const names = given === "" ? [] : given.split(",");
      const known = options.filter((option) => names.includes(option));
      if (known.length < count[0] || (known.length === 0 && names.length > 0)) return null;
      const value = known.slice(0, count[1]);
      return value.length === names.length ? { value } : { value, clamped: true };
    },
    write: (values) => values.join(","),
  };
}
