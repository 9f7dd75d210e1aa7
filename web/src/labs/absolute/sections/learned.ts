/** A learned table: what it counts, which row a position reads, where it ends, and how it is extended. */
import { html, nothing, type TemplateResult } from "lit";
import { fixed, plain } from "../../../i18n/numbers.ts";
import { madeOfAll } from "../../../lab/memo.ts";
import { result, setting } from "../../../lab/number-text.ts";
import { grouped } from "../answer.ts";
import { rowAt } from "../arithmetic.ts";
import { wavesFigure } from "../figures/waves.ts";
import { formulas, vectorFormula } from "../formula.ts";
import { type AbsoluteKey, t } from "../strings.ts";
import type { Side } from "../view.ts";
import { commentOf, figure, type SectionContext, section, text } from "./parts.ts";

export function renderLearned({ view, isPending }: SectionContext) {
  const { now, kept } = view;
  const { extended } = now.table;
  const key = `columns ${[now.p, now.q, now.pair, kept?.pair, now.state.trained].join()}`;
  return section(
    "learned",
    html`
      ${text(t("section.learned.text"))}
      ${renderCounts(now)}
      ${text(t("section.learned.bert"))}
      <div data-testid="row-formula">${formulas(t("formula.row"), [rowFormula(now), vectorFormula(now)])}</div>
      ${figure(
        "columns",
        madeOfAll([now.table, kept?.table], key, () => wavesFigure(view)),
        commentOf(view),
      )}
      ${text(t(`extension.${now.state.extension}.meaning` as AbsoluteKey), "extension-meaning")}
      ${extended ? text(t("extension.kept", { own: extended.own, unchanged: extended.unchanged, largest: result(extended.largest) }), "extension-kept") : nothing}
    `,
    isPending("table"),
  );
}

function renderCounts({ state }: Side) {
  const { rows, d_model, offset, trained, positions } = state;
  const usable = Math.max(0, rows - offset);
  const reserved = Math.max(0, usable - trained);
  const count = (name: string, value: string, remark?: string) =>
    html`<div><dt>${t(`count.${name}` as AbsoluteKey)}</dt><dd data-testid=${`count-${name}`}>${value}${remark ? html`<span class="remark">${remark}</span>` : ""}</dd></div>`;
  return html`<dl class="numbers">
    ${count("parameters", grouped(rows * d_model), `${plain(rows)} × ${plain(d_model)}`)}
    ${count("bytes", grouped(4 * rows * d_model), t("count.bytes.half", { bytes: grouped(2 * rows * d_model) }))}
    ${count("usable", plain(usable), t("count.usable.remark", { rows, offset }))}
    ${count("reserved", plain(reserved), t("count.reserved.remark"))}
    ${count("outside", plain(Math.max(0, positions - usable)), t("count.outside.remark", { positions }))}
  </dl>`;
}

/** Which row or rows the chosen position reads, and the first channel that comes of it. */
function rowFormula({ state, table, p }: Side): TemplateResult {
  const { rows, offset, extension, positions, alpha } = state;
  const row = p + offset;
  const value = fixed(rowAt(table, p)[0] as number, 4);
  const start = html`<span class="term">${t("formula.row.is")} ${p} + ${offset} = ${row}</span>`;
  if (extension === "hierarchical") {
    const [x, y] = [Math.floor(row / rows), row % rows];
    return html`${start} <span class="term"><var>x</var> = ⌊${row} / ${rows}⌋ = ${x}, <var>y</var> = ${y}</span>
      <span class="term"><var>PE</var>(${p}) = ${setting(alpha)} <var>u</var><sub>${x}</sub> + ${setting(1 - alpha)} <var>u</var><sub>${y}</sub></span>
      <span class="term"><var>PE</var>(${p})<sub>0</sub> = <b>${value}</b></span>`;
  }
  const last = positions - 1 + offset;
  if (extension === "interpolate" && last > rows - 1) {
    const read = (row * (rows - 1)) / last;
    return html`${start} <span class="term">${row} · ${rows - 1} / ${last} = <b>${result(read)}</b></span>
      <span class="term"><var>PE</var>(${p})<sub>0</sub> = <b>${value}</b></span>`;
  }
  return html`${start} <span class="term"><var>PE</var>(${p})<sub>0</sub> = <b>${value}</b></span>`;
}
