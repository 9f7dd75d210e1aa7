/**
 * <posenc-map>: a matrix too large for cells with numbers, as a picture of its region. Drag to zoom in; the cell under
 * the pointer or the cursor is read out; a table has the first cells of the region with all their digits.
 *
 * Keys: arrows (Shift: ten times as far), Home, End, PageUp, PageDown move the cursor; + and − zoom at it, 0 shows the
 * whole; Enter chooses its row; Escape leaves a drag.
 * Events posenc-map-cell and posenc-map-choose {row, column}; posenc-map-region {region}; posenc-map-zoom {factor, row,
 * column}, factor 0 for the whole.
 */
import { html, LitElement, nothing, type PropertyValues, svg } from "lit";
import { property, query, state } from "lit/decorators.js";
import { colourOf } from "../../../charts/color-map.ts";
import { heatmapStyles } from "../../../elements/heatmap-styles.ts";
import { LocaleController } from "../../../i18n/locale-controller.ts";
import { exact, measure, plain } from "../../../i18n/numbers.ts";
import { t as page } from "../../../i18n/page-strings.ts";
import { controlStyles } from "../../../ui/control-styles.ts";
import { onScheme, scheme } from "../../../ui/theme.ts";
import type { Matrix } from "../matrix.ts";
import { heightOf, MOST_CELLS, type Region, widthOf } from "../region.ts";
import { t } from "../strings.ts";
import { blockAt, type Cell, type Grid, gridOf, paintMap, peakOf, stepOnMap } from "./blocks.ts";
import { mapStyles } from "./map-styles.ts";
import { inSlices } from "./slices.ts";

export interface ZoomWish extends Cell {
  /** Below 1: nearer; 0: the whole. */
  factor: number;
}

/** Fewer pixels of dragging are a click. */
const LEAST_DRAG = 6;
const ZOOM_KEYS: Readonly<Record<string, number>> = { "+": 0.5, "=": 0.5, "-": 2, _: 2, "0": 0 };

export class PosencMap extends LitElement {
  static override styles = [controlStyles, heatmapStyles, mapStyles];

  @property() heading = "";
  @property() note = "";
  @property() rowWord = "";
  @property() columnWord = "";
  @property({ attribute: false }) matrix!: Matrix;
  @property({ attribute: false }) region!: Region;
  @property({ attribute: false }) rowName: (row: number) => string = String;
  @property({ attribute: false }) columnName: (column: number) => string = String;
  /** The row that the page speaks of. */
  @property({ attribute: false }) chosenRow: number | null = null;

  @state() private cursor: Cell | null = null;
  @state() private drag: { from: Cell; to: Cell; x: number; y: number; isFar: boolean } | null = null;
  @state() private asTable = false;
  @state() private isBusy = false;
  @query("canvas") private canvas?: HTMLCanvasElement;
  private painted: { matrix: Matrix; region: string; scheme: string; canvas: HTMLCanvasElement } | null = null;
  private painting: AbortController | null = null;
  private stopScheme?: () => void;

  constructor() {
    super();
    new LocaleController(this);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stopScheme = onScheme(() => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopScheme?.();
    this.painting?.abort();
  }

  private get grid(): Grid {
    return gridOf(this.region);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has("region") || !this.cursor) return;
    const { top, bottom, left, right } = this.region;
    const { row, column } = this.cursor;
    if (row < top || row >= bottom || column < left || column >= right) this.cursor = null;
  }

  protected override updated(): void {
    const { canvas, matrix } = this;
    this.placeMarks();
    if (!canvas || this.asTable) return;
    const now = { matrix, region: JSON.stringify(this.region), scheme: scheme(), canvas };
    const { painted } = this;
    const isSame =
      painted?.matrix === matrix &&
      painted.region === now.region &&
      painted.scheme === now.scheme &&
      painted.canvas === canvas;
    if (isSame) return;
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
    if (!(await inSlices(paintMap(this.matrix, grid, pixels, scheme()), painting.signal))) return;
    canvas.width = grid.width;
    canvas.height = grid.height;
    canvas.getContext("2d")?.putImageData(new ImageData(pixels, grid.width, grid.height), 0, 0);
    this.isBusy = false;
  }

