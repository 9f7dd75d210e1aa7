import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  colourOf,
  contrast,
  INKS,
  inkOn,
  luminance,
  type MapName,
  parse,
  type Scheme,
  SURFACE,
} from "../../../web/src/charts/color-map.ts";
import { commonDomain, type Figure, paint, step } from "../../../web/src/charts/figure.ts";

const schemes: Scheme[] = ["light", "dark"];
const cases = schemes.flatMap((scheme) =>
  (["diverging", "sequential"] as MapName[]).map((map) => [scheme, map] as const),
);

describe.each(cases)("%s %s", (scheme, map) => {
  test("zero has the colour of the page", () => {
    expect(colourOf(0, 1, map, scheme)).toEqual(parse(SURFACE[scheme]));
    expect(colourOf(1e-8, 1, map, scheme)).toEqual(parse(SURFACE[scheme]));
  });

  test("lightness goes one way from zero, so more is more ink without any hue", () => {
    for (const sign of map === "diverging" ? [1, -1] : [1]) {
      const lights = Array.from({ length: 21 }, (_, at) => luminance(colourOf((sign * at) / 20, 1, map, scheme)));
      // The dark ends of PuOr lie close to a dark page; a dip of one hundredth is not seen.
      for (let at = 1; at < lights.length; ++at) {
        const growth = ((lights[at] as number) - (lights[at - 1] as number)) * (scheme === "light" ? -1 : 1);
        expect(growth).toBeGreaterThan(-0.01);
      }
    }
  });

  test("numbers in cells have a contrast of at least 4.3:1", () => {
    for (let value = -1; value <= 1; value += 1 / 128) {
      const colour = colourOf(value, 1, map, scheme);
      expect(contrast(colour, INKS[inkOn(colour)])).toBeGreaterThan(4.3);
    }
  });

  test("values beyond the domain, NaN and infinities are drawn", () => {
    expect(colourOf(5, 1, map, scheme)).toEqual(colourOf(1, 1, map, scheme));
    for (const odd of [Number.NaN, Infinity, -Infinity])
      expect(colourOf(odd, 1, map, scheme)).toEqual(parse(SURFACE[scheme]));
  });
});

test("the page's surface is the maps' zero", () => {
  const css = readFileSync(new URL("../../../web/src/styles/tokens.css", import.meta.url), "utf8");
  expect([...css.matchAll(/--surface: var\(--posenc-surface, (#\w+)\);/g)].map((match) => match[1])).toEqual([
    SURFACE.light,
    SURFACE.dark,
  ]);
});

describe("figure", () => {
  const labels = (count: number) => Array.from({ length: count }, (_, at) => ({ text: String(at) }));
  const figure: Figure = {
    rows: labels(2),
    columns: labels(3),
    values: [0, 1, -1, 0.5, 2, -2],
    map: "diverging",
    domain: 2,
  };

  test("one pixel per cell; hidden cells are transparent", () => {
    const pixels = paint({ ...figure, hidden: (row, column) => row === 0 && column === 2 }, "light");
    expect(pixels).toHaveLength(2 * 3 * 4);
    expect([...pixels.subarray(4, 7)]).toEqual([...colourOf(1, 2, "diverging", "light")]);
    expect(pixels[2 * 4 + 3]).toBe(0);
    expect(pixels[3 * 4 + 3]).toBe(255);
    expect(paint({ ...figure, values: null }, "dark").every((byte) => byte === 0)).toBe(true);
  });

  test("a common domain is the largest finite size, rounded up to two digits", () => {
    expect(commonDomain([0.1, -2.31], null, [Infinity, Number.NaN])).toBe(2.4);
    expect(commonDomain([1e-7])).toBe(1e-7);
    expect(commonDomain([0], undefined)).toBe(1);
  });

  test("keys move within the grid", () => {
    expect(step("ArrowRight", false, [0, 2], figure)).toEqual([0, 2]);
    expect(step("ArrowDown", false, [0, 1], figure)).toEqual([1, 1]);
    expect(step("Home", false, [1, 2], figure)).toEqual([1, 0]);
    expect(step("End", true, [0, 0], figure)).toEqual([1, 2]);
    expect(step("PageDown", false, [0, 1], figure)).toEqual([1, 1]);
    expect(step("Tab", false, [0, 0], figure)).toBeNull();
  });
});
