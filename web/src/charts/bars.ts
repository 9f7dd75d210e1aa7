/** Bars of shares with their middle half, on one stretch: in the rows of a table, and as a drawing for files. */
import { css, nothing, type SVGTemplateResult, svg } from "lit";
import { type Drawing, fitted, textWidth } from "./drawing.ts";

export interface Bar {
  /** NaN: no bar. */
  share: number;
  /** NaN: no middle half. */
  low: number;
  high: number;
}

export interface Extent {
  from: number;
  to: number;
}

/** Longer bars end here, open. */
const MOST = 1;
const LEAST = -0.5;
const TALL = 13;

export const barStyles = css`
  .bar.main {
    fill: var(--accent);
  }
  .bar.before {
    fill: var(--rule-strong);
  }
  .half {
    stroke: var(--ink);
    stroke-width: 2;
    vector-effect: non-scaling-stroke;
  }
  .zero {
    stroke: var(--ink-2);
    stroke-width: 1;
    vector-effect: non-scaling-stroke;
  }
`;

/** The stretch of shares that bars are drawn on: zero is in it, and all middle halves up to the ends. */
export function extentOf(bars: readonly Bar[]): Extent {
  const finite = bars.flatMap(({ low, high }) => [low, high]).filter(Number.isFinite);
  const from = Math.max(LEAST, Math.min(0, ...finite));
  const to = Math.min(MOST, Math.max(0.01, ...finite));
  return { from, to };
}

/** Place in 0 … 100. */
export const placeOf = (share: number, { from, to }: Extent): number =>
  100 * Math.min(1, Math.max(0, (share - from) / (to - from)));

function drawBar({ share, low, high }: Bar, extent: Extent, tone: "main" | "before") {
  if (Number.isNaN(share)) return nothing;
  const at = (value: number) => placeOf(value, extent);
  const [zero, end] = [at(0), at(share)];
  const [top, middle] = tone === "main" ? [7, 9.5] : [1, 3.5];
  return svg`
    <rect class="bar ${tone}" x=${Math.min(zero, end)} y=${top} width=${Math.max(0.4, Math.abs(end - zero))} height="5"></rect>
    ${Number.isNaN(low) ? nothing : svg`<line class="half" x1=${at(low)} x2=${at(high)} y1=${middle} y2=${middle}></line>`}`;
}

/** A hundred wide, thirteen high; the kept one above. */
export function drawBars(main: Bar, before: Bar | null | undefined, extent: Extent): SVGTemplateResult {
  const zero = placeOf(0, extent);
  return svg`${before ? drawBar(before, extent, "before") : nothing}${drawBar(main, extent, "main")}
    <line class="zero" x1=${zero} x2=${zero} y1="0" y2=${TALL}></line>`;
}

export interface NamedBar {
  name: string;
  main: Bar;
  before: Bar | null | undefined;
  text: string;
}

const ROW = 28;
const WIDE = 440;
const textStyles = css`
  text {
    font-size: 12px;
    fill: var(--ink-2);
  }
`;

export function barsDrawing(bars: readonly NamedBar[], extent: Extent, tick: (share: number) => string): Drawing {
  const left = Math.min(200, Math.max(...bars.map(({ name }) => textWidth(name)), 0)) + 10;
  const right = Math.max(...bars.map(({ text }) => textWidth(text)), 0) + 10;
  return {
    width: left + WIDE + right,
    height: ROW * (bars.length + 1),
    body: svg`
      <text x=${left} y="14">${tick(extent.from)}</text><text x=${left + WIDE} y="14" text-anchor="end">${tick(extent.to)}</text>
      ${bars.map(
        ({ name, main, before, text }, at) => svg`<g transform="translate(0 ${ROW * (at + 1)})">
          <text x=${left - 10} y="14" text-anchor="end">${fitted(name, left - 10)}</text>
          <g transform="translate(${left} 0) scale(${WIDE / 100} ${20 / TALL})">${drawBars(main, before, extent)}</g>
          <text x=${left + WIDE + 10} y="14">${text}</text>
        </g>`,
      )}`,
    style: `${textStyles.cssText}${barStyles.cssText}`,
  };
}
