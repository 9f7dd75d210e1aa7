/** The methods side by side: where each acts, and what it was measured to see. */
import { html } from "lit";
import { measure } from "../../i18n/numbers.ts";
import { labAddress } from "../../ui/addresses.ts";
import { ENTRIES, type Entry, isNothing, type Measured, QUESTIONS } from "./measures.ts";
import { type HomeKey, t } from "./strings.ts";

export type Survey = ReadonlyMap<string, Measured | "failed">;

export function renderTable(survey: Survey) {
  return html`
    <section aria-labelledby="table-title">
      <h2 id="table-title">${t("table.title")}</h2>
      <p class="text">${t("table.text")}</p>
      <div class="scroll" tabindex="0" role="region" aria-labelledby="table-title">
        <table class="plain" data-testid="survey" aria-busy=${String(survey.size < ENTRIES.length)}>
          <thead><tr>
            <th scope="col">${t("table.method")}</th><th scope="col">${t("table.year")}</th><th scope="col">${t("table.where")}</th>
            ${QUESTIONS.map((question) => html`<th scope="col" class="number">${t(`table.${question}` as HomeKey)}</th>`)}
            <th scope="col">${t("table.cache")}</th>
          </tr></thead>
          <tbody>${ENTRIES.map((entry) => renderRow(entry, survey.get(entry.method.kind)))}</tbody>
        </table>
      </div>
      <dl class="questions">
        ${QUESTIONS.map(
          (question) =>
            html`<dt>${t(`table.${question}` as HomeKey)}</dt><dd>${t(`table.${question}.meaning` as HomeKey)}</dd>`,
        )}
      </dl>
    </section>
  `;
}

const renderRow = ({ method: { kind }, year, lab, state }: Entry, measured: Measured | "failed" | undefined) => html`
  <tr data-kind=${kind}>
    <th scope="row"><a href=${labAddress(lab, location.search, state)}>${t(`method.${kind}` as HomeKey)}</a></th>
    <td>${year ?? "–"}</td>
    <td>${t(`where.${kind}` as HomeKey)}</td>
    ${QUESTIONS.map((question) => html`<td class="number" data-question=${question}>${cell(measured, question)}</td>`)}
    <td>${t(`cache.${kind}` as HomeKey)}</td>
  </tr>
`;

function cell(measured: Measured | "failed" | undefined, question: keyof Measured): string {
  if (measured === undefined) return "…";
  if (measured === "failed") return t("table.failed");
  const value = measured[question];
  return isNothing(value) ? "0" : measure(value);
}
