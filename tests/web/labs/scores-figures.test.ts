/** Figures of the lab Scores as data: matrices, maps, copies, lines. */
import { expect, test } from "vitest";
import { blockAt, gridOf, paintMap, peakOf, stepOnMap } from "../../../web/src/elements/map/blocks.ts";
import { wholeOf } from "../../../web/src/elements/map/region.ts";
import { inSlices } from "../../../web/src/elements/map/slices.ts";
import { toJson } from "../../../web/src/lab/figure-data.ts";
import { cellsOf } from "../../../web/src/labs/scores/cells.ts";
import { scoreFigure, weightFigure } from "../../../web/src/labs/scores/figures/row.ts";
import { differenceOf, domainOf, type Matrix, matrixOf, sameShape } from "../../../web/src/labs/scores/matrix.ts";
import { matrixCopies } from "../../../web/src/labs/scores/matrix-copies.ts";
import type { HeadResult } from "../../../web/src/labs/scores/result.ts";
import { rowNumbers } from "../../../web/src/labs/scores/row.ts";
import { SCHEMA } from "../../../web/src/labs/scores/state.ts";
import { startOf } from "../../../web/src/state/schema.ts";

/** Two tokens, the second hidden from the first. */
function small(change: Partial<HeadResult> = {}): HeadResult {
  return {
    state: startOf(SCHEMA),
    head: 0,
    queries: ["狗", "咬"],
    tokens: ["狗", "咬"],
    scale: 0.5,
    valueDim: 3,
    content: Float32Array.of(1, 2, 3, 4),
    scores: Float32Array.of(1, -Infinity, 2.5, 4),
    weights: Float32Array.of(1, 0, 0.25, 0.75),
    output: Float32Array.of(1, 2, 3, 4, 5, 6),
    largest: { content: 4, position: 0.5, scores: 4, weights: 1, output: 6 },
    ...change,
  } as HeadResult;
}

const cellsOfMatrix = ({ rows, columns, at }: Matrix) =>
  Array.from({ length: rows * columns }, (_, cell) => at(Math.floor(cell / columns), cell % columns));

test("the six matrices of a result", () => {
  const of = (name: Parameters<typeof matrixOf>[1]) => cellsOfMatrix(matrixOf(small(), name, 1));
  expect(of("content")).toEqual([1, 2, 3, 4]);
  expect(of("position")).toEqual([0, Number.NaN, -0.5, 0]);
  expect(of("mask")).toEqual([0, Number.NaN, 0, 0]);
  expect(of("scores")).toEqual([1, Number.NaN, 2.5, 4]);
  expect(of("weights")).toEqual([1, Number.NaN, 0.25, 0.75]);
  expect(of("output")).toEqual([1, 2, 3, 4, 5, 6]);
});

test("differences: a hidden weight counts as 0, a hidden score has no number", () => {
  const open = small({ scores: Float32Array.of(0, 1, 2, 3), weights: Float32Array.of(0.5, 0.5, 0.5, 0.5) });
  expect(cellsOfMatrix(differenceOf(open, small(), "weights", 1))).toEqual([-0.5, 0.5, 0.25, -0.25]);
  expect(cellsOfMatrix(differenceOf(open, small(), "scores", 1))).toEqual([-1, Number.NaN, -0.5, -1]);
  expect(domainOf("weights", open, small())).toBe(1);
  expect(sameShape(small(), small({ valueDim: 4 }), "scores")).toBe(true);
  expect(sameShape(small(), small({ valueDim: 4 }), "output")).toBe(false);
  expect(sameShape(small(), small({ tokens: ["a"] }), "scores")).toBe(false);
  expect(sameShape(small(), small({ queries: ["a"] }), "scores")).toBe(false);
});

test("one query on two keys: one row, named by the query; its mark stands at the last key", () => {
  const one = small({
    queries: ["q₀"],
    tokens: ["k₀", "k₁"],
    scores: Float32Array.of(2.5, 4),
    weights: Float32Array.of(0.25, 0.75),
    output: Float32Array.of(4, 5, 6),
  });
  expect(cellsOfMatrix(matrixOf(one, "weights", 1))).toEqual([0.25, 0.75]);
  expect(cellsOfMatrix(matrixOf(one, "output", 1))).toEqual([4, 5, 6]);
  const matrix = matrixOf(one, "scores", 1);
  const { rows, columns } = cellsOf({ name: "scores", matrix, result: one }, wholeOf(1, 2));
  expect([rows, columns].map((labels) => labels.map(({ text }) => text))).toEqual([["q₀"], ["k₀", "k₁"]]);
  const row = rowNumbers(one, 0);
  expect(row).toMatchObject({ query: 0, slot: 1, back: 0.25, top: 1, visible: 2 });
  const marks = (present: HeadResult) =>
    scoreFigure({ present, row: rowNumbers(present, 0), kept: null, plain: null }).chart.marks;
  expect(marks(one)).toEqual([{ axis: "x", at: 1, label: "query" }]);
  // Before the first key there is no place for it.
  expect(marks(small({ queries: ["q₀", "q₁", "q₂"] }))).toEqual([]);
});

const ramp = (size: number): Matrix => ({
  rows: size,
  columns: size,
  map: "diverging",
  domain: size * size,
  at: (row, column) => (column > row ? Number.NaN : (row % 2 ? -1 : 1) * (row * size + column)),
});

