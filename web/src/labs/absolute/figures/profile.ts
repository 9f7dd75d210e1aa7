/** PE(p) · PE(p + distance): the mean over all p with its spread, and seen from the chosen p alone. */
import type { Line } from "../../../charts/line-figure.ts";
import { domainOf } from "../../../charts/scale.ts";
import { t as page } from "../../../i18n/page-strings.ts";
import type { LabFigure } from "../../../lab/figure-data.ts";
import { result } from "../../../lab/number-text.ts";
import type { Profile } from "../arithmetic.ts";
import { isLearned } from "../methods.ts";
import { encodingPython, literalPython } from "../python.ts";
import { t } from "../strings.ts";
import { dotsOf, profileAt, type Side, type View } from "../view.ts";
import { positionAxis, upTo, valueAxis } from "./axes.ts";

/** How far single places are from the mean, at most. */
const spreadOf = ({ mean, least, most }: Profile): number[] =>
  mean.map((value, at) => Math.max((most[at] as number) - value, value - (least[at] as number)));

const padded = (values: readonly number[], count: number): number[] =>
  upTo(count).map((at) => values[at] ?? Number.NaN);

function fromChosen(side: Side): number[] {
  const { count } = side.table;
  const dots = dotsOf(side);
  return upTo(count - side.p).map((distance) => dots[side.p * count + side.p + distance] as number);
}

export function profileFigure({ now, kept }: View): LabFigure {
  const profile = profileAt(now);
  const before = kept ? profileAt(kept) : null;
  const points = upTo(Math.max(profile.mean.length, before?.mean.length ?? 0));
  const banded = (name: string, tone: Line["tone"], of: Profile): Line => ({
    name,
    tone,
    values: padded(of.mean, points.length),
    band: padded(spreadOf(of), points.length),
  });
  const single = padded(fromChosen(now), points.length);
  const lines: Line[] = [
    ...(before ? [banded(t("line.kept", { name: t("line.mean") }), "before", before)] : []),
    banded(t("line.mean"), "main", profile),
    { name: t("line.from", { p: now.p }), tone: "third", values: single },
  ];
  const ends = [profile, before].flatMap((one) => (one ? [one.least, one.most] : []));
  return {
    chart: {
      title: t("figure.profile"),
      description: t("figure.profile.seen", {
        zero: result(profile.mean[0] as number),
        distance: Math.abs(now.k),
        value: result(profile.mean[Math.abs(now.k)] as number),
        spread: result(Math.max(...spreadOf(profile))),
      }),
      x: { ...positionAxis(0, points.length - 1), label: t("axis.distance") },
      y: valueAxis(t("axis.dot"), domainOf("linear", ends, [0, 1])),
      points,
      lines,
      marks: [{ axis: "x", at: Math.abs(now.k), label: "|k|" }],
    },
    columns: [
      { name: "distance", label: t("axis.distance"), values: points },
      { name: "mean", label: t("line.mean"), values: padded(profile.mean, points.length) },
      { name: "least", label: t("column.least"), values: padded(profile.least, points.length) },
      { name: "most", label: t("column.most"), values: padded(profile.most, points.length) },
      { name: "from_p", label: t("line.from", { p: now.p }), values: single },
      ...(before
        ? [{ name: "kept_mean", label: page("lab.side.kept"), values: padded(before.mean, points.length) }]
        : []),
    ],
    python: isLearned(now.state)
      ? literalPython("mean", profile.mean)
      : `${encodingPython(now.state)}
for distance in range(${now.table.count}):
    print(distance, sum(cos(distance * w) for w in frequencies[: width // 2]))
`,
  };
}
