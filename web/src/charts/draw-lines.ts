/** The drawing of a line chart, for the screen and for files. */
import { css, nothing, type SVGTemplateResult, svg } from "lit";
import { type Drawing, textWidth } from "./drawing.ts";
import {
  type Box,
  bandPath,
  type Line,
  type LineFigure,
  linePath,
  type Region,
  type Tone,
  toX,
  toY,
} from "./line-figure.ts";
import { makeScale, type Scale, ticks } from "./scale.ts";

export interface Size {
  width: number;
  height: number;
}

const TOP = 22;
const BOTTOM = 40;
/** Of the strip above the axis. */
const FOOT = 18;
const LETTER = 7;

export const lineDrawingStyles = css`
  text {
    font-size: 12px;
    fill: var(--ink-2);
    font-variant-numeric: tabular-nums;
  }
  text.region,
  text.mark {
    paint-order: stroke;
    stroke: var(--surface);
    stroke-width: 4px;
    stroke-linejoin: round;
  }
  text.region {
    fill: var(--ink);
  }
  .grid {
    stroke: var(--rule);
  }
  .axis {
    stroke: var(--rule-strong);
  }
  .line {
    fill: none;
    stroke-width: 2;
    stroke-linejoin: round;
    stroke-linecap: round;
  }
  .main {
    stroke: var(--line-main);
  }
  .before {
    stroke: var(--line-before);
    stroke-width: 1.5;
    stroke-dasharray: 6 4;
    stroke-linecap: butt;
  }
  .third {
    stroke: var(--line-third);
    stroke-dasharray: 1.5 4.5;
  }
  .fourth {
    stroke: var(--line-fourth);
    stroke-dasharray: 12 4;
  }
  .fifth {
    stroke: var(--line-fifth);
    stroke-dasharray: 9 4 1.5 4;
  }
  .sixth {
    stroke: var(--line-sixth);
    stroke-dasharray: 4 3;
    stroke-linecap: butt;
  }
  .floor {
    stroke: var(--ink-2);
    stroke-width: 1;
    stroke-dasharray: 1 3;
    stroke-linecap: butt;
  }
  .band {
    stroke: none;
    fill-opacity: 0.16;
  }
  .band.main {
    fill: var(--line-main);
  }
  .band.third {
    fill: var(--line-third);
  }
  .band.fourth {
    fill: var(--line-fourth);
  }
  .band.fifth {
    fill: var(--line-fifth);
  }
  .band.sixth {
    fill: var(--line-sixth);
  }
  .band.before {
    fill: none;
    stroke: var(--line-before);
    stroke-width: 1;
    stroke-opacity: 0.55;
    stroke-dasharray: 2 3;
  }
  .mark-line {
    stroke: var(--ink-2);
    stroke-dasharray: 2 3;
  }
  .fill-light {
    fill: var(--accent-wash);
    fill-opacity: 0.6;
  }
  .fill-strong {
    fill: var(--accent);
    fill-opacity: 0.2;
  }
  .fill-none {
    fill: none;
  }
  .region-edge {
    stroke: var(--rule-strong);
  }
  .hatch-line {
    stroke: var(--hatch);
    stroke-width: 1.5;
  }
  .cross {
    stroke: var(--ink);
    stroke-opacity: 0.6;
  }
  .dot {
    fill: var(--surface);
    stroke-width: 2;
    stroke-dasharray: none;
  }
`;

/** Ticks of an axis that is so high. */
const rowCount = (height: number): number => Math.max(3, Math.round(height / 48));

const footOf = ({ regions = [] }: LineFigure): number => (regions.some(({ where }) => where === "foot") ? FOOT : 0);

export function boxOf(figure: LineFigure, size: Size): Box {
  const { y } = figure;
  const height = size.height - TOP - BOTTOM - footOf(figure);
  const labels = ticks(makeScale(y.kind, y.domain), rowCount(height)).map((value) => y.tick(value).length);
  const left = Math.min(72, 10 + Math.max(...labels, 2) * LETTER);
  return { left, top: TOP, width: Math.max(80, size.width - left - 12), height };
}

interface Frame {
  figure: LineFigure;
  x: Scale;
  y: Scale;
  box: Box;
}

