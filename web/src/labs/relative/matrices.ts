/** A matrix as one heatmap, or as three: kept, present, and their difference. */
import { html, type TemplateResult } from "lit";
import type { Figure, Label } from "../../charts/figure.ts";
import { commonDomain } from "../../charts/figure.ts";
import type { CellChoice } from "../../elements/heatmap.ts";
import { sideName } from "../../lab/controls.ts";
import { made } from "../../lab/memo.ts";
import { madeOf } from "./figure-memo.ts";
import { t } from "./strings.ts";

/** Kept by those who make it: a heatmap is painted anew for another object. */
export interface Matrix {
  rows: readonly Label[];
  columns: readonly Label[];
  /** [rows, columns]; NaN where hidden. */
  values: ArrayLike<number>;
}

export interface MatrixView {
  name: string;
  heading: string;
  /** "query", "key". */
  words: readonly [row: string, column: string];
  present: Matrix;
  /** null: nothing is compared; "none": the kept setting has no such matrix. */
  kept: Matrix | "none" | null;
  /** Weights: from 0 to 1. */
  isShare?: boolean;
  /** The value at full ink; default the largest. */
  domain?: number;
  digits?: number;
  chosen?: { row: number; column: number } | null;
  point?: (cell: CellChoice | null) => void;
  /** Click or Enter. */
  take?: (cell: Cell) => void;
}

interface Cell {
  row: number;
  column: number;
}

/** Side by side; a line says what a missing one is. */
export function renderMatrix(view: MatrixView): TemplateResult {
  const { present, kept } = view;
  if (kept === null) return heatmap(view, present, "");
  if (kept === "none")
    return html`${heatmap(view, present, sideName("state"))}<p class="text small">${t("matrix.none")}</p>`;
  const domain = view.domain ?? commonDomain(present.values, kept.values);
  const shared = { ...view, domain };
  const fits = sameShape(present, kept);
  return html`
    ${heatmap({ ...shared, chosen: null }, kept, sideName("other"))}
    ${heatmap(shared, present, sideName("state"))}
    ${
      fits
        ? heatmap(
            { ...view, domain: undefined, isShare: false, chosen: null },
            differenceOf(present, kept),
            t("matrix.difference"),
          )
        : html`<p class="text small">${t("matrix.sizes")}</p>`
    }
  `;
}

type Drawn = Omit<MatrixView, "domain"> & { domain?: number | undefined };

function heatmap(view: Drawn, matrix: Matrix, note: string): TemplateResult {
  const { name, heading, words, digits = 2, chosen = null, point, take } = view;
  const columns = matrix.columns.length;
  const { values } = matrix;
  const domain = view.domain ?? commonDomain(values);
  const map = view.isShare ? "sequential" : "diverging";
  const figure = made(
    matrix,
    `${map} ${domain}`,
    (): Figure => ({
      rows: matrix.rows,
      columns: matrix.columns,
      values,
      hidden: (row, column) => Number.isNaN(values[row * columns + column]),
      map,
      domain,
    }),
  );
  return html`<posenc-heatmap class=${take ? "taken" : ""} data-matrix=${name} .heading=${heading} .note=${note} .rowWord=${words[0]}
    .columnWord=${words[1]} .figure=${figure} .chosen=${chosen} .digits=${digits}
    @posenc-cell=${(event: CustomEvent<CellChoice>) => point?.(event.detail)}
    @pointerleave=${() => point?.(null)} @focusout=${() => point?.(null)}
    @click=${(event: Event) => taken(event, take)}
    @keydown=${(event: KeyboardEvent) => event.key === "Enter" && taken(event, take)}></posenc-heatmap>`;
}

/** The cell of a click or a key; none where the button was pressed that shows the table. */
function taken(event: Event, take: MatrixView["take"]): void {
  const { row, column } = (event.composedPath()[0] as HTMLElement).dataset;
  if (row !== undefined && column !== undefined) take?.({ row: Number(row), column: Number(column) });
}

const sameShape = (a: Matrix, b: Matrix): boolean =>
  a.rows.length === b.rows.length && a.columns.length === b.columns.length;

const differenceOf = (present: Matrix, kept: Matrix): Matrix =>
  madeOf(present, kept, "difference", () => ({
    ...present,
    values: Array.from(present.values, (value, at) => value - (kept.values[at] as number)),
  }));
