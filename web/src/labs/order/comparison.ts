/** F(PX) beside P F(X), their difference, and the means over tokens. */
import { html, nothing } from "lit";
import { measure, plain } from "../../i18n/numbers.ts";
import { type LabContext, presentView, shownProblem } from "./context.ts";
import { renderPlot } from "./plot.ts";
import { t } from "./strings.ts";
import { isNarrow, type View } from "./view.ts";

export function renderComparison(context: LabContext) {
  const { result } = context;
  const view = presentView(context);
  return html`
    <section aria-labelledby="comparison-title" class="comparison">
      <h2 id="comparison-title">${t("comparison.title")}</h2>
      <p class="text">${t("comparison.text")}</p>
      ${renderHeads(context)}
      <div class="plots ${plotsClass(context, view)}">
        ${renderPlot(context, view, "of_permuted")} ${renderPlot(context, view, "permuted_of")} ${renderPlot(context, view, "difference")}
      </div>
      <div class="plots ${context.other ? "compared" : "mean"}">
        <div>${renderPlot(context, view, "mean")}</div>
        <p class="text">
          ${t("mean.text")}
          <span class="nowrap"><span class="formula">max |mean <i>F</i>(<i>PX</i>) − mean <i>F</i>(<i>X</i>)|</span> =
          <b class="figure-number" data-testid="mean-difference" data-value=${result?.data.mean.maxDifference ?? nothing}>${result ? measure(result.data.mean.maxDifference) : "…"}</b></span>
        </p>
      </div>
    </section>
  `;
}

/** How figures stand: three in a row, or each beside what was kept. */
export const plotsClass = ({ other }: LabContext, view: View): string =>
  other ? "compared" : isNarrow(view) ? "three narrow" : "three";

/** Which head the figures show; nothing to choose for one. */
export function renderHeads(context: LabContext) {
  const { heads } = shownProblem(context).input;
  if (heads === 1) return nothing;
  const current = Math.min(context.head, heads - 1);
  return html`<div class="segments" role="group" aria-label=${t("head.title")}>
    <span class="segments-title">${t("head.title")}</span>
    ${Array.from(
      { length: heads },
      (_, head) => html`<button aria-pressed=${head === current} aria-label=${t("head.one", { head: plain(head + 1) })}
      @click=${() => context.setHead(head)}>${plain(head + 1)}</button>`,
    )}
  </div>`;
}
