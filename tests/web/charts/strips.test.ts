/** Strips of cells and orders of tokens as drawings: their sizes, and that nothing in them is left to a page. */
import { expect, test } from "vitest";
import { ordersDrawing } from "../../../web/src/charts/draw-orders.ts";
import { stripDrawing } from "../../../web/src/charts/draw-strip.ts";
import { resolved } from "../../../web/src/charts/palette.ts";

const cells = (count: number, text = "1") => Array.from({ length: count }, () => ({ text, tone: "plain" as const }));

test("a strip is as wide as its cells and as high as its rows", () => {
  const one = stripDrawing([{ name: "", cells: cells(4) }]);
  const two = stripDrawing([
    { name: "", cells: cells(4) },
    { name: "", cells: cells(3) },
  ]);
  expect(two.width).toBe(one.width);
  expect(two.height).toBe(2 * one.height);
  expect(stripDrawing([{ name: "pair", cells: cells(4) }]).width).toBeGreaterThan(one.width);
  expect(stripDrawing([{ name: "", cells: cells(4, "a longer text") }]).width).toBeGreaterThan(one.width);
});

test("a strip without room goes on below", () => {
  const short = stripDrawing([{ name: "", cells: cells(20) }]);
  const long = stripDrawing([{ name: "", cells: cells(200) }]);
  expect(long.width).toBeLessThanOrEqual(900);
  expect(long.height).toBeGreaterThan(5 * short.height);
  // Its name and a gap stand before every line again.
  const ragged = stripDrawing([
    { name: "a", cells: cells(200) },
    { name: "b", cells: cells(2) },
  ]);
  expect(ragged.height).toBeLessThan(2 * long.height);
});

test("orders: wide words get wide places, up to a limit", () => {
  const draw = (...tokens: string[]) => ordersDrawing({ tokens, order: tokens.map((_, at) => at), names: ["X", "PX"] });
  expect(draw("a", "b", "c").width).toBeLessThan(draw("a", "b", "crocodile").width);
  expect(draw("crocodile".repeat(3)).width).toBe(draw("crocodile".repeat(9)).width);
  expect(draw("a").height).toBe(draw("a", "b").height);
});

test("their colours are written out in files", () => {
  const drawings = [
    stripDrawing([{ name: "", cells: cells(1) }]),
    ordersDrawing({ tokens: ["a"], order: [0], names: ["X", "PX"] }),
  ];
  for (const { style } of drawings) expect(resolved(style)).not.toContain("var(");
});
