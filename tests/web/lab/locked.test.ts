/** What the page around has fixed of a lab's state. */
import { expect, test } from "vitest";
import { isAllowed, withLocked } from "../../../web/src/lab/locked.ts";

const present = { theta: 10000, pairing: "half_split", i: 3 };
const next = { theta: 500000, pairing: "interleaved", i: 4 };

test("locked settings stay, the others change", () => {
  expect(withLocked(["theta", "nosuch"], present, next)).toEqual({ ...next, theta: 10000 });
  expect(withLocked([], present, next)).toBe(next);
});

test("a change that names one is not allowed, on whichever side", () => {
  expect(isAllowed(["theta"], { i: 1 }, undefined)).toBe(true);
  expect(isAllowed(["theta"], { i: 1 }, { theta: 1 })).toBe(false);
  expect(isAllowed(["toString"], { i: 1 })).toBe(true);
});
