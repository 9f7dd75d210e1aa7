/** The part of the maps that is seen, by the state's zoom. */
import { type Cell, heightOf, type Region, widthOf } from "../../elements/map/region.ts";

/** Cells with numbers up to here; above, a map. */
export const MOST_CELLS = 24;
const LEAST = 8;

function span(from: number, end: number, count: number): [number, number] {
  const [low, high] = [Math.max(0, Math.min(from, end)), Math.min(count, Math.max(from, end))];
  return high > low ? [low, high] : [0, count];
}

/** Of the whole. */
export interface Size {
  rows: number;
  columns: number;
}

/** What of a state's zoom a figure of this size can show; the whole where that is nothing. */
export function regionOf(zoom: readonly number[], { rows, columns }: Size): Region {
  const [top, bottom] = span(zoom[0] ?? 0, zoom[1] ?? rows, rows);
  const [left, right] = span(zoom[2] ?? 0, zoom[3] ?? columns, columns);
  return { top, bottom, left, right };
}

export const zoomOf = ({ top, bottom, left, right }: Region): number[] => [top, bottom, left, right];

const scaled = (from: number, end: number, factor: number, centre: number, count: number): [number, number] => {
  const size = Math.min(count, Math.max(Math.min(LEAST, count), Math.round((end - from) * factor)));
  const start = Math.min(count - size, Math.max(0, Math.round(centre - size / 2)));
  return [start, start + size];
};

/** Factor below 1: nearer. Around a cell. */
export function zoomed(region: Region, factor: number, { row, column }: Cell, { rows, columns }: Size): Region {
  const [top, bottom] = scaled(region.top, region.bottom, factor, row + 0.5, rows);
  const [left, right] = scaled(region.left, region.right, factor, column + 0.5, columns);
  return { top, bottom, left, right };
}

/** Moved by half of its size; never past an edge. */
export function moved(region: Region, { down, right }: { down: number; right: number }, size: Size): Region {
  const by = (from: number, size: number, direction: number, count: number) =>
    Math.min(count - size, Math.max(0, from + direction * Math.max(1, Math.round(size / 2))));
  const [height, width] = [heightOf(region), widthOf(region)];
  const top = by(region.top, height, down, size.rows);
  const left = by(region.left, width, right, size.columns);
  return { top, bottom: top + height, left, right: left + width };
}

export const hasNumbers = (region: Region): boolean => heightOf(region) <= MOST_CELLS && widthOf(region) <= MOST_CELLS;
