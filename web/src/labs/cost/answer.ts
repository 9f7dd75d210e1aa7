/** What the method takes of attention, on this machine, now. */
import { html } from "lit";
import { setting } from "../../lab/number-text.ts";
import { isBusy, type Row, rowOf, type Summary } from "./measure/statistics.ts";
import { percent, sentences, subjectName } from "./names.ts";
import type { Timed } from "./state.ts";
import { t } from "./strings.ts";

export interface Answer {
  method: Timed;
  /** null: not measured yet. */
  summary: Summary | null;
  /** Whether it is of the settings that are shown. */
  isPresent: boolean;
  kept: { method: Timed; summary: Summary } | null;
}

/** A bound above half of attention says nothing about a method. */
const SENSELESS = 0.5;

/** What the sentence is of: RoPE, where the method was not measured. */
export const shownRow = (summary: Summary, method: Timed): Row | undefined =>
  rowOf(summary, method) ?? rowOf(summary, "rotary");

export function renderAnswer({ method, summary, isPresent, kept }: Answer) {
  if (!summary) return html`<div class="claim" data-testid="answer"><p class="words">${t("answer.waiting")}</p></div>`;
  const row = shownRow(summary, method);
  if (!row) return html``;
  return html`
    <div class="claim ${isPresent ? "" : "earlier"}" data-testid="answer" aria-live="polite">
      <p class="words">${claimOf(row, summary)}</p>
      <p class="second" data-testid="spread">${sentences(spreadOf(row, summary), isPresent ? "" : t("answer.quick"))}</p>
      ${kept ? html`<p class="second" data-testid="difference">${comparison(kept, row)}</p>` : ""}
    </div>
  `;
}

export function claimOf(row: Row, summary: Summary): string {
  const { setup } = summary.times;
  const name = subjectName(row.subject);
  const tokens = setting(setup.tokens);
  const heads = setting(setup.heads);
  const width = setting(setup.head_dim);
  if (row.engine !== rowOf(summary, "none")?.engine) return t("answer.other_engine", { name });
  const unseen = row.low <= 0 && row.high >= 0;
  const isLost = Number.isNaN(row.share) || (unseen && isBusy(summary) && row.high > SENSELESS);
  if (isLost) return t("answer.busy", { name, tokens, heads, width, scatter: percent(summary.scatter) });
  // Less than what two rounds of the same call differ by is no measured cost.
  if (unseen) return t("answer.unseen", { name, tokens, heads, width, high: percent(row.high) });
  const share = percent(Math.abs(row.share));
  return row.share < 0
    ? t("answer.faster", { name, tokens, heads, width, share })
    : t("answer.takes", { name, tokens, heads, width, share });
}

function spreadOf(row: Row, summary: Summary): string {
  if (Number.isNaN(row.share)) return "";
  const { setup } = summary.times;
  const spread = t("answer.spread", {
    rounds: setting(setup.rounds),
    low: percent(row.low),
    high: percent(row.high),
    least: percent(row.leastShare),
  });
  return isBusy(summary) ? sentences(spread, t("answer.is_busy")) : spread;
}

function comparison({ method, summary }: NonNullable<Answer["kept"]>, present: Row): string {
  const row = rowOf(summary, method);
  const { setup } = summary.times;
  return t("answer.compared", {
    kept: subjectName(method),
    tokens: setting(setup.tokens),
    share: percent(row?.share ?? Number.NaN),
    present: percent(present.share),
    difference: percent(present.share - (row?.share ?? Number.NaN)),
  });
}
