/** Score against distance: one q and one k beside the average, or two states beside each other. */
import type { Line, Mark } from "../../../charts/line-figure.ts";
import { domainOf } from "../../../charts/scale.ts";
import { fixed, plain } from "../../../i18n/numbers.ts";
import { sideName } from "../../../lab/controls.ts";
import type { LabFigure } from "../../../lab/figure-data.ts";
import { result, tick } from "../../../lab/number-text.ts";
import { curvePython } from "../python.ts";
import { t } from "../strings.ts";
import { type CurvePart, upsOf } from "../tasks/curve.ts";
import type { Sides } from "../tasks/sides.ts";
import { padded } from "./frequencies.ts";

type Kind = "single" | "average";

export function curveFigure(sides: Sides<CurvePart>, kind: Kind): LabFigure {
  const { present, kept } = sides;
  const points = kept && kept.distances.length > present.distances.length ? kept.distances : present.distances;
  const lines = linesOf(sides, kind, points.length);
  const domain = domainOf("linear", [...lines.map(({ values }) => values), [0]], [-1, 1]);
  const ups = upsOf(present[kind]);
  return {
    chart: {
      title: t(`figure.curve.${kind}`),
      description: t("figure.curve.seen", {
        first: result(present[kind][0] as number),
        last: result(present[kind].at(-1) as number),
        distance: points[points.length - 1] as number,
        rises: ups.rises,
        steps: ups.steps,
      }),
      x: {
        label: t("axis.distance"),
        kind: "linear",
        domain: [0, points[points.length - 1] as number],
        tick,
        print: plain,
      },
      y: {
        label: t("axis.score"),
        kind: "linear",
        domain,
        // Of one width, so that the chart keeps room for every one.
        tick: domain[1] - domain[0] > 0.2 ? (value) => fixed(value, 2) : tick,
        print: result,
      },
      points,
      lines,
      marks: marksOf(present),
    },
    columns: [
      { name: "distance", label: t("axis.distance"), values: points },
      { name: "single", label: t("line.single"), values: padded(present.single, points.length) },
      { name: "average", label: t("line.average"), values: padded(present.average, points.length) },
      ...(kept ? [{ name: `kept_${kind}`, label: sideName("other"), values: padded(kept[kind], points.length) }] : []),
    ],
    python: curvePython(present),
  };
}

function linesOf({ present, kept }: Sides<CurvePart>, kind: Kind, length: number): Line[] {
  if (kept)
    return [
      { name: sideName("other"), tone: "before", values: padded(kept[kind], length) },
      { name: sideName("state"), tone: "main", values: padded(present[kind], length) },
    ];
  return [
    { name: t("line.average"), tone: "third", values: present.average },
    { name: t("line.single"), tone: "main", values: present.single },
  ];
}

/** The turns of a pair that is alone. */
function marksOf({ inv_freq, distances }: CurvePart): Mark[] {
  const period = (2 * Math.PI) / (inv_freq[0] as number);
  const isSeen = inv_freq.length === 1 && period <= (distances.at(-1) as number);
  return isSeen ? [{ axis: "x", at: period, label: t("mark.turn") }] : [];
}

/** The same figure with the state's own distance marked: it moves while the curve stays. */
export function withOwnDistance(figure: LabFigure, own: number): LabFigure {
  const { marks = [], x } = figure.chart;
  const isFree = own > 0 && own <= x.domain[1] && marks.every(({ at }) => at !== own);
  if (!isFree) return figure;
  return { ...figure, chart: { ...figure.chart, marks: [...marks, { axis: "x", at: own, label: t("mark.own") }] } };
}
