/** Rows of cells as a drawing for files: what each token, channel or pair carries. */
import { css, nothing, type SVGTemplateResult, svg } from "lit";
import { type Drawing, fitted, textWidth } from "./drawing.ts";

/** How a cell is told from those beside it. */
export type CellTone = "plain" | "chosen" | "dark" | "dashed" | "hatched";

export interface StripCell {
  text: string;
  tone: CellTone;
}

export interface StripRow {
  /** Before its cells; empty for a row that goes on. */
  name: string;
  cells: readonly StripCell[];
}

/** Rows that are longer go on below. */
const WIDEST = 900;
const NARROWEST = 26;
const TALL = 26;
const GAP = 14;
const LONGEST_NAME = 180;
const LONGEST_TEXT = 110;

const styles = css`
  text {
    font-size: 12px;
    fill: var(--ink-2);
  }
  .text {
    fill: var(--ink);
    text-anchor: middle;
  }
  .cell {
    stroke: var(--rule-strong);
  }
  .chosen {
    fill: var(--accent-wash);
    stroke: var(--accent);
  }
  .dark {
    stroke: var(--ink);
  }
  .dashed {
    stroke: var(--ink-2);
    stroke-dasharray: 3 3;
  }
  .hatch-line {
    stroke: var(--rule-strong);
    stroke-width: 1.5;
  }
`;

interface Sizes {
  /** Of the names. */
  left: number;
  cell: number;
  /** Cells of one line. */
  across: number;
}

function sizesOf(rows: readonly StripRow[]): Sizes {
  const names = Math.max(...rows.map(({ name }) => textWidth(name)));
  const texts = Math.max(0, ...rows.flatMap(({ cells }) => cells.map(({ text }) => textWidth(text))));
  const left = names === 0 ? 0 : Math.min(LONGEST_NAME, names) + 12;
  const cell = Math.max(NARROWEST, Math.min(LONGEST_TEXT, texts) + 12);
  return { left, cell, across: Math.max(1, Math.floor((WIDEST - left) / cell)) };
}

/** Lines of `across` cells each, with the rows that reach into them. */
function linesOf(rows: readonly StripRow[], across: number): StripRow[][] {
  const longest = Math.max(...rows.map(({ cells }) => cells.length));
  return Array.from({ length: Math.ceil(longest / across) }, (_, line) =>
    rows
      .map(({ name, cells }) => ({ name, cells: cells.slice(line * across, (line + 1) * across) }))
      .filter(({ cells }) => cells.length > 0),
  );
}

const drawRow = ({ name, cells }: StripRow, { left, cell }: Sizes): SVGTemplateResult => svg`
  ${name === "" ? nothing : svg`<text x="0" y=${TALL / 2} dy="0.35em">${fitted(name, left - 12)}</text>`}
  ${cells.map(
    (
      { text, tone },
      at,
    ) => svg`<rect class="cell ${tone}" fill=${tone === "hatched" ? "url(#strip-hatch)" : "none"} x=${left + at * cell} y="0" width=${cell - 2} height=${TALL - 2}></rect>
      <text class="text" x=${left + (at + 0.5) * cell - 1} y=${TALL / 2 - 1} dy="0.35em">${fitted(text, cell - 6)}</text>`,
  )}`;

export function stripDrawing(rows: readonly StripRow[]): Drawing {
  const sizes = sizesOf(rows);
  const longest = Math.max(...rows.map(({ cells }) => cells.length));
  const drawn: SVGTemplateResult[] = [];
  let top = 0;
  for (const line of linesOf(rows, sizes.across)) {
    if (top > 0) top += GAP;
    for (const row of line) {
      drawn.push(svg`<g transform="translate(0 ${top})">${drawRow(row, sizes)}</g>`);
      top += TALL;
    }
  }
  return {
    width: sizes.left + sizes.cell * Math.min(longest, sizes.across),
    height: top,
    body: svg`
      <defs>
        <pattern id="strip-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line class="hatch-line" x1="0" y1="0" x2="0" y2="6"></line>
        </pattern>
      </defs>
      ${drawn}`,
    style: styles.cssText,
  };
}
