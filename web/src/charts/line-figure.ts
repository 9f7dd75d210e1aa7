/** A line chart as plain data, and its geometry. Charts know no engine and no language: words come in as text. */
import type { Domain, Scale, ScaleKind } from "./scale.ts";

export interface LineAxis {
  label: string;
  kind: ScaleKind;
  domain: Domain;
  /** Where the ticks are, where round numbers are not what matters. */
  ticks?: readonly number[];
  /** A number at a tick: short. */
  tick(value: number): string;
  /** A number in the readout. */
  print(value: number): string;
}

/**
 * main: what the page speaks of; before: what it is compared with; third to sixth: others; floor: a bound. Each has its
 * own dashes too.
 */
export type Tone = "main" | "before" | "third" | "fourth" | "fifth" | "sixth" | "floor";

export interface Line {
  name: string;
  tone: Tone;
  /** One per point; what is not finite, or not positive on a log axis, is a gap. */
  values: ArrayLike<number>;
  /** Half the height of a band around the line, one per point. */
  band?: ArrayLike<number>;
  /** Each point is shown: there are few, and one may stand alone. */
  dots?: true;
}

export interface Mark {
  axis: "x" | "y";
  at: number;
  label: string;
  /** Where the label stands: beside a vertical line, at an end of a horizontal one. Default where the room is. */
  side?: "left" | "right";
  /** Below a horizontal line, at the foot of a vertical one. */
  low?: boolean;
}

/** A stretch of the x axis with a name. */
export interface Region {
  from: number;
  to: number;
  label: string;
  fill: "none" | "light" | "strong" | "hatched";
  /** across: the whole height; foot: a strip above the axis. */
  where: "across" | "foot";
}

export interface LineFigure {
  title: string;
  /** What is to be seen, in a sentence: the text alternative. */
  description: string;
  x: LineAxis;
  y: LineAxis;
  points: ArrayLike<number>;
  lines: readonly Line[];
  marks?: readonly Mark[];
  regions?: readonly Region[];
  /** More of a point than its lines say. */
  detail?: (point: number) => string;
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export const toX = (scale: Scale, box: Box, value: number): number => box.left + scale.share(value) * box.width;
export const toY = (scale: Scale, box: Box, value: number): number => box.top + (1 - scale.share(value)) * box.height;

const coordinate = (value: number): string => String(Math.round(value * 10) / 10);

/** Values far outside stay near the box: browsers draw huge coordinates badly. */
const kept = (y: number, { top, height }: Box): number => Math.min(top + 2 * height, Math.max(top - height, y));

/** An SVG path with a gap at every value that has no place. */
export function linePath(
  points: ArrayLike<number>,
  values: ArrayLike<number>,
  [x, y]: readonly [Scale, Scale],
  box: Box,
): string {
  const parts: string[] = [];
  let drawing = false;
  for (let at = 0; at < points.length; ++at) {
    const px = toX(x, box, points[at] as number);
    const py = toY(y, box, values[at] as number);
    if (!Number.isFinite(px) || !Number.isFinite(py)) {
      drawing = false;
      continue;
    }
    parts.push(`${drawing ? "L" : "M"}${coordinate(px)} ${coordinate(kept(py, box))}`);
    drawing = true;
  }
  return parts.join("");
}

/** A closed path around value ± band; on a linear axis only. */
export function bandPath(points: ArrayLike<number>, line: Line, scales: readonly [Scale, Scale], box: Box): string {
  if (!line.band) return "";
  const edge = (sign: 1 | -1, at: number): string | null => {
    const px = toX(scales[0], box, points[at] as number);
    const py = toY(
      scales[1],
      box,
      (line.values[at] as number) + sign * ((line.band as ArrayLike<number>)[at] as number),
    );
    return Number.isFinite(px) && Number.isFinite(py) ? `${coordinate(px)} ${coordinate(kept(py, box))}` : null;
  };
  const indices = Array.from({ length: points.length }, (_, at) => at);
  const there = [...indices.map((at) => edge(1, at)), ...indices.reverse().map((at) => edge(-1, at))];
  const known = there.filter((point) => point !== null);
  return known.length === 0 ? "" : `M${known.join("L")}Z`;
}

/** The point nearest to a share of the x axis. */
export function nearestPoint(points: ArrayLike<number>, scale: Scale, share: number): number {
  let best = 0;
  let least = Infinity;
  for (let at = 0; at < points.length; ++at) {
    const distance = Math.abs(scale.share(points[at] as number) - share);
    if (distance < least) {
      least = distance;
      best = at;
    }
  }
  return best;
}

/** Where a key leads from a point; null for keys that mean nothing here. */
export function stepPoint(key: string, point: number, count: number): number | null {
  const page = Math.max(1, Math.round(count / 10));
  const within = (at: number) => Math.min(count - 1, Math.max(0, at));
  switch (key) {
    case "ArrowLeft":
    case "ArrowDown":
      return within(point - 1);
    case "ArrowRight":
    case "ArrowUp":
      return within(point + 1);
    case "PageDown":
      return within(point - page);
    case "PageUp":
      return within(point + page);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

/** The readout of a point, in words: "pair 29: plain 2400, scaled 2900". */
export function readout(figure: LineFigure, point: number, colon = ": ", comma = ", "): string {
  const values = figure.lines.map(({ name, values, band }) => {
    const half = band ? ` ± ${figure.y.print(band[point] as number)}` : "";
    return `${name} ${figure.y.print(values[point] as number)}${half}`;
  });
  const detail = figure.detail?.(point);
  const all = detail ? [...values, detail] : values;
  return `${figure.x.label} ${figure.x.print(figure.points[point] as number)}${colon}${all.join(comma)}`;
}
