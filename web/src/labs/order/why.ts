/** Four lines of proof, the conditions they need, and every method measured on this sentence. */
import { html, nothing } from "lit";
import { measure } from "../../i18n/numbers.ts";
import { type LabContext, shownProblem } from "./context.ts";
import { proof } from "./proof.ts";
import { SURVEY_MASKS, SURVEY_METHODS } from "./session.ts";
import { type OrderKey, t } from "./strings.ts";
import { EXACT_LIMIT } from "./words.ts";

export function renderWhy(context: LabContext) {
  return html`
    <section aria-labelledby="why-title" class="why">
      <h2 id="why-title">${t("why.title")}</h2>
      <ol class="proof">
        ${proof.map((formula, line) => html`<li><div class="line">${formula}</div><p>${t(`proof.${line + 1}` as OrderKey)}</p></li>`)}
      </ol>
      ${renderConditions(context)}
    </section>
    <section aria-labelledby="measured-title" class="measured">
      <h2 id="measured-title">${t("survey.title")}</h2>
      <p class="text">${t("survey.text")}</p>
      ${renderSurvey(context)}
      <ul class="try">
        <li><button class="quiet" @click=${() => context.commit({ ...context.problem, method: { kind: "none" }, mask: { kind: "causal" }, permute_mask: false })}>${t("try.causal")}</button></li>
        <li><button class="quiet" @click=${() => context.commit({ ...context.problem, method: { kind: "none" }, mask: { kind: "causal" }, permute_mask: true })}>${t("try.permuted_mask")}</button></li>
        <li><button class="quiet" @click=${() => context.commit({ ...context.problem, method: { kind: "alibi", direction: "symmetric" }, mask: { kind: "none" }, permute_mask: false, permutation: context.problem.permutation.map((_, t) => context.problem.permutation.length - 1 - t) })}>${t("try.symmetric")}</button></li>
        <li><button class="quiet" @click=${() => context.commit({ ...context.problem, method: { kind: "rotary" }, mask: { kind: "none" }, permute_mask: false })}>${t("try.rotary")}</button></li>
      </ul>
    </section>
  `;
}

function renderConditions(context: LabContext) {
  const { method, mask, permute_mask } = shownProblem(context);
  const conditions: [OrderKey, boolean][] = [
    ["condition.positions", method.kind === "none"],
    ["condition.mask", mask.kind === "none" || permute_mask],
    ["condition.shared", true],
    ["condition.dropout", true],
  ];
  return html`
    <h3>${t("condition.title")}</h3>
    <ul class="conditions">
      ${conditions.map(([key, holds]) => html`<li class=${holds ? "holds" : "breaks"}><span class="mark">${t(holds ? "condition.holds" : "condition.broken")}</span> ${t(key)}</li>`)}
    </ul>
  `;
}

function renderSurvey(context: LabContext) {
  const { problem, session } = context;
  return html`<div class="scroll"><table class="survey">
    <thead><tr><th scope="col">${t("method.title")}</th>${SURVEY_MASKS.map(({ name }) => html`<th scope="col">${t(`survey.${name}` as OrderKey)}</th>`)}</tr></thead>
    <tbody>
      ${SURVEY_METHODS.map(
        (method) => html`<tr><th scope="row">${t(`method.${method.kind}` as OrderKey)}</th>
          ${SURVEY_MASKS.map(({ name, mask, permute_mask }) => {
            const value = session.survey.get(`${method.kind} ${name}`);
            const isHere =
              problem.method.kind === method.kind &&
              problem.mask.kind === mask.kind &&
              (mask.kind === "none" || problem.permute_mask === permute_mask);
            return html`<td class=${value !== undefined && value <= EXACT_LIMIT ? "holds" : ""}>
              <button aria-pressed=${isHere} data-survey=${`${method.kind} ${name}`} data-value=${value ?? nothing}
                aria-label=${`${t(`method.${method.kind}` as OrderKey)}, ${t(`survey.${name}` as OrderKey)}: ${value === undefined ? "…" : measure(value)}`}
                @click=${() => context.commit({ ...problem, method: problem.method.kind === method.kind ? problem.method : method, mask, permute_mask })}
              >${value === undefined ? "…" : measure(value)}</button></td>`;
          })}</tr>`,
      )}
    </tbody>
  </table></div>`;
}
