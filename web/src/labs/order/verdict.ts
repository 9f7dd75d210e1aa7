/** The claim in big type, the number that carries it, and who computed it. */
import { html, nothing } from "lit";
import { measure } from "../../i18n/numbers.ts";
import { isStale, type LabContext, shownProblem } from "./context.ts";
import {
  badge,
  checkText,
  computedBy,
  fallbackOf,
  fallbackText,
  needsDetail,
  ruleText,
  ruleTitle,
} from "./engine-words.ts";
import { ENGINE_CHOICES, type EngineChoice, type LabResult } from "./session.ts";
import { type OrderKey, t } from "./strings.ts";
import { claim, failureText, follows, issueText, remark, sentences } from "./words.ts";

export function renderVerdict(context: LabContext) {
  const { result, session } = context;
  const reference = result?.data.referenceMaxDifference;
  const holds = reference !== undefined && follows(reference);
  const problem = shownProblem(context);
  return html`
    <section class="verdict" aria-labelledby="title">
      <h1 id="title" aria-level=${context.environment.titleLevel}>${t("title")}</h1>
      <p class="lead">${t("lead")}</p>
      <div class="claim ${result ? (holds ? "holds" : "breaks") : ""} ${session.failure ? "past" : ""}" aria-live="polite" aria-busy=${String(isStale(context))} data-testid="verdict" data-follows=${result ? String(holds) : nothing}>
        <p class="words">${result && reference !== undefined ? claim(problem, reference) : t("claim.waiting")}</p>
        <p class="number">
          <span class="formula" aria-label=${t("claim.formula_spoken")}>max |<i>F</i>(<i>PX</i>) − <i>P</i> <i>F</i>(<i>X</i>)|</span>
          <span>=</span>
          <output data-testid="difference" data-value=${result?.data.maxDifference ?? nothing}>${result ? measure(result.data.maxDifference) : "…"}</output>
        </p>
      </div>
      ${renderKept(context)}
      <p class="fine">
        ${t("claim.exact")} <b class="figure-number" data-testid="reference" data-value=${reference ?? nothing}>${reference === undefined ? "…" : measure(reference)}</b>
        <span class="remark">${result && reference !== undefined ? remark(problem, reference) : nothing}</span>
      </p>
      <p class="fine engine" data-part="engine">
        <label for="engine">${t("engine.label")}</label>
        <select id="engine" @change=${(event: Event) => context.setEngine((event.target as HTMLSelectElement).value as EngineChoice)}>
          ${ENGINE_CHOICES.map((choice) => html`<option value=${choice} ?selected=${choice === context.engine}>${t(`engine.${choice}` as OrderKey)}</option>`)}
        </select>
        ${renderEngine(context)}
      </p>
      <div class="faults" role="alert">
        ${renderFault(context)}
      </div>
    </section>
  `;
}

/** The verdict on what was kept, and how far apart the outputs are. */
function renderKept({ other, session: { kept, keptFailure }, result }: LabContext) {
  if (!other) return nothing;
  if (keptFailure) {
    return html`<div class="kept" data-testid="kept"><p class="fault" role="alert">${t("compare.failed")} ${failureText(keptFailure, other)}
      <span lang="en" class="detail">${keptFailure.message}</span></p></div>`;
  }
  const { maxDifference, referenceMaxDifference = Number.NaN } = kept?.data ?? {};
  return html`<div class="kept" aria-live="polite" data-testid="kept">
    <p class="words">${kept ? sentences(t("compare.kept_claim"), claim(kept.problem, referenceMaxDifference)) : t("claim.waiting")}</p>
    <p>
      <span class="formula">max |<i>F</i>(<i>PX</i>) − <i>P</i> <i>F</i>(<i>X</i>)|</span> =
      <b class="figure-number" data-testid="kept-difference" data-value=${maxDifference ?? nothing}>${maxDifference === undefined ? "…" : measure(maxDifference)}</b>
      ${kept && result ? html`<span class="remark" data-testid="outputs">${outputsText(result, kept)}</span>` : nothing}
    </p>
  </div>`;
}

function outputsText(present: LabResult, kept: LabResult): string {
  const [now, before] = [present.data.original.output, kept.data.original.output];
  if (!now || !before || now.shape.join() !== before.shape.join()) return t("compare.sizes");
  const differences = Array.from(now.data, (value, at) => Math.abs(value - (before.data[at] as number)));
  return t("compare.outputs", { value: measure(Math.max(...differences)) });
}

/** Who computed, why not WebGPU, how its results were checked, and from where on it is faster. */
function renderEngine({ session, result }: LabContext) {
  const { status } = session;
  if (!status) return html`<span class="badge" data-testid="badge">${t("engine.starting")}</span>`;
  const { rule } = status;
  const fallback = fallbackOf(status, result);
  const detail =
    fallback && needsDetail(fallback) ? html` <span lang="en" class="detail">${fallback.message}</span>` : nothing;
  return html`
    <span class="badge" data-testid="badge" data-engine=${computedBy(status, result)}>${badge(status, result)}</span>
    <span data-testid="fallback">${fallback ? fallbackText(fallback, status) : nothing}${detail}</span>
    <span data-testid="check">${checkText(status, result) ?? nothing}</span>
    <span data-testid="rule" title=${rule ? ruleTitle(rule) : nothing}>${rule ? ruleText(rule) : nothing}</span>
  `;
}

/** One at a time: a faulty link is the newer of the two. */
function renderFault({ linkIssue, session, problem, result }: LabContext) {
  if (linkIssue) {
    return html`<p class="fault" data-testid="link-issue">${sentences(t("issue.link"), issueText(linkIssue), t("issue.kept"))}</p>`;
  }
  if (!session.failure) return nothing;
  return html`<p class="fault" data-testid="failure">${failureText(session.failure, problem)}
    <span lang="en" class="detail">${session.failure.message}</span> ${result ? t("issue.kept") : nothing}</p>`;
}
