/** Addresses of every lab, as properties: what a state writes is read back, and no text from outside breaks a page. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SCHEMA as absolute } from "../../../web/src/labs/absolute/state.ts";
import { SCHEMA as cache } from "../../../web/src/labs/cache/state.ts";
import { DIALECT_NAMES } from "../../../web/src/labs/context/dialect-names.ts";
import * as context from "../../../web/src/labs/context/state.ts";
import { SCHEMA as cost } from "../../../web/src/labs/cost/state.ts";
import { SCHEMA as relative } from "../../../web/src/labs/relative/state.ts";
import { SCHEMA as rotation } from "../../../web/src/labs/rotation/state.ts";
import { SCHEMA as scores } from "../../../web/src/labs/scores/state.ts";
import { SCHEMA as train } from "../../../web/src/labs/train/state.ts";
import { readHash, toHash } from "../../../web/src/state/link.ts";
import { METHOD_KINDS } from "../../../web/src/state/method-fields.ts";
import { type Property, readLink, type Schema, startOf, writeLink } from "../../../web/src/state/schema.ts";

type AnySchema = Schema<Record<string, unknown>>;
const schemas = { absolute, cache, cost, relative, rotation, scores, train } as unknown as Record<string, AnySchema>;

const edges = [0, 1, -1, 0.1, 2 ** 31, 1e-7, 1e300, -0, 5e-324];
const numberText = fc.oneof(fc.constantFrom(...edges), fc.integer(), fc.double({ noNaN: true })).map(String);
const anyText = fc.oneof(
  numberText,
  fc.array(numberText, { maxLength: 8 }).map((list) => list.join(",")),
  fc.string({ unit: "grapheme", maxLength: 80 }),
  fc.string({ unit: "binary", maxLength: 80 }),
  fc.constantFrom(
    "on",
    "off",
    "",
    "null",
    "NaN",
    "Infinity",
    "<img src=x onerror=alert(1)>",
    "javascript:alert(1)",
    "\u202egnp",
    "👩‍👩‍👧",
  ),
);

/** Values that the property takes: its start, and what it makes of texts. */
function legalValue(property: Property<unknown>): fc.Arbitrary<unknown> {
  const options = (property as { options?: readonly string[] }).options;
  const texts = options
    ? fc.constantFrom(...options)
    : typeof property.start === "boolean"
      ? fc.constantFrom("on", "off")
      : anyText;
  return texts.map((text) => {
    const read = property.read(text);
    return read === null ? property.start : read.value;
  });
}

const stateOf = (schema: AnySchema): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(Object.fromEntries(Object.entries(schema).map(([key, property]) => [key, legalValue(property)])));

describe.each(Object.entries(schemas))("%s", (_, schema) => {
  test("every state, and every pair of states, comes back from its address", () => {
    fc.assert(
      fc.property(stateOf(schema), fc.option(stateOf(schema)), (state, other) => {
        // An address that is too long is not read; the pages do not offer it.
        const hash = writeLink(schema, state, other);
        expect(readLink(schema, hash)).toEqual({ state, other, faults: [] });
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  test("whatever stands there, the state is one that the page can show, and what is not shown is said", () => {
    const keys = fc.oneof(
      fc.constantFrom(...Object.keys(schema), ...Object.keys(schema).map((key) => `b.${key}`)),
      fc.constantFrom("b", "b.", "__proto__", "constructor", "b.__proto__", "toString", ""),
      fc.string({ maxLength: 12 }),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(keys, anyText), { maxLength: 12 }), (pairs) => {
        const { state, other, faults } = readLink(schema, `#${new URLSearchParams(pairs)}`);
        for (const one of [state, other])
          if (one) {
            expect(Object.keys(one)).toEqual(Object.keys(schema));
            expect(readLink(schema, writeLink(schema, one, null))).toEqual({ state: one, other: null, faults: [] });
          }
        const unknown = pairs.filter(([key]) => key !== "b" && !Object.hasOwn(schema, key.replace(/^b\./, "")));
        expect(faults.filter(({ code }) => code === "unknown").length).toBeGreaterThanOrEqual(unknown.length);
        expect(({} as Record<string, unknown>).polluted).toBeUndefined();
      }),
      { numRuns: 300, seed: 2 },
    );
  });

  test("a fragment of any signs is read without an error", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        const { state } = readLink(schema, `#${text}`);
        expect(Object.keys(state)).toEqual(Object.keys(startOf(schema)));
      }),
      { numRuns: 200, seed: 3 },
    );
  });
});

