/**
 * A lab's state as one typed list of properties. It drives the address (readable keys, defaults left out), the controls,
 * reset and undo, and the state that is kept for comparison (the same keys after "b.").
 *
 *   #theta=500000&pairing=interleaved&b.theta=10000
 *
 * A value out of range is clamped, one that is not understood keeps its default; both are reported, never silent. Nothing
 * from outside becomes a key of an object.
 */

/** null: not understood. */
export type Read<T> = { value: T; clamped?: true } | null;

export interface Property<T> {
  readonly start: T;
  read(text: string): Read<T>;
  write(value: T): string;
  /** What may stand there, for the message: "0.1 … 100", "half_split, interleaved". */
  readonly allowed: string;
}

/** The state that a schema describes: `type RotationState = StateOf<typeof SCHEMA>`. */
export type StateOf<S> = { [Key in keyof S]: S[Key] extends Property<infer T> ? T : never };

export type Schema<S> = { readonly [Key in keyof S]: Property<S[Key]> };

export interface NumberProperty extends Property<number> {
  readonly range: readonly [least: number, most: number];
  readonly isWhole: boolean;
}

export function number(start: number, range: readonly [number, number]): NumberProperty {
  return {
    start,
    range,
    isWhole: false,
    allowed: `${range[0]} … ${range[1]}`,
    read(text) {
      // + 0: there is no -0 in an address.
      const value = text.trim() === "" ? Number.NaN : Number(text) + 0;
      if (!Number.isFinite(value)) return null;
      const kept = Math.min(range[1], Math.max(range[0], value));
      return kept === value ? { value } : { value: kept, clamped: true };
    },
    write: String,
  };
}

export function whole(start: number, range: readonly [number, number]): NumberProperty {
  const any = number(start, range);
  return {
    ...any,
    isWhole: true,
    read(text) {
      const found = any.read(text);
      return found && (Number.isInteger(found.value) ? found : { value: Math.round(found.value) + 0, clamped: true });
    },
  };
}

export interface ChoiceProperty<T extends string> extends Property<T> {
  readonly options: readonly T[];
}

export function choice<T extends string>(start: T, options: readonly T[]): ChoiceProperty<T> {
  return {
    start,
    options,
    allowed: options.join(", "),
    read(text) {
      const value = options.find((option) => option === text);
      return value === undefined ? null : { value };
    },
    write: (value) => value,
  };
}

export function flag(start: boolean): Property<boolean> {
  return {
    start,
    allowed: "on, off",
    read: (text) => (text === "on" || text === "off" ? { value: text === "on" } : null),
    write: (value) => (value ? "on" : "off"),
  };
}

/** Any text of at most `most` signs; a longer one is cut off and said to be. Control characters become spaces. */
export function text(start: string, most: number): Property<string> {
  return {
    start,
    allowed: `at most ${most} characters`,
    read(given) {
      const clean = given.replace(/\p{Cc}/gu, " ");
      const signs = [...clean];
      if (signs.length <= most) return { value: clean };
      return { value: signs.slice(0, most).join(""), clamped: true };
    },
    write: (value) => value,
  };
}

/** Numbers with commas between them, `count` of them at least and at most. */
export function numbers(
  start: readonly number[],
  range: readonly [number, number],
  count: readonly [number, number],
): Property<readonly number[]> {
  const one = number(0, range);
  return {
    start,
    allowed: `${count[0]} … ${count[1]} × (${one.allowed})`,
    read(given) {
      const read = given.split(",").map((part) => one.read(part));
      if (read.length < count[0] || read.some((found) => found === null)) return null;
      const known = read.filter((found) => found !== null).slice(0, count[1]);
      const value = known.map(({ value }) => value);
      const isClamped = read.length > count[1] || known.some(({ clamped }) => clamped);
      return isClamped ? { value, clamped: true } : { value };
    },
    write: (values) => values.join(","),
  };
}

/** What the address held that is not shown as it stands there. */
export interface LinkFault {
  code: "unknown" | "value" | "clamped" | "long";
  key: string;
  /** As given, cut to what can be shown. */
  given: string;
  /** What may stand there, or what is shown instead. */
  allowed: string;
}

export interface ReadLink<S> {
  state: S;
  /** The state kept for comparison. */
  other: S | null;
  faults: readonly LinkFault[];
}

const OTHER = "b.";
/** Longer addresses are not read. */
export const MOST_LINK = 20_000;
const SHOWN = 60;

const excerpt = (given: string): string => (given.length > SHOWN ? `${given.slice(0, SHOWN)}…` : given);

export function startOf<S>(schema: Schema<S>): S {
  const entries = keysOf(schema).map((key) => [key, schema[key].start]);
  return Object.fromEntries(entries) as S;
}

const keysOf = <S>(schema: Schema<S>): (keyof S & string)[] => Object.keys(schema) as (keyof S & string)[];

export function readLink<S>(schema: Schema<S>, hash: string): ReadLink<S> {
  const given = hash.replace(/^#/, "");
  const state = startOf(schema);
  if (given.length > MOST_LINK) {
    const fault = { code: "long", key: "", given: String(given.length), allowed: String(MOST_LINK) } as const;
    return { state, other: null, faults: [fault] };
  }
  let other: S | null = null;
  const faults: LinkFault[] = [];
  for (const [name, value] of new URLSearchParams(given)) {
    const isOther = name.startsWith(OTHER);
    const key = keysOf(schema).find((known) => known === (isOther ? name.slice(OTHER.length) : name));
    if (isOther && key) other ??= startOf(schema);
    // "b" alone: the state of all defaults is kept.
    if (name === "b" && value === "") {
      other ??= startOf(schema);
      continue;
    }
    if (key === undefined) {
      faults.push({ code: "unknown", key: excerpt(name), given: excerpt(value), allowed: keysOf(schema).join(", ") });
      continue;
    }
    const { allowed, ...property } = schema[key];
    const found = property.read(value);
    if (found === null) faults.push({ code: "value", key, given: excerpt(value), allowed });
    else {
      (isOther ? (other as S) : state)[key] = found.value;
      if (found.clamped)
        faults.push({ code: "clamped", key, given: excerpt(value), allowed: excerpt(property.write(found.value)) });
    }
  }
  return { state, other, faults };
}

export function writeLink<S>(schema: Schema<S>, state: S, other: S | null): string {
  const query = new URLSearchParams();
  const add = (prefix: string, from: S) => {
    for (const key of keysOf(schema)) {
      const value = schema[key].write(from[key]);
      if (value !== schema[key].write(schema[key].start)) query.set(prefix + key, value);
    }
  };
  add("", state);
  if (other) {
    const before = query.size;
    add(OTHER, other);
    if (query.size === before) query.set("b", "");
  }
  // Signs that chat programs and Markdown leave alone stay readable.
  const written = query.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
  return written ? `#${written}` : "";
}
