/**
 * <posenc-dials>: one dial per pair of channels, with the query and the key as arrows. A handle drags its arrow round and
 * with it the position of that token; the lab has steppers and sliders beside it that do the same by keyboard.
 *
 * Event posenc-turn {which, position, done}.
 */
import { css, html, LitElement, nothing, svg } from "lit";
import { property } from "lit/decorators.js";
import { controlStyles } from "../../ui/control-styles.ts";
import { type Dial, dialStyles, drawDial, drawKnob, handleAt, longestOf } from "./draw-dials.ts";

export interface Turn {
  which: "i" | "j";
  position: number;
  done: boolean;
}

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
    dialStyles,
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
    const longest = longestOf(this.dials);
    return this.dials.map(
      (dial) => html`<figure>
        <svg viewBox="-60 -60 120 120" role="img" aria-label=${dial.description}>
          ${drawDial(dial, longest)}
          ${this.renderHandle(dial, "j")} ${this.renderHandle(dial, "i")}
        </svg>
        <figcaption><b>${dial.title}</b>${dial.notes.map((note) => html`<span>${note}</span>`)}</figcaption>
      </figure>`,
    );
  }

  /** Where both agree the query's lies above. */
  private renderHandle(dial: Dial, which: "i" | "j") {
    const name = which === "i" ? "q" : "k";
    const place = handleAt(dial[name]);
    if (!place) return nothing;
    return svg`<g class="handle ${name}" data-handle=${name}
      @pointerdown=${(event: PointerEvent) => this.grasp(event, which, dial.frequency)}
      @pointermove=${this.move} @pointerup=${this.release} @pointercancel=${this.release}>
      <circle class="reach" cx=${place.cx} cy=${place.cy} r="14"></circle>
      ${drawKnob(name, place)}
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
