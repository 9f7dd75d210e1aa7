/**
 * <posenc-map>: a matrix of many cells as a picture, with a cursor that pointer and arrow keys move and a line of text
 * that reads the cell. A click or Enter picks a cell. A drag picks on the way, or, where the map zooms, picks a region.
 *
 * Keys: arrows (Shift: ten times as far), Home, End, Page Up, Page Down, Ctrl+Home, Ctrl+End; Enter or Space picks;
 * + and − zoom at the cursor, 0 shows the whole; Escape leaves a drag and ends reading.
 * Events posenc-cell {row, column}; posenc-pick {row, column, isDone}, not done while dragging; posenc-region {region};
 * posenc-zoom {factor, row, column}, factor 0 for the whole.
 */
import { html, LitElement, nothing, type PropertyValues } from "lit";
import { property, query, state } from "lit/decorators.js";
import type { Scheme } from "../../charts/color-map.ts";
import { legendBar, legendEnds } from "../../charts/legend.ts";
import { WidthController } from "../../charts/width-controller.ts";
import { breathe } from "../../engine/webgpu/breathe.ts";
import { LocaleController } from "../../i18n/locale-controller.ts";
import { cell as cellText, end, exact, measure, plain } from "../../i18n/numbers.ts";
import { type PageKey, t } from "../../i18n/page-strings.ts";
import { controlStyles } from "../../ui/control-styles.ts";
import { scheme } from "../../ui/theme.ts";
import { matrixCsv, matrixJson, matrixTensor } from "../matrix-text.ts";
import "../save-menu.ts";
import type { Saved } from "../figure-file.ts";
import { SchemeController } from "../scheme-controller.ts";
import { blockAt, type Grid, gridOf, paintMap, peakOf, pixelsOf, stepOnMap } from "./blocks.ts";
import { drawFrame, FOOT, LEFT, type MapBox, TOP } from "./draw-frame.ts";
import { filed, labelled, type MapFigure } from "./map-figure.ts";
import { mapStyles } from "./map-styles.ts";
import { between, type Cell, heightOf, isInside, type Region, wholeOf, widthOf } from "./region.ts";
import { inSlices } from "./slices.ts";

export interface MapPick extends Cell {
  isDone: boolean;
}

export interface ZoomWish extends Cell {
  /** Below 1: nearer; 0: the whole. */
  factor: number;
}

interface Drag {
  from: Cell;
  to: Cell;
  x: number;
  y: number;
  /** Fewer pixels are a click. */
  isFar: boolean;
}

const LEAST_DRAG = 6;
const ZOOM_KEYS: Readonly<Record<string, number>> = { "+": 0.5, "=": 0.5, "-": 2, _: 2, "0": 0 };
const MOST_SIDE = 420;
const LEAST_HEIGHT = 96;
/** Cells of maps that are drawn in one task. */
const MOST_AT_ONCE = 1 << 20;
/** Of the table. */
const MOST_TABLE = 64;
/** Cells that are still written as text. */
const MOST_TEXT = 1 << 20;

export class PosencMap extends LitElement {
  static override styles = [controlStyles, mapStyles];

  @property({ attribute: false }) figure!: MapFigure;
  /** What is seen of it; default all. */
  @property({ attribute: false }) region: Region | null = null;
  /** The row and the column that the page speaks of; null: it takes no pick. */
  @property({ attribute: false }) chosen: { row?: number; column?: number } | null = null;
  /** As high as wide. */
  @property({ type: Boolean }) square = false;
  /** A drag picks a region. */
  @property({ type: Boolean }) zooms = false;

  @state() private cursor: Cell | null = null;
  @state() private drag: Drag | null = null;
  @state() private hasTable = false;
  @state() private isBusy = false;
  private readonly size = new WidthController(this, 480);
  @query("canvas") private canvas?: HTMLCanvasElement;
  private painted: { figure: MapFigure; region: string; scheme: Scheme; canvas: HTMLCanvasElement } | null = null;
  private painting: AbortController | null = null;

