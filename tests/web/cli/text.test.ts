/** How the command prints numbers, tables and text. */
import { expect, test } from "vitest";
import { printJson } from "../../../web/src/cli/print-json.ts";
import { printNumber } from "../../../web/src/cli/print-number.ts";
import { tableCsv, tableText } from "../../../web/src/cli/table.ts";
import { escapeControls } from "../../../web/src/cli/text.ts";

test("floats are printed with the fewest digits that give them back", () => {
  const bits = new Uint32Array(1);
  const float = new Float32Array(bits.buffer);
  for (let i = 0; i < 100_000; i++) {
    bits[0] = Math.imul(i, 0x9e3779b1);
    const value = float[0] as number;
    if (!Number.isFinite(value)) continue;
    const printed = printNumber(value, "float");
    expect(Math.fround(Number(printed)), printed).toBe(value + 0);
    const shorter = [6, 7, 8].map((n) => Number(value.toPrecision(n))).find((one) => Math.fround(one) === value);
    expect(printed).toBe(String(shorter ?? Number(value.toPrecision(9))));
  }
});

test.each([
  [0, "0"],
  [-0, "0"],
  [0.1, "0.1"],
  [16777216, "16777216"],
  [1e-45, "1.4013e-45"],
  [-3.4028234663852886e38, "-3.4028235e+38"],
  [Number.NEGATIVE_INFINITY, "null"],
])("%d is %s", (value, text) => {
  expect(printNumber(Math.fround(value), "float")).toBe(text);
});

test("JSON: numbers and words share a line, sentences do not; absent fields are left out", () => {
  const value = { a: [1, null, 0.5], b: ["x", "y"], c: ["two words"], d: undefined, e: [{ f: true }], g: [] };
  const text = printJson(value, { digits: undefined, compact: false });
  expect(text).toBe(
    '{\n  "a": [1, null, 0.5],\n  "b": ["x", "y"],\n  "c": [\n    "two words"\n  ],\n  "e": [\n    {\n      "f": true\n    }\n  ],\n  "g": []\n}\n',
  );
  expect(JSON.parse(printJson(value, { digits: undefined, compact: true }))).toEqual(JSON.parse(text));
});

test("tables", () => {
  const table = {
    columns: ["name", "n"],
    rows: [
      ["a,b", 1.5],
      ['"', Number.POSITIVE_INFINITY],
      ["c", null],
    ],
  };
  expect(tableText(table)).toBe('name    n\na,b   1.5\n"     inf\nc       -\n');
  expect(tableCsv(table)).toBe('name,n\n"a,b",1.5\n"""",inf\nc,\n');
});

test("control characters are written out", () => {
  expect(escapeControls("a\u001b[0m\n\u007f\u009b\u202eb\u2066é漢")).toBe(
    "a\\u001b[0m\\u000a\\u007f\\u009b\\u202eb\\u2066é漢",
  );
});
