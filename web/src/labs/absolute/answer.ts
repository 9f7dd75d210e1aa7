/** What the state says, in words and numbers. */
import { html, nothing, type TemplateResult } from "lit";
import { plain } from "../../i18n/numbers.ts";
import { madeOfAll } from "../../lab/memo.ts";
import { result } from "../../lab/number-text.ts";
import { isRounding, largestDifference, profileAtDistance } from "./arithmetic.ts";
import { wavelengths } from "./figures/wavelengths.ts";
import { isLearned } from "./methods.ts";
import { t } from "./strings.ts";
import { dotsOf, profileAt, rowsOf, type Side, type View } from "./view.ts";

export interface AnswerStatus {
  isBusy: boolean;
  /** Whether the present setting could not be computed. */
  hasFailed: boolean;
}

export function renderAnswer(view: View | null, { isBusy, hasFailed }: AnswerStatus): TemplateResult {
  if (view === null && hasFailed) return html``;
  return html`<div class="claim ${hasFailed ? "stale" : ""}" aria-live="polite" aria-busy=${String(isBusy)} data-testid="answer">
    ${
      view === null
        ? html`<p class="words">${t("answer.waiting")}</p>`
        : html`
          ${hasFailed ? html`<p class="text">${t("answer.stale")}</p>` : nothing}
          <p class="words" data-testid="words">${wordsOf(view.now)}</p>
          <p class="second" data-testid="second">${secondOf(view.now)}</p>
          ${view.now.table.refusal ? html`<p class="fault" data-testid="refusal"><span lang="en" class="detail">${view.now.table.refusal.message}</span></p>` : nothing}
          ${view.kept ? html`<p class="second" data-testid="difference">${differenceOf(view.now, view.kept)}</p>` : nothing}
        `
    }
  </div>`;
}

/** "p + 5", "p − 5". */
export const shiftedBy = (k: number): string =>
  k === 0 ? "p" : `p\u00a0${k < 0 ? "−" : "+"}\u00a0${plain(Math.abs(k))}`;

export const dotAt = (side: Side): number => dotsOf(side)[side.p * side.table.count + side.q] as number;

function wordsOf(side: Side): string {
  const { state, table, k } = side;
  if (table.refusal)
    return t("answer.refused", {
      position: table.refusal.position,
      row: table.refusal.position + state.offset,
      rows: state.rows,
    });
  if (isLearned(state)) {
    const { rows, d_model } = state;
    return t("answer.learned", { rows, channels: d_model, parameters: grouped(rows * d_model) });
  }
  if (isSameEverywhere(side)) return t("answer.same", { q: shiftedBy(k), value: result(dotAt(side)) });
  const { least, most } = ends(side);
  return t("answer.not_same", { q: shiftedBy(k), least, most });
}

/** Whether PE(p) · PE(p + k) is one number for all p. */
export function isSameEverywhere(side: Side): boolean {
  const { least, most } = profileAtDistance(profileAt(side), side.k);
  return isRounding(most - least, side.table.width);
}

function ends(side: Side): { least: string; most: string } {
  const { least, most } = profileAtDistance(profileAt(side), side.k);
  return { least: result(least), most: result(most) };
}

export const grouped = (value: number): string => plain(value).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");

function secondOf(side: Side): string {
  const { state, turn, table } = side;
  if (isLearned(state)) {
    const { rows, d_model } = state;
    const values = { bytes: grouped(4 * rows * d_model), q: shiftedBy(side.k), ...ends(side) };
    return table.count - Math.abs(side.k) > 1
      ? t("answer.learned.second", values)
      : t("answer.learned.bytes", { bytes: values.bytes });
  }
  if (!turn) return "";
  const all = wavelengths(turn);
  const limit = 2 * Math.PI * state.base;
  const last = all.at(-1) as number;
  const values = { pairs: all.length, first: result(all[0] as number), last: result(last), limit: result(limit) };
  if (all.length === 1) return t("answer.waves.one", { first: values.first });
  return t(Math.abs(last / limit - 1) < 1e-9 ? "answer.waves.reached" : "answer.waves", values);
}

function differenceOf(now: Side, kept: Side): string {
  const dots = { kept: result(dotAt(kept)), present: result(dotAt(now)) };
  const sizes = [kept, now].map(({ table }) => `${table.count} × ${table.width}`);
  if (sizes[0] !== sizes[1]) {
    const values = { ...dots, a: sizes[0] as string, b: sizes[1] as string };
    return t("difference.sizes", values);
  }
  const largest = madeOfAll([now.table, kept.table], "difference", () => largestDifference(rowsOf(now), rowsOf(kept)));
  const values = { ...dots, largest: result(largest) };
  return largest === 0 ? t("difference.none", dots) : t("difference.largest", values);
}