  constructor() {
    super();
    new LocaleController(this);
    new SchemeController(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.painting?.abort();
  }

  private get hint(): PageKey {
    if (this.zooms) return "map.hint.zoom";
    return this.chosen ? "map.hint.pick" : "map.hint.read";
  }

  private get seen(): Region {
    return this.region ?? wholeOf(this.figure.rows, this.figure.columns);
  }

  private get grid(): Grid {
    return gridOf(this.seen);
  }

  private get box(): MapBox {
    const [rows, columns] = [heightOf(this.seen), widthOf(this.seen)];
    const most = this.size.width - LEFT - 8;
    const width = Math.max(64, this.square ? Math.min(most, MOST_SIDE) : most);
    const height = this.square ? width : Math.min(MOST_SIDE, Math.max(LEAST_HEIGHT, Math.min(24 * rows, 320)));
    return { width, height, rows, columns };
  }

  /** Where one map has so many cells the page has several: they are drawn one after the other. */
  protected override async scheduleUpdate(): Promise<void> {
    const { rows, columns } = this.figure;
    if (rows * columns > MOST_AT_ONCE) await breathe();
    super.scheduleUpdate();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if ((changed.has("figure") || changed.has("region")) && this.cursor && !isInside(this.cursor, this.seen))
      this.cursor = null;
  }

  protected override updated(): void {
    const { figure, canvas, box } = this;
    if (!canvas) return;
    canvas.style.setProperty("inset", `${TOP}px auto auto ${LEFT}px`);
    canvas.style.setProperty("width", `${box.width}px`);
    canvas.style.setProperty("height", `${box.height}px`);
    const now = { figure, region: JSON.stringify(this.seen), scheme: scheme(), canvas };
    const { painted } = this;
    if (painted && Object.entries(now).every(([key, value]) => painted[key as keyof typeof now] === value)) return;
    this.painted = now;
    void this.paint(canvas);
  }

  private async paint(canvas: HTMLCanvasElement): Promise<void> {
    this.painting?.abort();
    const painting = new AbortController();
    this.painting = painting;
    const { grid } = this;
    const pixels = new Uint8ClampedArray(grid.width * grid.height * 4);
    this.isBusy = true;
    if (!(await inSlices(paintMap(this.figure, grid, pixels, scheme()), painting.signal))) return;
    [canvas.width, canvas.height] = [grid.width, grid.height];
    canvas.getContext("2d")?.putImageData(new ImageData(pixels, grid.width, grid.height), 0, 0);
    this.isBusy = false;
  }

  protected override render() {
    const { figure } = this;
    const [low, high] = legendEnds(figure.map, figure.domain);
    return html`
      <figure>
        <figcaption>
          <span class="name">${figure.name}</span>
          ${figure.note ? html`<span class="note">${figure.note}</span>` : nothing}
          <span class="actions">
            <button class="quiet" aria-pressed=${this.hasTable} aria-label=${t("heatmap.as_table", { figure: figure.name })}
              @click=${() => {
                this.hasTable = !this.hasTable;
              }}>${t("heatmap.table")}</button>
            <posenc-save-menu end .saved=${this.saved} .name=${this.dataset.figure ?? this.dataset.map ?? ""}></posenc-save-menu>
          </span>
        </figcaption>
        ${this.hasTable ? this.renderTable() : this.renderPlot()}
        <div class="legend" aria-hidden="true">
          <span>${end(low)}</span>
          <svg class="bar" viewBox="0 0 9 1" preserveAspectRatio="none">${legendBar(figure.map, scheme())}</svg>
          <span>${end(high)}</span>
        </div>
      </figure>
    `;
  }

  private renderPlot() {
    const { figure, box, cursor, drag, seen } = this;
    const { row, column } = this.here;
    const height = box.height + TOP + FOOT;
    const picked = this.zooms && drag?.isFar ? between(drag.from, drag.to) : null;
    return html`
      <div class="plot ${this.isBusy ? "busy" : ""}" role="slider" tabindex="0" aria-label=${[figure.name, figure.note].filter(Boolean).join(" ")}
        aria-description=${this.zooms ? t("map.keys") : figure.description} aria-busy=${String(this.isBusy)}
        aria-valuemin="0" aria-valuemax=${figure.rows * figure.columns - 1} aria-valuenow=${row * figure.columns + column}
        aria-valuetext=${this.read({ row, column })}
        @keydown=${this.onKey} @focus=${this.onFocus} @blur=${this.onLeave}
        @pointerdown=${this.onDown} @pointermove=${this.onMove} @pointerup=${this.onUp} @pointercancel=${this.endDrag} @pointerleave=${this.onLeave}>
        <canvas aria-hidden="true"></canvas>
        <svg viewBox="0 0 ${this.size.width} ${height}" height=${height} aria-hidden="true">
          ${drawFrame(figure, { box, seen, chosen: this.chosen ?? {}, cursor, picked })}
        </svg>
      </div>
      <p class="readout ${cursor ? "" : "idle"}">${cursor ? this.read(cursor) : t(this.hint)}</p>
    `;
  }

  /** The pixel of a cell speaks for its block. */
  private read(cell: Cell): string {
    const { grid, seen, figure } = this;
    const y = Math.floor(((cell.row - seen.top + 0.5) * grid.height) / heightOf(seen));
    const x = Math.floor(((cell.column - seen.left + 0.5) * grid.width) / widthOf(seen));
    const block = blockAt(grid, y, x);
    const count = heightOf(block) * widthOf(block);
    const peak = peakOf(figure, block);
    const place = `${figure.cell(peak.row, peak.column)}${t("list.colon")}`;
    if (Number.isNaN(peak.value)) return `${place}${t("heatmap.hidden")}`;
    return `${place}${measure(peak.value)}${count > 1 ? ` ${t("map.block", { count: plain(count) })}` : ""}`;
  }

  private renderTable() {
    const { figure, seen } = this;
    const part = {
      ...seen,
      bottom: Math.min(seen.bottom, seen.top + MOST_TABLE),
      right: Math.min(seen.right, seen.left + MOST_TABLE),
    };
    const [rows, columns] = [heightOf(part), widthOf(part)];
    const matrix = labelled(figure, part);
    const isCut = rows < heightOf(seen) || columns < widthOf(seen);
    return html`
      ${isCut ? html`<p class="cap">${t("map.cap", { rows, columns })}</p>` : nothing}
      <div class="table" role="region" tabindex="0" aria-label=${figure.name}>
        <table>
          <thead><tr><th scope="col"><span class="hidden-text">${figure.rowWord} / ${figure.columnWord}</span></th>
            ${matrix.columns.map(({ text }) => html`<th scope="col">${text}</th>`)}</tr></thead>
          <tbody>${matrix.rows.map(
            ({ text }, row) => html`<tr><th scope="row">${text}</th>
              ${matrix.columns.map((_, column) => {
                const value = matrix.at(row, column);
                return html`<td>${Number.isNaN(value) ? t("heatmap.hidden") : exact(value)}</td>`;
              })}</tr>`,
          )}</tbody>
        </table>
      </div>
    `;
  }

  private get saved(): Saved {
    const { figure, seen } = this;
    const words = {
      row: figure.rowWord,
      column: figure.columnWord,
      print: (value: number) => cellText(value, 2),
      tick: end,
    };
    const hasText = heightOf(seen) * widthOf(seen) <= MOST_TEXT;
    const matrix = () => filed(figure, seen);
    return {
      title: [figure.name, figure.note].filter(Boolean).join(" · "),
      description: () => figure.description,
      draw: async () => (await import("../../charts/draw-cells.ts")).heatmapDrawing(pixelsOf(figure, this.grid), words),
      tensor: () => matrixTensor(matrix()),
      ...(hasText ? { csv: () => matrixCsv(matrix()), json: () => matrixJson(matrix()) } : {}),
    };
  }

  // ---- reading and picking ------------------------------------------------------------------------------------------

  /** Where keys start: the cursor, else what is chosen, else the first cell that is seen. */
  private get here(): Cell {
    const { seen, chosen, cursor } = this;
    const start = { row: chosen?.row ?? seen.top, column: chosen?.column ?? seen.left };
    return cursor ?? (isInside(start, seen) ? start : { row: seen.top, column: seen.left });
  }

  private cellUnder(event: PointerEvent): Cell {
    const { left, top, width, height } = (this.canvas as HTMLCanvasElement).getBoundingClientRect();
    const { seen } = this;
    const at = (share: number, from: number, size: number) =>
      from + Math.min(size - 1, Math.max(0, Math.floor(share * size)));
    return {
      row: at((event.clientY - top) / height, seen.top, heightOf(seen)),
      column: at((event.clientX - left) / width, seen.left, widthOf(seen)),
    };
  }

  private moveTo(cell: Cell): void {
    if (this.cursor && this.cursor.row === cell.row && this.cursor.column === cell.column) return;
    this.cursor = cell;
    this.tell("posenc-cell", cell);
  }

  private tell(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  private pick(cell: Cell, isDone: boolean): void {
    this.tell("posenc-pick", { ...cell, isDone } satisfies MapPick);
  }

  private onDown(event: PointerEvent): void {
    if (event.button !== 0) return;
    const from = this.cellUnder(event);
    this.drag = { from, to: from, x: event.clientX, y: event.clientY, isFar: false };
    this.moveTo(from);
    if (event.pointerType === "touch") return;
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    if (!this.zooms) this.pick(from, false);
  }

  private onMove(event: PointerEvent): void {
    const cell = this.cellUnder(event);
    const isNew = cell.row !== this.cursor?.row || cell.column !== this.cursor.column;
    this.moveTo(cell);
    const { drag } = this;
    if (!drag || event.pointerType === "touch") return;
    const way = Math.max(Math.abs(event.clientX - drag.x), Math.abs(event.clientY - drag.y));
    this.drag = { ...drag, to: cell, isFar: drag.isFar || way >= LEAST_DRAG };
    if (isNew && !this.zooms) this.pick(cell, false);
  }

  private onUp(event: PointerEvent): void {
    const { drag } = this;
    this.endDrag();
    if (!drag) return;
    if (this.zooms && drag.isFar) this.tell("posenc-region", { region: between(drag.from, drag.to) });
    else this.pick(this.cellUnder(event), true);
  }

  /** A finger that scrolls the page picks nothing. */
  private endDrag(): void {
    this.drag = null;
  }

  private onLeave(event: Event): void {
    if (event instanceof PointerEvent && event.pointerType !== "mouse") return;
    if (!this.drag) this.cursor = null;
  }

  private onFocus(): void {
    this.cursor ??= this.here;
  }

  private onKey(event: KeyboardEvent): void {
    if (event.altKey || event.metaKey) return;
    const cursor = this.here;
    const factor = event.ctrlKey || !this.zooms ? undefined : ZOOM_KEYS[event.key];
    const next = stepOnMap(event.key, event, cursor, this.grid);
    if (next) this.moveTo(next);
    else if (factor !== undefined) this.tell("posenc-zoom", { ...cursor, factor } satisfies ZoomWish);
    else if (event.key === "Enter" || event.key === " ") this.pick(cursor, true);
    else if (event.key === "Escape") {
      this.endDrag();
      this.cursor = null;
    } else return;
    event.preventDefault();
  }
}

customElements.define("posenc-map", PosencMap);

declare global {
  interface HTMLElementTagNameMap {
    "posenc-map": PosencMap;
  }
}
