/** Two methods side by side: the ratio per pair, the cosine of rotated vectors, and the score curves. */

import { domainOf } from "../../../charts/scale.ts";
import { plain as whole } from "../../../i18n/numbers.ts";
import { t as page } from "../../../i18n/page-strings.ts";
import type { Column, LabFigure } from "../../../lab/figure-data.ts";
import { result, setting, tick } from "../../../lab/number-text.ts";
import { pythonOf } from "../lazy-python.ts";
import type { ComparisonPart } from "../parts.ts";
import { namesOf } from "../sides.ts";
import { t } from "../strings.ts";
import { pairAxis, pairNumbers } from "./frequencies.ts";

type Difference = NonNullable<ComparisonPart["difference"]>;

export function comparisonFigures(part: ComparisonPart): LabFigure[] {
  const { difference } = part;
  if (!difference) return [];
  const python = pythonOf("comparisonPython", part.requests, [part.a, part.b], difference.positions);
  return [
    ratioFigure(part, difference, python),
    cosineFigure(difference, python),
    scoresFigure(part, difference, python),
  ];
}

function ratioFigure({ a, b }: ComparisonPart, { ratio }: Difference, python: () => Promise<string>): LabFigure {
  const pairs = pairNumbers(ratio.length);
  const [least, most] = [Math.min(...ratio), Math.max(...ratio)];
  return {
    chart: {
      title: t("figure.ratio"),
      description: t("figure.ratio.seen", { least: result(least), most: result(most) }),
      x: pairAxis(pairs.length),
      y: {
        label: t("axis.ratio"),
        kind: "log",
        domain: domainOf("log", [ratio, [0.98, 1.02]], [0.5, 2]),
        tick,
        print: result,
      },
      points: pairs,
      lines: [{ name: t("axis.ratio"), tone: "main", values: ratio }],
      marks: [{ axis: "y", at: 1, label: t("mark.equal") }],
    },
    columns: [
      { name: "pair", label: t("axis.pair"), values: pairs },
      { name: "inv_freq_a", label: "A", values: a.inv_freq },
      { name: "inv_freq_b", label: "B", values: b.inv_freq },
      { name: "ratio", label: t("axis.ratio"), values: ratio },
    ],
    python,
  };
}

/** The axis of positions: 0 has no place on a logarithm and is only in the table. */
const positionAxis = (positions: ArrayLike<number>) => ({
  label: t("axis.position"),
  kind: "log" as const,
  domain: [1, positions[positions.length - 1] as number] as const,
  tick,
  print: whole,
});

const positionColumn = (positions: ArrayLike<number>): Column => ({
  name: "position",
  label: t("axis.position"),
  values: positions,
});

function cosineFigure({ positions, cosine }: Difference, python: () => Promise<string>): LabFigure {
  return {
    chart: {
      title: t("figure.cosine"),
      description: t("figure.cosine.seen", {
        last: result(cosine.at(-1) as number),
        position: setting(positions.at(-1) as number),
      }),
      x: positionAxis(positions),
      y: {
        label: t("axis.cosine"),
        kind: "linear",
        domain: domainOf("linear", [cosine, [1]], [-1, 1]),
        tick,
        print: result,
      },
      points: positions,
      lines: [{ name: t("axis.cosine"), tone: "main", values: cosine }],
    },
    columns: [positionColumn(positions), { name: "cosine", label: t("axis.cosine"), values: cosine }],
    python,
  };
}

function scoresFigure(
  { sides }: ComparisonPart,
  { positions, score_a, score_b }: Difference,
  python: () => Promise<string>,
): LabFigure {
  const [first, second] = namesOf({ sides });
  const [a, b] = [`A${page("list.colon")}${first}`, `B${page("list.colon")}${second}`];
  return {
    chart: {
      title: t("figure.scores"),
      description: t("figure.scores.seen", {
        a: result(score_a.at(-1) as number),
        b: result(score_b.at(-1) as number),
        position: setting(positions.at(-1) as number),
      }),
      x: { ...positionAxis(positions), label: t("axis.distance") },
      y: {
        label: t("axis.score"),
        kind: "linear",
        domain: domainOf("linear", [score_a, score_b], [-1, 1]),
        tick,
        print: result,
      },
      points: positions,
      lines: [
        { name: a, tone: "before", values: score_a },
        { name: b, tone: "main", values: score_b },
      ],
    },
    columns: [
      positionColumn(positions),
      { name: "score_a", label: a, values: score_a },
      { name: "score_b", label: b, values: score_b },
    ],
    python,
  };
}
