/**
 * <posenc-dials>: one dial per pair of channels, with the query and the key as arrows. A handle drags its arrow round and
 * with it the position of that token; the lab has steppers and sliders beside it that do the same by keyboard.
 *
 * Event posenc-turn {which, position, done}.
 */
import { css, html, LitElement, nothing, svg } from "lit";
import { property } from "lit/decorators.js";
import { controlStyles } from "../../ui/control-styles.ts";
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

export interface Turn {
  which: "i" | "j";
  position: number;
  done: boolean;
}

const RING = 42;

interface Drag {
  which: "i" | "j";
  frequency: number;
  /** Of the pointer when it was last seen, and how far it has come round. */
  angle: number;
  turned: number;
  from: number;
  position: number;
}

export class PosencDials extends LitElement {
  static override styles = [
    controlStyles,
    css`
      :host {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(148px, 1fr));
        gap: 16px;
        margin-block-start: 16px;
      }
      figure {
        margin: 0;
        font-size: var(--text-s);
        font-variant-numeric: tabular-nums;
      }
      svg {
        display: block;
        width: 100%;
        max-width: 168px;
        overflow: visible;
      }
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
      .handle {
        cursor: grab;
        touch-action: none;
      }
      .handle:active {
        cursor: grabbing;
      }
      .reach {
        fill: transparent;
        stroke: none;
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
      b {
        font-weight: 600;
      }
      span {
        display: block;
        color: var(--ink-2);
        overflow-wrap: anywhere;
      }
    `,
  ];

  @property({ attribute: false }) dials: readonly Dial[] = [];
  @property({ attribute: false }) positions: { i: number; j: number } = { i: 0, j: 0 };
  @property({ type: Number }) most = 0;
  private drag: Drag | null = null;

  protected override render() {
    const points = this.dials.flatMap(({ q, k, kept }) => [q, k, ...(kept ? [kept.q, kept.k] : [])]);
    const longest = Math.max(...points.map(([x, y]) => Math.hypot(x, y)), 1e-12);
    return this.dials.map(
      (dial) => html`<figure>
        <svg viewBox="-60 -60 120 120" role="img" aria-label=${dial.description}>
          <line class="axis" x1=${-RING} x2=${RING} y1="0" y2="0"></line>
          <line class="axis" y1=${-RING} y2=${RING} x1="0" x2="0"></line>
          <circle class="ring" r=${RING}></circle>
          ${dial.kept ? [arrow(dial.kept.q, longest, "q kept"), arrow(dial.kept.k, longest, "k kept")] : nothing}
          ${arrow(dial.k, longest, "k")} ${arrow(dial.q, longest, "q")}
          ${this.renderHandle(dial, "j")} ${this.renderHandle(dial, "i")}
        </svg>
        <figcaption><b>${dial.title}</b>${dial.notes.map((note) => html`<span>${note}</span>`)}</figcaption>
      </figure>`,
    );
  }

  /** On the ring, in the direction of the arrow; where both agree the query's lies above. */
  private renderHandle(dial: Dial, which: "i" | "j") {
    const [name, [x, y]] = which === "i" ? ["q", dial.q] : ["k", dial.k];
    const size = Math.hypot(x, y);
    if (size === 0) return nothing;
    const [cx, cy] = [(RING * x) / size, (-RING * y) / size];
    return svg`<g class="handle ${name}" data-handle=${name}
      @pointerdown=${(event: PointerEvent) => this.grasp(event, which, dial.frequency)}
      @pointermove=${this.move} @pointerup=${this.release} @pointercancel=${this.release}>
      <circle class="reach" cx=${cx} cy=${cy} r="14"></circle>
      ${
        name === "q"
          ? svg`<circle class="knob" cx=${cx} cy=${cy} r="7.5"></circle>`
          : svg`<rect class="knob" x=${cx - 7} y=${cy - 7} width="14" height="14"></rect>`
      }
      <text x=${cx} y=${cy}>${name}</text>
    </g>`;
  }

  private grasp(event: PointerEvent, which: "i" | "j", frequency: number): void {
    if (frequency === 0) return;
    event.preventDefault();
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    const from = this.positions[which];
    this.drag = { which, frequency, angle: angleOf(event), turned: 0, from, position: from };
  }

  private move(event: PointerEvent): void {
    const { drag } = this;
    if (!drag) return;
    const angle = angleOf(event);
    // The shorter way round since the pointer was last seen.
    drag.turned += Math.atan2(Math.sin(angle - drag.angle), Math.cos(angle - drag.angle));
    drag.angle = angle;
    const steps = Math.round(drag.turned / drag.frequency);
    const position = Math.min(this.most, Math.max(0, drag.from + steps));
    if (position !== drag.position) this.tell({ which: drag.which, position, done: false });
    drag.position = position;
  }

  private release(): void {
    const { drag } = this;
    this.drag = null;
    if (drag && drag.position !== drag.from) this.tell({ which: drag.which, position: drag.position, done: true });
  }

  private tell(detail: Turn): void {
    this.dispatchEvent(new CustomEvent<Turn>("posenc-turn", { detail }));
  }
}

function arrow([x, y]: Point, longest: number, name: string) {
  return svg`<line class="arrow ${name}" x1="0" y1="0" x2=${(RING * x) / longest} y2=${(-RING * y) / longest}></line>`;
}

/** Of the pointer about the middle of its dial, counter-clockwise. */
function angleOf(event: PointerEvent): number {
  const { left, top, width, height } = (
    (event.currentTarget as SVGElement).ownerSVGElement as SVGElement
  ).getBoundingClientRect();
  return Math.atan2(top + height / 2 - event.clientY, event.clientX - left - width / 2);
}

customElements.define("posenc-dials", PosencDials);

declare global {
  interface HTMLElementTagNameMap {
    "posenc-dials": PosencDials;
  }
}
