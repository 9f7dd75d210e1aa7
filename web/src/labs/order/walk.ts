/**
 * The proof as a walk: all steps with their formulas, and the matrices of the current one. Next and Back, or the arrow
 * keys on the steps' numbers. A step under the pointer or the focus marks its figures, and a figure marks its step.
 */
import { html, nothing } from "lit";
import "../../elements/heatmap.ts";
import { measure, plain } from "../../i18n/numbers.ts";
import { made } from "../../lab/memo.ts";
import { type LabContext, presentView } from "./context.ts";
import { proof } from "./proof.ts";
import { type Measured, measureStep, STEPS, stepFigures, stepOf } from "./proof-steps.ts";
import { type OrderKey, t } from "./strings.ts";
import type { View } from "./view.ts";
import { sentences } from "./words.ts";

const LAST = STEPS.length - 1;

export function renderWalk(context: LabContext) {
  const view = presentView(context);
  const all = STEPS.map((_, step) => measured(view, step));
  const marked = context.focused ? stepOf(context.focused.figure) : null;
  return html`
    <p class="text">${t("walk.text")}</p>
    <ol class="proof" @keydown=${(event: KeyboardEvent) => onKey(context, event)}>
      ${proof.map((formula, step) => {
        const isCurrent = step === context.step;
        return html`<li class="${isCurrent ? "current" : ""} ${step === marked ? "linked" : ""} ${all[step]?.holds === false ? "breaks" : ""}"
            @pointerenter=${() => context.point(step)} @pointerleave=${() => context.point(null)}
            @focusin=${() => context.point(step)} @focusout=${() => context.point(null)}>
          <button class="step" data-step=${step} tabindex=${isCurrent ? 0 : -1} aria-current=${isCurrent ? "step" : nothing}
            aria-label=${t("walk.step", { step: plain(step + 1) })} @click=${() => context.setStep(step)}>${plain(step + 1)}</button>
          <div class="line" tabindex="0">${formula}</div><p>${t(`proof.${step + 1}` as OrderKey)}</p>
          <span class="mark" data-testid=${`step-${step}`} data-holds=${all[step] ? String(all[step].holds) : nothing}>${markOf(all[step] ?? null)}</span>
        </li>`;
      })}
    </ol>
    ${renderStep(context, view, all)}
  `;
}

/** Of the result, worked out once. */
const measured = (view: View, step: number): Measured | null =>
  view.result &&
  made(view.result, `step ${step} ${view.head}`, () => measureStep(view, STEPS[step] as (typeof STEPS)[0]));

const markOf = (one: Measured | null): string =>
  one === null ? "…" : t(one.holds ? "condition.holds" : "condition.broken");

function renderStep(context: LabContext, view: View, all: readonly (Measured | null)[]) {
  const { step } = context;
  const one = STEPS[step] as (typeof STEPS)[0];
  const figures = view.result
    ? made(view.result, `step figures ${step} ${view.head}`, () => stepFigures(view, one))
    : [];
  return html`
    <div class="walk" role="group" aria-label=${t("walk.step", { step: plain(step + 1) })}
      @pointerenter=${() => context.point(step)} @pointerleave=${() => context.point(null)}>
      <div class="buttons">
        <button data-testid="step-back" ?disabled=${step === 0} @click=${() => context.setStep(step - 1)}>${t("walk.back")}</button>
        <button data-testid="step-next" ?disabled=${step === LAST} @click=${() => context.setStep(step + 1)}>${t("walk.next")}</button>
        <button class="quiet" data-testid="step-figures" @click=${() => context.showStage(one.stage)}>${t("walk.figures")}</button>
      </div>
      <p class="text" role="status" data-testid="walk">${sentences(t("walk.step", { step: plain(step + 1) }), said(all, step))}</p>
      <div class="plots three">${figures.map(
        ({ heading, figure }, at) => html`<posenc-heatmap data-walk=${at} .heading=${heading} .figure=${figure}
          .rowWord=${one.shown === "mean" ? "" : t("axis.query")} .columnWord=${t(one.shown === "scores" || one.shown === "weights" ? "axis.key" : "axis.channel")}
          .digits=${figure.columns.length <= 4 ? 3 : 2}></posenc-heatmap>`,
      )}</div>
    </div>
  `;
}

function said(all: readonly (Measured | null)[], step: number): string {
  const one = all[step];
  if (!one) return "…";
  if (one.largest === 0) return t("walk.equal");
  if (one.holds) return t("walk.holds", { value: measure(one.largest) });
  const fault = one.largest === Infinity ? t("walk.hidden") : t("walk.breaks", { value: measure(one.largest) });
  const isFirst = all.findIndex((other) => other?.holds === false) === step;
  return sentences(fault, t(isFirst ? "walk.first" : "walk.later"));
}

function onKey(context: LabContext, event: KeyboardEvent): void {
  // On a formula they scroll it.
  if (!(event.target as HTMLElement).matches(".step")) return;
  const { step } = context;
  const next = {
    ArrowDown: step + 1,
    ArrowRight: step + 1,
    ArrowUp: step - 1,
    ArrowLeft: step - 1,
    Home: 0,
    End: LAST,
  }[event.key];
  if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  context.setStep(Math.min(LAST, Math.max(0, next)), "keyboard");
}
