/** What files hold and how they are called. */
import { expect, test } from "vitest";
import { gridOf, pixelsOf } from "../../../web/src/elements/map/blocks.ts";
import { type Cells, filed, labelled } from "../../../web/src/elements/map/map-figure.ts";
import { wholeOf } from "../../../web/src/elements/map/region.ts";
import { matrixCsv, matrixJson, matrixTensor } from "../../../web/src/elements/matrix-text.ts";
import { fileName } from "../../../web/src/elements/origin.ts";
import { columnCopies } from "../../../web/src/lab/figure-data.ts";

const matrix = {
  rows: [{ text: 'a, "b"' }, { text: "the", index: 3 }],
  columns: [{ text: "0" }, { text: "1" }],
  at: (row: number, column: number) => (row === 0 && column === 1 ? Number.NaN : 2 * row + column + 0.1),
};

test("a matrix as JSON, CSV and an array: hidden cells, quotes, indices", () => {
  expect(JSON.parse(matrixJson(matrix))).toEqual({
    rows: matrix.rows,
    columns: matrix.columns,
    values: [
      [0.1, null],
      [2.1, 3.1],
    ],
  });
  expect(matrixCsv(matrix)).toBe('row,"0","1"\n"a, ""b""",0.1,NaN\n"the 3",2.1,3.1\n');
  expect(matrixTensor(matrix)).toEqual({ shape: [2, 2], data: Float64Array.of(0.1, Number.NaN, 2.1, 3.1) });
});

test("what the mask hides is 0 of weights and −∞ of scores, and float32 stays float32", () => {
  const [third, hidden] = [Math.fround(1 / 3), Number.NaN];
  const cells = (hiddenAs?: number): Cells => ({
    ...{ rows: 1, columns: 2, map: "diverging", domain: 1, hiddenAs },
    at: (_, column) => (column === 0 ? third : hidden),
  });
  const file = (hiddenAs?: number) => filed(cells(hiddenAs), wholeOf(1, 2));
  expect(matrixTensor(file(0)).data).toEqual(Float32Array.of(third, 0));
  expect(matrixTensor(file(-Infinity)).data).toEqual(Float32Array.of(third, -Infinity));
  expect(matrixTensor(file()).data).toEqual(Float32Array.of(third, hidden));
  expect(matrixTensor({ ...file(0), at: () => 1 / 3 }).data).toBeInstanceOf(Float64Array);
  expect(matrixCsv(file(-Infinity))).toMatch(/,-inf\n$/);
  expect(JSON.parse(matrixJson(file(-Infinity))).values).toEqual([[third, null]]);
});

test("columns of a figure: those with numbers are an array of rows", () => {
  const columns = [
    { name: "key", label: "", values: [0, 1] },
    { name: "token", label: "", values: ["狗", "7"] },
    { name: "score", label: "", values: new Float32Array([0.5, -Infinity]) },
  ];
  const { tensor, csv, python } = columnCopies(() => columns);
  expect(tensor?.()).toEqual({ shape: [2, 2], data: Float32Array.of(0, 0.5, 1, -Infinity) });
  expect(csv?.()).toBe('key,token,score\n0,"狗",0.5\n1,"7",-inf\n');
  expect(python).toBeUndefined();
});

test("names of files are safe and say what is inside", () => {
  expect(fileName("posenc", "scores", "weights", "t5_bias")).toBe("posenc-scores-weights-t5-bias");
  expect(fileName("posenc", "context", "", "../../etc/Llama 3.1")).toBe("posenc-context-etc-llama-3-1");
  expect(fileName("posenc", "分数", "x")).toBe("posenc-x");
});

test("a region has its own indices; a picture shows the largest of each block", () => {
  const cells = {
    rows: 1000,
    columns: 1000,
    at: (row: number, column: number) => (row === 7 ? -column : 0),
    map: "diverging",
    domain: 1,
  } as const;
  const part = labelled(cells, { top: 6, bottom: 8, left: 998, right: 1000 });
  expect(part.rows.map(({ text }) => text)).toEqual(["6", "7"]);
  expect([part.at(1, 1), part.at(0, 1)]).toEqual([-999, 0]);
  const grid = gridOf(wholeOf(1000, 1000));
  const figure = pixelsOf(cells, grid);
  expect([figure.rows.length, figure.columns.length]).toEqual([400, 400]);
  // Rows 5 and 6 are the third pixel, 7 to 9 follow.
  expect(figure.values?.[3 * 400 + 399]).toBe(-999);
  expect(figure.rows[3]?.text).toBe("7");
  expect(gridOf(wholeOf(128, 1024))).toMatchObject({ height: 128, width: 1024 });
});
