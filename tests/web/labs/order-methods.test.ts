/** The page's lists of methods agree with the problem's fields and with each other. */
import { expect, test } from "vitest";
import { CONTROLS, GROUPS, OTHER_NAMES, PAPERS, placesOf } from "../../../web/src/labs/order/methods.ts";
import { METHOD_FIELDS, METHOD_KINDS, readMethod } from "../../../web/src/state/method-fields.ts";

test("every method stands in one group and has its paper and other names", () => {
  const kinds = GROUPS.flatMap(({ kinds }) => [...kinds]);
  expect([...kinds].sort()).toEqual([...METHOD_KINDS].sort());
  expect(Object.keys(PAPERS).sort()).toEqual(METHOD_KINDS.filter((kind) => kind !== "none").sort());
  expect(Object.keys(OTHER_NAMES).sort()).toEqual([...METHOD_KINDS].sort());
});

test("every control is a field of its method", () => {
  for (const kind of METHOD_KINDS)
    expect(Object.keys(METHOD_FIELDS[kind])).toEqual(expect.arrayContaining([...CONTROLS[kind]]));
});

test("every method but none enters somewhere; Shaw without a table enters on one side only", () => {
  const places = (method: object) => placesOf(readMethod(method, { tokens: 3, heads: 1, headDim: 8 }));
  for (const kind of METHOD_KINDS) expect(places({ kind }).length > 0).toBe(kind !== "none");
  expect(places({ kind: "shaw" })).toEqual(["vectors", "values"]);
  expect(places({ kind: "shaw", keys: null })).toEqual(["values"]);
  expect(places({ kind: "shaw", values: null })).toEqual(["vectors"]);
});
