/** The numbers that the lab promises, from the core, and what the page makes of them. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPosenc, type Posenc } from "../../../web/src/engine/index.ts";
import {
  dotMap,
  firstRise,
  isRounding,
  largestDifference,
  largestShiftError,
  profileAtDistance,
  profileOf,
  rowAt,
  shiftAll,
  wholeRows,
} from "../../../web/src/labs/absolute/arithmetic.ts";
import { plainScores, rangeOf } from "../../../web/src/labs/absolute/figures/projected.ts";
import { methodOf } from "../../../web/src/labs/absolute/methods.ts";
import { frequencyDifference, reorderedDifference } from "../../../web/src/labs/absolute/sections/variants.ts";
import { type AbsoluteState, SCHEMA } from "../../../web/src/labs/absolute/state.ts";
import { type Parts, tasksFor } from "../../../web/src/labs/absolute/tasks.ts";
import { type View, viewOf } from "../../../web/src/labs/absolute/view.ts";
import { startOf } from "../../../web/src/state/schema.ts";

let posenc: Posenc;
beforeAll(async () => {
  posenc = await createPosenc({ engine: "wasm" });
});
afterAll(() => posenc.close());

const stateOf = (change: Partial<AbsoluteState>): AbsoluteState => ({ ...startOf(SCHEMA), ...change });

async function partsOf(change: Partial<AbsoluteState>, beside?: Partial<AbsoluteState>): Promise<Partial<Parts>> {
  const pair = { state: stateOf(change), other: beside ? stateOf(beside) : null };
  const parts: Record<string, unknown> = {};
  const { signal } = new AbortController();
  for (const [name, task] of Object.entries(tasksFor(pair))) parts[name] = await task.run(posenc, signal);
  return parts as Partial<Parts>;
}

async function viewWith(change: Partial<AbsoluteState>): Promise<{ view: View; parts: Partial<Parts> }> {
  const parts = await partsOf(change);
  return { view: viewOf({ state: stateOf(change), other: null }, parts) as View, parts };
}

const rounded = (row: readonly number[], digits = 4) => row.map((value) => Number(value.toFixed(digits)) + 0);

describe("sinusoidal, d_model = 4", () => {
  test.each([
    [0, [0, 1, 0, 1]],
    [1, [0.8415, 0.5403, 0.01, 1]],
    [2, [0.9093, -0.4161, 0.02, 0.9998]],
  ])("position %d", async (p, expected) => {
    const { view } = await viewWith({ d_model: 4, positions: 3 });
    expect(rounded(rowAt(view.now.table, p) as number[])).toEqual(expected);
  });
});

describe("wavelengths", () => {
  const lengths = async (change: Partial<AbsoluteState>) =>
    ((await partsOf(change)).turn?.frequencies ?? []).map((w) => (2 * Math.PI) / w);

  test("geometric from 2π, below 2π · base", async () => {
    const all = await lengths({ d_model: 512 });
    expect(all).toHaveLength(256);
    expect(all[0]).toBeCloseTo(2 * Math.PI, 12);
    for (let pair = 1; pair < all.length; ++pair)
      expect((all[pair] as number) / (all[pair - 1] as number)).toBeCloseTo(10000 ** (2 / 512), 10);
    expect(all.at(-1)).toBeLessThan(2 * Math.PI * 10000);
    expect((2 * Math.PI) / (all.at(-1) as number)).toBeCloseTo(1.0366e-4, 8);
  });

  test("Tensor2Tensor reaches 2π · base", async () => {
    const all = await lengths({ method: "tensor2tensor", d_model: 512 });
    expect(all.at(-1)).toBeCloseTo(2 * Math.PI * 10000, 6);
    expect((2 * Math.PI) / (all[1] as number)).toBeCloseTo(0.96452553, 8);
  });
});

describe("products and shifts", () => {
  test.each([
    { d_model: 64, positions: 64 },
    { method: "concatenated", d_model: 128, positions: 32, offset: 2 },
    { method: "fairseq", d_model: 33, positions: 20 },
  ] as Partial<AbsoluteState>[])("a product is the same for all p: %j", async (change) => {
    const { view } = await viewWith(change);
    const { table } = view.now;
    const profile = profileOf(dotMap(table), table.count);
    for (let k = 0; k < table.count; ++k) {
      const { least, most } = profileAtDistance(profile, -k);
      expect(isRounding(most - least, table.width)).toBe(true);
    }
    expect(profile.mean[0]).toBeCloseTo(Math.floor(table.width / 2), 10);
  });

  test("a sine without a cosine ends that, and a learned table never had it", async () => {
    for (const change of [{ d_model: 5 }, { method: "learned" }] as Partial<AbsoluteState>[]) {
      const { table } = (await viewWith(change)).view.now;
      const { least, most } = profileAtDistance(profileOf(dotMap(table), table.count), 5);
      expect(isRounding(most - least, table.width)).toBe(false);
    }
  });

  test("products agree with the core's scores of the same rows", async () => {
    const { view } = await viewWith({ d_model: 16, positions: 12 });
    const rows = wholeRows(view.now.table);
    const tensor = { shape: [12, 16], data: Float32Array.from(rows) };
    const { scores } = await posenc.attention(
      { input: { kind: "tensors", query: tensor, key: tensor }, scale: 1 },
      { outputs: ["scores"] },
    );
    expect(largestDifference(dotMap(view.now.table), scores?.data ?? [])).toBeLessThan(3e-6);
  });

  test.each([
    ["paper", 64, 5],
    ["paper", 5, -3],
    ["tensor2tensor", 32, 17],
    ["concatenated", 4, 0],
  ] as const)("R(k) PE(p) = PE(p + k) for every p: %s, d = %d, k = %d", async (method, d_model, k) => {
    const { view } = await viewWith({ method, d_model, k, p: 20, offset: 2 });
    const { table, turn } = view.now;
    for (let p = Math.max(0, -k); p + Math.max(0, k) < table.count; ++p)
      expect(largestShiftError(shiftAll(table, turn as Parts["turn"], p))).toBeLessThan(1e-13);
    expect(largestShiftError(shiftAll(table, { ...(turn as Parts["turn"]), k: k + 1 }, 10))).toBeGreaterThan(1e-3);
  });

  test("farther is not always smaller", async () => {
    const { table } = (await viewWith({ d_model: 128, positions: 128 })).view.now;
    const profile = profileOf(dotMap(table), 128);
    const distance = firstRise(profile, 128) as number;
    expect(distance).toBeGreaterThan(0);
    expect(profile.mean[distance + 1]).toBeGreaterThan(profile.mean[distance] as number);
    expect(firstRise({ mean: [3, 2, 1], least: [], most: [] }, 4)).toBeNull();
  });

  test("through projections the same distance scores otherwise at other places", async () => {
    const { view, parts } = await viewWith({ d_model: 64 });
    const projected = parts.projected as Parts["projected"];
    const direct = rangeOf(plainScores(view.now, projected));
    const through = rangeOf(projected.scores);
    expect(direct.most - direct.least).toBeLessThan(1e-12);
    expect(through.most - through.least).toBeGreaterThan(0.1);
  });
});

test("variants at p = 1, d = 6, and what differs", async () => {
  const { variants } = await partsOf({ d_model: 6, p: 1 });
  const row = (at: number) => rounded(variants?.all[at]?.row ?? [], 8);
  expect(row(0)).toEqual([0.84147098, 0.54030231, 0.04639922, 0.99892298, 0.00215443, 0.99999768]);
  expect(row(2)).toEqual([0.84147098, 0.00999983, 0.0001, 0.54030231, 0.99995, 1]);
  expect(row(3)).toEqual(row(2));
  expect(reorderedDifference(variants as Parts["variants"])).toBe(0);
  expect(frequencyDifference(variants as Parts["variants"])).toBeCloseTo(0.04639922 - 0.00999983, 8);
});

describe("learned tables", () => {
  test("the position behind the last row is the core's error, with index and size", async () => {
    const { view } = await viewWith({ method: "learned", rows: 32, positions: 40, offset: 2 });
    expect(view.now.table.count).toBe(30);
    expect(view.now.table.refusal).toEqual({
      position: 30,
      message: "method.table: expected a row from 0 to 31 of its 32 rows for token 0, got row 32",
    });
  });

  test("enough rows: nothing is refused", async () => {
    const { view } = await viewWith({ method: "learned", rows: 64, positions: 64 });
    expect([view.now.table.count, view.now.table.refusal, view.now.table.extended]).toEqual([64, null, null]);
  });

  test("an offset that leaves no row at all fails in the core's words", async () => {
    await expect(partsOf({ method: "learned", rows: 4, offset: 4 })).rejects.toThrow("of its 4 rows");
  });

  test("interpolation keeps the ends alone, the hierarchical extension every row", async () => {
    const extended = async (extension: AbsoluteState["extension"]) =>
      (await viewWith({ method: "learned", rows: 32, positions: 64, extension })).view.now.table.extended;
    const interpolated = await extended("interpolate");
    expect([interpolated?.own, interpolated?.unchanged]).toEqual([32, 1]);
    expect(interpolated?.largest).toBeGreaterThan(0.1);
    const hierarchical = await extended("hierarchical");
    expect([hierarchical?.own, hierarchical?.unchanged]).toEqual([32, 32]);
  });

  test("interpolated rows are read at r (rows − 1) / (n − 1)", async () => {
    const change = { method: "learned", rows: 5, positions: 9 } as const;
    const [stretched, own] = await Promise.all([
      viewWith({ ...change, extension: "interpolate" }),
      viewWith({ ...change, positions: 5 }),
    ]);
    const middle = rowAt(own.view.now.table, 1).map(
      (value, channel) => (value + (rowAt(own.view.now.table, 2)[channel] as number)) / 2,
    );
    expect(largestDifference(rowAt(stretched.view.now.table, 3), middle)).toBeLessThan(1e-12);
  });

  test("BERT's table has 393 216 numbers", () => {
    const { rows, d_model } = stateOf({ method: "learned", rows: 512, d_model: 768 });
    expect(rows * d_model).toBe(393_216);
    expect(methodOf(stateOf({ method: "learned", rows: 512, d_model: 768 }))).toMatchObject({ rows: 512 });
  });
});
