/** What the rotation costs, and what its identity does not promise. */
import { html } from "lit";
import { measure, plain } from "../../../i18n/numbers.ts";
import { type RotationState, widthOf } from "../state.ts";
import { t } from "../strings.ts";

/** Four products and two sums per pair, for q and for k: linear in the tokens. Attention's two products are quadratic. */
export function operations(tokens: number, width: number, share: number) {
  const rotation = 2 * tokens * width * share * 3;
  const attention = 2 * 2 * tokens * tokens * width;
  return { rotation, attention, percent: (100 * rotation) / attention };
}

export function renderLimits(state: RotationState) {
  const width = widthOf(state);
  const { rotation, attention, percent } = operations(state.reach, width, Number(state.share));
  return html`
    <section aria-labelledby="limits-title">
      <h2 id="limits-title">${t("section.limits")}</h2>
      <p class="text" data-testid="operations">${t("section.limits.cost", { tokens: plain(state.reach), width, rotation: plain(rotation), attention: plain(attention), percent: measure(percent) })}</p>
      <p class="text">${t("section.limits.network")}</p>
    </section>
  `;
}
