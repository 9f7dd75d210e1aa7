/**
 * <posenc-heatmap>: colours on a canvas (one pixel per cell, enlarged), numbers and focus in an ARIA grid laid over it,
 * the same numbers as a table on demand.
 *
 * Keys: arrows, Home, End, PageUp, PageDown, Ctrl+Home, Ctrl+End. One tab stop.
 * Event posenc-cell {row, column, by: "pointer" | "keyboard"}: the cell under the pointer or with focus.
 */
import { html, LitElement, nothing, type PropertyValues } from "lit";
import { property, query, state } from "lit/decorators.js";
import { colourOf, inkOn } from "../charts/color-map.ts";
import { type Figure, type Label, paint, step } from "../charts/figure.ts";
import { legendBar, legendEnds } from "../charts/legend.ts";
import { LocaleController } from "../i18n/locale-controller.ts";
import { cell as cellText, end, exact, measure } from "../i18n/numbers.ts";
import { t } from "../i18n/page-strings.ts";
import { controlStyles } from "../ui/control-styles.ts";
import { scheme } from "../ui/theme.ts";
import { heatmapStyles } from "./heatmap-styles.ts";
import { filledIn, type LabelledMatrix, matrixCsv, matrixJson, matrixTensor } from "./matrix-text.ts";
import "./save-menu.ts";
import type { Saved } from "./figure-file.ts";
import { SchemeController } from "./scheme-controller.ts";

export interface CellChoice {
  row: number;
  column: number;
  by: "pointer" | "keyboard";
}

type Place = { row?: number; column?: number } | null;
const placeChanged = (a: Place, b: Place): boolean => a?.row !== b?.row || a?.column !== b?.column;

export class PosencHeatmap extends LitElement {
  static override styles = [controlStyles, heatmapStyles];

  /** The figure's name: "Scores S". */
  @property() heading = "";
  /** One or two words behind the name. */
  @property() note = "";
  /** What a row and a column are: "query", "key". */
  @property() rowWord = "";
  @property() columnWord = "";
  @property({ attribute: false }) figure: Figure = { rows: [], columns: [], values: null, map: "diverging", domain: 1 };
  /** The cell that the page explains just now, in this figure. */
  @property({ attribute: false, hasChanged: placeChanged }) chosen: { row: number; column: number } | null = null;
  /** Rows and columns that the explained cell of another figure is made of. */
  @property({ attribute: false, hasChanged: placeChanged }) marked: { row?: number; column?: number } | null = null;
  @property({ type: Number }) digits = 2;

  @state() private active: [number, number] = [0, 0];
  @state() private asTable = false;
  @query("canvas") private canvas?: HTMLCanvasElement;

