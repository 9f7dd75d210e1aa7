/** All methods on the same tokens, measured. */
import { html, nothing } from "lit";
import type { Copies } from "../../lab/copies.ts";
import { type Column, columnCopies } from "../../lab/figure-data.ts";
import { made } from "../../lab/memo.ts";
import { result } from "../../lab/number-text.ts";
import { methodName } from "./names.ts";
import type { SurveyRow } from "./parts/survey.ts";
import type { CacheState } from "./state.ts";
import { t } from "./strings.ts";

/** Rounding of float32 stays far below, a key at another position far above. */
const SURVIVES = 1e-4;

export const survives = ({ moved }: Pick<SurveyRow, "moved">): boolean => moved <= SURVIVES;

export function renderSurvey(state: CacheState, rows: readonly SurveyRow[] | undefined) {
  return html`
    <section aria-labelledby="survey-title" aria-busy=${String(!rows)}>
      <h2 id="survey-title">${t("survey.title")}</h2>
      <p class="text">${t("survey.text")}</p>
      ${rows ? renderRows(state, rows) : nothing}
    </section>
  `;
}

function renderRows(state: CacheState, rows: readonly SurveyRow[]) {
  const isOwn = ({ method, policy }: SurveyRow) =>
    method === state.method && (policy === null || policy === state.policy);
  return html`
    <p class="text" data-testid="survivors">${t("survey.count", { survive: rows.filter(survives).length, all: rows.length })}</p>
    <div class="scroll" role="region" tabindex="0" aria-label=${t("survey.table")}>
      <table class="plain" data-testid="survey">
        <thead><tr>${(["method", "stored", "decoding", "stale", "kept", "moved", "survives"] as const).map((name) => html`<th scope="col">${t(`survey.${name}`)}</th>`)}</tr></thead>
        <tbody>
          ${rows.map(
            (row) => html`<tr class=${isOwn(row) ? "own" : ""} data-method=${row.method}>
              <th scope="row">${methodName(row.method, row.policy)}</th>
              <td>${t(`storage.${row.storage}`)}</td>
              <td>${result(row.decoding)}</td>
              <td>${row.stale === null ? "–" : result(row.stale)}</td>
              <td>${result(row.kept)}</td>
              <td>${result(row.moved)}</td>
              <td>${t(survives(row) ? "survey.yes" : "survey.no")}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <posenc-copies name="survey" .copies=${made(rows, "copies", () => copiesOf(rows))} .subject=${t("survey.title")}></posenc-copies>
  `;
}

export function copiesOf(rows: readonly SurveyRow[]): Copies {
  const numbers = (name: "decoding" | "kept" | "mixed" | "moved") => ({
    name,
    label: name,
    values: rows.map((row) => row[name]),
  });
  const columns: Column[] = [
    {
      name: "method",
      label: "method",
      values: rows.map(({ method, policy }) => (policy ? `${method} ${policy}` : method)),
    },
    { name: "stored", label: "stored", values: rows.map(({ storage }) => storage) },
    numbers("decoding"),
    { name: "stale", label: "stale", values: rows.map(({ stale }) => stale ?? Number.NaN) },
    numbers("kept"),
    numbers("mixed"),
    numbers("moved"),
  ];
  return columnCopies(() => columns);
}
