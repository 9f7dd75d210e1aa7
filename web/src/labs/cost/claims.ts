/** Claims that circulate, held against what was measured here. */
import { html } from "lit";
import { setting } from "../../lab/number-text.ts";
import { rowOf, type Summary, verdictOf } from "./measure/statistics.ts";
import { percent } from "./names.ts";
import { t } from "./strings.ts";

/** Of attention. "Free" is read as: less than that. */
export const LIMIT = 0.01;

const CLAIMS = ["rotary", "alibi"] as const;

export function claimText(claim: (typeof CLAIMS)[number], summary: Summary): string {
  const row = rowOf(summary, claim);
  if (!row) return t("claims.missing");
  if (Number.isNaN(row.share)) return t("claims.busy");
  const { setup } = summary.times;
  return t(`claims.${verdictOf(row, LIMIT)}`, {
    low: percent(row.low),
    high: percent(row.high),
    tokens: setting(setup.tokens),
    heads: setting(setup.heads),
    width: setting(setup.head_dim),
  });
}

export function renderClaims(summary: Summary | null) {
  return html`
    <section aria-labelledby="claims-title">
      <h2 id="claims-title">${t("claims.title")}</h2>
      <p class="text">${t("claims.text")}</p>
      <dl class="claims" data-testid="claims">
        ${CLAIMS.map((claim) => html`<div><dt>${t(`claims.${claim}`)}</dt><dd data-claim=${claim}>${summary ? claimText(claim, summary) : t("answer.waiting")}</dd></div>`)}
      </dl>
      <p class="text small">${t("claims.lengths")}</p>
    </section>
  `;
}
