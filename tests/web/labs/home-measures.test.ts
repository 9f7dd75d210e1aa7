/** What the home page says of each method, measured. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPosenc, type Posenc } from "../../../web/src/engine/index.ts";
import { SCHEMA as ABSOLUTE } from "../../../web/src/labs/absolute/state.ts";
import { ENTRIES, isNothing, measureMethod } from "../../../web/src/labs/home/measures.ts";
import { SCHEMA as RELATIVE } from "../../../web/src/labs/relative/state.ts";
import { readLink } from "../../../web/src/state/schema.ts";
import { labAddress } from "../../../web/src/ui/addresses.ts";

let posenc: Posenc;
beforeAll(async () => {
  posenc = await createPosenc({ engine: "reference" });
});
afterAll(() => posenc.close());

const signal = new AbortController().signal;

/** order, place, direction: what a method sees. */
const SEEN: Record<string, [boolean, boolean, boolean]> = {
  none: [false, false, false],
  sinusoidal: [true, true, true],
  learned: [true, true, true],
  shaw: [true, false, true],
  transformer_xl: [true, false, true],
  t5_bias: [true, false, true],
  deberta: [true, false, true],
  rotary: [true, false, true],
  alibi: [true, false, false],
  kerple: [true, false, true],
  sandwich: [true, false, true],
  cope: [true, false, false],
};

describe("three questions", () => {
  test("every method of the page has an answer here", () => {
    expect(ENTRIES.map(({ method }) => method.kind).sort()).toEqual([...Object.keys(SEEN), "fire"].sort());
  });

  test.each(ENTRIES.filter(({ method }) => method.kind !== "fire"))("$method.kind", async ({ method }) => {
    const measured = await measureMethod(posenc, ["狗", "咬", "人"], method, signal);
    expect([measured.order, measured.shift, measured.mirror].map((value) => !isNothing(value))).toEqual(
      SEEN[method.kind],
    );
  });

  test("FIRE divides by the query's position, so that its place is seen where it passes the threshold", async () => {
    const near = await measureMethod(posenc, ["狗", "咬", "人"], { kind: "fire" }, signal);
    const far = await measureMethod(posenc, ["狗", "咬", "人"], { kind: "fire", threshold: 1 }, signal);
    expect([isNothing(near.order), isNothing(near.shift), isNothing(far.shift)]).toEqual([false, true, false]);
  });

  test("the two sentences of the headline", async () => {
    const reversals = ["none", "rotary"].map(async (kind) => {
      const { reversal } = await measureMethod(posenc, ["狗", "咬", "人"], { kind: kind as "none" }, signal);
      return reversal;
    });
    const [none, rotary] = await Promise.all(reversals);
    expect(none).toBeLessThan(1e-15);
    expect(rotary).toBeGreaterThan(0.1);
  });
});

test.each(ENTRIES)("$method.kind has a link that shows it", ({ method: { kind }, lab, state }) => {
  const address = new URL(labAddress(lab, "?lang=en&theme=dark&engine=wasm", state), "https://a.example/");
  expect(address.search).toBe(`?lab=${lab}&lang=en&theme=dark`);
  if (lab !== "relative" && lab !== "absolute") return;
  const { state: shown, faults } = readLink<{ method: string }>(
    lab === "relative" ? RELATIVE : (ABSOLUTE as never),
    address.hash,
  );
  expect(faults).toEqual([]);
  expect(shown.method).toBe(kind === "sinusoidal" ? "paper" : kind);
});
