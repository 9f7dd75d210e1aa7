/** How far each chosen method goes, and under which conditions that was found. */
import { html, nothing } from "lit";
import { t as page } from "../../i18n/page-strings.ts";
import { reachThreshold, trainedTokens } from "../../training/index.ts";
import { methodName, nats, percent, sentences, taskName } from "./names.ts";
import type { Row } from "./rows.ts";
import { t } from "./strings.ts";
import type { Shown } from "./visit.ts";

export interface Answer {
  shown: Shown | null;
  /** Of the chosen methods, in their order. */
  rows: readonly Row[];
  origin: "recorded" | "visit";
  /** Whether the settings are those of what is shown. */
  isPresent: boolean;
  isLoading: boolean;
}

export function renderAnswer({ shown, rows, origin, isPresent, isLoading }: Answer) {
  if (!shown)
    return html`<div class="claim ${isLoading ? "" : "bare"}" data-testid="answer"><p class="words">${isLoading ? t("answer.waiting") : t("results.none")}</p></div>`;
  return html`
    <div class="claim" data-testid="answer">
      <p class="words">${claimOf(shown, rows)}</p>
      <p class="second" data-testid="condition">${sentences(conditionOf(shown), t(`answer.${origin}`), isPresent ? "" : t("answer.other"))}</p>
      ${origin === "visit" ? nothing : html`<p class="second small">${t("answer.repeat")}</p>`}
    </div>
  `;
}

export function claimOf({ study }: Shown, rows: readonly Row[]): string {
  const tested = rows.filter(({ summary }) => summary.lengths.length > 0);
  if (tested.length === 0) return t("answer.untested");
  const trained = trainedTokens(study);
  const isReached = tested.some(({ summary }) => summary.reach !== null);
  const parts = isReached ? reachesOf(tested, trained) : tested.map((row) => lossOf(row, trained));
  const list = parts.join(t("list.semicolon"));
  return isReached
    ? t("answer.reach", { threshold: percent(reachThreshold), list })
    : t("answer.losses", { trained, list });
}

/** Methods that go equally far are named together, the farthest first. */
function reachesOf(rows: readonly Row[], trained: number): string[] {
  const reaches = [...new Set(rows.map(({ summary }) => summary.reach ?? 0))].sort((a, b) => b - a);
  return reaches.map((tokens) => {
    const same = rows.filter(({ summary }) => (summary.reach ?? 0) === tokens);
    const names = same.map(({ method }) => methodName(method)).join(t("list.names"));
    return tokens === 0 ? t("answer.nowhere", { names, trained }) : t("answer.upto", { names, tokens });
  });
}

function lossOf({ method, summary }: Row, trained: number): string {
  const name = methodName(method);
  const last = summary.lengths.at(-1);
  const first = summary.lengths.find(({ tokens }) => tokens === trained) ?? summary.lengths[0];
  const from = nats(first?.loss.mean ?? Number.NaN);
  if (!last || last === first) return t("answer.loss_only", { name, from });
  return t("answer.loss", { name, from, to: nats(last.loss.mean), tokens: last.tokens });
}

function conditionOf({ study, runs }: Shown): string {
  const chance = runs[0]?.facts.chance;
  const condition = t("answer.condition", {
    task: taskName(study.task.kind),
    steps: study.steps,
    tokens: trainedTokens(study),
    batch: study.training?.batch ?? 16,
    seeds: study.seeds.length,
    sequences: study.sequences,
    colon: page("list.colon"),
  });
  return chance === undefined ? condition : sentences(condition, t("answer.chance", { loss: nats(chance) }));
}
