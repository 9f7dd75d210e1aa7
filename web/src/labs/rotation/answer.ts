/** The score in words and numbers, that a shift leaves it alone, and what a comparison changes. */
import { html, nothing } from "lit";
import { measure } from "../../i18n/numbers.ts";
import type { Actions, Parts } from "./actions.ts";
import { t } from "./strings.ts";
import type { ScorePart } from "./tasks/score.ts";
import { amount, gap } from "./words.ts";

export function renderAnswer({ parts, isPending, isStale }: Actions) {
  const { score } = parts;
  return html`<div class="claim ${isStale("score") ? "stale" : ""}" aria-live="polite" aria-busy=${String(isPending("score"))} data-testid="answer">
    ${score ? renderScore(score) : html`<p class="words">${t("answer.waiting")}</p>`}
  </div>`;
}

function renderScore({ present, kept }: Parts["score"]) {
  return html`
    <p class="words" data-testid="score" data-value=${present.score}>${scoreSentence(present)}</p>
    <p class="second">${shiftSentence(present)}${gap()}${kept ? html`<span data-testid="difference" data-value=${present.score - kept.score}>${differenceSentence(present, kept)}</span>` : nothing}</p>
  `;
}

export const scoreSentence = ({ state: { i, j }, score }: ScorePart): string =>
  t("answer.score", { i, j, score: amount(score) });

export const shiftSentence = ({ elsewhere: { i, j, difference, floatDifference } }: ScorePart): string =>
  t("answer.shift", { i, j: amount(j), difference: measure(difference), float: measure(floatDifference) });

export const differenceSentence = (present: ScorePart, kept: ScorePart): string =>
  t("answer.difference", {
    i: kept.state.i,
    j: kept.state.j,
    kept: amount(kept.score),
    difference: amount(present.score - kept.score),
  });