  /** Shares of the picture: no style attribute is allowed, properties are. */
  private placeMarks(): void {
    const { top, left } = this.region;
    const [rows, columns] = [heightOf(this.region), widthOf(this.region)];
    const share = (from: number, all: number) => `${(100 * from) / all}%`;
    const place = (selector: string, at: Record<string, string>) => {
      const mark = this.renderRoot.querySelector<HTMLElement>(selector);
      for (const [name, value] of Object.entries(at)) mark?.style.setProperty(name, value);
    };
    if (this.chosenRow !== null) place(".mark.row", { top: share(this.chosenRow + 0.5 - top, rows) });
    const { cursor, drag } = this;
    if (cursor)
      place(".mark.cursor", {
        top: share(cursor.row + 0.5 - top, rows),
        left: share(cursor.column + 0.5 - left, columns),
      });
    if (!drag?.isFar) return;
    const picked = between(drag.from, drag.to);
    place(".pick", {
      top: share(picked.top - top, rows),
      left: share(picked.left - left, columns),
      height: share(heightOf(picked), rows),
      width: share(widthOf(picked), columns),
    });
  }

  protected override render() {
    const { matrix } = this;
    return html`
      <figure>
        <figcaption>
          <span class="name">${this.heading}</span>
          ${this.note ? html`<span class="note">${this.note}</span>` : nothing}
          <button class="quiet" aria-pressed=${this.asTable} aria-label=${page("heatmap.as_table", { figure: this.heading })}
            @click=${() => {
              this.asTable = !this.asTable;
            }}>${page("heatmap.table")}</button>
        </figcaption>
        ${this.asTable ? this.renderTable() : this.renderPlot()}
        <p class="axes">${this.axes()}</p>
        <div class="legend" aria-hidden="true">
          <span>${matrix.map === "diverging" ? plain(-matrix.domain) : "0"}</span>
          <span class="bar">${this.renderBar()}</span>
          <span>${plain(matrix.domain)}</span>
        </div>
      </figure>
    `;
  }

  private axes(): string {
    const { top, bottom, left, right } = this.region;
    return t("map.axes", {
      row: this.rowWord,
      top: plain(top),
      bottom: plain(bottom - 1),
      column: this.columnWord,
      left: plain(left),
      right: plain(right - 1),
    });
  }

  private renderBar() {
    const { domain, map } = this.matrix;
    const shares = Array.from({ length: 9 }, (_, at) => (map === "diverging" ? at / 4 - 1 : at / 8));
    return html`<svg viewBox="0 0 9 1" preserveAspectRatio="none">
      ${shares.map((share, at) => svg`<rect x=${at} width="1.02" height="1" fill=${`rgb(${colourOf(share * domain, domain, map, scheme()).join()})`}></rect>`)}
    </svg>`;
  }

  private renderPlot() {
    const { chosenRow, cursor, drag, region } = this;
    const hasRow = chosenRow !== null && chosenRow >= region.top && chosenRow < region.bottom;
    return html`
      <div class="plot ${this.isBusy ? "busy" : ""}" role="application" tabindex="0" aria-label=${`${this.heading} ${this.note}`.trim()}
        aria-description=${t("map.keys")} aria-busy=${String(this.isBusy)}
        @focus=${this.onFocus} @keydown=${this.onKey} @pointerdown=${this.onDown} @pointermove=${this.onMove} @pointerup=${this.onUp}
        @pointercancel=${this.endDrag} @click=${this.onClick}>
        <canvas aria-hidden="true"></canvas>
        ${hasRow ? html`<span class="mark row"></span>` : nothing}
        ${cursor ? html`<span class="mark cursor"></span>` : nothing}
        ${drag?.isFar ? html`<span class="pick"></span>` : nothing}
      </div>
      <p class="readout ${cursor ? "" : "idle"}" role="status">${cursor ? this.read(cursor) : t("map.hint")}</p>
    `;
  }

  /** The pixel of a cell speaks for its block. */
  private read(cell: Cell): string {
    const { grid, region } = this;
    const y = Math.floor(((cell.row - region.top + 0.5) * grid.height) / heightOf(region));
    const x = Math.floor(((cell.column - region.left + 0.5) * grid.width) / widthOf(region));
    const block = blockAt(grid, y, x);
    const cells = heightOf(block) * widthOf(block);
    const peak = peakOf(this.matrix, block);
    const values = {
      row: this.rowWord,
      query: plain(peak.row),
      rowName: this.rowName(peak.row),
      column: this.columnWord,
      key: plain(peak.column),
      columnName: this.columnName(peak.column),
    };
    const place = t("map.place", values);
    if (Number.isNaN(peak.value)) return `${place}${page("list.colon")}${page("heatmap.hidden")}`;
    const said = `${place}${page("list.colon")}${measure(peak.value)}`;
    return cells > 1 ? `${said} ${t("map.block", { count: plain(cells) })}` : said;
  }

