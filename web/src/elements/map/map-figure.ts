/** A matrix of many cells as data. Words come in as text. */
import type { MapName } from "../../charts/color-map.ts";
import type { Figure } from "../../charts/figure.ts";
import { filledIn, type LabelledMatrix, numbered } from "../matrix-text.ts";
import { blockAt, type Grid, peakOf } from "./blocks.ts";
import { heightOf, type Region, widthOf } from "./region.ts";

/** Numbers by place: nothing of a matrix's size is copied. */
export interface Cells {
  rows: number;
  columns: number;
  /** NaN where hidden. */
  at(row: number, column: number): number;
  /** As in a Figure. */
  hiddenAs?: number;
  map: MapName;
  /** The value at full ink. */
  domain: number;
}

export interface MapFigure extends Cells {
  name: string;
  note?: string;
  /** What is to be seen: the text alternative. */
  description: string;
  rowWord: string;
  columnWord: string;
  /** A cell in words, without its value. */
  cell(row: number, column: number): string;
}

/** The numbers of a region, with their indices in the whole. */
export const labelled = ({ at }: Pick<Cells, "at">, region: Region): LabelledMatrix => ({
  rows: numbered(heightOf(region), region.top),
  columns: numbered(widthOf(region), region.left),
  at: (row, column) => at(region.top + row, region.left + column),
});

/** The same as files have it. */
export const filed = ({ at, hiddenAs }: Cells, region: Region): LabelledMatrix =>
  labelled({ at: (row, column) => filledIn(at(row, column), hiddenAs) }, region);

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
