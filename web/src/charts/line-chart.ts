/**
 * <posenc-line-chart>: lines over an axis, with a crosshair that pointer and arrow keys move and a line of text below
 * that reads the values there. Keys: ← → a point, Page Up and Page Down a tenth, Home, End; Escape ends reading.
 */
import { html, LitElement, nothing, svg } from "lit";
import { property, state } from "lit/decorators.js";
import { lineChartStyles } from "./line-chart-styles.ts";
import {
  type Box,
  bandPath,
  type Line,
  type LineFigure,
  linePath,
  nearestPoint,
  type Region,
  readout,
  stepPoint,
  toX,
  toY,
} from "./line-figure.ts";
import { makeScale, type Scale, ticks } from "./scale.ts";

const FOOT = 18;
const LETTER = 7;
/** Ticks of an axis that is so high. */
const rowCount = (height: number): number => Math.max(3, Math.round(height / 48));

export class PosencLineChart extends LitElement {
  static override styles = lineChartStyles;

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
  @state() private width = 640;
  private watch: ResizeObserver | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.watch = new ResizeObserver(([entry]) => {
      const width = Math.round(entry?.contentRect.width ?? 0);
      if (width > 0) this.width = width;
    });
    this.watch.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.watch?.disconnect();
  }

  private get box(): Box {
    const { y, regions = [] } = this.figure;
    const foot = regions.some(({ where }) => where === "foot") ? FOOT : 0;
    const height = this.height - 22 - 40 - foot;
    const labels = ticks(makeScale(y.kind, y.domain), rowCount(height)).map((value) => y.tick(value).length);
    const left = Math.min(72, 10 + Math.max(...labels, 2) * LETTER);
    return { left, top: 22, width: Math.max(80, this.width - left - 12), height };
  }

  private scales(): [Scale, Scale] {
    const { x, y } = this.figure;
    return [makeScale(x.kind, x.domain), makeScale(y.kind, y.domain)];
  }

  protected override render() {
    const { figure, box, height, width } = this;
    const scales = this.scales();
    const point = this.point === null ? null : Math.min(this.point, figure.points.length - 1);
    return html`
      ${figure.lines.length > 1 || figure.lines.some(({ band }) => band) ? this.renderLegend() : nothing}
      <div class="plot" role="slider" tabindex="0" aria-label=${figure.title} aria-description=${figure.description}
        aria-valuemin="0" aria-valuemax=${figure.points.length - 1} aria-valuenow=${point ?? 0}
        aria-valuetext=${this.read(point ?? 0)}
        @focus=${this.onFocus} @keydown=${this.onKey} @pointermove=${this.onPointer} @pointerdown=${this.onPointer} @pointerleave=${this.onLeave}>
        <svg viewBox="0 0 ${width} ${height}" height=${height} aria-hidden="true">
          <defs>
            <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <line class="hatch-line" x1="0" y1="0" x2="0" y2="6"></line>
            </pattern>
            <clipPath id="inside"><rect x=${box.left} y=${box.top} width=${box.width} height=${box.height}></rect></clipPath>
          </defs>
          ${(figure.regions ?? []).map((region) => this.renderRegion(region, scales[0], box))}
          ${this.renderAxes(scales, box)}
          <g clip-path="url(#inside)">${figure.lines.map((line) => this.renderLine(line, scales, box))}</g>
          ${this.renderMarks(scales, box)}
          ${(figure.regions ?? []).map((region) => this.renderRegionName(region, scales[0], box))}
          ${point === null ? nothing : this.renderCross(point, scales, box)}
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

  private renderAxes([x, y]: [Scale, Scale], box: Box) {
    const { figure } = this;
    const bottom = box.top + box.height;
    const foot = (figure.regions ?? []).some(({ where }) => where === "foot") ? FOOT : 0;
    return svg`
      ${ticks(y, rowCount(box.height)).map(
        (value) => svg`
          <line class="grid" x1=${box.left} x2=${box.left + box.width} y1=${toY(y, box, value)} y2=${toY(y, box, value)}></line>
          <text x=${box.left - 6} y=${toY(y, box, value)} dy="0.35em" text-anchor="end">${figure.y.tick(value)}</text>`,
      )}
      ${ticks(x, Math.max(3, Math.round(box.width / 72))).map(
        (value) => svg`
          <line class="axis" x1=${toX(x, box, value)} x2=${toX(x, box, value)} y1=${bottom + foot} y2=${bottom + foot + 4}></line>
          <text x=${toX(x, box, value)} y=${bottom + foot + 17} text-anchor="middle">${figure.x.tick(value)}</text>`,
      )}
      <line class="axis" x1=${box.left} x2=${box.left + box.width} y1=${bottom} y2=${bottom}></line>
      <text x=${box.left} y="12">${figure.y.label}</text>
      <text x=${box.left + box.width} y=${bottom + foot + 34} text-anchor="end">${figure.x.label}</text>
    `;
  }

  private renderLine(line: Line, scales: [Scale, Scale], box: Box) {
    const { points } = this.figure;
    return svg`
      ${line.band ? svg`<path class="band ${line.tone}" d=${bandPath(points, line, scales, box)}></path>` : nothing}
      <path class="line ${line.tone}" d=${linePath(points, line.values, scales, box)}></path>
    `;
  }

  private renderMarks([x, y]: [Scale, Scale], box: Box) {
    const heights: number[] = [];
    return (this.figure.marks ?? []).map(({ axis, at, label, side }) => {
      const share = axis === "x" ? x.share(at) : y.share(at);
      if (!(share >= 0 && share <= 1)) return nothing;
      const [px, py] = [toX(x, box, at), toY(y, box, at)];
      if (axis === "y") {
        // Below its line where the label of another one stands above.
        const isFree = heights.every((height) => Math.abs(height - py) > 16);
        heights.push(py);
        return svg`<line class="mark-line" x1=${box.left} x2=${box.left + box.width} y1=${py} y2=${py}></line>
          <text class="mark" x=${side === "left" ? box.left + 4 : box.left + box.width - 4} y=${py + (isFree ? -5 : 14)} text-anchor=${side === "left" ? "start" : "end"}>${label}</text>`;
      }
      const atEnd = side ? side === "left" : share > 0.6;
      return svg`<line class="mark-line" x1=${px} x2=${px} y1=${box.top} y2=${box.top + box.height}></line>
        <text class="mark" x=${px + (atEnd ? -5 : 5)} y=${box.top + 12} text-anchor=${atEnd ? "end" : "start"}>${label}</text>`;
    });
  }

  private stretch({ from, to }: Region, x: Scale, box: Box): [number, number] {
    const inside = (value: number) => Math.min(box.left + box.width, Math.max(box.left, toX(x, box, value)));
    return [inside(from), inside(to)];
  }

  private renderRegion(region: Region, x: Scale, box: Box) {
    const [from, to] = this.stretch(region, x, box);
    const [top, height] = region.where === "foot" ? [box.top + box.height + 2, FOOT - 4] : [box.top, box.height];
    return svg`
      <rect class="fill-${region.fill}" fill=${region.fill === "hatched" ? "url(#hatch)" : nothing} x=${from} y=${top} width=${Math.max(0, to - from)} height=${height}></rect>
      ${region.where === "across" && from > box.left + 1 ? svg`<line class="region-edge" x1=${from} x2=${from} y1=${top} y2=${top + height}></line>` : nothing}
    `;
  }

  /** The name of a stretch, where it has the room. */
  private renderRegionName(region: Region, x: Scale, box: Box) {
    const [from, to] = this.stretch(region, x, box);
    const needed = [...region.label].reduce((sum, sign) => sum + (sign.charCodeAt(0) > 0x2e80 ? 13 : LETTER), 4);
    if (to - from < needed) return nothing;
    const y = region.where === "foot" ? box.top + box.height + FOOT - 5 : box.top + 13;
    return svg`<text class="region" x=${(from + to) / 2} y=${y} text-anchor="middle">${region.label}</text>`;
  }

  private renderCross(point: number, [x, y]: [Scale, Scale], box: Box) {
    const px = toX(x, box, this.figure.points[point] as number);
    if (!Number.isFinite(px)) return nothing;
    return svg`
      <line class="cross" x1=${px} x2=${px} y1=${box.top} y2=${box.top + box.height}></line>
      ${this.figure.lines.map(({ tone, values }) => {
        const share = y.share(values[point] as number);
        if (!(share >= -0.001 && share <= 1.001)) return nothing;
        return svg`<circle class="dot ${tone}" cx=${px} cy=${toY(y, box, values[point] as number)} r="4"></circle>`;
      })}
    `;
  }

  private onPointer(event: PointerEvent): void {
    const { left, width } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const { box, figure } = this;
    const at = ((event.clientX - left) * this.width) / width;
    this.point = nearestPoint(figure.points, this.scales()[0], (at - box.left) / box.width);
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
