/** Parameters, tables and bytes: counted, not measured. */
import { html, nothing } from "lit";
import { t as page } from "../../i18n/page-strings.ts";
import { sideName } from "../../lab/controls.ts";
import { type Column, columnCopies } from "../../lab/figure-data.ts";
import { made } from "../../lab/memo.ts";
import { setting } from "../../lab/number-text.ts";
import type { Counts } from "./counts.ts";
import { bytesText, subjectName } from "./names.ts";
import { t } from "./strings.ts";

export function renderMemory(counts: Counts | undefined, kept: Counts | null) {
  return html`
    <section aria-labelledby="memory-title">
      <h2 id="memory-title">${t("memory.title")}</h2>
      <p class="text">${t("memory.text")}</p>
      ${counts ? html`${renderSizes(counts, kept)}${renderMethods(counts, kept)}` : nothing}
    </section>
  `;
}

function renderSizes(counts: Counts, kept: Counts | null) {
  const rows = [
    ["inputs", "inputBytes"],
    ["scores", "scoreBytes"],
    ["cache", "cacheBytesPerToken"],
  ] as const;
  return html`<dl class="numbers" data-testid="sizes">
    ${rows.map(
      ([name, key]) => html`<div><dt>${t(`memory.${name}`)}</dt>
        <dd data-size=${name}>${bytesText(counts[key])}${kept ? html`<span class="remark">${sideName("other")}${page("list.colon")}${bytesText(kept[key])}</span>` : nothing}</dd></div>`,
    )}
  </dl>`;
}

function renderMethods(counts: Counts, kept: Counts | null) {
  const heads = ["method", "parameters", "bytes", "table", "cache_effect"] as const;
  return html`
    <div class="scroll" role="region" tabindex="0" aria-label=${t("memory.side")}>
      <table class="plain" data-testid="counts">
        <thead><tr>${heads.map((name) => html`<th scope="col">${t(`memory.${name}`)}</th>`)}${kept ? html`<th scope="col">${t("memory.table")} (${sideName("other")})</th>` : nothing}</tr></thead>
        <tbody>
          ${counts.rows.map(
            ({ method, parameters, tableBytes }, at) => html`<tr data-method=${method}>
              <th scope="row">${subjectName(method)}</th>
              <td>${setting(parameters)}</td>
              <td>${bytesText(4 * parameters)}</td>
              <td>${tableText(tableBytes)}</td>
              <td>${t(method === "rotary" ? "memory.rotated" : method === "sinusoidal" || method === "learned" ? "memory.inside" : "memory.untouched")}</td>
              ${kept ? html`<td>${tableText(kept.rows[at]?.tableBytes ?? null)}</td>` : nothing}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <posenc-copies name="memory" .copies=${made(counts, "copies", () => columnCopies(() => columnsOf(counts)))} .subject=${t("memory.title")}></posenc-copies>
  `;
}

const tableText = (bytes: number | null): string => (bytes === null ? "–" : bytesText(bytes));

const columnsOf = ({ rows, tokens }: Counts): Column[] => [
  { name: "method", label: "method", values: rows.map(({ method }) => method) },
  { name: "tokens", label: "tokens", values: rows.map(() => tokens) },
  { name: "parameters", label: "parameters", values: rows.map(({ parameters }) => parameters) },
  { name: "table_bytes", label: "table_bytes", values: rows.map(({ tableBytes }) => tableBytes ?? Number.NaN) },
];
