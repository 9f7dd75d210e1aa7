/** A matrix of many cells as data. Words come in as text. */
import type { MapName } from "../../charts/color-map.ts";
import { filledIn, type LabelledMatrix, numbered } from "../matrix-text.ts";
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
