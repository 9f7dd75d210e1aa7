/**
 * <posenc-absolute-map>: a matrix of up to 128 × 1024 cells on a canvas, with a cursor that pointer and arrow keys move
 * and a line of text that reads the cell. A click, a drag or Enter picks the cell.
 *
 * Keys: arrows, Home, End, Page Up, Page Down, Ctrl+Home, Ctrl+End; Enter or Space picks; Escape ends reading.
 * Event posenc-pick {row, column, isDone}: not done while dragging.
 */
import { html, LitElement, nothing, type PropertyValues, svg } from "lit";
import { property, query, state } from "lit/decorators.js";
import { colourOf, type Scheme } from "../../charts/color-map.ts";
import { step } from "../../charts/figure.ts";
import { makeScale, ticks } from "../../charts/scale.ts";
import { LocaleController } from "../../i18n/locale-controller.ts";
import { t as page } from "../../i18n/page-strings.ts";
import "../../lab/copies.ts";
import type { Copies } from "../../lab/copies.ts";
import { digits, result, tick } from "../../lab/number-text.ts";
import { controlStyles } from "../../ui/control-styles.ts";
import { onScheme, scheme } from "../../ui/theme.ts";
import { type MapFigure, mapCopies, paintMap, valueAt } from "./map-data.ts";
import { mapStyles } from "./map-styles.ts";
import { t } from "./strings.ts";

export interface MapPick {
  row: number;
  column: number;
  isDone: boolean;
}

type Cell = readonly [row: number, column: number];

const LEFT = 34;
const TOP = 20;
const FOOT = 22;
const MOST_SIDE = 420;
const LEAST_HEIGHT = 96;
/** Of the table; copies hold every number. */
const MOST_TABLE = 64;

const numbered = (count: number) => Array.from({ length: count }, () => ({ text: "" }));

export class PosencAbsoluteMap extends LitElement {
  static override styles = [controlStyles, mapStyles];

  @property({ attribute: false }) figure!: MapFigure;
  /** The cell that the page speaks of. */
  @property({ attribute: false }) chosen: { row?: number; column?: number } = {};
  /** Cells as high as wide. */
  @property({ type: Boolean }) square = false;

  @state() private cursor: Cell | null = null;
  @state() private width = 480;
  @state() private hasTable = false;
  @query("canvas") private canvas!: HTMLCanvasElement;
  private watch: ResizeObserver | undefined;
  private stopScheme: (() => void) | undefined;
  private copies: Copies = {};
  private painted: { figure: MapFigure; scheme: Scheme } | null = null;
  private isPressed = false;

  constructor() {
    super();
    new LocaleController(this);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stopScheme = onScheme(() => this.requestUpdate());
    this.watch = new ResizeObserver(([entry]) => {
      const width = Math.round(entry?.contentRect.width ?? 0);
      if (width > 0) this.width = width;
    });
    this.watch.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopScheme?.();
    this.watch?.disconnect();
  }

