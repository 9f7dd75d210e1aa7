/** Every key of the configuration, and what was made of it. */
import { html, nothing } from "lit";
import type { ReportEntry, ReportStatus } from "../../io/hf-config/types.ts";
import type { Copies } from "../../lab/copies.ts";
import { toCsv } from "../../lab/figure-data.ts";
import { made } from "../../lab/memo.ts";
import { digits } from "../../lab/number-text.ts";
import type { LabContext } from "./context.ts";
import { noteText } from "./note-text.ts";
import { matters } from "./reading.ts";
import { ROWS } from "./state.ts";
import { type ContextKey, t } from "./strings.ts";

/** Beside the word, so that colour carries nothing alone. */
const GLYPHS: Record<ReportStatus, string> = {
  read: "✓",
  defaulted: "○",
  ignored: "–",
  unknown: "?",
  conflict: "≠",
  impossible: "✕",
};

const STATUSES = Object.keys(GLYPHS) as ReportStatus[];
const LONGEST_VALUE = 80;
/** More rows would hold the page up; the copies have them all. */
const MOST_ROWS = 400;

export function renderReport(context: LabContext) {
  const reading = context.reading ?? context.answered;
  if (!reading) return nothing;
  const { report } = reading.resolution;
  const parents = new Set(report.flatMap(({ key }) => ancestors(key)));
  const shown = context.state.rows === "all" ? report : report.filter(matters);
  const counts = STATUSES.map((status) => [status, report.filter((entry) => entry.status === status).length] as const);
  return html`
    <section aria-labelledby="report" data-part="report" class="report-section">
      <h2 id="report">${t("report.title")}</h2>
      <p class="text">${t("report.text")}</p>
      <p class="counts">${counts
        .filter(([, count]) => count > 0)
        .map(
          ([status, count]) =>
            html`<span class="status ${status}"><span aria-hidden="true">${GLYPHS[status]}</span> ${t(`report.count.${status}` as ContextKey, { count })}</span>`,
        )}</p>
      <div class="segments" role="group" aria-label=${t("report.filter")}>
        ${ROWS.map((rows) => html`<button class="quiet" data-control="rows" aria-pressed=${rows === context.state.rows} @click=${() => context.commit({ rows })}>${t(`report.rows.${rows}` as ContextKey)}</button>`)}
      </div>
      <div class="scroll" role="group" tabindex="0" aria-label=${t("report.title")}>
        <table class="plain report" data-testid="report">
          <thead><tr>${(["key", "value", "status", "note"] as const).map((name) => html`<th scope="col">${t(`report.column.${name}` as ContextKey)}</th>`)}</tr></thead>
          <tbody>${shown.slice(0, MOST_ROWS).map((entry) => renderEntry(entry, parents.has(entry.key)))}</tbody>
        </table>
      </div>
      ${shown.length > MOST_ROWS ? html`<p class="text">${t("report.more", { count: shown.length - MOST_ROWS })}</p>` : nothing}
      <posenc-copies name="report" .copies=${made(reading, "report", () => reportCopies(report))} .subject=${t("report.title")}></posenc-copies>
    </section>
  `;
}

function reportCopies(report: readonly ReportEntry[]): Copies {
  // English sentences, as the command prints them: fetched when they are copied.
  const lines = async () => {
    const { explainNote } = await import("../../io/hf-config/explain-text.ts");
    return report.map(({ key, status, value, note }) => ({ key, status, value, note: explainNote(note) }));
  };
  const values = { name: "value", label: "", values: report.map(({ value }) => JSON.stringify(value) ?? "") };
  return {
    json: async () => `${JSON.stringify(await lines(), null, 1)}\n`,
    async csv() {
      const all = await lines();
      const column = (name: "key" | "status" | "note") => ({ name, label: "", values: all.map((line) => line[name]) });
      return toCsv({ columns: [column("key"), values, column("status"), column("note")] });
    },
  };
}

const ancestors = (key: string): string[] =>
  key
    .split(".")
    .map((_, at, parts) => parts.slice(0, at).join("."))
    .filter((parent) => parent !== "");

/** What a block holds stands in rows of its own. */
function renderEntry(entry: ReportEntry, isBlock: boolean) {
  const { key, status } = entry;
  return html`<tr data-status=${status} data-key=${key}>
    <th scope="row"><code>${key}</code></th>
    <td><code>${isBlock ? "{…}" : valueText(entry.value)}</code></td>
    <td class="status ${status}"><span aria-hidden="true">${GLYPHS[status]}</span> ${t(`report.status.${status}` as ContextKey)}</td>
    <td class="note">${noteText(entry)}</td>
  </tr>`;
}

/** As it stands in the text, cut where it is long. */
function valueText(value: unknown): string {
  if (value === undefined) return "";
  if (typeof value === "number") return digits(value);
  const text = JSON.stringify(value) ?? String(value);
  const points = [...text.slice(0, 4 * LONGEST_VALUE)];
  return points.length > LONGEST_VALUE ? `${points.slice(0, LONGEST_VALUE).join("")}…` : text;
}
