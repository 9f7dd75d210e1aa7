/**
 * Number -> colour, one principle for both maps and both themes: zero has the colour of the page, more is more ink.
 *
 * diverging   PuOr (ColorBrewer): negative purple, positive orange. Told apart under deuteranopia, protanopia and
 *             tritanopia, equal in lightness on both sides, and without red's and green's "bad" and "good".
 * sequential  Blues (ColorBrewer): lightness alone carries the value, so it survives grey print and any colour vision.
 *
 * On a dark page both run from the dark page to light ends through the middle colours of the same schemes.
 */
import { blues, puOr } from "#colour-schemes";

export type MapName = "diverging" | "sequential";
export type Scheme = "light" | "dark";
export type Rgb = readonly [number, number, number];

/** The colours of the page (styles/page.css says the same). */
export const SURFACE: Record<Scheme, string> = { light: "#fcfcfa", dark: "#16181c" };

// PuOr: 0 dark purple … 5 white … 10 dark orange.
const at = (scheme: readonly string[], ...indices: number[]) => indices.map((index) => scheme[index] as string);

/** From zero outwards. */
const BRANCHES: Record<Scheme, { positive: string[]; negative: string[]; sequential: string[] }> = {
  light: {
    positive: [SURFACE.light, ...at(puOr, 6, 7, 8, 9)],
    negative: [SURFACE.light, ...at(puOr, 4, 3, 2, 1)],
    sequential: [SURFACE.light, ...at(blues, 1, 2, 3, 4, 5, 6, 7)],
  },
  dark: {
    positive: [SURFACE.dark, ...at(puOr, 10, 9, 8, 7)],
    negative: [SURFACE.dark, ...at(puOr, 1, 2, 3)],
    sequential: [SURFACE.dark, ...at(blues, 8, 7, 6, 5, 4, 3)],
  },
};

const STEPS = 256;
const tables = new Map<string, Uint8ClampedArray>();

function table(branch: string, anchors: readonly string[]): Uint8ClampedArray {
  let found = tables.get(branch);
  if (!found) {
    found = new Uint8ClampedArray(STEPS * 3);
    const colours = anchors.map(parse);
    for (let step = 0; step < STEPS; ++step) {
      const place = (step / (STEPS - 1)) * (colours.length - 1);
      const below = Math.min(Math.floor(place), colours.length - 2);
      const [from, to] = [colours[below] as Rgb, colours[below + 1] as Rgb];
      for (let c = 0; c < 3; ++c) {
        found[step * 3 + c] = Math.round(
          (from[c] as number) + ((to[c] as number) - (from[c] as number)) * (place - below),
        );
      }
    }
    tables.set(branch, found);
  }
  return found;
}

export function parse(hex: string): Rgb {
  const number = Number.parseInt(hex.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

/** `domain` is the value at full ink; larger values stay there. NaN and infinities have the colour of zero. */
export function colourOf(value: number, domain: number, map: MapName, scheme: Scheme): Rgb {
  const share = Number.isFinite(value) && domain > 0 ? Math.min(1, Math.abs(value) / domain) : 0;
  const branch = map === "sequential" ? "sequential" : value < 0 ? "negative" : "positive";
  const colours = table(`${scheme} ${branch}`, BRANCHES[scheme][branch]);
  const step = Math.round(share * (STEPS - 1)) * 3;
  return [colours[step] as number, colours[step + 1] as number, colours[step + 2] as number];
}

/** Relative luminance (WCAG 2). */
export function luminance([r, g, b]: Rgb): number {
  const linear = (channel: number) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

export const contrast = (a: Rgb, b: Rgb): number => {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
};

export const INKS = { black: [17, 18, 20] as Rgb, white: [255, 255, 255] as Rgb };

/** The ink that reads better on this colour; at least 4.3:1 whatever the colour. */
export const inkOn = (colour: Rgb): keyof typeof INKS =>
  contrast(colour, INKS.black) >= contrast(colour, INKS.white) ? "black" : "white";
