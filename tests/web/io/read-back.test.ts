/** What the page saves, and what pandas and R write, is read as the numbers it holds. */
import { expect, test } from "vitest";
import { matrixCsv, matrixJson } from "../../../web/src/elements/matrix-text.ts";
import { readCsv } from "../../../web/src/io/read-csv.ts";
import { readJson } from "../../../web/src/io/read-json.ts";
import { columnCopies } from "../../../web/src/lab/figure-data.ts";

const matrix = {
  rows: [{ text: "x₀" }, { text: 'a, "b"', index: 1 }],
  columns: [{ text: "x₀" }, { text: "the", index: 1 }],
  at: (row: number, column: number) => (column > row ? 0 : row + 0.25),
};
const NUMBERS = [0.25, 0, 1.25, 1.25];

test("a matrix as CSV: names of rows and columns are passed over", () => {
  expect(readCsv(matrixCsv(matrix), "weights")).toMatchObject({ shape: [2, 2], data: Float64Array.from(NUMBERS) });
});

test("a matrix of numbered rows as CSV", () => {
  const numbered = { ...matrix, rows: [{ text: "0" }, { text: "1" }], columns: [{ text: "0" }, { text: "1" }] };
  expect(readCsv(matrixCsv(numbered), "w")).toMatchObject({ shape: [2, 2], data: Float64Array.from(NUMBERS) });
});

test("hidden scores as CSV are −∞", () => {
  expect(readCsv('row,"0","1"\n"a",1,-inf\n', "s").data).toEqual(Float64Array.of(1, -Infinity));
});

test("a matrix as JSON, with what it is about and without", () => {
  const json = matrixJson(matrix);
  for (const text of [json, json.replace("{", '{"about": {"caption": ["x"], "link": "y"}, ')])
    expect(readJson(text, "weights")).toEqual([
      { name: "weights", dtype: "text", shape: [2, 2], data: Float64Array.from(NUMBERS) },
    ]);
});

test("columns of a figure as CSV and JSON: words are passed over", () => {
  const { csv, json } = columnCopies(() => [
    { name: "key", label: "", values: [0, 1] },
    { name: "token", label: "", values: ["dog", "7"] },
    { name: "weight", label: "", values: [0.5, 0.25] },
  ]);
  expect(readCsv(csv?.() as string, "row")).toMatchObject({ shape: [2, 2], data: Float64Array.of(0, 0.5, 1, 0.25) });
  expect(readJson(json?.() as string, "row").map(({ name }) => name)).toEqual(["key", "weight"]);
});

test.each([
  ["pandas, to_csv()", ",d0,d1\n0,1,2\n1,3,4\n"],
  ["pandas, named rows", ",d0,d1\nr0,1,2\nr1,3,4\n"],
  ["R, write.csv()", '"","V1","V2"\n"1",1,2\n"2",3,4\n'],
  ["numbers in quotes", '"d0","d1"\n"1","2"\n"3","4"\n'],
])("%s", (_, text) => {
  expect(readCsv(text, "q")).toMatchObject({ shape: [2, 2], data: Float64Array.of(1, 2, 3, 4) });
});

test("a name of a use must hold numbers; words without quotes are refused", () => {
  expect(() => readJson('{"query": "oops", "scores": [[1]]}', "f")).toThrow("query: expected numbers");
  expect(() => readJson('{"engine": "wasm"}', "f")).toThrow("engine: expected numbers");
  expect(() => readCsv("a,b\n1,x\n", "f")).toThrow("line 2, column 2: expected a number, got x");
  expect(() => readCsv(",b\n1,x\n", "f")).toThrow("line 2, column 2: expected a number, got x");
});