test("a pixel has the largest |value| of its block, and says where it is", () => {
  const grid = gridOf(wholeOf(2000, 2000));
  expect([grid.height, grid.width]).toEqual([400, 400]);
  expect(blockAt(grid, 399, 0)).toEqual({ top: 1995, bottom: 2000, left: 0, right: 5 });
  expect(peakOf(ramp(2000), blockAt(grid, 399, 0))).toEqual({ row: 1999, column: 4, value: -(1999 * 2000 + 4) });
  expect(peakOf(ramp(2000), blockAt(grid, 0, 399)).value).toBeNaN();
  let cells = 0;
  for (let y = 0; y < 150; ++y)
    for (let x = 0; x < 150; ++x) {
      const { top, bottom, left, right } = blockAt({ region: wholeOf(401, 401), height: 150, width: 150 }, y, x);
      cells += (bottom - top) * (right - left);
    }
  expect(cells).toBe(401 * 401);
});

test("painting: hidden pixels are clear but for the hatch; values have colours", async () => {
  const grid = gridOf(wholeOf(40, 40));
  const pixels = new Uint8ClampedArray(40 * 40 * 4);
  const stop = new AbortController();
  expect(await inSlices(paintMap(ramp(40), grid, pixels, "light"), stop.signal)).toBe(true);
  const at = (y: number, x: number) => Array.from(pixels.subarray(4 * (y * 40 + x), 4 * (y * 40 + x) + 4));
  expect(at(0, 1)).toEqual([0, 0, 0, 0]);
  expect(at(0, 4)).toEqual([0xb4, 0xb4, 0xb4, 255]);
  const [even, odd] = [at(38, 3), at(39, 3)];
  expect((even[0] as number) > (even[2] as number)).toBe(true);
  expect((odd[2] as number) > (odd[0] as number)).toBe(true);
});

test("slices: an aborted painting says so and goes no further", async () => {
  const stop = new AbortController();
  let steps = 0;
  function* endless(): Generator<void> {
    for (;;) {
      ++steps;
      yield;
    }
  }
  const running = inSlices(endless(), stop.signal);
  setTimeout(() => stop.abort(), 30);
  expect(await running).toBe(false);
  const before = steps;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(steps).toBe(before);
});

test("keys on a map move by pixels and stay inside", () => {
  const grid = gridOf({ top: 0, bottom: 2000, left: 0, right: 2000 });
  const [plainStride, far, corner] = [
    { shiftKey: false, ctrlKey: false },
    { shiftKey: true, ctrlKey: false },
    { shiftKey: false, ctrlKey: true },
  ] as const;
  const from = { row: 100, column: 100 };
  expect(stepOnMap("ArrowDown", plainStride, from, grid)).toEqual({ row: 105, column: 100 });
  expect(stepOnMap("ArrowLeft", far, from, grid)).toEqual({ row: 100, column: 50 });
  expect(stepOnMap("End", plainStride, from, grid)).toEqual({ row: 100, column: 1999 });
  expect(stepOnMap("PageUp", plainStride, from, grid)).toEqual({ row: 0, column: 100 });
  expect(stepOnMap("ArrowUp", far, { row: 3, column: 0 }, grid)).toEqual({ row: 0, column: 0 });
  expect(stepOnMap("a", plainStride, from, grid)).toBeNull();
  expect(stepOnMap("End", corner, from, grid)).toEqual({ row: 1999, column: 1999 });
  expect(stepOnMap("Home", corner, from, grid)).toEqual({ row: 0, column: 0 });
});

test("cells of a region, with their labels", () => {
  const matrix = matrixOf(small(), "scores", 4);
  const figure = cellsOf({ name: "scores", matrix, result: small() }, { top: 1, bottom: 2, left: 0, right: 2 });
  expect(figure.rows).toEqual([{ text: "咬", index: 1 }]);
  expect(Array.from(figure.values as ArrayLike<number>)).toEqual([2.5, 4]);
  const whole = cellsOf({ name: "scores", matrix, result: small() }, wholeOf(2, 2));
  expect([whole.hidden?.(0, 1), whole.hidden?.(1, 1)]).toEqual([true, false]);
});

test("copies of a region: JSON without NaN, CSV with indices, Python; none where it is too large", async () => {
  const matrix = matrixOf(small(), "scores", 4);
  const copied = { name: "scores", comment: "Scores\n# x", matrix, rows: ["狗", "咬"], columns: ["狗", "咬"] };
  const copies = matrixCopies({ ...copied, region: wholeOf(2, 2) });
  expect(JSON.parse((await copies.json?.()) ?? "")).toMatchObject({
    rows: [
      { index: 0, text: "狗" },
      { index: 1, text: "咬" },
    ],
    values: [
      [1, null],
      [2.5, 4],
    ],
  });
  expect(copies.csv?.()).toBe('row,"0","1"\n0,1,-inf\n1,2.5,4\n');
  expect(copies.python?.()).toBe(
    "# Scores # x\nimport numpy as np\n\nscores = np.array([\n    [1, -np.inf],\n    [2.5, 4],\n], dtype=np.float32)\n",
  );
  expect(matrixCopies({ ...copied, region: wholeOf(300, 300) })).toEqual({});
});

test("a row as lines: present, kept and without the method; hidden keys are gaps", () => {
  const row = rowNumbers(small(), 0);
  const input = { present: small(), row, kept: rowNumbers(small(), 1), plain: [1, 0] };
  const scores = scoreFigure(input);
  expect(scores.chart.lines.map(({ tone }) => tone)).toEqual(["main", "third", "before"]);
  expect(JSON.parse(toJson(scores))).toMatchObject({ token: ["狗", "咬"], score: [1, null], kept_score: [2.5, 4] });
  expect(scores.python).toContain("np.array([1, -np.inf]");
  const weights = weightFigure(input);
  expect(weights.chart.y.domain[0]).toBe(0);
  expect(weights.columns.map(({ name }) => name)).toEqual([
    "key",
    "token",
    "weight",
    "weight_without_method",
    "kept_weight",
  ]);
  expect(weightFigure({ ...input, kept: null, plain: null }).chart.lines.length).toBe(1);
});
