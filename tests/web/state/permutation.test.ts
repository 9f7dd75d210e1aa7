import { expect, test } from "vitest";
import { apply, identity, isPermutation, move, reversal, shuffled } from "../../../web/src/state/permutation.ts";

test("(P X)_t = X_{permutation[t]}", () => {
  expect(apply([2, 0, 1], ["a", "b", "c"])).toEqual(["c", "a", "b"]);
  expect(apply(reversal(3), ["a", "b", "c"])).toEqual(["c", "b", "a"]);
});

test("move takes one out and puts it in", () => {
  expect(move([0, 1, 2, 3], 0, 2)).toEqual([1, 2, 0, 3]);
  expect(move([0, 1, 2, 3], 3, 0)).toEqual([3, 0, 1, 2]);
});

test("isPermutation", () => {
  expect(isPermutation([1, 0], 2)).toBe(true);
  for (const wrong of [[0], [0, 0], [0, 2], [0, 0.5], [0, -1], [0, Number.NaN]])
    expect(isPermutation(wrong, 2)).toBe(false);
});

test("shuffled gives another order, always a permutation", () => {
  for (let length = 2; length < 8; ++length) {
    const next = shuffled(identity(length));
    expect(isPermutation(next, length)).toBe(true);
    expect(next).not.toEqual(identity(length));
  }
  expect(shuffled([0])).toEqual([0]);
});
