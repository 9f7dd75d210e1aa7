/** A matrix as one heatmap, or as three: kept, present, and their difference. */
import { html, nothing, type TemplateResult } from "lit";
import { commonDomain, type Figure, type Label } from "../charts/figure.ts";
import "../elements/heatmap.ts";
import type { CellChoice } from "../elements/heatmap.ts";
import { numbered } from "../elements/matrix-text.ts";
import { t } from "../i18n/page-strings.ts";
import { sideName } from "./controls.ts";
import { made, madeOfAll } from "./memo.ts";

/** Kept by those who make it: a heatmap is painted anew for another object. */
export interface Matrix {
  rows: readonly Label[];
  columns: readonly Label[];
  /** [rows, columns]; NaN where hidden. */
  values: ArrayLike<number>;
}

interface Cell {
  row: number;
  column: number;
}

export interface MatrixView {
  name: string;
  heading: string;
  /** "query", "key". */
  words: readonly [row: string, column: string];
  present: Matrix;
  /** null: nothing is compared; "none": the kept setting has no such matrix. */
  kept: Matrix | "none" | null;
  /** Of kept and present; default those of comparison. */
  sides?: readonly [string, string];
  /** Weights: from 0 to 1, and 0 where hidden. */
  isShare?: boolean;
  /** Of hidden cells in files; default NaN. */
  hiddenAs?: number;
  /** The value at full ink; default the largest. */
  domain?: number | undefined;
  digits?: number;
  chosen?: Cell | null;
  /** The row that the page speaks of. */
  row?: number | undefined;
  point?: (cell: CellChoice | null) => void;
  /** Click or Enter. */
  take?: (cell: Cell) => void;
}

/** Equal words are told apart by their position. */
export const tokenLabels = (tokens: readonly string[]): Label[] => tokens.map((text, index) => ({ text, index }));

export const numberLabels = (count: number): Label[] => numbered(count);

/** Side by side; a line says what a missing one is. */
export function renderMatrix(view: MatrixView): TemplateResult {
  const { present, kept, sides = [sideName("other"), sideName("state")] } = view;
  if (kept === null) return heatmap(view, present, { side: "present", note: "" });
  if (kept === "none")
    return html`${heatmap(view, present, { side: "present", note: sides[1] })}<p class="text small">${t("matrix.none")}</p>`;
  const domain = view.domain ?? commonDomain(present.values, kept.values);
  const unmarked = { ...view, chosen: null, row: undefined };
  return html`
    ${heatmap({ ...unmarked, domain }, kept, { side: "kept", note: sides[0] })}
    ${heatmap({ ...view, domain }, present, { side: "present", note: sides[1] })}
    ${
      sameShape(present, kept)
        ? heatmap(
            { ...unmarked, domain: undefined, isShare: false, hiddenAs: Number.NaN },
            differenceOf(present, kept),
            {
              side: "difference",
              note: t("matrix.difference"),
            },
          )
        : html`<p class="text small">${t("matrix.sizes")}</p>`
    }
  `;
}

function figureOf(matrix: Matrix, { isShare, hiddenAs, domain }: MatrixView): Figure {
  const { rows, columns, values } = matrix;
  const map = isShare ? "sequential" : "diverging";
  return made(matrix, `${map} ${domain} ${hiddenAs}`, () => ({
    rows,
    columns,
    values,
    hidden: (row: number, column: number) => Number.isNaN(values[row * columns.length + column]),
    hiddenAs: isShare ? 0 : (hiddenAs ?? Number.NaN),
    map,
    domain: domain ?? commonDomain(values),
  }));
}

function heatmap(view: MatrixView, matrix: Matrix, { side, note }: { side: string; note: string }): TemplateResult {
  const { name, heading, words, digits = 2, chosen = null, row, point, take } = view;
  return html`<posenc-heatmap class=${take ? "taken" : nothing} data-matrix=${name} data-figure=${`${name}-${side}`}
    .heading=${heading} .note=${note} .rowWord=${words[0]} .columnWord=${words[1]} .digits=${digits}
    .figure=${figureOf(matrix, view)} .chosen=${chosen} .marked=${row === undefined ? null : { row }}
    @posenc-cell=${(event: CustomEvent<CellChoice>) => point?.(event.detail)}
    @pointerleave=${() => point?.(null)} @focusout=${() => point?.(null)}
    @click=${(event: Event) => taken(event, take)}
    @keydown=${(event: KeyboardEvent) => event.key === "Enter" && taken(event, take)}></posenc-heatmap>`;
}

/** The cell of a click or a key; none where a button was pressed. */
function taken(event: Event, take: MatrixView["take"]): void {
  const { row, column } = (event.composedPath()[0] as HTMLElement).dataset ?? {};
  if (row !== undefined && column !== undefined) take?.({ row: Number(row), column: Number(column) });
}

const sameShape = (a: Matrix, b: Matrix): boolean =>
  a.rows.length === b.rows.length && a.columns.length === b.columns.length;

const differenceOf = (present: Matrix, kept: Matrix): Matrix =>
  madeOfAll([present, kept], "difference", () => ({
    ...present,
    values: Array.from(present.values, (value, at) => value - (kept.values[at] as number)),
  }));
