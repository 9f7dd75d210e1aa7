import type { Key } from "./key-tree.ts";
import { walk } from "./key-tree.ts";
import type { NoteCode } from "./note-codes.ts";
import type { ReportEntry, ReportStatus } from "./types.ts";

export interface Note {
  code: NoteCode;
  values: Readonly<Record<string, string | number>>;
}

export function note(code: NoteCode, values: Note["values"] = {}): Note {
  return { code, values };
}

interface Mark {
  status: ReportStatus;
  note?: Note;
}

/** A key that one layer type ignores and another one reads was read; an error stays an error. */
const weight: Record<ReportStatus, number> = {
  defaulted: 0,
  unknown: 1,
  ignored: 2,
  read: 3,
  conflict: 4,
  impossible: 5,
};

/** What became of each key, and what was filled in. */
export class Report {
  readonly #marks = new Map<Key, Mark>();
  readonly #added = new Map<string, ReportEntry>();

  mark(key: Key, status: ReportStatus, remark?: Note): void {
    const before = this.#marks.get(key);
    if (before && weight[before.status] > weight[status]) return;
    if (before?.status === status && (!remark || weight[status] > weight.read)) return;
    this.#marks.set(key, { status, note: remark });
  }

  /** Adds to a key that was read what is worth knowing about its value. */
  remark(key: Key, remark: Note): void {
    if (this.statusOf(key) === "read") this.#marks.set(key, { status: "read", note: remark });
  }

  statusOf(key: Key): ReportStatus | undefined {
    return this.#marks.get(key)?.status;
  }

  /** Fills in a value that the text does not give, and returns it. */
  fill<T>(name: string, value: T, source: Note): T {
    if (!this.#added.has(name)) this.#added.set(name, { key: name, status: "defaulted", value, note: source });
    return value;
  }

  /** An error about a key that the text does not have. */
  lack(name: string, reason: Note): undefined {
    this.#added.set(name, { key: name, status: "impossible", note: reason });
    return undefined;
  }

  entries(root: Key): ReportEntry[] {
    const entries: ReportEntry[] = [];
    for (const key of walk(root)) {
      const { status, note } = this.#marks.get(key) ?? { status: "unknown" as const };
      entries.push({ key: key.path, status, value: key.value, ...(note && { note }) });
    }
    // What stands in place of a value in error is no default that counts.
    const faulty = new Set(entries.filter(isError).map(({ key }) => key));
    return [...entries, ...[...this.#added.values()].filter(({ key }) => !faulty.has(key))];
  }
}

export function isError({ status }: ReportEntry): boolean {
  return status === "conflict" || status === "impossible";
}
