/** The shares as bars with their middle half, and the same numbers as columns. */
import { html, nothing } from "lit";
import { barsDrawing, drawBars, type Extent, extentOf } from "../../charts/bars.ts";
import { sideName } from "../../lab/controls.ts";
import { type Column, columnCopies } from "../../lab/figure-data.ts";
import { made } from "../../lab/memo.ts";
import { countedShare } from "./measure/operations.ts";
import { type Row, rowOf, type Summary } from "./measure/statistics.ts";
import { milliseconds, percent, subjectName } from "./names.ts";
import { t } from "./strings.ts";

const timed = (rows: readonly Row[]): Row[] => rows.filter(({ subject }) => subject !== "none" && subject !== "frame");

/** Of the methods: none and the frame have no share. */
export const extentOfAll = (summaries: readonly Summary[]): Extent =>
  extentOf(summaries.flatMap(({ rows }) => timed(rows)));

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
  const extent = extentOfAll(kept ? [summary, kept] : [summary]);
  // Calls no longer than their frame have no share: no bars, and little room for them.
  const hasBars = [summary, ...(kept ? [kept] : [])].some(({ rows }) =>
    timed(rows).some(({ share }) => !Number.isNaN(share)),
  );
  const heads = ["method", "bar", "share", "half", "least", "call", "counted"] as const;
  const bar = hasBars
    ? html`<th scope="col"><span class="ends"><span>${percent(extent.from)}</span><span>${percent(extent.to)}</span></span></th>`
    : html`<td></td>`;
  return html`
    <p class="formula" data-testid="formula">${formula(summary)}</p>
    <div class="scroll" role="region" tabindex="0" aria-label=${t("shares.table")}>
      <table class="plain shares" data-testid="shares">
        <thead><tr>${heads.map((name) => html`${name === "bar" ? bar : html`<th scope="col">${t(`shares.${name}`)}</th>`}${name === "share" && kept ? html`<th scope="col">${sideName("other")}</th>` : nothing}`)}</tr></thead>
        <tbody>${timed(summary.rows).map((row) => renderRow(row, summary, kept, hasBars ? extent : null))}</tbody>
      </table>
    </div>
    <posenc-copies name="shares" .copies=${made(summary, "copies", () => columnCopies(() => columnsOf(summary)))} .subject=${t("shares.title")}
      .description=${t("shares.text")} .draw=${() => drawing(summary, kept, extent)}></posenc-copies>
  `;
}

function drawing(summary: Summary, kept: Summary | null, extent: Extent) {
  const bars = timed(summary.rows).map((row) => ({
    name: subjectName(row.subject),
    main: row,
    before: kept && rowOf(kept, row.subject),
    text: `${percent(row.share)} (${percent(row.low)} … ${percent(row.high)})`,
  }));
  return barsDrawing(bars, extent, percent);
}

function renderRow(row: Row, summary: Summary, kept: Summary | null, extent: Extent | null) {
  const before = kept && rowOf(kept, row.subject);
  const { setup } = summary.times;
  const counted = countedShare(row.subject, setup);
  return html`<tr data-method=${row.subject}>
    <th scope="row">${subjectName(row.subject)}${row.engine === setup.engine ? nothing : html` <span class="aside">${t("shares.engine", { engine: row.engine })}</span>`}</th>
    ${
      extent === null
        ? html`<td></td>`
        : html`<td class="bars"><svg class=${kept ? "two" : nothing} viewBox=${kept ? "0 0 100 13" : "0 6 100 7"} preserveAspectRatio="none" aria-hidden="true">
      ${drawBars(row, before, extent)}</svg></td>`
    }
    <td><b>${percent(row.share)}</b></td>
    ${kept ? html`<td>${before ? percent(before.share) : "–"}</td>` : nothing}
    <td>${Number.isNaN(row.share) ? "–" : `${percent(row.low)} … ${percent(row.high)}`}</td>
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
