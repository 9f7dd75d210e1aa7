/** <posenc-figure>: a chart with its text, its table and its copies. */
import { css, html, LitElement, nothing } from "lit";
import { property, state } from "lit/decorators.js";
import { linesDrawing } from "../charts/draw-lines.ts";
import "../charts/line-chart.ts";
import { SchemeController } from "../elements/scheme-controller.ts";
import { LocaleController } from "../i18n/locale-controller.ts";
import "./copies.ts";
import { t } from "../i18n/page-strings.ts";
import { controlStyles } from "../ui/control-styles.ts";
import { scheme } from "../ui/theme.ts";
import type { Copies } from "./copies.ts";
import { copiesOf, type LabFigure, rowCount } from "./figure-data.ts";
import { digits } from "./number-text.ts";

/** Files are as wide as a page of text, whatever the screen is. */
const FILE_WIDTH = 720;

export class PosencFigure extends LitElement {
  static override styles = [
    controlStyles,
    css`
      :host {
        display: block;
        min-width: 0;
      }
      h3 {
        font-size: var(--text-s);
        margin-block-end: 8px;
      }
      button.quiet {
        padding-inline: 0;
      }
      .table {
        margin-block-start: 8px;
        max-height: 22rem;
        overflow: auto;
        border-block: 1px solid var(--rule);
      }
      table {
        border-collapse: collapse;
        font-size: var(--text-s);
        font-variant-numeric: tabular-nums;
      }
      th,
      td {
        padding: 2px 24px 2px 0;
        text-align: start;
        font-weight: 400;
        white-space: nowrap;
      }
      thead th {
        position: sticky;
        inset-block-start: 0;
        background: var(--surface);
        color: var(--ink-2);
      }
    `,
  ];

  @property({ attribute: false }) figure!: LabFigure;
  @property({ type: Number }) height = 300;
  /** What the numbers are of, at the head of copied Python. */
  @property() comment = "";
  @state() private hasTable = false;
  private copies: Copies = {};
  constructor() {
    super();
    new LocaleController(this);
    new SchemeController(this);
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has("figure") || changed.has("comment")) this.copies = copiesOf(this.figure, this.comment);
  }

  protected override render() {
    const { figure } = this;
    return html`
      <h3>${figure.chart.title}</h3>
      <posenc-line-chart .figure=${figure.chart} .height=${this.height} .hint=${t("figure.hint")} .colon=${t("list.colon")} .comma=${t("list.comma")} .scheme=${scheme()}></posenc-line-chart>
      <posenc-copies .copies=${this.copies} .subject=${figure.chart.title} .description=${figure.chart.description} .name=${this.dataset.figure ?? ""}
        .draw=${() => linesDrawing(figure.chart, { width: FILE_WIDTH, height: this.height })}>
        <button class="quiet" aria-pressed=${this.hasTable} aria-label=${t("figure.as_table", { figure: figure.chart.title })}
          @click=${() => {
            this.hasTable = !this.hasTable;
          }}>${t("figure.table")}</button>
      </posenc-copies>
      ${this.hasTable ? this.renderTable() : nothing}
    `;
  }

  private renderTable() {
    const { columns, chart } = this.figure;
    return html`<div class="table" role="region" tabindex="0" aria-label=${chart.title}>
      <table>
        <thead><tr>${columns.map(({ label }) => html`<th scope="col">${label}</th>`)}</tr></thead>
        <tbody>
          ${Array.from(
            { length: rowCount(this.figure) },
            (_, row) => html`<tr>${columns.map(({ values }) => html`<td>${digits(values[row])}</td>`)}</tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }
}

customElements.define("posenc-figure", PosencFigure);

declare global {
  interface HTMLElementTagNameMap {
    "posenc-figure": PosencFigure;
  }
}
