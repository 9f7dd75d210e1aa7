/** The figures of one result: training, tests by length, extensions, needle maps, and the table. */
import { html, nothing } from "lit";
import "../../lab/figure.ts";
import type { LabFigure } from "../../lab/figure-data.ts";
import { made } from "../../lab/memo.ts";
import { curveFigure } from "./figures/curve.ts";
import { type Drawn, lengthFigure } from "./figures/lengths.ts";
import { methodName } from "./names.ts";
import { renderNeedles } from "./needles.ts";
import { type Row, rowsOf } from "./rows.ts";
import { renderSection, type Side } from "./section.ts";
import { t } from "./strings.ts";
import { renderTable } from "./table.ts";
import type { Shown } from "./visit.ts";

export interface View {
  /** With the curves of runs under way. */
  shown: Shown;
  tested: Shown;
  methods: readonly string[];
  side: Side;
}

export const rowsIn = (shown: Shown): readonly Row[] => made<readonly Row[]>(shown, "rows", () => rowsOf(shown));

/** Own results of the chosen methods, without extensions. */
export const chosenRows = (shown: Shown, methods: readonly string[]): Row[] =>
  methods.flatMap((name) => rowsIn(shown).filter((row) => row.method === name && row.extension === null));

export function renderFigures({ shown, tested, methods, side }: View) {
  const key = methods.join();
  const curve = made(shown, `curve ${key}`, () => curveFigure(shown, methods));
  const drawn = chosenRows(tested, methods).map((row): Drawn => ({ row, tone: methods.indexOf(row.method) }));
  const rows = rowsIn(tested);
  const untested = html`<p class="text">${t("answer.untested")}</p>`;
  return html`
    ${renderSection({ name: "curve", title: t("curve.heading"), text: t("curve.text") }, side, figure("curve", curve))}
    ${renderSection(
      { name: "lengths", title: t("lengths.heading"), text: t("lengths.text") },
      side,
      pair("lengths", tested, key, drawn) ?? untested,
    )}
    ${rows.length > 0 ? renderTable(tested, rows, side) : nothing} ${renderNeedles(tested, methods, side)}
    ${renderExtensions(tested, methods, side)}
  `;
}

const figure = (name: string, made: LabFigure | null, height = 300) =>
  made
    ? html`<posenc-figure data-figure=${name} .height=${height} .figure=${made} .comment=${made.chart.title}></posenc-figure>`
    : nothing;

/** Loss and accuracy beside each other. */
function pair(name: string, tested: Shown, key: string, drawn: readonly Drawn[]) {
  const [loss, accuracy] = (["loss", "accuracy"] as const).map((quantity) =>
    made(tested, `${name} ${quantity} ${key}`, () => lengthFigure(tested, drawn, quantity)),
  );
  if (!loss || !accuracy) return null;
  return html`<div class="pair">${figure(`${name}-loss`, loss, 280)}${figure(`${name}-accuracy`, accuracy, 280)}</div>`;
}

/** The trained method and what was done to it: without, and with a fine-tune. */
function renderExtensions(tested: Shown, methods: readonly string[], side: Side) {
  const parts = methods.flatMap((name) => {
    const rows = rowsIn(tested).filter((row) => row.method === name);
    const kinds = [...new Set(rows.filter(({ extension }) => extension !== null).map(({ tuned }) => tuned))];
    return kinds.map((tuned) => {
      const shown = rows.filter((row) => row.extension === null || row.tuned === tuned);
      const title = t(tuned > 0 ? "extensions.tuned" : "extensions.plain", { name: methodName(name), steps: tuned });
      const drawn = shown.map((row, tone): Drawn => ({ row, tone }));
      return html`<h3>${title}</h3>${pair(`extensions-${name}-${tuned}`, tested, "", drawn) ?? nothing}`;
    });
  });
  if (parts.length === 0) return nothing;
  return renderSection({ name: "extensions", title: t("extensions.title"), text: t("extensions.text") }, side, parts);
}
