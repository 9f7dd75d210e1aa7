/** One heatmap as plain data. Charts know no engine and no language: words come in as text. */
import type { MapName, Scheme } from "./color-map.ts";
import { colourOf } from "./color-map.ts";

export interface Label {
  text: string;
  /** Small number behind the text: the position, where equal words need telling apart. */
  index?: number;
}

export interface Figure {
  rows: readonly Label[];
  columns: readonly Label[];
  /** [rows, columns], row-major; null before the first result. */
  values: ArrayLike<number> | null;
  /** Pairs that the mask hides: drawn hatched, without a number. */
  hidden?: (row: number, column: number) => boolean;
  /** What a file has for such a pair: 0 of weights, −∞ of scores; default NaN. */
  hiddenAs?: number;
  map: MapName;
  /** The value at full ink. */
  domain: number;
}

export const cellCount = (figure: Figure): number => figure.rows.length * figure.columns.length;

/** One pixel per cell, RGBA; the page enlarges it without smoothing. Hidden and missing cells are transparent. */
export function paint(figure: Figure, scheme: Scheme): Uint8ClampedArray {
  const columns = figure.columns.length;
  const pixels = new Uint8ClampedArray(cellCount(figure) * 4);
  if (!figure.values) return pixels;
  for (let cell = 0; cell < cellCount(figure); ++cell) {
    if (figure.hidden?.(Math.floor(cell / columns), cell % columns)) continue;
    pixels.set(colourOf(figure.values[cell] as number, figure.domain, figure.map, scheme), cell * 4);
    pixels[cell * 4 + 3] = 255;
  }
  return pixels;
}

/** The largest finite |value| over several figures, rounded up to two digits, so that a scale reads well. */
export function commonDomain(...values: (ArrayLike<number> | null | undefined)[]): number {
  let largest = 0;
  for (const list of values) {
    for (let at = 0; at < (list?.length ?? 0); ++at) {
      const size = Math.abs((list as ArrayLike<number>)[at] as number);
      if (Number.isFinite(size) && size > largest) largest = size;
    }
  }
  if (largest === 0) return 1;
  const unit = 10 ** (Math.floor(Math.log10(largest)) - 1);
  return Number((Math.ceil(largest / unit - 1e-9) * unit).toPrecision(2));
}

/** Where a key leads from a cell; null for keys that mean nothing here. */
export function step(
  key: string,
  control: boolean,
  [row, column]: [number, number],
  figure: Figure,
): [number, number] | null {
  const [lastRow, lastColumn] = [figure.rows.length - 1, figure.columns.length - 1];
  switch (key) {
    case "ArrowUp":
      return [Math.max(0, row - 1), column];
    case "ArrowDown":
      return [Math.min(lastRow, row + 1), column];
    case "ArrowLeft":
      return [row, Math.max(0, column - 1)];
    case "ArrowRight":
      return [row, Math.min(lastColumn, column + 1)];
    case "Home":
      return control ? [0, 0] : [row, 0];
    case "End":
      return control ? [lastRow, lastColumn] : [row, lastColumn];
    case "PageUp":
      return [0, column];
    case "PageDown":
      return [lastRow, column];
    default:
      return null;
  }
}
