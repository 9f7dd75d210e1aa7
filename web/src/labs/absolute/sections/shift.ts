/** PE(p + k) = R(k) PE(p), pair by pair, and what that does not say about a score. */
import { html, nothing } from "lit";
import { plain } from "../../../i18n/numbers.ts";
import { madeOfAll } from "../../../lab/memo.ts";
import { result } from "../../../lab/number-text.ts";
import { largestShiftError, type Shifted, shiftAll } from "../arithmetic.ts";
import { both, renderCircle } from "../figures/circle.ts";
import { plainScores, projectedFigure, rangeOf } from "../figures/projected.ts";
import { formulas, rotationFormula, scoreFormula } from "../formula.ts";
import { isLearned, layoutOf, type SinusoidalTable } from "../methods.ts";
import { t } from "../strings.ts";
import type { Turn } from "../tasks.ts";
import type { Side } from "../view.ts";
import { commentOf, figure, type SectionContext, section, text } from "./parts.ts";

const MOST_PAIRS = 8;

export function renderShift({ view, isPending }: SectionContext) {
  const { now, kept } = view;
  const { turn } = now;
  // While a slider moves, one of the two may be ahead of the other.
  if (!turn || turn.k !== now.k) return nothing;
  const shifted = shiftAll(now.table, turn, now.p);
  const { rest } = layoutOf(now.state.method as SinusoidalTable, now.table.width);
  const keptTurn = kept?.turn && kept.turn.k === kept.k ? kept.turn : undefined;
  const keptShifted = kept && keptTurn ? shiftAll(kept.table, keptTurn, kept.p) : [];
  return section(
    "shift",
    html`
      ${text(t("section.shift.text"))}
      ${formulas(t("formula.rotation"), [rotationFormula(now, turn)])}
      <div class="turn">
        ${renderCircle(now, turn, shifted, kept ? keptShifted[kept.pair] : undefined)}
        ${renderPairs(now, turn, { shifted, keptTurn })}
      </div>
      ${text(t("shift.error", { pairs: shifted.length, error: result(largestShiftError(shifted)) }), "shift-error")}
      ${rest === "sine" ? text(t("shift.odd"), "odd") : nothing}
    `,
    isPending("turn"),
  );
}

/** All of them where there are few, else the first ones and the chosen one. */
function shownPairs(count: number, chosen: number): number[] {
  const all = Array.from({ length: count }, (_, pair) => pair);
  if (count <= MOST_PAIRS) return all;
  const shown = all.filter((pair) => pair < MOST_PAIRS - 1 || pair === chosen);
  return shown.length < MOST_PAIRS ? [...shown, count - 1] : shown;
}

interface Rows {
  shifted: readonly Shifted[];
  keptTurn: Turn | undefined;
}

function renderPairs({ p, pair: chosen }: Side, { k, frequencies }: Turn, { shifted, keptTurn }: Rows) {
  const angle = (turn: Turn, pair: number) => {
    const w = turn.frequencies[pair];
    return w === undefined ? "" : result(turn.k * w);
  };
  return html`<div class="scroll" role="region" tabindex="0" aria-label=${t("shift.table")}><table class="plain">
    <thead><tr>
      <th scope="col">${t("axis.pair")}</th><th scope="col">ω<sub>r</sub></th><th scope="col">${t("shift.angle")}</th>
      ${keptTurn ? html`<th scope="col">${t("shift.angle.kept")}</th>` : nothing}
      <th scope="col">PE(${p})</th><th scope="col">R(${plain(k)}) PE(${p})</th><th scope="col">PE(${p + k})</th>
    </tr></thead>
    <tbody>
      ${shownPairs(shifted.length, chosen).map((pair) => {
        const { from, turned, to } = shifted[pair] as Shifted;
        return html`<tr class=${pair === chosen ? "chosen" : ""} data-pair=${pair}>
          <th scope="row">${pair}</th><td>${result(frequencies[pair] as number)}</td><td>${result(k * (frequencies[pair] as number))}</td>
          ${keptTurn ? html`<td>${angle(keptTurn, pair)}</td>` : nothing}
          <td>${both(from)}</td><td>${both(turned)}</td><td>${both(to)}</td></tr>`;
      })}
    </tbody>
  </table></div>`;
}

export function renderProjected({ view, isPending }: SectionContext) {
  const { now, kept } = view;
  const { projected, table } = now;
  if (!projected || projected.scores.length < 2) return nothing;
  const direct = rangeOf(plainScores(now, projected));
  const through = rangeOf(projected.scores);
  return section(
    "projected",
    html`
      ${text(t(isLearned(now.state) ? "section.projected.learned" : "section.projected.text"))}
      ${formulas(t("formula.score"), [scoreFormula(now)])}
      ${figure(
        "projected",
        madeOfAll([projected, table, kept?.table, kept?.projected], "projected", () =>
          projectedFigure(view, projected),
        ),
        commentOf(view),
      )}
      ${text(
        t("projected.range", {
          k: Math.abs(projected.k),
          places: projected.scores.length,
          plain: result(direct.most - direct.least),
          least: result(through.least),
          most: result(through.most),
        }),
        "projected",
      )}
    `,
    isPending("projected"),
  );
}