/** With a crosshair at a point, where one is read. */
export function drawLines(figure: LineFigure, size: Size, point: number | null = null): SVGTemplateResult {
  const box = boxOf(figure, size);
  const frame = {
    figure,
    x: makeScale(figure.x.kind, figure.x.domain),
    y: makeScale(figure.y.kind, figure.y.domain),
    box,
  };
  const { regions = [] } = figure;
  return svg`
    <defs>
      <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line class="hatch-line" x1="0" y1="0" x2="0" y2="6"></line>
      </pattern>
      <clipPath id="inside"><rect x=${box.left} y=${box.top} width=${box.width} height=${box.height}></rect></clipPath>
    </defs>
    ${regions.map((region) => drawRegion(region, frame))}
    ${drawAxes(frame)}
    <g clip-path="url(#inside)">${drawingOrder(figure.lines).map((line) => drawLine(line, frame))}</g>
    ${drawMarks(frame)}
    ${regions.map((region) => drawRegionName(region, frame))}
    ${point === null ? nothing : drawCross(point, frame)}
  `;
}

/** What has fewer points comes last: below what has more, nothing of it would be seen. */
export function drawingOrder(lines: readonly Line[]): readonly Line[] {
  const count = ({ values }: Line): number => Array.from(values).filter(Number.isFinite).length;
  return [...lines].sort((a, b) => count(b) - count(a));
}

/** One line alone is named by the axis. */
export const hasLegend = ({ lines }: LineFigure): boolean => lines.length > 1 || lines.some(({ band }) => band);

const SAMPLE = 28;
const LEGEND_ROW = 22;

/** The legend above, in rows that are as wide as the drawing. */
function drawLegend({ lines }: LineFigure, width: number): { body: SVGTemplateResult; height: number } {
  let [x, y] = [0, 0];
  const items = lines.map(({ name, tone }) => {
    const wide = SAMPLE + 8 + textWidth(name);
    if (x > 0 && x + wide > width) {
      x = 0;
      y += LEGEND_ROW;
    }
    const item = svg`<g transform="translate(${x} ${y})"><path class="line ${tone}" d="M1 8H27"></path><text x=${SAMPLE + 8} y="12">${name}</text></g>`;
    x += wide + 20;
    return item;
  });
  return { body: svg`${items}`, height: y + LEGEND_ROW };
}

/** For a file: with its legend. */
export function linesDrawing(figure: LineFigure, size: Size): Drawing {
  const legend = hasLegend(figure) ? drawLegend(figure, size.width) : { body: svg``, height: 0 };
  return {
    width: size.width,
    height: size.height + legend.height,
    body: svg`${legend.body}<g transform="translate(0 ${legend.height})">${drawLines(figure, size)}</g>`,
    style: lineDrawingStyles.cssText,
  };
}

function drawAxes({ figure, x, y, box }: Frame) {
  const bottom = box.top + box.height;
  const foot = footOf(figure);
  return svg`
    ${ticks(y, rowCount(box.height)).map(
      (value) => svg`
        <line class="grid" x1=${box.left} x2=${box.left + box.width} y1=${toY(y, box, value)} y2=${toY(y, box, value)}></line>
        <text x=${box.left - 6} y=${toY(y, box, value)} dy="0.35em" text-anchor="end">${figure.y.tick(value)}</text>`,
    )}
    ${(figure.x.ticks ?? ticks(x, Math.max(3, Math.round(box.width / 72)))).map((value) => {
      const [px, label] = [toX(x, box, value), figure.x.tick(value)];
      // Between whole numbers there is nothing to mark.
      return (
        label &&
        svg`<line class="axis" x1=${px} x2=${px} y1=${bottom + foot} y2=${bottom + foot + 4}></line>
        <text x=${px} y=${bottom + foot + 17} text-anchor="middle">${label}</text>`
      );
    })}
    <line class="axis" x1=${box.left} x2=${box.left + box.width} y1=${bottom} y2=${bottom}></line>
    <text x=${box.left} y="12">${figure.y.label}</text>
    <text x=${box.left + box.width} y=${bottom + foot + 34} text-anchor="end">${figure.x.label}</text>
  `;
}

function drawLine(line: Line, { figure: { points }, x, y, box }: Frame) {
  return svg`
    ${line.band ? svg`<path class="band ${line.tone}" d=${bandPath(points, line, [x, y], box)}></path>` : nothing}
    <path class="line ${line.tone}" d=${linePath(points, line.values, [x, y], box)}></path>
    ${line.dots ? Array.from(points, (at, point) => drawDot(line.tone, toX(x, box, at), toY(y, box, line.values[point] as number))) : nothing}
  `;
}

