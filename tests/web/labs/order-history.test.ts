import { beforeEach, describe, expect, test } from "vitest";
import { keepsLocked } from "../../../web/src/labs/order/locked.ts";
import { ProblemHistory, type ProblemPair } from "../../../web/src/labs/order/problem-history.ts";
import { fromTokens, type LabProblem } from "../../../web/src/state/defaults.ts";
import type { HistoryPlace } from "../../../web/src/state/history-place.ts";
import type { Issue } from "../../../web/src/state/issue.ts";
import { toHash } from "../../../web/src/state/link.ts";

/** A browser's history in little. */
class Place implements HistoryPlace {
  entries = [""];
  at = 0;
  private listener = () => {};
  hash = () => this.entries[this.at] as string;
  write(how: "push" | "replace", hash: string) {
    if (how === "push") this.entries.splice(++this.at, Number.POSITIVE_INFINITY, hash);
    else this.entries[this.at] = hash;
  }
  onReturn(listener: () => void) {
    this.listener = listener;
  }
  go(to: number) {
    this.at = to;
    this.listener();
  }
}

const start = fromTokens(["a", "b", "c"]);
const ordered = (...permutation: number[]): LabProblem => ({ ...start, permutation });

describe("history", () => {
  let place: Place;
  let heard: [ProblemPair, Issue | null][];
  let past: ProblemHistory;
  let allows: (problem: LabProblem) => boolean;
  beforeEach(() => {
    allows = () => true;
    place = new Place();
    heard = [];
    past = new ProblemHistory(
      place,
      start,
      (pair, issue) => heard.push([pair, issue]),
      (problem) => allows(problem),
    );
  });

  test("a committed change is one entry; Back undoes it", () => {
    past.commit(ordered(0, 1, 2));
    past.commit(ordered(1, 0, 2));
    expect(place.entries).toEqual(["", toHash(ordered(0, 1, 2)), toHash(ordered(1, 0, 2))]);
    place.go(1);
    expect(past.pair.problem.permutation).toEqual([0, 1, 2]);
    place.go(0);
    expect(past.pair).toEqual({ problem: start, other: null });
  });

  test("a drag is one entry, and the entry before it is untouched", () => {
    past.preview(ordered(2, 0, 1));
    past.preview(ordered(0, 2, 1));
    expect(place.entries).toHaveLength(1);
    past.commit(ordered(0, 2, 1));
    expect(place.entries).toEqual(["", toHash(ordered(0, 2, 1))]);
  });

  test("a drag that ends where it began leaves no entry", () => {
    past.preview(ordered(2, 0, 1));
    past.commit(start);
    expect(place.entries).toEqual([""]);
  });

  test("a faulty address is reported and the problem kept", () => {
    past.commit(ordered(0, 1, 2));
    place.entries.push("#problem=%7B");
    place.go(2);
    expect(heard.at(-1)).toEqual([
      { problem: ordered(0, 1, 2), other: null },
      expect.objectContaining({ code: "json_malformed" }),
    ]);
  });

  test("an untouched page follows its language's sentence, a touched one stays", () => {
    const other = fromTokens(["狗", "咬", "人"]);
    past.setStart(other);
    expect(past.pair.problem).toEqual(other);
    past.commit({ ...other, permute_mask: true });
    past.setStart(start);
    expect(past.pair.problem.input).toMatchObject({ tokens: ["狗", "咬", "人"] });
  });

  test("what is kept stands in the address, and can be swapped and dropped", () => {
    const [first, second] = [ordered(0, 1, 2), ordered(1, 0, 2)];
    past.commit(first);
    past.keep();
    expect(past.pair).toEqual({ problem: first, other: first });
    past.commit(second);
    expect(place.hash()).toBe(toHash(second, first));
    past.swap();
    expect(past.pair).toEqual({ problem: first, other: second });
    past.drop();
    expect(place.hash()).toBe(toHash(first));
    place.go(place.at - 1);
    expect(past.pair).toEqual({ problem: first, other: second });
    past.reset();
    expect(place.hash()).toBe("");
  });

  test("a kept start is written out: another language starts with another sentence", () => {
    past.keep();
    expect(place.hash()).toBe(toHash(start, start));
    past.setStart(fromTokens(["狗", "咬", "人"]));
    expect(past.pair).toEqual({ problem: start, other: start });
  });

  test("Undo goes back through committed changes, not through previews", () => {
    expect(past.canUndo).toBe(false);
    past.commit(ordered(0, 1, 2));
    past.preview(ordered(1, 2, 0));
    past.preview(ordered(2, 0, 1));
    past.commit(ordered(2, 0, 1));
    past.commit(ordered(2, 0, 1));
    past.undo();
    expect(past.pair.problem.permutation).toEqual([0, 1, 2]);
    past.undo();
    expect(past.pair.problem).toEqual(start);
    expect(past.canUndo).toBe(false);
    past.undo();
    expect(past.pair.problem).toEqual(start);
  });

  test("what is locked stays, whatever a visitor does; the address may change it", () => {
    const locked = { ...start, method: { kind: "alibi" } } as const;
    allows = (next) => keepsLocked(["method", "tokens"], past.pair.problem, next);
    place.entries[0] = toHash(locked);
    past.readPlace();
    expect(past.pair.problem).toEqual(locked);
    past.commit({ ...locked, method: { kind: "rotary" } });
    past.preview({ ...locked, method: { kind: "alibi", direction: "symmetric" } });
    past.commit(fromTokens(["a", "b"]));
    expect(past.canReset).toBe(false);
    past.reset();
    expect(past.pair.problem).toEqual(locked);
    past.commit({ ...locked, permutation: [0, 1, 2] });
    expect(past.pair.problem.permutation).toEqual([0, 1, 2]);
    place.entries[place.at] = toHash(start);
    past.readPlace();
    past.undo();
    expect(past.pair.problem).toEqual(start);
  });
});
