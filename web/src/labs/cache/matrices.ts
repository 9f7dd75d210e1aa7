/** Matrices of the present state, of the kept one, and their difference where both have the same shape. */
import { html, nothing } from "lit";
import { commonDomain, type Figure, type Label } from "../../charts/figure.ts";
import "../../elements/heatmap.ts";
import { sideName } from "../../lab/controls.ts";
import { made } from "../../lab/memo.ts";
import { t } from "./strings.ts";

export interface Matrix {
  rows: readonly Label[];
  columns: readonly Label[];
  values: ArrayLike<number>;
  hidden?: (row: number, column: number) => boolean;
}

interface Group {
  name: string;
  heading: string;
  rowWord: string;
  columnWord: string;
  present: Matrix;
  kept: Matrix | null;
  /** The row that the page speaks of. */
  row?: number;
  /** Names of kept and present; default those of comparison. */
  sides?: readonly [string, string];
}

const figureOf = (matrix: Matrix, domain: number): Figure => ({ ...matrix, map: "diverging", domain });

const isAlike = (a: Matrix, b: Matrix): boolean =>
  a.rows.length === b.rows.length && a.columns.length === b.columns.length;

const minus = (present: Matrix, kept: Matrix): Matrix => ({
  ...present,
  hidden: (row, column) => (present.hidden?.(row, column) || kept.hidden?.(row, column)) ?? false,
  values: Float64Array.from(present.values, (value, at) => value - (kept.values[at] as number)),
});

export function renderMatrices(part: object, group: Group) {
  const { present, kept, name, heading, sides = [sideName("other"), sideName("state")] } = group;
  const visible = ({ values, hidden, columns }: Matrix) =>
    Array.from(values).filter((_, at) => !hidden?.(Math.floor(at / columns.length), at % columns.length));
  const figures = made(part, `${name} ${kept !== null} ${group.row}`, () => {
    const domain = commonDomain(visible(present), kept && visible(kept));
    const difference = kept && isAlike(present, kept) ? minus(present, kept) : null;
    return {
      present: figureOf(present, domain),
      kept: kept && figureOf(kept, domain),
      difference: difference && figureOf(difference, commonDomain(visible(difference))),
    };
  });
  const one = (
    figure: Figure,
    side: string,
    note: string,
    isMarked = false,
  ) => html`<posenc-heatmap data-figure=${`${name}-${side}`} .heading=${heading} .note=${note}
    .rowWord=${group.rowWord} .columnWord=${group.columnWord} .figure=${figure} .marked=${isMarked && group.row !== undefined ? { row: group.row } : null}
    .digits=${figure.columns.length > 8 ? 1 : 2}></posenc-heatmap>`;
  return html`<div class="matrices">
    ${figures.kept ? one(figures.kept, "kept", sides[0]) : nothing}
    ${one(figures.present, "present", figures.kept ? sides[1] : "", true)}
    ${figures.difference ? one(figures.difference, "difference", t("matrix.difference")) : nothing}
  </div>`;
}

/** Equal words are told apart by their position. */
export const tokenLabels = (tokens: readonly string[]): Label[] => tokens.map((text, index) => ({ text, index }));

export const numberLabels = (count: number): Label[] =>
  Array.from({ length: count }, (_, at) => ({ text: String(at) }));