const drawDot = (tone: Tone, px: number, py: number) =>
  Number.isFinite(px + py) ? svg`<circle class="dot ${tone}" cx=${px} cy=${py} r="4"></circle>` : nothing;

function drawMarks({ figure, x, y, box }: Frame) {
  const heights: number[] = [];
  return (figure.marks ?? []).map(({ axis, at, label, side, low }) => {
    const share = axis === "x" ? x.share(at) : y.share(at);
    if (!(share >= 0 && share <= 1)) return nothing;
    const [px, py] = [toX(x, box, at), toY(y, box, at)];
    if (axis === "y") {
      // Below its line where the label of another one stands above.
      const isFree = heights.every((height) => Math.abs(height - py) > 16);
      heights.push(py);
      return svg`<line class="mark-line" x1=${box.left} x2=${box.left + box.width} y1=${py} y2=${py}></line>
        <text class="mark" x=${side === "left" ? box.left + 4 : box.left + box.width - 4} y=${py + (isFree && !low ? -5 : 14)} text-anchor=${side === "left" ? "start" : "end"}>${label}</text>`;
    }
    const atEnd = side ? side === "left" : share > 0.6;
    return svg`<line class="mark-line" x1=${px} x2=${px} y1=${box.top} y2=${box.top + box.height}></line>
      <text class="mark" x=${px + (atEnd ? -5 : 5)} y=${low ? box.top + box.height - 6 : box.top + 12} text-anchor=${atEnd ? "end" : "start"}>${label}</text>`;
  });
}

function stretch({ from, to }: Region, { x, box }: Frame): [number, number] {
  const inside = (value: number) => Math.min(box.left + box.width, Math.max(box.left, toX(x, box, value)));
  return [inside(from), inside(to)];
}

function drawRegion(region: Region, frame: Frame) {
  const { box } = frame;
  const [from, to] = stretch(region, frame);
  const [top, height] = region.where === "foot" ? [box.top + box.height + 2, FOOT - 4] : [box.top, box.height];
  return svg`
    <rect class="fill-${region.fill}" fill=${region.fill === "hatched" ? "url(#hatch)" : nothing} x=${from} y=${top} width=${Math.max(0, to - from)} height=${height}></rect>
    ${region.where === "across" && from > box.left + 1 ? svg`<line class="region-edge" x1=${from} x2=${from} y1=${top} y2=${top + height}></line>` : nothing}
  `;
}

/** The name of a stretch, where it has the room: in it, or, at the foot, before it. */
function drawRegionName(region: Region, frame: Frame) {
  const { box } = frame;
  const [from, to] = stretch(region, frame);
  const needed = textWidth(region.label) + 4;
  const isFoot = region.where === "foot";
  const y = isFoot ? box.top + box.height + FOOT - 5 : box.top + 13;
  if (to - from >= needed)
    return svg`<text class="region" x=${(from + to) / 2} y=${y} text-anchor="middle">${region.label}</text>`;
  if (!isFoot || from - needed < takenUntil(region, frame)) return nothing;
  return svg`<text class="region" x=${from - 4} y=${y} text-anchor="end">${region.label}</text>`;
}

/** Where the strip before one at the foot ends: its name may fill it. */
function takenUntil(region: Region, frame: Frame): number {
  const [from] = stretch(region, frame);
  const ends = (frame.figure.regions ?? [])
    .filter((other) => other !== region && other.where === "foot")
    .map((other) => stretch(other, frame)[1])
    .filter((end) => end <= from);
  return Math.max(frame.box.left, ...ends);
}

function drawCross(point: number, { figure, x, y, box }: Frame) {
  const px = toX(x, box, figure.points[point] as number);
  if (!Number.isFinite(px)) return nothing;
  return svg`
    <line class="cross" x1=${px} x2=${px} y1=${box.top} y2=${box.top + box.height}></line>
    ${figure.lines.map(({ tone, values }) => {
      const share = y.share(values[point] as number);
      if (!(share >= -0.001 && share <= 1.001)) return nothing;
      return drawDot(tone, px, toY(y, box, values[point] as number));
    })}
  `;
}
