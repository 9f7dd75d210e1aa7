import type { Check } from "./checks.ts";
import type { Key } from "./key-tree.ts";
import { type Note, note, type Report } from "./report.ts";

/** A key under the name that Hugging Face has for it, and its value as that name means it. */
export interface Slot {
  readonly key: Key;
  readonly value: unknown;
}

/** Keys that stand in one place: an object of the text, or what other formats have in its stead. */
export class Block {
  readonly report: Report;
  readonly path: string;
  readonly #slots: ReadonlyMap<string, Slot>;

  constructor(report: Report, path: string, slots: ReadonlyMap<string, Slot>) {
    this.report = report;
    this.path = path;
    this.#slots = slots;
  }

  /** null counts as absent. */
  slot(name: string): Slot | undefined {
    const slot = this.#slots.get(name);
    if (slot?.value !== null) return slot;
    this.report.mark(slot.key, "ignored", note("null_value"));
    return undefined;
  }

  has(name: string): boolean {
    return (this.#slots.get(name)?.value ?? null) !== null;
  }

  /** Also where it says null. */
  mentions(name: string): boolean {
    return this.#slots.has(name);
  }

  get keys(): Key[] {
    return [...this.#slots.values()].map(({ key }) => key);
  }

  /** The value under the first of `names` that is there; the others must not contradict it. */
  read<T>(names: string | readonly string[], check: Check<T>): T | undefined {
    return readPlaces([[this, names]], check);
  }

  ignore(name: string, remark: Note): void {
    const slot = this.slot(name);
    if (slot) this.report.mark(slot.key, "ignored", remark);
  }

  /** Where a value that is missing would stand. */
  pathOf(name: string): string {
    return this.path ? `${this.path}.${name}` : name;
  }
}

export type Place = readonly [Block, string | readonly string[]];

/** One setting that may stand in several places and under several names: the first counts, and all must agree. */
export function readPlaces<T>(places: readonly Place[], check: Check<T>): T | undefined {
  let first: { slot: Slot; value: T } | undefined;
  for (const [block, names] of places)
    for (const [i, name] of [names].flat().entries()) {
      const slot = block.slot(name);
      if (!slot) continue;
      const { report } = block;
      if (!check.accepts(slot.value)) report.mark(slot.key, "impossible", note(check.code, { got: show(slot.value) }));
      else if (first === undefined || equal(first.value, slot.value)) {
        first ??= { slot, value: slot.value };
        report.mark(slot.key, "read", i > 0 ? note("alias_key", { name: [names].flat()[0] as string }) : undefined);
      } else disagree(report, slot.key, first.slot.key);
    }
  return first?.value;
}

export function disagree(report: Report, key: Key, other: Key): void {
  report.mark(
    key,
    "conflict",
    note("disagrees", { value: show(key.value), other: other.path, other_value: show(other.value) }),
  );
}

export function equal(a: unknown, b: unknown): boolean {
  return a === b || (Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((x, i) => x === b[i]));
}

/** A value of the text as JSON, cut short. */
export function show(value: unknown): string {
  const json = String(JSON.stringify(value));
  return json.length > 60 ? `${json.slice(0, 57)}…` : json;
}

export function slotsOf(keys: Iterable<Key>): Map<string, Slot> {
  return new Map([...keys].map((key) => [key.name, { key, value: key.value }]));
}

/** An object of the text. */
export function blockOf(key: Key, report: Report): Block {
  if (key.parent) report.mark(key, "read");
  return new Block(report, key.path, slotsOf(key.children));
}
