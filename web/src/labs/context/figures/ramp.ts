/** What each pair is divided by: its share of one factor, with the stretches of one regime named, or its own factor. */

import type { Region } from "../../../charts/line-figure.ts";
import { domainOf } from "../../../charts/scale.ts";
import type { Frequencies, PairRegime } from "../../../engine/index.ts";
import { t as page } from "../../../i18n/page-strings.ts";
import type { LabFigure } from "../../../lab/figure-data.ts";
import { result, setting, tick } from "../../../lab/number-text.ts";
import { pythonOf } from "../lazy-python.ts";
import { hasOwnFactors, type Parts, pairFactors } from "../parts.ts";
import { type ContextKey, t } from "../strings.ts";
import { pairAxis, pairNumbers } from "./frequencies.ts";

const FILLS: Record<PairRegime, Region["fill"]> = {
  kept: "none",
  blended: "light",
  scaled: "strong",
  other: "light",
  still: "hatched",
};

export const rampFigure = (part: Parts["frequencies"]): LabFigure =>
  hasOwnFactors(part.at.method) ? factorFigure(part) : shareFigure(part);

function factorFigure({ at, frequencies }: Parts["frequencies"]): LabFigure {
  const factors = pairFactors(frequencies);
  const pairs = pairNumbers(factors.length);
  const { turns } = frequencies;
  const isWide = Math.max(...factors) > 10 * Math.min(...factors);
  const kind = isWide ? "log" : "linear";
  return {
    chart: {
      title: t("figure.factors"),
      description: t("figure.factors.seen", {
        pairs: pairs.length,
        least: result(Math.min(...factors)),
        most: result(Math.max(...factors)),
        unturned: unturned(frequencies),
      }),
      x: pairAxis(pairs.length),
      y: { label: t("axis.factor"), kind, domain: domainOf(kind, [factors, [1]], [1, 10]), tick, print: result },
      points: pairs,
      lines: [{ name: t("line.factor"), tone: "main", values: factors }],
      regions: foot(frequencies),
      detail: (pair) => (turns[pair] === undefined ? "" : t("detail.turns", { value: result(turns[pair]) })),
    },
    columns: [
      { name: "pair", label: t("axis.pair"), values: pairs },
      { name: "factor", label: t("line.factor"), values: factors },
      ...(turns.length ? [{ name: "turns", label: t("column.turns"), values: turns }] : []),
    ],
    python: pythonOf("factorPython", at, frequencies),
  };
}

function shareFigure({ at, frequencies }: Parts["frequencies"]): LabFigure {
  const { interpolated, regime, turns } = frequencies;
  const pairs = pairNumbers(interpolated.length);
  const count = (wanted: PairRegime) => regime.filter((name) => name === wanted).length;
  return {
    chart: {
      title: t("figure.ramp"),
      description: t("figure.ramp.seen", {
        kept: count("kept"),
        blended: count("blended"),
        scaled: count("scaled"),
        unturned: unturned(frequencies),
      }),
      x: pairAxis(pairs.length),
      y: { label: t("axis.interpolated"), kind: "linear", domain: [-0.04, 1.18], tick: shareTick, print: result },
      points: pairs,
      lines: [{ name: t("line.interpolated"), tone: "main", values: interpolated }],
      regions: [...stretches(frequencies), ...foot(frequencies)],
      detail: (pair) => {
        const name = t(`regime.${regime[pair]}` as ContextKey);
        return turns[pair] === undefined
          ? name
          : [name, t("detail.turns", { value: result(turns[pair]) })].join(page("list.comma"));
      },
    },
    columns: [
      { name: "pair", label: t("axis.pair"), values: pairs },
      { name: "interpolated", label: t("axis.interpolated"), values: interpolated },
      { name: "regime", label: t("column.regime"), values: regime },
      ...(turns.length ? [{ name: "turns", label: t("column.turns"), values: turns }] : []),
    ],
    python: pythonOf("rampPython", at, frequencies),
  };
}

const shareTick = (value: number): string => (value <= 1 ? tick(value) : "");

/** Pairs that never make a full turn within the original context. */
export const unturned = ({ turns }: Frequencies): number => Array.from(turns).filter((value) => value < 1).length;

function stretches({ regime, factor }: Frequencies): Region[] {
  const regions: Region[] = [];
  let from = 0;
  for (let pair = 1; pair <= regime.length; ++pair) {
    if (regime[pair] === regime[from]) continue;
    const name = regime[from] as PairRegime;
    regions.push({
      from: from === 0 ? 0 : from - 0.5,
      to: pair === regime.length ? pair : pair - 0.5,
      label: t(`region.${name}` as ContextKey, { count: pair - from, factor: setting(factor) }),
      fill: FILLS[name],
      where: "across",
    });
    from = pair;
  }
  return regions;
}

function foot(frequencies: Frequencies): Region[] {
  const count = unturned(frequencies);
  if (count === 0) return [];
  const pairs = frequencies.turns.length;
  return [
    {
      from: pairs - count - 0.5,
      to: pairs,
      label: t("region.unturned", { count }),
      fill: "hatched",
      where: "foot",
    },
  ];
}
