/** One distance at many places: the product of the encodings, and the same through random W_Q and W_K. */
import type { Line } from "../../../charts/line-figure.ts";
import { domainOf } from "../../../charts/scale.ts";
import { plain } from "../../../i18n/numbers.ts";
import { t as page } from "../../../i18n/page-strings.ts";
import type { LabFigure } from "../../../lab/figure-data.ts";
import { result } from "../../../lab/number-text.ts";
import { isLearned } from "../methods.ts";
import { encodingPython, literalPython } from "../python.ts";
import { t } from "../strings.ts";
import type { Projected } from "../tasks.ts";
import { dotsOf, type Side, type View } from "../view.ts";
import { positionAxis, valueAxis } from "./axes.ts";

/** PE(p) · PE(p + k) / sqrt(d), at the places of the scores. */
export function plainScores(side: Side, { first, k, scores }: Projected): number[] {
  const { count, width } = side.table;
  const dots = dotsOf(side);
  return scores.map((_, at) => {
    const p = first + at;
    return (dots[p * count + p + k] ?? Number.NaN) / Math.sqrt(width);
  });
}

export const rangeOf = (values: readonly number[]): { least: number; most: number } => ({
  least: Math.min(...values),
  most: Math.max(...values),
});

export function projectedFigure({ now, kept }: View, projected: Projected): LabFigure {
  const other = kept?.projected;
  const first = Math.min(projected.first, other?.first ?? projected.first);
  const end = Math.max(...[projected, ...(other ? [other] : [])].map((one) => one.first + one.scores.length));
  const points = Array.from({ length: end - first }, (_, at) => first + at);
  const placed = ({ first: start }: Projected, values: readonly number[]) =>
    points.map((p) => values[p - start] ?? Number.NaN);
  const direct = placed(projected, plainScores(now, projected));
  const through = placed(projected, projected.scores);
  const lines: Line[] = [
    { name: t("line.plain"), tone: "third", values: direct },
    { name: t("line.projected"), tone: "main", values: through },
  ];
  if (other)
    lines.unshift({
      name: t("line.kept", { name: t("line.projected") }),
      tone: "before",
      values: placed(other, other.scores),
    });
  const { least, most } = rangeOf(projected.scores);
  return {
    chart: {
      title: t("figure.projected", { k: plain(projected.k) }),
      description: t("figure.projected.seen", { k: Math.abs(projected.k), least: result(least), most: result(most) }),
      x: { ...positionAxis(first, end - 1), label: t("axis.p") },
      y: valueAxis(
        t("axis.score"),
        domainOf(
          "linear",
          lines.map(({ values }) => values),
          [-1, 1],
        ),
      ),
      points,
      lines,
    },
    columns: [
      { name: "p", label: t("axis.p"), values: points },
      { name: "plain", label: t("line.plain"), values: direct },
      { name: "projected", label: t("line.projected"), values: through },
      ...(other ? [{ name: "kept_projected", label: page("lab.side.kept"), values: placed(other, other.scores) }] : []),
    ],
    python: isLearned(now.state)
      ? literalPython("projected", projected.scores)
      : `${encodingPython(now.state)}
# Through the projections, which were drawn at random:
${literalPython("projected", projected.scores)}
for p in range(${projected.first}, ${projected.first + projected.scores.length}):
    print(p, sum(a * b for a, b in zip(encoding(p), encoding(p + ${projected.k}))) / width ** 0.5)
`,
  };
}
