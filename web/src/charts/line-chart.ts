/**
 * <posenc-line-chart>: lines over an axis, with a crosshair that pointer and arrow keys move and a line of text below
 * that reads the values there. Keys: ← → a point, Page Up and Page Down a tenth, Home, End; Escape ends reading.
 */
import { html, LitElement, nothing } from "lit";
import { property, state } from "lit/decorators.js";
import { boxOf, drawLines, hasLegend, lineDrawingStyles } from "./draw-lines.ts";
import { lineChartStyles } from "./line-chart-styles.ts";
import { type LineFigure, nearestPoint, readout, stepPoint } from "./line-figure.ts";
import { makeScale } from "./scale.ts";
import { WidthController } from "./width-controller.ts";

export class PosencLineChart extends LitElement {
  static override styles = [lineDrawingStyles, lineChartStyles];

  @property({ attribute: false }) figure!: LineFigure;
  /** What the text below says while nothing is read. */
  @property() hint = "";
  @property({ type: Number }) height = 300;
  /** Of the readout, in the page's language. */
  @property() colon = ": ";
  @property() comma = ", ";
  /** Only the look of one colour depends on it. */
  @property({ reflect: true }) scheme: "light" | "dark" = "light";

  @state() private point: number | null = null;
  private readonly size = new WidthController(this, 640);

  protected override render() {
    const {
      figure,
      height,
      size: { width },
    } = this;
    const point = this.point === null ? null : Math.min(this.point, figure.points.length - 1);
    return html`
      ${hasLegend(figure) ? this.renderLegend() : nothing}
      <div class="plot" role="slider" tabindex="0" aria-label=${figure.title} aria-description=${figure.description}
        aria-valuemin="0" aria-valuemax=${figure.points.length - 1} aria-valuenow=${point ?? 0}
        aria-valuetext=${this.read(point ?? 0)}
        @focus=${this.onFocus} @keydown=${this.onKey} @pointermove=${this.onPointer} @pointerdown=${this.onPointer} @pointerleave=${this.onLeave}>
        <svg viewBox="0 0 ${width} ${height}" height=${height} aria-hidden="true">
          ${drawLines(figure, { width, height }, point)}
        </svg>
      </div>
      <p class="readout ${point === null ? "idle" : ""}">${point === null ? this.hint : this.read(point)}</p>
    `;
  }

  private read(point: number): string {
    return readout(this.figure, point, this.colon, this.comma);
  }

  private renderLegend() {
    return html`<ul class="legend">
      ${this.figure.lines.map(
        ({ name, tone }) =>
          html`<li><svg viewBox="0 0 28 8" aria-hidden="true"><path class="line ${tone}" d="M1 4H27"></path></svg>${name}</li>`,
      )}
    </ul>`;
  }

  private onPointer(event: PointerEvent): void {
    const { left, width } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const { figure } = this;
    const box = boxOf(figure, { width: this.size.width, height: this.height });
    const at = ((event.clientX - left) * this.size.width) / width;
    const x = makeScale(figure.x.kind, figure.x.domain);
    this.point = nearestPoint(figure.points, x, (at - box.left) / box.width);
  }

  private onLeave(event: PointerEvent): void {
    // A finger that was lifted has chosen a point.
    if (event.pointerType === "mouse") this.point = null;
  }

  /** What is read out first is also what is shown. */
  private onFocus(): void {
    this.point ??= 0;
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      this.point = null;
      return;
    }
    const next = stepPoint(event.key, this.point ?? 0, this.figure.points.length);
    if (next === null) return;
    this.point = next;
    event.preventDefault();
  }
}

customElements.define("posenc-line-chart", PosencLineChart);

declare global {
  interface HTMLElementTagNameMap {
    "posenc-line-chart": PosencLineChart;
  }
}
