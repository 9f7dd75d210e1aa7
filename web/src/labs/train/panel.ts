/** Train, pause, abort; how far each run is; the question before a long study. */
import { html, nothing } from "lit";
import { result } from "../../lab/number-text.ts";
import { duration, methodName, nats, percent, sentences } from "./names.ts";
import type { Reason } from "./rest.ts";
import { type TrainKey, t } from "./strings.ts";
import type { Training } from "./training.ts";
import type { LiveRun, Visit } from "./visit.ts";

export interface Panel {
  training: Training;
  start(): void;
}

export function renderPanel({ training, start }: Panel) {
  const { current, isRunning, rest } = training;
  const isPaused = rest.why.includes("visitor");
  return html`
    <section id="train" aria-labelledby="train-title">
      <h2 id="train-title">${t("train.title")}</h2>
      <p class="text">${t("train.text")}</p>
      <div class="segments">
        <button data-testid="train" ?disabled=${isRunning} @click=${start}>${t("train.start")}</button>
        <button data-testid="pause" ?disabled=${!isRunning} aria-pressed=${isPaused} @click=${() => training.pause("visitor", !isPaused)}>${t(isPaused ? "train.resume" : "train.pause")}</button>
        <button data-testid="abort" ?disabled=${!isRunning} @click=${() => training.abort()}>${t("train.abort")}</button>
        <span class="aside" role="status" data-testid="stage">${current ? stageText(current, rest.why) : nothing}</span>
      </div>
      ${current?.stage === "asking" ? renderQuestion(training, current) : nothing}
      ${current?.failure ? html`<p class="fault" role="alert" data-testid="failure">${t("train.failed")} <span class="detail">${current.failure}</span></p>` : nothing}
      ${current && current.facts.size > 0 ? renderProgress(training, current) : nothing}
    </section>
  `;
}

function stageText({ stage }: Visit, why: readonly Reason[]): string {
  if (stage === "training" || stage === "preparing") {
    const [reason] = why;
    if (reason) return t(`rest.${reason}` as TrainKey);
  }
  return t(`stage.${stage}`);
}

function renderQuestion(training: Training, { estimate }: Visit) {
  return html`<div class="question" role="alert" data-testid="question">
    <p>${t("train.long", { time: duration(estimate ?? 0) })}</p>
    <button data-testid="go-on" @click=${() => training.goOn()}>${t("train.go_on")}</button>
    <button data-testid="cancel" @click=${() => training.abort()}>${t("train.cancel")}</button>
  </div>`;
}

function renderProgress({ rest }: Training, visit: Visit) {
  const heads = ["method", "seed", "steps", "loss", "pace", "state"] as const;
  return html`
    <p class="text small" data-testid="progress-text">${progressText(visit, rest.elapsed)}</p>
    <div class="scroll" role="region" tabindex="0" aria-label=${t("train.runs")}>
      <table class="plain runs" data-testid="runs">
        <thead><tr>${heads.map((name) => html`<th scope="col">${t(`run.${name}`)}</th>`)}</tr></thead>
        <tbody>${visit.live.map((live) => renderRun(live, visit))}</tbody>
      </table>
    </div>
  `;
}

function progressText(visit: Visit, elapsed: number): string {
  const { share, estimate } = visit;
  const expected = estimate === null ? "" : t("train.estimate", { time: duration(estimate) });
  if (visit.isOver) return t("train.took", { time: duration(elapsed) });
  if (share === 0) return expected;
  const pace = visit.live.reduce((sum, { pace, result }) => sum + (pace > 0 && !result ? 1000 / pace : 0), 0);
  return sentences(
    t("train.left", { share: percent(share), time: duration((elapsed * (1 - share)) / share) }),
    t("train.pace", { pace: result(pace) }),
  );
}

function renderRun(live: LiveRun, visit: Visit) {
  const { run, done, total, pace, curve } = live;
  return html`<tr data-run=${`${run.name}-${run.seed}`}>
    <th scope="row">${methodName(run.name)}</th>
    <td>${run.seed}</td>
    <td><progress aria-label=${t("train.progress", { name: methodName(run.name) })} max=${total} value=${done}></progress> ${t("run.of", { done, total })}</td>
    <td>${nats(curve.at(-1)?.loss ?? Number.NaN)}</td>
    <td>${pace > 0 ? result(1000 / pace) : "–"}</td>
    <td>${runState(live, visit)}</td>
  </tr>`;
}

function runState({ done, total, result: found }: LiveRun, { isOver }: Visit): string {
  if (found?.stopped) return t("run.stopped", { step: found.stopped.step });
  if (found) return t("run.done");
  if (isOver) return t("run.ended");
  if (done === 0) return t("run.waits");
  return t(done < total ? "run.trains" : "run.tests");
}
