/** Colours of files are those of the light page, and nothing is left for a page to fill in. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { barStyles } from "../../../web/src/charts/bars.ts";
import { SURFACE } from "../../../web/src/charts/color-map.ts";
import { lineDrawingStyles } from "../../../web/src/charts/draw-lines.ts";
import { fitted, textWidth } from "../../../web/src/charts/drawing.ts";
import { PALETTE, resolved } from "../../../web/src/charts/palette.ts";

const light = new Map(
  [
    ...(readFileSync("web/src/styles/tokens.css", "utf8").split("\n}")[0] as string).matchAll(
      /(--[\w-]+): (?:var\(--[\w-]+, )?(#\w+)\)?;/g,
    ),
  ].map(([, name, colour]) => [name as string, colour]),
);

test("the palette says what the page says", () => {
  const shared = Object.entries(PALETTE).filter(([name]) => !name.startsWith("--line-"));
  expect(shared.length).toBeGreaterThan(7);
  for (const [name, colour] of shared) expect([name, light.get(name)]).toEqual([name, colour]);
  expect(PALETTE["--surface"]).toBe(SURFACE.light);
  expect([PALETTE["--line-main"], PALETTE["--line-before"]]).toEqual([light.get("--accent"), light.get("--ink-2")]);
});

test("style sheets of drawings are resolved, or refused by name", () => {
  for (const { cssText } of [lineDrawingStyles, barStyles]) expect(resolved(cssText)).not.toContain("var(");
  expect(() => resolved("a { fill: var(--no-such); }")).toThrow("--no-such has no colour in files");
});

test("texts are cut to the room they have, by letters and ideographs", () => {
  expect(textWidth("ab词")).toBe(27);
  expect(fitted("abc", 21)).toBe("abc");
  expect(fitted("abcdef", 21)).toBe("ab…");
  expect(fitted("词元词元", 30)).toBe("词…");
  expect(textWidth(fitted("词元词元", 30))).toBeLessThanOrEqual(30);
});
