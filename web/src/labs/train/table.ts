/** Method by length: mean and deviation of the loss, accuracy, slope, reach, what was added, and the time of a step. */
import { html, nothing, type TemplateResult } from "lit";
import { fixed, plain } from "../../i18n/numbers.ts";
import { type Column, columnCopies } from "../../lab/figure-data.ts";
import { made } from "../../lab/memo.ts";
import { type RunResult, reachThreshold } from "../../training/index.ts";
import type { LengthSummary } from "../../training/summary.ts";
import { bytesText, methodName, nats, percent, spreadText } from "./names.ts";
import { type Row, rowName } from "./rows.ts";
import { renderSection, type Side, sided } from "./section.ts";
import { t } from "./strings.ts";
import type { Shown } from "./visit.ts";
import { relativeTime } from "./work.ts";

export function renderTable(shown: Shown, rows: readonly Row[], side: Side) {
  const { study, runs } = shown;
  const heads = [
    t("run.method"),
    ...study.lengths.map((tokens) => t("table.tokens", { tokens })),
    t("table.slope"),
    t("table.reach", { threshold: percent(reachThreshold) }),
    t("table.parameters"),
    t("table.time"),
  ];
  return renderSection(
    { name: "table", title: t("table.title"), text: t("table.text") },
    side,
    html`
      <div class="scroll" role="region" tabindex="0" aria-label=${sided(t("table.region"), side)}>
        <table class="plain results" data-testid="table">
          <thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
          <tbody>${rows.map((row) => renderRow(row, shown))}</tbody>
        </table>
      </div>
      <posenc-copies name="lengths" .copies=${made(shown, "copies", () => columnCopies(() => summaryColumns(rows)))} .subject=${t("table.title")} .description=${t("table.text")}></posenc-copies>
      ${renderStops(runs)}
    `,
  );
}

function renderRow(row: Row, { study, runs }: Shown) {
  const { summary } = row;
  const facts = runs.find(({ name }) => name === row.method)?.facts;
  const time = row.extension === null ? relativeTime(runs, row.method) : null;
  const added = row.extension === null ? (facts?.position_parameters ?? 0) : null;
  return html`<tr data-row=${row.extension === null ? row.method : `${row.method}+${row.extension}${row.tuned ? `+${row.tuned}` : ""}`}>
    <th scope="row">${rowName(row)}</th>
    ${cellsOf(row, study.lengths)}
    <td>${summary.slope === null ? "–" : nats(summary.slope)}</td>
    <td>${summary.reach === null ? "–" : plain(summary.reach)}</td>
    <td>${added === null ? "–" : added === 0 ? "0" : html`${plain(added)}<span class="share">${bytesText(4 * added)}</span>`}</td>
    <td>${time === null ? "–" : `×${fixed(time, 2)}`}</td>
  </tr>`;
}

/** Neighbouring refusals are one cell, in words. */
function cellsOf({ summary }: Row, lengths: readonly number[]): TemplateResult[] {
  const cells: TemplateResult[] = [];
  for (let at = 0; at < lengths.length; ++at) {
    const tokens = lengths[at] as number;
    const reason = reasonAt(summary, tokens);
    if (reason === undefined) {
      cells.push(
        measuredCell(
          summary.lengths.find((one) => one.tokens === tokens),
          summary.seeds,
        ),
      );
      continue;
    }
    let span = 1;
    while (at + 1 < lengths.length && reasonAt(summary, lengths[at + 1] as number) !== undefined) {
      span++;
      at++;
    }
    cells.push(html`<td colspan=${span} class="refused" title=${reason}>${refusal(reason)}</td>`);
  }
  return cells;
}

const reasonAt = ({ refused }: Row["summary"], tokens: number): string | undefined =>
  refused.find((one) => one.tokens === tokens)?.reason;

/** What the core says of a table that ends, in the page's words; anything else as the core says it. */
function refusal(reason: string) {
  const rows = /of its (\d+) rows/.exec(reason)?.[1];
  return rows ? t("table.refused_rows", { rows }) : html`${t("table.refused")} <span lang="en">${reason}</span>`;
}

const measuredCell = (length: LengthSummary | undefined, seeds: number) =>
  length
    ? html`<td>${spreadText(length.loss, seeds)}<span class="share">${percent(length.accuracy.mean)}</span></td>`
    : html`<td>–</td>`;

/** Runs that stopped by themselves, with the step and the reason in the core's words. */
export const stopsOf = (runs: readonly RunResult[]): { text: string; reason: string }[] =>
  runs.flatMap(({ name, seed, stopped }) =>
    stopped
      ? [{ text: t("table.stopped", { name: methodName(name), seed, step: stopped.step }), reason: stopped.reason }]
      : [],
  );

function renderStops(runs: readonly RunResult[]) {
  const stops = stopsOf(runs);
  if (stops.length === 0) return nothing;
  return html`<ul class="notes" data-testid="stopped">
    ${stops.map(({ text, reason }) => html`<li>${text} <span class="detail" lang="en">${reason}</span></li>`)}
  </ul>`;
}

/** One line per row of the table and length. */
export function summaryColumns(rows: readonly Row[]): Column[] {
  const lines = rows.flatMap((row) => [
    ...row.summary.lengths.map((length) => ({ row, tokens: length.tokens, length, refused: "" })),
    ...row.summary.refused.map(({ tokens, reason }) => ({ row, tokens, length: null, refused: reason })),
  ]);
  type Line = (typeof lines)[number];
  const column = (name: string, of: (line: Line) => number | string): Column => ({
    name,
    label: name,
    values: lines.map(of),
  });
  return [
    column("method", ({ row }) => row.method),
    column("extension", ({ row }) => row.extension ?? ""),
    column("fine_tuned", ({ row }) => row.tuned),
    column("seeds", ({ row }) => row.summary.seeds),
    column("tokens", ({ tokens }) => tokens),
    column("loss", ({ length }) => length?.loss.mean ?? Number.NaN),
    column("loss_deviation", ({ length }) => length?.loss.deviation ?? Number.NaN),
    column("accuracy", ({ length }) => length?.accuracy.mean ?? Number.NaN),
    column("accuracy_deviation", ({ length }) => length?.accuracy.deviation ?? Number.NaN),
    column("floor", ({ length }) => length?.floor ?? Number.NaN),
    column("refused", ({ refused }) => refused),
  ];
}