  constructor() {
    super();
    new LocaleController(this);
    new SchemeController(this);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has("figure")) return;
    const [row, column] = this.active;
    this.active = [Math.min(row, this.figure.rows.length - 1), Math.min(column, this.figure.columns.length - 1)];
  }

  protected override updated(): void {
    const { figure, canvas } = this;
    this.style.setProperty("--columns", String(figure.columns.length));
    this.style.setProperty("--rows", String(figure.rows.length));
    this.style.setProperty("--side", String(Math.max(0, ...figure.rows.map(({ text }) => text.length))));
    if (!canvas || this.asTable) return;
    const [width, height] = [figure.columns.length, figure.rows.length];
    if (width === 0 || height === 0) return;
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    const pixels = paint(figure, scheme());
    canvas.getContext("2d")?.putImageData(new ImageData(pixels as Uint8ClampedArray<ArrayBuffer>, width, height), 0, 0);
  }

  protected override render() {
    const { figure } = this;
    const [low, high] = legendEnds(figure.map, figure.domain);
    return html`
      <figure>
        <figcaption>
          <span class="name">${this.heading}</span>
          ${this.note ? html`<span class="note">${this.note}</span>` : nothing}
          <button class="quiet" aria-pressed=${this.asTable} @click=${this.toggleTable}
            aria-label=${t("heatmap.as_table", { figure: this.heading })}>${t("heatmap.table")}</button>
          ${figure.values ? html`<posenc-save-menu end .saved=${this.saved} .name=${this.dataset.figure ?? ""}></posenc-save-menu>` : nothing}
        </figcaption>
        ${
          this.asTable
            ? html`<div class="scroll" tabindex="0" role="region" aria-label=${this.heading}>${this.renderTable()}</div>`
            : html`<div class="scroll">${this.renderGrid()}</div>`
        }
        <div class="legend ${figure.map}" aria-hidden="true">
          <span>${end(low)}</span>
          <span class="bar"><svg viewBox="0 0 9 1" preserveAspectRatio="none">${legendBar(figure.map, scheme())}</svg></span>
          <span>${end(high)}</span>
        </div>
      </figure>
    `;
  }

  private get saved(): Saved {
    const { figure, rowWord, columnWord } = this;
    const columns = figure.columns.length;
    const matrix: LabelledMatrix = {
      ...figure,
      at: (row, column) =>
        figure.hidden?.(row, column) ? Number.NaN : (figure.values?.[row * columns + column] as number),
    };
    const file = { ...matrix, at: (row: number, column: number) => filledIn(matrix.at(row, column), figure.hiddenAs) };
    const words = {
      row: rowWord,
      column: columnWord,
      print: (value: number) => cellText(value, this.digits),
      tick: end,
    };
    return {
      title: [this.heading, this.note].filter(Boolean).join(" · "),
      description: () => seen(matrix),
      draw: async () => (await import("../charts/draw-cells.ts")).heatmapDrawing(figure, words),
      tensor: () => matrixTensor(file),
      csv: () => matrixCsv(file),
      json: () => matrixJson(file),
    };
  }

  private renderGrid() {
    const { figure } = this;
    return html`
      <div class="plot" @pointerover=${this.onPointer} @pointerdown=${this.onPointer}>
        <canvas aria-hidden="true"></canvas>
        <div class="grid" role="grid" aria-label=${this.heading} aria-readonly="true" @keydown=${this.onKey} @focusin=${this.onFocus}>
          <div role="row" class="row">
            <span role="columnheader" class="corner"><span class="hidden-text">${this.rowWord} / ${this.columnWord}</span></span>
            ${figure.columns.map(
              (label, column) =>
                html`<span role="columnheader" class="head ${this.marked?.column === column ? "marked" : ""}">${text(label)}</span>`,
            )}
          </div>
          ${figure.rows.map(
            (label, row) => html`
              <div role="row" class="row">
                <span role="rowheader" class="side ${this.marked?.row === row ? "marked" : ""}">${text(label)}</span>
                ${figure.columns.map((_, column) => this.renderCell(row, column))}
              </div>
            `,
          )}
        </div>
      </div>
    `;
  }

  private renderCell(row: number, column: number) {
    const { figure, chosen, marked } = this;
    const hidden = figure.hidden?.(row, column) ?? false;
    const value = figure.values?.[row * figure.columns.length + column];
    const classes = ["cell"];
    if (hidden) classes.push("masked");
    if (value !== undefined && !hidden) classes.push(inkOn(colourOf(value, figure.domain, figure.map, scheme())));
    if (chosen?.row === row && chosen.column === column) classes.push("chosen");
    if (marked && (marked.row === row || marked.column === column)) classes.push("marked");
    const shown = hidden || value === undefined ? "" : cellText(value, this.digits);
    // Many columns are narrow ones.
    const most = figure.columns.length > 10 ? 4 : 5;
    if (figure.columns.length > 6) classes.push(shown.length > most ? "tiny" : "small");
    const [activeRow, activeColumn] = this.active;
    return html`<span role="gridcell" class=${classes.join(" ")} data-row=${row} data-column=${column}
      tabindex=${row === activeRow && column === activeColumn ? 0 : -1}
      >${hidden ? html`<span class="hidden-text">${t("heatmap.hidden")}</span>` : shown}</span>`;
  }

  private renderTable() {
    const { figure } = this;
    const columns = figure.columns.length;
    return html`
      <table>
        <caption class="hidden-text">${this.heading}</caption>
        <thead><tr><th scope="col"><span class="hidden-text">${this.rowWord} / ${this.columnWord}</span></th>
          ${figure.columns.map((label) => html`<th scope="col">${text(label)}</th>`)}</tr></thead>
        <tbody>
          ${figure.rows.map(
            (label, row) => html`<tr><th scope="row">${text(label)}</th>
              ${figure.columns.map((_, column) => {
                const value = figure.values?.[row * columns + column];
                return html`<td>${figure.hidden?.(row, column) ? t("heatmap.hidden") : value === undefined ? "" : exact(value)}</td>`;
              })}</tr>`,
          )}
        </tbody>
      </table>
    `;
  }

  private toggleTable(): void {
    this.asTable = !this.asTable;
  }

  private cellOf(event: Event): [number, number] | null {
    const { row, column } = (event.target as HTMLElement).dataset ?? {};
    return row === undefined || column === undefined ? null : [Number(row), Number(column)];
  }

  private onPointer(event: PointerEvent): void {
    const cell = this.cellOf(event);
    if (cell) this.choose(cell, "pointer");
  }

  private onFocus(event: FocusEvent): void {
    const cell = this.cellOf(event);
    if (!cell) return;
    this.active = cell;
    this.choose(cell, (event.target as HTMLElement).matches(":focus-visible") ? "keyboard" : "pointer");
  }

  private onKey(event: KeyboardEvent): void {
    if (event.altKey || event.metaKey) return;
    const next = step(event.key, event.ctrlKey, this.active, this.figure);
    if (!next) return;
    event.preventDefault();
    this.active = next;
    this.renderRoot.querySelector<HTMLElement>(`[data-row="${next[0]}"][data-column="${next[1]}"]`)?.focus();
  }

  private choose([row, column]: [number, number], by: CellChoice["by"]): void {
    if (by === "pointer" && this.chosen?.row === row && this.chosen.column === column) return;
    this.dispatchEvent(new CustomEvent<CellChoice>("posenc-cell", { detail: { row, column, by } }));
  }
}

/** What is to be seen, in a sentence. */
function seen({ rows, columns, at }: LabelledMatrix): string {
  const values = rows.flatMap((_, row) => columns.map((__, column) => at(row, column))).filter(Number.isFinite);
  const ends =
    values.length > 0
      ? { least: measure(Math.min(...values)), most: measure(Math.max(...values)) }
      : { least: "–", most: "–" };
  return t("heatmap.seen", { rows: rows.length, columns: columns.length, least: ends.least, most: ends.most });
}

const text = (label: Label) =>
  html`<bdi title=${label.text}>${label.text}</bdi>${label.index === undefined ? nothing : html`<sub>${label.index}</sub>`}`;

customElements.define("posenc-heatmap", PosencHeatmap);

declare global {
  interface HTMLElementTagNameMap {
    "posenc-heatmap": PosencHeatmap;
  }
}