  private renderTable() {
    const { region, matrix } = this;
    const rows = Math.min(MOST_CELLS, heightOf(region));
    const columns = Math.min(MOST_CELLS, widthOf(region));
    const indices = (from: number, length: number) => Array.from({ length }, (_, at) => from + at);
    return html`
      ${rows < heightOf(region) || columns < widthOf(region) ? html`<p class="axes">${t("map.table_part", { rows, columns })}</p>` : nothing}
      <div class="scroll" tabindex="0" role="region" aria-label=${this.heading}><table>
        <thead><tr><th scope="col"><span class="hidden-text">${this.rowWord} / ${this.columnWord}</span></th>
          ${indices(region.left, columns).map((column) => html`<th scope="col">${this.columnName(column)} ${plain(column)}</th>`)}</tr></thead>
        <tbody>${indices(region.top, rows).map(
          (row) => html`<tr><th scope="row">${this.rowName(row)} ${plain(row)}</th>
            ${indices(region.left, columns).map((column) => {
              const value = matrix.at(row, column);
              return html`<td>${Number.isNaN(value) ? page("heatmap.hidden") : exact(value)}</td>`;
            })}</tr>`,
        )}</tbody>
      </table></div>
    `;
  }

  // ---- pointer and keys ---------------------------------------------------------------------------------------------

  private cellOf(event: PointerEvent): Cell {
    const box = (this.canvas as HTMLCanvasElement).getBoundingClientRect();
    const { region } = this;
    const at = (share: number, from: number, size: number) =>
      from + Math.min(size - 1, Math.max(0, Math.floor(share * size)));
    return {
      row: at((event.clientY - box.top) / box.height, region.top, heightOf(region)),
      column: at((event.clientX - box.left) / box.width, region.left, widthOf(region)),
    };
  }

  private moveTo(cell: Cell): void {
    this.cursor = cell;
    this.tell("posenc-map-cell", cell);
  }

  private tell(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  private onDown(event: PointerEvent): void {
    if (event.button !== 0 || event.pointerType === "touch") return;
    const from = this.cellOf(event);
    this.drag = { from, to: from, x: event.clientX, y: event.clientY, isFar: false };
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
  }

  private onMove(event: PointerEvent): void {
    const cell = this.cellOf(event);
    const { drag } = this;
    if (drag) {
      const way = Math.max(Math.abs(event.clientX - drag.x), Math.abs(event.clientY - drag.y));
      this.drag = { ...drag, to: cell, isFar: drag.isFar || way >= LEAST_DRAG };
    }
    if (this.cursor?.row !== cell.row || this.cursor.column !== cell.column) this.moveTo(cell);
  }

  private onUp(): void {
    const { drag } = this;
    if (drag?.isFar) this.tell("posenc-map-region", { region: between(drag.from, drag.to) });
  }

  /** Comes after pointerup; a drag is no click. */
  private onClick(event: MouseEvent): void {
    const wasDrag = this.drag?.isFar ?? false;
    this.endDrag();
    if (wasDrag || event.detail === 0) return;
    const cell = this.cellOf(event as PointerEvent);
    this.moveTo(cell);
    this.tell("posenc-map-choose", cell);
  }

  private endDrag(): void {
    this.drag = null;
  }

  private onFocus(): void {
    this.cursor ??= { row: this.region.top, column: this.region.left };
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const cursor = this.cursor ?? { row: this.region.top, column: this.region.left };
    const factor = ZOOM_KEYS[event.key];
    const next = stepOnMap(event.key, event.shiftKey, cursor, this.grid);
    if (next) this.moveTo(next);
    else if (factor !== undefined) this.tell("posenc-map-zoom", { ...cursor, factor } satisfies ZoomWish);
    else if (event.key === "Enter") this.tell("posenc-map-choose", cursor);
    else if (event.key === "Escape") this.endDrag();
    else return;
    event.preventDefault();
  }
}

/** The cells of a drag, both ends with it. */
function between(a: Cell, b: Cell): Region {
  return {
    top: Math.min(a.row, b.row),
    bottom: Math.max(a.row, b.row) + 1,
    left: Math.min(a.column, b.column),
    right: Math.max(a.column, b.column) + 1,
  };
}

customElements.define("posenc-map", PosencMap);

declare global {
  interface HTMLElementTagNameMap {
    "posenc-map": PosencMap;
  }
}
