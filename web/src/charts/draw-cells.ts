/** A heatmap as a drawing for files: cells with their numbers, or a picture of one pixel per cell where there are many. */
import { css, nothing, type SVGTemplateResult, svg } from "lit";
import { colourOf, inkOn } from "./color-map.ts";
import { type Drawing, fitted, textWidth } from "./drawing.ts";
import { cellCount, type Figure, type Label, paint } from "./figure.ts";
import { fillOf, legendBar, legendEnds } from "./legend.ts";

export interface CellWords {
  row: string;
  column: string;
  /** A number in a cell. */
  print(value: number): string;
  /** A number of the legend. */
  tick(value: number): string;
}

/** More cells are pixels of a picture. */
const MOST_CELLS = 4000;
const WIDEST = 720;
const HIGHEST = 640;
const CELL = { width: 46, height: 28 };
const TOP = 40;
const FOOT = 34;
/** Least room of a label. */
const ROW_LABEL = 14;
const COLUMN_LABEL = 30;
/** Least room of a number. */
const NUMBER = { width: 30, height: 16 };

const styles = css`
  text {
    font-size: 12px;
    fill: var(--ink-2);
  }
  .number {
    font-size: 11px;
    text-anchor: middle;
  }
  .tiny {
    font-size: 9px;
  }
  .index {
    font-size: 9px;
  }
  .black {
    fill: #111214;
  }
  .white {
    fill: #ffffff;
  }
  .cell {
    stroke: var(--cell-rule);
    stroke-width: 0.5;
  }
  .frame {
    fill: none;
    stroke: var(--rule-strong);
  }
  .hatch-line {
    stroke: var(--hatch);
    stroke-width: 1.5;
  }
  image {
    image-rendering: pixelated;
  }
`;

interface Sizes {
  left: number;
  /** Of a cell. */
  width: number;
  height: number;
}

function sizesOf({ rows, columns }: Figure, words: CellWords): Sizes {
  let width = Math.min(CELL.width, WIDEST / columns.length);
  let height = Math.min(CELL.height, HIGHEST / rows.length);
  if (rows.length === columns.length && width < NUMBER.width) width = height = Math.min(width, height);
  const longest = Math.max(textWidth(words.row), ...rows.map(({ text }) => textWidth(text) + 12));
  return { left: Math.min(120, longest + 8), width, height };
}

/** Every so many labels where all of them have no room. */
const every = (room: number, needed: number): number => Math.max(1, Math.ceil(needed / room));

const named = ({ text, index }: Label, room: number) =>
  svg`${fitted(text, room)}${index === undefined ? nothing : svg`<tspan class="index" dy="3"> ${index}</tspan>`}`;

function drawLabels({ rows, columns }: Figure, { left, width, height }: Sizes): SVGTemplateResult {
  const down = every(height, ROW_LABEL);
  const across = every(width, COLUMN_LABEL);
  return svg`
    ${rows.map((label, row) => (row % down > 0 ? nothing : svg`<text x=${left - 8} y=${TOP + (row + 0.5) * height} dy="0.35em" text-anchor="end">${named(label, left - 20)}</text>`))}
    ${columns.map((label, column) => (column % across > 0 ? nothing : svg`<text x=${left + (column + 0.5) * width} y=${TOP - 6} text-anchor="middle">${named(label, width * across - (label.index === undefined ? 2 : 14))}</text>`))}
  `;
}

function drawCell(figure: Figure, [row, column]: readonly [number, number], sizes: Sizes, words: CellWords) {
  const value = figure.values?.[row * figure.columns.length + column] as number;
  const { width, height } = sizes;
  const [x, y] = [sizes.left + column * width, TOP + row * height];
  if (figure.hidden?.(row, column))
    return svg`<rect class="cell" x=${x} y=${y} width=${width} height=${height} fill="url(#hatch)"></rect>`;
  const colour = colourOf(value, figure.domain, figure.map, "light");
  const text = width < NUMBER.width || height < NUMBER.height ? "" : words.print(value);
  return svg`<rect class="cell" x=${x} y=${y} width=${width} height=${height} fill=${fillOf(colour)}></rect>
    ${text ? svg`<text class="number ${inkOn(colour)} ${text.length * 6 > width ? "tiny" : ""}" x=${x + width / 2} y=${y + height / 2} dy="0.35em">${text}</text>` : nothing}`;
}

/** One pixel per cell, as a PNG in an address. */
function pictureOf(figure: Figure): string {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [figure.columns.length, figure.rows.length];
  const pixels = paint(figure, "light") as Uint8ClampedArray<ArrayBuffer>;
  canvas.getContext("2d")?.putImageData(new ImageData(pixels, canvas.width, canvas.height), 0, 0);
  return canvas.toDataURL("image/png");
}

function drawCells(figure: Figure, sizes: Sizes, words: CellWords) {
  const [width, height] = [figure.columns.length * sizes.width, figure.rows.length * sizes.height];
  const box = { x: sizes.left, y: TOP, width, height };
  if (!figure.values) return nothing;
  if (cellCount(figure) > MOST_CELLS)
    return svg`<rect x=${box.x} y=${box.y} width=${width} height=${height} fill=${figure.hidden ? "url(#hatch)" : "none"}></rect>
      <image href=${pictureOf(figure)} x=${box.x} y=${box.y} width=${width} height=${height} preserveAspectRatio="none"></image>
      <rect class="frame" x=${box.x} y=${box.y} width=${width} height=${height}></rect>`;
  return figure.rows.map((_, row) => figure.columns.map((__, column) => drawCell(figure, [row, column], sizes, words)));
}

export function heatmapDrawing(figure: Figure, words: CellWords): Drawing {
  const sizes = sizesOf(figure, words);
  const { left } = sizes;
  const [width, height] = [figure.columns.length * sizes.width, figure.rows.length * sizes.height];
  const [low, high] = legendEnds(figure.map, figure.domain).map(words.tick) as [string, string];
  const bottom = TOP + height + FOOT - 10;
  const start = left + textWidth(low) + 12;
  return {
    width: left + Math.max(width, textWidth(`${low}${high}`) + 110, textWidth(words.column) + 20),
    height: TOP + height + FOOT,
    body: svg`
      <defs>
        <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line class="hatch-line" x1="0" y1="0" x2="0" y2="6"></line>
        </pattern>
      </defs>
      ${words.row ? svg`<text x="0" y="12">${words.row} ↓</text>` : nothing}
      ${words.column ? svg`<text x=${left + width} y="12" text-anchor="end">${words.column} →</text>` : nothing}
      ${drawLabels(figure, sizes)} ${drawCells(figure, sizes, words)}
      <text x=${left} y=${bottom + 4}>${low}</text>
      <g transform="translate(${start} ${bottom - 3}) scale(${84 / 9} 6)">${legendBar(figure.map, "light")}</g>
      <text x=${start + 90} y=${bottom + 4}>${high}</text>
    `,
    style: styles.cssText,
  };
}
