/** The proof, the conditions it needs, and every method measured on this sentence. */
import { html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import type { Method, MethodKind } from "../../engine/problem.ts";
import { language } from "../../i18n/language.ts";
import { measure } from "../../i18n/numbers.ts";
import { methodsOf, withMethod } from "../../state/defaults.ts";
import { type LabContext, shownProblem } from "./context.ts";
import { GROUPS } from "./methods.ts";
import { SURVEY_MASKS } from "./session.ts";
import { type OrderKey, t } from "./strings.ts";
import { renderTries } from "./tries.ts";
import { renderWalk } from "./walk.ts";
import { EXACT_LIMIT } from "./words.ts";

export function renderWhy(context: LabContext) {
  return html`
    <section aria-labelledby="why-title" class="why">
      <h2 id="why-title">${t("why.title")}</h2>
      ${renderWalk(context)}
      ${renderConditions(context)}
    </section>
    <section aria-labelledby="measured-title" class="measured">
      <h2 id="measured-title">${t("survey.title")}</h2>
      <p class="text">${t("survey.text")}</p>
      ${renderSurvey(context)}
      ${renderTries(context)}
    </section>
  `;
}

function renderConditions(context: LabContext) {
  const shown = shownProblem(context);
  const { mask, permute_mask } = shown;
  const methods = methodsOf(shown);
  const conditions: [OrderKey, boolean][] = [
    ["condition.positions", methods.every(({ kind }) => kind === "none")],
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

/** Drawn anew only where it changes: a drag changes the words' order many times a second. */
function renderSurvey(context: LabContext) {
  const { method, mask, permute_mask, together, stack } = context.problem;
  const seen = [context.session.survey, language(), method.kind, mask.kind, permute_mask, together, stack];
  return guard(seen, () => drawSurvey(context));
}

function drawSurvey(context: LabContext) {
  const { problem, session } = context;
  const isOne = !problem.together && !problem.stack;
  return html`<div class="scroll"><table class="survey">
    <thead><tr><th scope="col">${t("method.title")}</th>${SURVEY_MASKS.map(({ name }) => html`<th scope="col">${t(`survey.${name}` as OrderKey)}</th>`)}</tr></thead>
    ${GROUPS.map(
      ({ name: group, kinds }) => html`<tbody>
      <tr class="group"><th scope="rowgroup" colspan=${SURVEY_MASKS.length + 1}>${t(`group.${group}` as OrderKey)}</th></tr>
      ${kinds.map(
        (kind: MethodKind) => html`<tr><th scope="row">${t(`method.${kind}` as OrderKey)}</th>
          ${SURVEY_MASKS.map(({ name, mask, permute_mask }) => {
            const value = session.survey.get(`${kind} ${name}`);
            const text = value === undefined ? "…" : Number.isNaN(value) ? "–" : measure(value);
            const isMethod = isOne && problem.method.kind === kind;
            const isHere =
              isMethod &&
              problem.mask.kind === mask.kind &&
              (mask.kind === "none" || problem.permute_mask === permute_mask);
            const next = {
              ...(isMethod ? problem : withMethod(problem, { kind } as Method)),
              mask,
              permute_mask,
            };
            return html`<td class=${value !== undefined && value <= EXACT_LIMIT ? "holds" : ""}>
              <button aria-pressed=${isHere} data-survey=${`${kind} ${name}`} data-value=${text === "–" ? nothing : (value ?? nothing)}
                aria-label=${`${t(`method.${kind}` as OrderKey)}, ${t(`survey.${name}` as OrderKey)}: ${text}`}
                ?disabled=${!context.allows(next)} @click=${() => context.commit({ ...(isMethod ? context.problem : next), mask, permute_mask })}
              >${text}</button></td>`;
          })}</tr>`,
      )}
    </tbody>`,
    )}
  </table></div>`;
}
