/** The state in the address, and its history. */
import { describe, expect, test } from "vitest";
import { DIALECTS } from "../../../web/src/io/hf-config/dialects.ts";
import { StateHistory } from "../../../web/src/lab/state-history.ts";
import { DIALECT_NAMES } from "../../../web/src/labs/context/dialect-names.ts";
import {
  type ContextState,
  contextLink,
  fitsLink,
  LinkError,
  MAX_LINK_TEXT,
  readHash,
  START,
  toHash,
} from "../../../web/src/labs/context/state.ts";
import type { HistoryPlace } from "../../../web/src/state/history-place.ts";

const full: ContextState = {
  source: { kind: "text", text: '{"a": "<img onerror=x> \' ( ) 你好 % # &"}' },
  dialect: "vllm",
  length: 4097,
  layerType: "sliding_attention",
  other: { source: { kind: "model", id: "gemma-3-4b" }, dialect: "authors", layerType: "full_attention" },
  stage: "all",
  quantity: "frequency",
  rows: "all",
};

test("the names of dialects are those of the reader", () =>
  expect([...DIALECT_NAMES].sort()).toEqual([...DIALECTS].sort()));

describe("round trip", () => {
  test("the start is an empty fragment", () => {
    expect(toHash(START)).toBe("");
    expect(readHash("")).toEqual(START);
    expect(readHash("#")).toEqual(START);
  });
  test("every field", () => expect(readHash(toHash(full))).toEqual(full));
  test("a change of one field leaves the others out", () => {
    const hash = toHash({ ...START, length: 8192 });
    expect(decodeURIComponent(hash)).toBe('#context={"length":8192}');
  });
  test("quotes and brackets are escaped, so that chat programs keep the link whole", () =>
    expect(toHash(full)).not.toMatch(/['()<> ]/));
});

test("a long text stays out of the link", () => {
  const text = (length: number): ContextState => ({ ...START, source: { kind: "text", text: "x".repeat(length) } });
  expect(fitsLink(text(MAX_LINK_TEXT))).toBe(true);
  expect(fitsLink(text(MAX_LINK_TEXT + 1))).toBe(false);
  expect(toHash(text(MAX_LINK_TEXT + 1))).toBe("");
  expect(readHash(toHash(text(MAX_LINK_TEXT)))).toEqual(text(MAX_LINK_TEXT));
});

const fault = (hash: string): [string, string] => {
  try {
    readHash(hash);
  } catch (error) {
    if (error instanceof LinkError) return [error.code, error.field];
  }
  return ["none", ""];
};
const link = (value: unknown) => `#context=${encodeURIComponent(JSON.stringify(value))}`;

test.each<[string, string, string, string]>([
  ["another lab's link", "#problem=%7B%7D", "field", "problem=%7B%7D"],
  ["a broken escape", "#context=%E0%A4%A", "encoding", ""],
  ["no JSON", "#context=%7B", "json", ""],
  ["a list", link([]), "field", "context"],
  ["an unknown field", link({ size: 1 }), "field", "size"],
  ["an unknown dialect", link({ dialect: "klingon" }), "field", "dialect"],
  ["a length of a half", link({ length: 0.5 }), "field", "length"],
  ["a length too large", link({ length: 2 ** 25 }), "field", "length"],
  ["a source of no kind", link({ source: { id: "x" } }), "field", "source.kind"],
  ["a number for a text", link({ source: { kind: "text", text: 5 } }), "field", "source.text"],
  ["another without a source", link({ other: {} }), "field", "other.source"],
  ["an unknown stage", link({ stage: "sum" }), "field", "stage"],
  ["a prototype as a field", '#context=%7B"__proto__":1%7D', "field", "__proto__"],
])("refuses %s", (_, hash, code, field) => expect(fault(hash)).toEqual([code, field]));

test("refuses megabytes at once", () => expect(fault(`#context=${"x".repeat(3_000_000)}`)[0]).toBe("long"));

describe("history", () => {
  function browser() {
    const entries = [""];
    const returns: (() => void)[] = [];
    const place: HistoryPlace = {
      hash: () => entries.at(-1) ?? "",
      write(how, hash) {
        if (how === "replace") entries.pop();
        entries.push(hash);
      },
      onReturn: (listener) => {
        returns.push(listener);
      },
    };
    const back = () => {
      entries.pop();
      for (const listener of returns) listener();
    };
    return { place, entries, back };
  }

  test("Back undoes a change; previews make one entry", () => {
    const { place, entries, back } = browser();
    const seen: (number | null)[] = [];
    const history = new StateHistory(place, contextLink, START, ({ length }) => seen.push(length));
    history.readPlace();
    history.preview({ ...START, length: 10 });
    history.preview({ ...START, length: 20 });
    history.commit({ ...START, length: 30 });
    expect(entries).toHaveLength(2);
    back();
    expect(seen).toEqual([null, 10, 20, 30, null]);
  });

  test("a faulty address is reported and the state kept", () => {
    const { place, entries } = browser();
    const seen: [number | null, string | undefined][] = [];
    const history = new StateHistory(place, contextLink, START, ({ length }, error) =>
      seen.push([length, error?.code]),
    );
    history.commit({ ...START, length: 7 });
    entries.push("#context=%7B");
    history.readPlace();
    expect(seen).toEqual([
      [7, undefined],
      [7, "json"],
    ]);
  });
});
