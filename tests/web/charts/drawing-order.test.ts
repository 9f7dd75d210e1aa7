/** Lines that others would hide are drawn over them. */
import { expect, test } from "vitest";
import { drawingOrder } from "../../../web/src/charts/draw-lines.ts";
import type { Line } from "../../../web/src/charts/line-figure.ts";

const line = (name: string, values: number[]): Line => ({ name, tone: "main", values });

test("a line with fewer points lies on one with more; equal ones stay in the order of the legend", () => {
  const lines = [line("one", [5, Number.NaN]), line("first", [5, 6]), line("second", [5, 7])];
  expect(drawingOrder(lines).map(({ name }) => name)).toEqual(["first", "second", "one"]);
  expect(lines[0]?.name).toBe("one");
});
