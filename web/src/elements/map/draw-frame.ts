/** What lies over the picture of a map: its axes, what is chosen, the cursor, the region of a drag. */
import { nothing, svg } from "lit";
import { makeScale, ticks } from "../../charts/scale.ts";
import { plain } from "../../i18n/numbers.ts";
import type { MapFigure } from "./map-figure.ts";
import type { Cell, Region } from "./region.ts";
import { heightOf, widthOf } from "./region.ts";

/** Of the picture's box, and how many cells are in it. */
export interface MapBox {
  width: number;
  height: number;
  rows: number;
  columns: number;
}

export const LEFT = 34;
export const TOP = 20;
export const FOOT = 22;

export interface Frame {
  box: MapBox;
  seen: Region;
  chosen: { row?: number; column?: number };
  cursor: Cell | null;
  picked: Region | null;
}

type Words = Pick<MapFigure, "rowWord" | "columnWord">;

export const drawFrame = (words: Words, frame: Frame) => svg`
  ${drawAxes(words, frame)} ${drawChosen(frame)}
  ${frame.cursor ? drawCursor(frame.cursor, frame) : nothing}
  ${frame.picked ? drawRect("picked", rectOf(frame.picked, frame)) : nothing}
`;

function drawAxes({ rowWord, columnWord }: Words, { box, seen }: Frame) {
  const axis = (from: number, end: number, most: number) =>
    ticks(makeScale("linear", [from, end - 1]), Math.max(2, most)).filter(Number.isInteger);
  const [cellWidth, cellHeight] = [box.width / box.columns, box.height / box.rows];
  return svg`
    <rect class="frame" x=${LEFT} y=${TOP} width=${box.width} height=${box.height}></rect>
    ${axis(seen.top, seen.bottom, Math.round(box.height / 40)).map(
      (row) =>
        svg`<text x=${LEFT - 6} y=${TOP + (row - seen.top + 0.5) * cellHeight} dy="0.35em" text-anchor="end">${plain(row)}</text>`,
    )}
    ${axis(seen.left, seen.right, Math.round(box.width / 72)).map(
      (column) =>
        svg`<text x=${LEFT + (column - seen.left + 0.5) * cellWidth} y=${TOP + box.height + 16} text-anchor="middle">${plain(column)}</text>`,
    )}
    <text x="0" y="12">${rowWord} ↓</text>
    <text x=${LEFT + box.width} y="12" text-anchor="end">${columnWord} →</text>
  `;
}

interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

function rectOf(part: Region, { box, seen }: Frame): Rect {
  const [cellWidth, cellHeight] = [box.width / box.columns, box.height / box.rows];
  return {
    x: LEFT + (part.left - seen.left) * cellWidth,
    y: TOP + (part.top - seen.top) * cellHeight,
    width: widthOf(part) * cellWidth,
    height: heightOf(part) * cellHeight,
  };
}

const drawRect = (name: string, { x, y, width, height }: Rect) =>
  svg`<rect class=${name} x=${x} y=${y} width=${width} height=${height}></rect>`;

function drawChosen(frame: Frame) {
  const { seen, chosen } = frame;
  const { row, column } = chosen;
  const bands: Region[] = [];
  if (row !== undefined && row >= seen.top && row < seen.bottom) bands.push({ ...seen, top: row, bottom: row + 1 });
  if (column !== undefined && column >= seen.left && column < seen.right)
    bands.push({ ...seen, left: column, right: column + 1 });
  return bands.map((band) => {
    const rect = rectOf(band, frame);
    return [drawRect("under", rect), drawRect("chosen", rect)];
  });
}

/** Seen however small its cell is. */
function drawCursor({ row, column }: Cell, frame: Frame) {
  const { x, y, width, height } = rectOf({ top: row, bottom: row + 1, left: column, right: column + 1 }, frame);
  const [wide, high] = [Math.max(6, width), Math.max(6, height)];
  return drawRect("cursor", { x: x + (width - wide) / 2, y: y + (height - high) / 2, width: wide, height: high });
}
