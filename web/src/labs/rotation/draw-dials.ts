/** A dial as a drawing: the query and the key of a pair as arrows on a ring. */
import { css, nothing, svg } from "lit";
import type { Drawing } from "../../charts/drawing.ts";
import type { Point } from "./tasks/score.ts";

export interface Dial {
  title: string;
  /** Lines below it. */
  notes: readonly string[];
  /** All of it in a sentence. */
  description: string;
  /** Radians per position. */
  frequency: number;
  q: Point;
  k: Point;
  /** Of the state kept for comparison. */
  kept: { q: Point; k: Point } | null;
}

const RING = 42;

export const dialStyles = css`
  .ring {
    fill: none;
    stroke: var(--rule-strong);
  }
  .axis {
    stroke: var(--rule);
  }
  .arrow {
    stroke-width: 2.5;
    stroke-linecap: round;
  }
  .q {
    stroke: var(--accent);
  }
  .k {
    stroke: var(--ink);
  }
  .kept {
    stroke-width: 1.5;
    stroke-dasharray: 4 3;
    opacity: 0.8;
  }
  .knob {
    fill: var(--surface);
    stroke-width: 2;
  }
  text {
    font-size: 11px;
    font-style: italic;
    text-anchor: middle;
    dominant-baseline: central;
    fill: var(--ink);
    stroke: none;
    pointer-events: none;
  }
`;

/** Of the longest arrow of several dials, which reaches the ring. */
export function longestOf(dials: readonly Dial[]): number {
  const points = dials.flatMap(({ q, k, kept }) => [q, k, ...(kept ? [kept.q, kept.k] : [])]);
  return Math.max(...points.map(([x, y]) => Math.hypot(x, y)), 1e-12);
}

function arrow([x, y]: Point, longest: number, name: string) {
  return svg`<line class="arrow ${name}" x1="0" y1="0" x2=${(RING * x) / longest} y2=${(-RING * y) / longest}></line>`;
}

/** About its middle, without handles. */
export const drawDial = ({ q, k, kept }: Dial, longest: number) => svg`
  <line class="axis" x1=${-RING} x2=${RING} y1="0" y2="0"></line>
  <line class="axis" y1=${-RING} y2=${RING} x1="0" x2="0"></line>
  <circle class="ring" r=${RING}></circle>
  ${kept ? [arrow(kept.q, longest, "q kept"), arrow(kept.k, longest, "k kept")] : nothing}
  ${arrow(k, longest, "k")} ${arrow(q, longest, "q")}
`;

/** Where the handle of an arrow stands: on the ring, in its direction; null where it has none. */
export function handleAt([x, y]: Point): { cx: number; cy: number } | null {
  const size = Math.hypot(x, y);
  return size === 0 ? null : { cx: (RING * x) / size, cy: (-RING * y) / size };
}

export const drawKnob = (name: "q" | "k", { cx, cy }: { cx: number; cy: number }) => svg`
  ${
    name === "q"
      ? svg`<circle class="knob" cx=${cx} cy=${cy} r="7.5"></circle>`
      : svg`<rect class="knob" x=${cx - 7} y=${cy - 7} width="14" height="14"></rect>`
  }
  <text x=${cx} y=${cy}>${name}</text>
`;

const WIDE = 168;
const TALL = 130;
const LINE = 18;
const ACROSS = 4;

const noteStyles = css`
  .note {
    font-size: 12px;
    font-style: normal;
    fill: var(--ink-2);
  }
  .name {
    font-size: 12px;
    font-style: normal;
    font-weight: 600;
  }
`;

export function dialsDrawing(dials: readonly Dial[]): Drawing {
  const longest = longestOf(dials);
  const tall = TALL + LINE * (1 + Math.max(...dials.map(({ notes }) => notes.length), 0));
  const knob = (dial: Dial, name: "q" | "k") => {
    const place = handleAt(dial[name]);
    return place ? svg`<g class=${name}>${drawKnob(name, place)}</g>` : nothing;
  };
  return {
    width: WIDE * Math.min(ACROSS, dials.length),
    height: tall * Math.ceil(dials.length / ACROSS),
    body: svg`${dials.map(
      (
        dial,
        at,
      ) => svg`<g transform="translate(${WIDE * (at % ACROSS) + WIDE / 2} ${tall * Math.floor(at / ACROSS) + 60})">
        ${drawDial(dial, longest)} ${knob(dial, "k")} ${knob(dial, "q")}
        <text class="name" y="66">${dial.title}</text>
        ${dial.notes.map((note, line) => svg`<text class="note" y=${66 + LINE * (line + 1)}>${note}</text>`)}
      </g>`,
    )}`,
    style: `${dialStyles.cssText}${noteStyles.cssText}`,
  };
}