describe("context", () => {
  const source = fc.oneof(
    fc.record({ kind: fc.constant("model" as const), id: fc.string({ unit: "grapheme", maxLength: 40 }) }),
    fc.record({ kind: fc.constant("text" as const), text: fc.string({ unit: "grapheme", maxLength: 200 }) }),
  );
  const dialect = fc.option(fc.constantFrom(...DIALECT_NAMES));
  const layerType = fc.option(fc.string({ unit: "grapheme", maxLength: 30 }));
  const state: fc.Arbitrary<context.ContextState> = fc.record({
    source,
    dialect,
    length: fc.option(fc.integer({ min: context.LENGTHS[0], max: context.LENGTHS[1] })),
    layerType,
    other: fc.option(fc.record({ source, dialect, layerType })),
    stage: fc.constantFrom(...context.STAGES),
    quantity: fc.constantFrom(...context.QUANTITIES),
    rows: fc.constantFrom(...context.ROWS),
  });

  test("every state comes back from its address", () => {
    fc.assert(
      fc.property(state, (one) => {
        expect(context.contextLink.read(context.toHash(one))).toEqual({ state: one, fault: null });
      }),
      { numRuns: 500, seed: 4 },
    );
  });

  test("any JSON is a state or a fault, never an error", () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string({ unit: "grapheme" })), (text) => {
        const { state, fault } = context.contextLink.read(`#context=${encodeURIComponent(text)}`);
        expect(state === null).toBe(fault !== null);
      }),
      { numRuns: 500, seed: 5 },
    );
  });
});

describe("order", () => {
  const token = fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 });
  const mask = fc.oneof(
    fc.constantFrom({ kind: "none" }, { kind: "causal" }),
    fc.integer({ min: 1, max: 8 }).map((window) => ({ kind: "sliding_window", window })),
    fc.integer({ min: 0, max: 8 }).map((reach) => ({ kind: "local", reach })),
  );
  const problem = fc.record(
    {
      input: fc.record(
        {
          kind: fc.constant("tokens"),
          tokens: fc.array(token, { minLength: 2, maxLength: 6 }),
          heads: fc.constantFrom(1, 2),
          model_dim: fc.constantFrom(4, 8, 16),
          seed: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
        },
        { requiredKeys: ["kind", "tokens"] },
      ),
      method: fc.constantFrom(...METHOD_KINDS).map((kind) => ({ kind })),
      mask,
      permute_mask: fc.boolean(),
      scale: fc.double({ min: 0.01, max: 4, noNaN: true }),
    },
    { requiredKeys: ["input"] },
  );
  const hashOf = (value: unknown) => `#problem=${encodeURIComponent(JSON.stringify(value))}`;

  test("every problem that is read, and the pair of two, comes back from its address", () => {
    let read = 0;
    fc.assert(
      fc.property(problem, problem, (one, two) => {
        const [first, second] = [readHash(hashOf(one)), readHash(hashOf(two))];
        if (first.kind !== "problem" || second.kind !== "problem") return;
        read++;
        expect(readHash(toHash(first.problem))).toEqual(first);
        const pair = readHash(toHash(first.problem, second.problem));
        expect(pair).toEqual({ kind: "problem", problem: first.problem, other: second.problem });
      }),
      { numRuns: 300, seed: 6 },
    );
    expect(read).toBeGreaterThan(100);
  });

  test("any JSON is a problem or an issue, never an error", () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string({ unit: "grapheme" })), (text) => {
        expect(["problem", "issue", "empty"]).toContain(readHash(`#problem=${encodeURIComponent(text)}`).kind);
      }),
      { numRuns: 500, seed: 7 },
    );
  });
});