  private get box() {
    const { rows, columns } = this.figure;
    const most = this.width - LEFT - 8;
    const width = Math.max(64, this.square ? Math.min(most, MOST_SIDE) : most);
    const height = this.square
      ? (width * rows) / columns
      : Math.min(MOST_SIDE, Math.max(LEAST_HEIGHT, Math.round(Math.min(24, 320 / rows) * rows)));
    return { width, height };
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has("figure")) return;
    this.copies = mapCopies(this.figure);
    if (!this.cursor) return;
    const { rows, columns } = this.figure;
    this.cursor = [Math.min(this.cursor[0], rows - 1), Math.min(this.cursor[1], columns - 1)];
  }

  protected override updated(): void {
    const { figure, canvas, box } = this;
    canvas.style.setProperty("inset", `${TOP}px auto auto ${LEFT}px`);
    canvas.style.setProperty("width", `${box.width}px`);
    canvas.style.setProperty("height", `${box.height}px`);
    if (this.painted?.figure === figure && this.painted.scheme === scheme()) return;
    this.painted = { figure, scheme: scheme() };
    canvas.width = figure.columns;
    canvas.height = figure.rows;
    const pixels = paintMap(figure, scheme()) as Uint8ClampedArray<ArrayBuffer>;
    canvas.getContext("2d")?.putImageData(new ImageData(pixels, figure.columns, figure.rows), 0, 0);
  }

  protected override render() {
    const { figure, box, cursor } = this;
    const [row, column] = cursor ?? [this.chosen.row ?? 0, this.chosen.column ?? 0];
    return html`
      <figure>
        <figcaption><span class="name">${figure.name}</span>${figure.note ? html`<span class="note">${figure.note}</span>` : nothing}</figcaption>
        <div class="plot" role="slider" tabindex="0" aria-label=${figure.name} aria-description=${figure.description}
          aria-valuemin="0" aria-valuemax=${figure.rows * figure.columns - 1} aria-valuenow=${row * figure.columns + column}
          aria-valuetext=${this.read([row, column])}
          @keydown=${this.onKey} @focus=${this.onFocus} @blur=${this.onLeave}
          @pointerdown=${this.onDown} @pointermove=${this.onMove} @pointerup=${this.onUp} @pointercancel=${this.onCancel} @pointerleave=${this.onLeave}>
          <canvas aria-hidden="true"></canvas>
          <svg viewBox="0 0 ${this.width} ${box.height + TOP + FOOT}" height=${box.height + TOP + FOOT} aria-hidden="true">
            ${this.renderAxes()} ${this.renderChosen()}
            ${cursor ? this.renderCell(cursor, "cursor") : nothing}
          </svg>
        </div>
        <p class="readout ${cursor ? "" : "idle"}">${cursor ? this.read(cursor) : t("map.hint")}</p>
        ${this.renderLegend()}
        <posenc-copies .copies=${this.copies} .subject=${figure.name}>
          <button class="quiet" aria-pressed=${this.hasTable} aria-label=${page("figure.as_table", { figure: figure.name })}
            @click=${() => {
              this.hasTable = !this.hasTable;
            }}>${page("figure.table")}</button>
        </posenc-copies>
        ${this.hasTable ? this.renderTable() : nothing}
      </figure>
    `;
  }

  private read([row, column]: Cell): string {
    const { figure } = this;
    return `${figure.cell(row, column)}${page("list.colon")}${result(valueAt(figure, row, column))}`;
  }

  private renderAxes() {
    const { figure, box } = this;
    const axis = (count: number, most: number) =>
      ticks(makeScale("linear", [0, count - 1]), Math.max(2, most)).filter(Number.isInteger);
    const [cellWidth, cellHeight] = [box.width / figure.columns, box.height / figure.rows];
    return svg`
      <rect class="frame" x=${LEFT} y=${TOP} width=${box.width} height=${box.height}></rect>
      ${axis(figure.rows, Math.round(box.height / 40)).map(
        (row) =>
          svg`<text x=${LEFT - 6} y=${TOP + (row + 0.5) * cellHeight} dy="0.35em" text-anchor="end">${tick(row)}</text>`,
      )}
      ${axis(figure.columns, Math.round(box.width / 72)).map(
        (column) =>
          svg`<text x=${LEFT + (column + 0.5) * cellWidth} y=${TOP + box.height + 16} text-anchor="middle">${tick(column)}</text>`,
      )}
      <text x="0" y="12">${figure.rowWord} ↓</text>
      <text x=${LEFT + box.width} y="12" text-anchor="end">${figure.columnWord} →</text>
    `;
  }

  private rectOf([row, column]: Cell, [high, wide]: readonly [number, number]) {
    const { figure, box } = this;
    return {
      x: LEFT + (column * box.width) / figure.columns,
      y: TOP + (row * box.height) / figure.rows,
      width: (wide * box.width) / figure.columns,
      height: (high * box.height) / figure.rows,
    };
  }

  private renderChosen() {
    const { row, column } = this.chosen;
    const { rows, columns } = this.figure;
    const bands = [
      ...(row === undefined ? [] : [this.rectOf([row, 0], [1, columns])]),
      ...(column === undefined ? [] : [this.rectOf([0, column], [rows, 1])]),
    ];
    return bands.map(
      ({ x, y, width, height }) => svg`
        <rect class="under" x=${x} y=${y} width=${width} height=${height}></rect>
        <rect class="chosen" x=${x} y=${y} width=${width} height=${height}></rect>`,
    );
  }

  private renderCell(cell: Cell, name: string) {
    const { x, y, width, height } = this.rectOf(cell, [1, 1]);
    const [wide, high] = [Math.max(6, width), Math.max(6, height)];
    return svg`<rect class=${name} x=${x + (width - wide) / 2} y=${y + (height - high) / 2} width=${wide} height=${high}></rect>`;
  }

  private renderLegend() {
    const { domain } = this.figure;
    return html`<div class="legend" aria-hidden="true">
      <span>${tick(-domain)}</span>
      <svg class="bar" viewBox="0 0 9 1" preserveAspectRatio="none">
        ${[-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1].map((share, at) => svg`<rect x=${at} width="1.02" height="1" fill=${`rgb(${colourOf(share, 1, "diverging", scheme()).join()})`}></rect>`)}
      </svg>
      <span>${tick(domain)}</span>
    </div>`;
  }

  private renderTable() {
    const { figure } = this;
    const [rows, columns] = [Math.min(MOST_TABLE, figure.rows), Math.min(MOST_TABLE, figure.columns)];
    const isCut = rows < figure.rows || columns < figure.columns;
    return html`
      ${isCut ? html`<p class="cap">${t("map.cap", { rows, columns })}</p>` : nothing}
      <div class="table" role="region" tabindex="0" aria-label=${figure.name}>
        <table>
          <thead><tr><td></td>${numbered(columns).map((_, column) => html`<th scope="col">${column}</th>`)}</tr></thead>
          <tbody>
            ${numbered(rows).map(
              (_, row) => html`<tr><th scope="row">${row}</th>
                ${numbered(columns).map((__, column) => html`<td>${digits(valueAt(figure, row, column))}</td>`)}</tr>`,
            )}
          </tbody>
        </table>
      </div>
    `;
  }

  // ---- reading and picking ------------------------------------------------------------------------------------------

  private cellUnder(event: PointerEvent): Cell {
    const { figure, box } = this;
    const { left, top } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const inside = (share: number, count: number) => Math.min(count - 1, Math.max(0, Math.floor(share * count)));
    return [
      inside((event.clientY - top - TOP) / box.height, figure.rows),
      inside((event.clientX - left - LEFT) / box.width, figure.columns),
    ];
  }

  private pick([row, column]: Cell, isDone: boolean): void {
    this.dispatchEvent(new CustomEvent<MapPick>("posenc-pick", { detail: { row, column, isDone } }));
  }

  private onDown(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.isPressed = true;
    this.cursor = this.cellUnder(event);
    if (event.pointerType === "touch") return;
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    this.pick(this.cursor, false);
  }

  private onMove(event: PointerEvent): void {
    const cell = this.cellUnder(event);
    const isNew = cell[0] !== this.cursor?.[0] || cell[1] !== this.cursor[1];
    this.cursor = cell;
    if (this.isPressed && isNew && event.pointerType !== "touch") this.pick(cell, false);
  }

  private onUp(event: PointerEvent): void {
    if (this.isPressed) this.pick(this.cellUnder(event), true);
    this.isPressed = false;
  }

  /** A finger that scrolls the page picks nothing. */
  private onCancel(): void {
    this.isPressed = false;
  }

  private onLeave(event: Event): void {
    if (event instanceof PointerEvent && event.pointerType !== "mouse") return;
    if (!this.isPressed) this.cursor = null;
  }

  private onFocus(): void {
    this.cursor ??= [this.chosen.row ?? 0, this.chosen.column ?? 0];
  }

  private onKey(event: KeyboardEvent): void {
    if (event.altKey || event.metaKey) return;
    const cursor = this.cursor ?? [this.chosen.row ?? 0, this.chosen.column ?? 0];
    if (event.key === "Escape") {
      this.cursor = null;
      return;
    }
    if (event.key === "Enter" || event.key === " ") {
      this.pick(cursor, true);
      event.preventDefault();
      return;
    }
    const { rows, columns, values, domain } = this.figure;
    const grid = { rows: numbered(rows), columns: numbered(columns), values, map: "diverging", domain } as const;
    const next = step(event.key, event.ctrlKey, [cursor[0], cursor[1]], grid);
    if (!next) return;
    event.preventDefault();
    this.cursor = next;
  }
}

customElements.define("posenc-absolute-map", PosencAbsoluteMap);

declare global {
  interface HTMLElementTagNameMap {
    "posenc-absolute-map": PosencAbsoluteMap;
  }
}
