/** The shares as bars with their middle half, and the same numbers as columns. */
import { html, nothing, svg } from "lit";
import { sideName } from "../../lab/controls.ts";
import type { Copies } from "../../lab/copies.ts";
import { type Column, toCsv, toJson } from "../../lab/figure-data.ts";
import { made } from "../../lab/memo.ts";
import { countedShare } from "./measure/operations.ts";
import { type Row, rowOf, type Summary } from "./measure/statistics.ts";
import { milliseconds, percent, subjectName } from "./names.ts";
import { t } from "./strings.ts";

/** Longer bars end here, open. */
const MOST = 1;
const LEAST = -0.5;

export interface Extent {
  from: number;
  to: number;
}

/** The stretch of shares that bars are drawn on: zero is in it, and all middle halves up to the ends. */
export function extentOf(summaries: readonly Summary[]): Extent {
  const all = summaries.flatMap(({ rows }) => timed(rows).flatMap(({ low, high }) => [low, high]));
  const finite = all.filter(Number.isFinite);
  const from = Math.max(LEAST, Math.min(0, ...finite));
  const to = Math.min(MOST, Math.max(0.01, ...finite));
  return { from, to };
}

const timed = (rows: readonly Row[]): Row[] => rows.filter(({ subject }) => subject !== "none" && subject !== "frame");

/** Place in 0 … 100. */
export const placeOf = (share: number, { from, to }: Extent): number =>
  100 * Math.min(1, Math.max(0, (share - from) / (to - from)));

function bar({ share, low, high }: Row, extent: Extent, tone: "main" | "before") {
  if (Number.isNaN(share)) return nothing;
  const at = (value: number) => placeOf(value, extent);
  const [zero, end] = [at(0), at(share)];
  return svg`
    <rect class="bar ${tone}" x=${Math.min(zero, end)} y=${tone === "main" ? 7 : 1} width=${Math.max(0.4, Math.abs(end - zero))} height="5"></rect>
    <line class="half" x1=${at(low)} x2=${at(high)} y1=${tone === "main" ? 9.5 : 3.5} y2=${tone === "main" ? 9.5 : 3.5}></line>`;
}

export function renderBars(summary: Summary | null, kept: Summary | null) {
  return html`
    <section aria-labelledby="shares-title">
      <h2 id="shares-title">${t("shares.title")}</h2>
      <p class="text">${t("shares.text")}</p>
      ${summary ? renderTable(summary, kept) : html`<p class="text">${t("answer.waiting")}</p>`}
    </section>
  `;
}

function renderTable(summary: Summary, kept: Summary | null) {
  const extent = extentOf(kept ? [summary, kept] : [summary]);
  const heads = ["method", "bar", "share", "half", "least", "call", "counted"] as const;
  return html`
    <p class="formula" data-testid="formula">${formula(summary)}</p>
    <div class="scroll" role="region" tabindex="0" aria-label=${t("shares.table")}>
      <table class="plain shares" data-testid="shares">
        <thead><tr>${heads.map((name) => html`<th scope="col">${name === "bar" ? html`<span class="ends"><span>${percent(extent.from)}</span><span>${percent(extent.to)}</span></span>` : t(`shares.${name}`)}</th>${name === "share" && kept ? html`<th scope="col">${sideName("other")}</th>` : nothing}`)}</tr></thead>
        <tbody>${timed(summary.rows).map((row) => renderRow(row, summary, kept, extent))}</tbody>
      </table>
    </div>
    <posenc-copies .copies=${made(summary, "copies", () => copiesOf(summary))} .subject=${t("shares.title")}></posenc-copies>
  `;
}

function renderRow(row: Row, summary: Summary, kept: Summary | null, extent: Extent) {
  const before = kept && rowOf(kept, row.subject);
  const { setup } = summary.times;
  const counted = countedShare(row.subject, setup);
  const zero = placeOf(0, extent);
  return html`<tr data-method=${row.subject}>
    <th scope="row">${subjectName(row.subject)}${row.engine === setup.engine ? nothing : html` <span class="aside">${t("shares.engine", { engine: row.engine })}</span>`}</th>
    <td class="bars"><svg viewBox="0 0 100 13" preserveAspectRatio="none" aria-hidden="true">
      ${before ? bar(before, extent, "before") : nothing}${bar(row, extent, "main")}
      <line class="zero" x1=${zero} x2=${zero} y1="0" y2="13"></line></svg></td>
    <td><b>${percent(row.share)}</b></td>
    ${kept ? html`<td>${before ? percent(before.share) : "–"}</td>` : nothing}
    <td>${percent(row.low)} … ${percent(row.high)}</td>
    <td>${percent(row.leastShare)}</td>
    <td>${milliseconds(row.median)}</td>
    <td>${counted === null ? "–" : percent(counted)}</td>
  </tr>`;
}

/** Of the first method, with its numbers. */
function formula(summary: Summary) {
  const [first] = timed(summary.rows);
  const none = rowOf(summary, "none");
  if (!first || !none || Number.isNaN(first.share)) return nothing;
  const extra = milliseconds(first.share * summary.attention);
  return html`<span>${t("formula.share", { name: subjectName(first.subject) })} = ${extra} / (${milliseconds(none.median)} − ${milliseconds(summary.frame)}) = <b>${percent(first.share)}</b></span>`;
}

export function columnsOf({ rows, times }: Summary): Column[] {
  const numbers = (name: "median" | "least" | "share" | "low" | "high" | "leastShare", key: string): Column => ({
    name: key,
    label: key,
    values: rows.map((row) => row[name]),
  });
  const texts = (key: "subject" | "engine"): Column => ({ name: key, label: key, values: rows.map((row) => row[key]) });
  const same = (key: "tokens" | "heads" | "head_dim" | "rounds"): Column => ({
    name: key,
    label: key,
    values: rows.map(() => times.setup[key]),
  });
  return [
    texts("subject"),
    texts("engine"),
    same("tokens"),
    same("heads"),
    same("head_dim"),
    same("rounds"),
    numbers("median", "median_ms"),
    numbers("least", "least_ms"),
    numbers("share", "share_of_attention"),
    numbers("low", "share_first_quartile"),
    numbers("high", "share_third_quartile"),
    numbers("leastShare", "share_of_fastest"),
  ];
}

const copiesOf = (summary: Summary): Copies => {
  const columns = columnsOf(summary);
  return { json: () => toJson({ columns }), csv: () => toCsv({ columns }) };
};
