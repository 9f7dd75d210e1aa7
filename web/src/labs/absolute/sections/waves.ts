/** The channels over the positions, their formula, and the ladder of wavelengths. */
import { html } from "lit";
import { madeOfAll } from "../../../lab/memo.ts";
import { result } from "../../../lab/number-text.ts";
import { wavelengthFigure, wavelengths } from "../figures/wavelengths.ts";
import { wavesFigure } from "../figures/waves.ts";
import { formulas, pairFormulas, vectorFormula } from "../formula.ts";
import { t } from "../strings.ts";
import { commentOf, figure, type SectionContext, section, text } from "./parts.ts";

export function renderWaves({ view, isPending }: SectionContext) {
  const { now, kept } = view;
  const { turn } = now;
  if (!turn) return html``;
  const key = [now.p, now.q, now.pair, kept?.pair].join();
  return section(
    "waves",
    html`
      ${text(t("section.waves.text"))}
      <div data-testid="pair-formula">${formulas(t("formula.pair"), [...pairFormulas(now, turn), vectorFormula(now)])}</div>
      ${figure(
        "waves",
        madeOfAll([now.table, turn, kept?.table], `waves ${key}`, () => wavesFigure(view)),
        commentOf(view),
      )}
    `,
    isPending("table"),
  );
}

export function renderWavelengths({ view, isPending }: SectionContext) {
  const { now, kept } = view;
  const { turn, state, pair } = now;
  if (!turn) return html``;
  const all = wavelengths(turn);
  const ratio = all.length > 1 ? (all[1] as number) / (all[0] as number) : 1;
  const unfinished = all.filter((length) => length > state.positions).length;
  return section(
    "wavelengths",
    html`
      ${text(t("section.wavelengths.text", { ratio: result(ratio) }))}
      ${text(t("section.wavelengths.chosen", { pair, value: result(all[pair] as number), unfinished, pairs: all.length, positions: state.positions }), "wavelengths")}
      ${figure(
        "wavelengths",
        madeOfAll([turn, now.table, kept?.turn], `wavelengths ${pair}`, () => wavelengthFigure(view, turn)),
        commentOf(view),
      )}
    `,
    isPending("turn"),
  );
}
