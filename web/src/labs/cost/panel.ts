/** Measure, abort, how far it is, and what the machine is like. */
import { html, nothing } from "lit";
import { setting } from "../../lab/number-text.ts";
import type { Measurement } from "./measure/measurement.ts";
import { isBusy, type Summary } from "./measure/statistics.ts";
import { milliseconds, percent, sentences } from "./names.ts";
import { t } from "./strings.ts";

export interface Panel {
  measurement: Measurement;
  summary: Summary | null;
  measure(): void;
  abort(): void;
}

export function renderPanel({ measurement, summary, measure, abort }: Panel) {
  const { progress, isRunning, failure } = measurement;
  return html`
    <section aria-labelledby="measure-title">
      <h2 id="measure-title">${t("measure.title")}</h2>
      <p class="text">${t("measure.text")}</p>
      <div class="segments">
        <button data-testid="measure" ?disabled=${isRunning} @click=${measure}>${t("measure.start")}</button>
        <button data-testid="abort" ?disabled=${!isRunning} @click=${abort}>${t("measure.abort")}</button>
        <progress data-testid="progress" ?hidden=${!isRunning} aria-label=${t("measure.progress")} max=${progress?.total ?? 1} value=${progress?.done ?? 0}></progress>
        <span class="aside" role="status" data-testid="status">${isRunning ? (progress ? t("measure.calls", { done: progress.done, total: progress.total }) : t("answer.waiting")) : nothing}</span>
      </div>
      ${failure === null ? nothing : html`<p class="fault" role="alert" data-testid="failure">${t("measure.failed")} <span class="detail">${failure}</span></p>`}
      ${renderEngine(measurement)} ${summary ? renderMachine(summary) : nothing}
    </section>
  `;
}

function renderEngine({ status }: Measurement) {
  if (!status?.fallback || status.requested !== "webgpu") return nothing;
  return html`<p class="text small" data-testid="fallback">${t("measure.fallback")} <span lang="en">${status.fallback.message}</span></p>`;
}

function renderMachine(summary: Summary) {
  const { setup } = summary.times;
  const text = t(isBusy(summary) ? "machine.busy" : "machine.calm", { scatter: percent(summary.scatter) });
  const done = t("measure.done", {
    tokens: setting(setup.tokens),
    heads: setting(setup.heads),
    width: setting(setup.head_dim),
    rounds: setting(setup.rounds),
  });
  // Both are medians of rounds of their own: where the machine is busy their difference may be below zero.
  const frame =
    summary.attention > 0
      ? t("measure.frame", { attention: milliseconds(summary.attention), frame: milliseconds(summary.frame) })
      : "";
  return html`<p class="text small" data-testid="machine">${sentences(done, frame, text)}</p>`;
}
