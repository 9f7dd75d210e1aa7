/** The promised numbers of biases, through the engine and the lab's own tasks. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPosenc, type Posenc } from "../../../web/src/engine/index.ts";
import { contentTask, curveTask } from "../../../web/src/labs/relative/bias-tasks.ts";
import { bucketRows, bucketsFigure } from "../../../web/src/labs/relative/figures/buckets.ts";
import { curveFigure } from "../../../web/src/labs/relative/figures/curve.ts";
import { slopesFigure } from "../../../web/src/labs/relative/figures/slopes.ts";
import { curveDifference, heaviest, readPair } from "../../../web/src/labs/relative/reading.ts";
import { type RelativeState, SCHEMA } from "../../../web/src/labs/relative/state.ts";
import { startOf } from "../../../web/src/state/schema.ts";

let posenc: Posenc;
beforeAll(async () => {
  posenc = await createPosenc({ engine: "wasm" });
});
afterAll(() => posenc.close());

const { signal } = new AbortController();
const stateOf = (change: Partial<RelativeState>): RelativeState => ({ ...startOf(SCHEMA), ...change });
const curveOf = (change: Partial<RelativeState>) => curveTask(stateOf(change)).run(posenc, signal);
const contentOf = (change: Partial<RelativeState>) => contentTask(stateOf(change)).run(posenc, signal);

const close = (found: readonly number[], wanted: readonly number[], digits = 6) => {
  expect(found).toHaveLength(wanted.length);
  for (const [at, value] of wanted.entries()) expect(found[at]).toBeCloseTo(value, digits);
};

describe("ALiBi", () => {
  test("contents 2 and 2 with slope 0.5 become 1.5 at distance 1 and 0 at distance 4", async () => {
    const content = await contentOf({});
    expect(content.scores[0]).toEqual([0, 0.5, 1, 1.5, 2]);
    expect(content.bias[0]).toEqual([-2, -1.5, -1, -0.5, 0]);
    const reading = readPair(stateOf({}), { content });
    expect(reading).toMatchObject({ relative: -4, content: 2, position: -2, score: 0, isHidden: false });
    expect(reading?.plain).toBeCloseTo(0.2, 6);
    // exp(0) / (exp(0) + exp(0.5) + exp(1) + exp(1.5) + exp(2))
    expect(reading?.weight).toBeCloseTo(0.058, 4);
  });

  test("a strong far key wins", async () => {
    const { weights } = await contentOf({ contents: [8, 2, 2, 2, 2] });
    expect(heaviest(weights[0] ?? [])).toBe(0);
    expect(weights[0]?.[0]).toBeGreaterThan(0.9);
  });

  test("the causal mask hides keys behind the query's position; without it the causal form rewards them", async () => {
    const hidden = await contentOf({ query: 2 });
    expect(hidden.scores[0]?.slice(3)).toEqual([-Infinity, -Infinity]);
    const state = stateOf({ query: 2, key: 4 });
    expect(readPair(state, { content: hidden })).toMatchObject({ isHidden: true, weight: 0 });
    expect((await contentOf({ query: 2, mask: "none" })).bias[0]).toEqual([-1, -0.5, 0, 0.5, 1]);
    expect((await contentOf({ query: 2, mask: "none", direction: "symmetric" })).bias[0]).toEqual([
      -1, -0.5, 0, -0.5, -1,
    ]);
  });

  test.each([
    [3, [0.0625, 0.00390625, 0.25]],
    [6, [0.25, 0.0625, 0.015625, 0.00390625, 0.5, 0.125]],
    [8, [0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625]],
    [
      12,
      [0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625, 2 ** -0.5, 2 ** -1.5, 2 ** -2.5, 2 ** -3.5],
    ],
  ])("the authors' slopes for %d heads", async (heads, wanted) => {
    const { slopes } = await curveOf({ heads });
    close(slopes?.present ?? [], wanted);
    expect(slopes?.authors).toEqual(slopes?.present);
  });

  test("the circulating series is right for eight heads and for no other count", async () => {
    const right: number[] = [];
    for (let heads = 1; heads <= 12; ++heads) {
      const { slopes } = await curveOf({ heads });
      if (slopes?.authors.every((slope, head) => slope === slopes.circulating[head])) right.push(heads);
    }
    expect(right).toEqual([8]);
  });

  test("rules: geometric, circulating, one slope", async () => {
    expect((await curveOf({ heads: 6, slope_rule: "geometric" })).slopes?.present[0]).toBeCloseTo(0.39685026, 6);
    expect((await curveOf({ heads: 3, slope_rule: "circulating" })).slopes?.present).toEqual([0.5, 0.25, 0.125]);
    expect((await curveOf({ heads: 3, slope_rule: "own", slope: 0.75 })).slopes?.present).toEqual([0.75, 0.75, 0.75]);
  });
});

describe("T5", () => {
  const rowOf = async (bidirectional: boolean, relatives: readonly number[]) => {
    const { buckets } = await curveOf({ method: "t5_bias", bidirectional });
    return relatives.map((relative) => buckets?.bucket[buckets.relatives.indexOf(relative)]);
  };
  const RELATIVES = [-128, -127, -64, -32, -20, -16, -15, -9, -8, -7, -1, 0, 1, 7, 8, 16];

  test("the buckets of case 30", async () => {
    expect(await rowOf(true, RELATIVES)).toEqual([15, 15, 14, 12, 10, 10, 9, 8, 8, 7, 1, 0, 17, 23, 24, 26]);
    expect(await rowOf(false, RELATIVES)).toEqual([31, 31, 26, 21, 17, 16, 15, 9, 8, 7, 1, 0, 0, 0, 0, 0]);
  });

  test("which distances share a bucket", async () => {
    const { buckets } = await curveOf({ method: "t5_bias", bidirectional: true });
    const rows = bucketRows(buckets ?? { relatives: [], bucket: [] }, 32);
    expect([rows[0], rows[8], rows[15]]).toEqual([
      { bucket: 0, back: "0", ahead: "" },
      { bucket: 8, back: "8–11", ahead: "" },
      { bucket: 15, back: "≥ 91", ahead: "" },
    ]);
    expect([rows[17]?.ahead, rows[24]?.ahead, rows[31]?.ahead]).toEqual(["1", "8–11", "≥ 91"]);
  });

  test("equal buckets have equal biases, and scores keep their scale of 1", async () => {
    const { relatives, bias } = await curveOf({ method: "t5_bias", reach: 128 });
    const at = (relative: number) => bias[0]?.[relatives.indexOf(relative)];
    expect(at(-17)).toBe(at(-18));
    expect(at(-15)).not.toBe(at(-14));
    const { scores, bias: own } = await contentOf({ method: "t5_bias" });
    close(
      scores[0] ?? [],
      (own[0] ?? []).map((value) => 2 + value),
    );
  });

  test("a largest distance within the exact buckets is refused by name", async () => {
    await expect(curveOf({ method: "t5_bias", max_distance: 8 })).rejects.toThrow("relative_attention_max_distance");
  });
});

test("KERPLE's logarithm with p = 1.5 and a = 0.3, its power, and lists that repeat over the heads", async () => {
  const { relatives, bias } = await curveOf({ method: "kerple", reach: 100 });
  const at = (relative: number, head = 0) => bias[head]?.[relatives.indexOf(relative)] ?? Number.NaN;
  close([at(-1), at(-10), at(-100)], [-0.3935464, -2.07944154, -5.15098081]);
  expect(at(-10, 4)).toBe(at(-10));
  expect(at(-10, 1)).toBeCloseTo(-Math.log(4), 6);
  const power = await curveOf({ method: "kerple", form: "power", p: [1], a: [0.5], reach: 8 });
  expect(power.bias[0]).toEqual((await curveOf({ reach: 8 })).bias[0]);
});

test("Sandwich at distance 1, 128 wide, and where farther is higher", async () => {
  const { bias } = await curveOf({ method: "sandwich", dimension: 128, reach: 256 });
  close([bias[0]?.at(-2) ?? 0, bias[7]?.at(-2) ?? 0, bias[0]?.at(-1) ?? 1], [-1.44661851, -0.18082731, 0]);
  const [head = []] = bias;
  expect(head.some((value, at) => at > 0 && value > (head[at - 1] as number))).toBe(true);
  expect(head.some((value, at) => at > 0 && value < (head[at - 1] as number))).toBe(true);
});

test("FIRE: the same distance gives another bias for a query that stands farther on", async () => {
  const [near, far] = [
    await curveOf({ method: "fire", threshold: 16, reach: 64 }),
    await curveOf({ method: "fire", threshold: 16, reach: 256 }),
  ];
  const found = curveDifference([near.relatives, near.bias[0] ?? []], [far.relatives, far.bias[0] ?? []]);
  expect(found?.largest).toBeGreaterThan(0.01);
});

describe("figures", () => {
  test("the curve has the shown head, another, and the kept one on the same points", async () => {
    const state = stateOf({ head: 2, second: 3 });
    const part = await curveOf({ head: 2 });
    const kept = { state: stateOf({ reach: 16 }), part: await curveOf({ reach: 16 }) };
    const { chart, columns, python } = curveFigure({ state, part }, kept);
    expect(chart.lines.map(({ tone }) => tone)).toEqual(["before", "third", "main"]);
    expect(chart.lines[2]?.values).toBe(part.bias[1]);
    expect(chart.lines[0]?.values[0]).toBeNaN();
    expect(chart.lines[0]?.values[48]).toBe(-8);
    expect(columns.map(({ name }) => name)).toEqual(["relative_position", "kept", "other_head", "bias"]);
    expect(python).toContain("slope = slopes(8)[1]");
    expect(chart.description).toContain("−16");
  });

  test("one head alone, and a head that does not exist", async () => {
    const part = await curveOf({ heads: 2 });
    const state = stateOf({ heads: 2, head: 9, second: 2 });
    const { lines } = curveFigure({ state, part }, null).chart;
    expect(lines.map(({ values }) => values)).toEqual([part.bias[1]]);
  });

  test("slopes: the rule in use, the other one, the circulating one, or the kept one", async () => {
    const part = await curveOf({ heads: 6 });
    const kept = await curveOf({ heads: 4, slope_rule: "own", slope: 1 });
    const alone = slopesFigure(part, null);
    expect(alone?.chart.lines.map(({ tone }) => tone)).toEqual(["main", "before", "third"]);
    expect(alone?.chart.lines[1]?.values).toBe(part.slopes?.geometric);
    expect(slopesFigure(part, kept)?.chart.lines[1]?.values).toEqual([1, 1, 1, 1, Number.NaN, Number.NaN]);
    expect(slopesFigure(await curveOf({ method: "fire" }), null)).toBeNull();
  });

  test("buckets beside kept ones", async () => {
    const part = await curveOf({ method: "t5_bias" });
    const kept = await curveOf({ method: "t5_bias", bidirectional: true, max_distance: 64 });
    const lines = bucketsFigure(part, kept)?.chart.lines ?? [];
    expect(lines.map(({ tone }) => tone)).toEqual(["before", "main"]);
    expect(lines[0]?.values[0]).toBeNaN();
    expect(lines[0]?.values[160 + 1]).toBe(17);
  });
});
