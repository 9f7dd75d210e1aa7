/** Products of encodings: the map, and the profile by distance. */
import { html } from "lit";
import { madeOfAll } from "../../../lab/memo.ts";
import { result } from "../../../lab/number-text.ts";
import { dotAt, isSameEverywhere } from "../answer.ts";
import { firstRise, profileAtDistance } from "../arithmetic.ts";
import { dotMaps } from "../figures/maps.ts";
import { profileFigure } from "../figures/profile.ts";
import { dotFormula, formulas } from "../formula.ts";
import { isLearned } from "../methods.ts";
import { t } from "../strings.ts";
import { profileAt, type Side } from "../view.ts";
import { commentOf, figure, renderMaps, type SectionContext, section, text } from "./parts.ts";

export function renderDots({ view, changes, isPending }: SectionContext) {
  const { now, kept } = view;
  const { turn, table } = now;
  const hasFormula = turn !== undefined && turn.k === now.k;
  const maps = madeOfAll([table, kept?.table], "dot maps", () => dotMaps(view));
  const choiceOf = ({ p, q }: Side) => ({
    chosen: { row: p, column: q },
    change: ({ row, column }: { row: number; column: number }) => ({ p: row, k: column - row }),
  });
  const choice = { isSquare: true, present: choiceOf(now), kept: kept ? choiceOf(kept) : null };
  return section(
    "dots",
    html`
      ${text(t(isLearned(now.state) ? "section.dots.learned" : "section.dots.text"))}
      ${hasFormula ? formulas(t("formula.dot"), [dotFormula(now, turn, dotAt(now))]) : ""}
      <div class=${kept ? "" : "beside"}>
        ${renderMaps("dots", maps, choice, changes)}
        ${figure(
          "profile",
          madeOfAll([table, kept?.table], `profile ${now.p} ${now.k}`, () => profileFigure(view)),
          commentOf(view),
          kept ? 280 : 400,
        )}
      </div>
      ${text(sameText(now), "same")}
      ${text(riseText(now), "rise")}
    `,
    isPending("table"),
  );
}

function sameText(side: Side): string {
  const { k, table } = side;
  const places = table.count - Math.abs(k);
  const { least, most } = profileAtDistance(profileAt(side), k);
  const values = { k: Math.abs(k), places, difference: result(most - least) };
  return t(isSameEverywhere(side) ? "dots.same" : "dots.not_same", values);
}

/** "Farther is smaller" as a question to the present numbers. */
function riseText(side: Side): string {
  const profile = profileAt(side);
  const distance = firstRise(profile, side.table.width);
  const last = profile.mean.length - 1;
  if (distance === null) return t("dots.falls", { last });
  const next = profile.mean.indexOf(Math.max(...profile.mean.slice(distance + 1)));
  return t("dots.rises", {
    distance,
    low: result(profile.mean[distance] as number),
    next,
    high: result(profile.mean[next] as number),
  });
}
