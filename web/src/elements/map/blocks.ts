/** A region as pixels: where it has more cells than pixels, a pixel shows the cell of largest |value| in its block. */
import { colourOf, type Scheme } from "../../charts/color-map.ts";
import type { Figure } from "../../charts/figure.ts";
import type { Cells } from "./map-figure.ts";
import { type Cell, heightOf, type Region, widthOf } from "./region.ts";

/** Of a picture; and of a side that is longer than both together allow. */
const MOST_PIXELS = 160_000;
const MOST_SIDE = 400;

export interface Grid {
  region: Region;
  /** In pixels. */
  height: number;
  width: number;
}

export function gridOf(region: Region): Grid {
  const [rows, columns] = [heightOf(region), widthOf(region)];
  if (rows * columns <= MOST_PIXELS) return { region, height: rows, width: columns };
  return { region, height: Math.min(MOST_SIDE, rows), width: Math.min(MOST_SIDE, columns) };
}

export interface Peak {
  row: number;
  column: number;
  /** NaN where all of the block is hidden. */
  value: number;
}

/** The cells of one pixel. */
export function blockAt({ region, height, width }: Grid, y: number, x: number): Region {
  const [rows, columns] = [heightOf(region), widthOf(region)];
  return {
    top: region.top + Math.floor((y * rows) / height),
    bottom: region.top + Math.floor(((y + 1) * rows) / height),
    left: region.left + Math.floor((x * columns) / width),
    right: region.left + Math.floor(((x + 1) * columns) / width),
  };
}

export function peakOf({ at }: Pick<Cells, "at">, { top, bottom, left, right }: Region): Peak {
  const peak: Peak = { row: top, column: left, value: Number.NaN };
  for (let row = top; row < bottom; ++row) {
    for (let column = left; column < right; ++column) {
      const value = at(row, column);
      if (Number.isNaN(value) || Math.abs(value) <= Math.abs(peak.value)) continue;
      peak.row = row;
      peak.column = column;
      peak.value = value;
    }
  }
  return peak;
}

/** Hidden pixels are transparent but for a hatch of this grey, as in the heatmap. */
const HATCH: Record<Scheme, number> = { light: 0xb4, dark: 0x56 };

/** Fills `pixels`, RGBA, one row of pixels per step. */
export function* paintMap(
  cells: Cells,
  grid: Grid,
  pixels: Uint8ClampedArray,
  scheme: Scheme,
): Generator<void, void, undefined> {
  for (let y = 0; y < grid.height; ++y) {
    for (let x = 0; x < grid.width; ++x) {
      const { value } = peakOf(cells, blockAt(grid, y, x));
      const at = 4 * (y * grid.width + x);
      const isHidden = Number.isNaN(value);
      if (isHidden && (x + y) % 4 > 0) continue;
      const grey = HATCH[scheme];
      pixels.set(isHidden ? [grey, grey, grey] : colourOf(value, cells.domain, cells.map, scheme), at);
      pixels[at + 3] = 255;
    }
    yield;
  }
}

/** Shift: ten times as far. Ctrl: the corner, for Home and End. */
export interface Stride {
  shiftKey: boolean;
  ctrlKey: boolean;
}

/** The pixels of the screen as a heatmap: what a file shows. */
export function pixelsOf(cells: Cells, grid: Grid): Figure {
  const values = new Float64Array(grid.height * grid.width);
  for (let at = 0; at < values.length; ++at)
    values[at] = peakOf(cells, blockAt(grid, Math.floor(at / grid.width), at % grid.width)).value;
  const label = (axis: "top" | "left") => (_: unknown, at: number) => {
    const block = axis === "top" ? blockAt(grid, at, 0) : blockAt(grid, 0, at);
    return { text: String(block[axis]) };
  };
  return {
    rows: Array.from({ length: grid.height }, label("top")),
    columns: Array.from({ length: grid.width }, label("left")),
    values,
    hidden: (row, column) => Number.isNaN(values[row * grid.width + column]),
    map: cells.map,
    domain: cells.domain,
  };
}

/** Where a key leads from a cell, a pixel at a time; null for keys that mean nothing here. */
export function stepOnMap(key: string, { shiftKey, ctrlKey }: Stride, { row, column }: Cell, grid: Grid): Cell | null {
  const { region, height, width } = grid;
  const down = Math.ceil(heightOf(region) / height) * (shiftKey ? 10 : 1);
  const right = Math.ceil(widthOf(region) / width) * (shiftKey ? 10 : 1);
  const within = (at: number, low: number, end: number) => Math.min(end - 1, Math.max(low, at));
  const to = (nextRow: number, nextColumn: number): Cell => ({
    row: within(nextRow, region.top, region.bottom),
    column: within(nextColumn, region.left, region.right),
  });
  switch (key) {
    case "ArrowUp":
      return to(row - down, column);
    case "ArrowDown":
      return to(row + down, column);
    case "ArrowLeft":
      return to(row, column - right);
    case "ArrowRight":
      return to(row, column + right);
    case "Home":
      return to(ctrlKey ? region.top : row, region.left);
    case "End":
      return to(ctrlKey ? region.bottom : row, region.right);
    case "PageUp":
      return to(region.top, column);
    case "PageDown":
      return to(region.bottom, column);
    default:
      return null;
  }
}
