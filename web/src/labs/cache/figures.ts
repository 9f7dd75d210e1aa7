/** Lines over the steps: the followed score, and how far a stale cache is off. */

import type { Line } from "../../charts/line-figure.ts";
import { domainOf } from "../../charts/scale.ts";
import { plain } from "../../i18n/numbers.ts";
import { sideName } from "../../lab/controls.ts";
import type { LabFigure } from "../../lab/figure-data.ts";
import { result, tick } from "../../lab/number-text.ts";
import { pythonList } from "../../lab/python-text.ts";
import type { Probe } from "./parts/probe.ts";
import type { Stale } from "./parts/stale.ts";
import { largest, range } from "./parts/vectors.ts";
import { t } from "./strings.ts";

const stepsAxis = (first: number, last: number) => ({
  label: t("axis.tokens"),
  kind: "linear" as const,
  domain: [first, Math.max(last, first + 1)] as const,
  // There is no half of a token.
  tick: (value: number) => (Number.isInteger(value) ? tick(value) : ""),
  print: plain,
});

/** Values of one series at the points of another; NaN where it has none. */
const alignedTo = (points: readonly number[], lengths: readonly number[], values: ArrayLike<number>): Float64Array =>
  Float64Array.from(points, (point) => values[lengths.indexOf(point)] ?? Number.NaN);

export function probeFigure(present: Probe, kept: Probe | null, marked: number): LabFigure {
  const lengths = [...new Set([...present.lengths, ...(kept?.lengths ?? [])])].sort((a, b) => a - b);
  const at = (probe: Probe, values: ArrayLike<number>) => alignedTo(lengths, probe.lengths, values);
  const goesStale = (probe: Probe) => probe.slowest.some((frequency) => frequency !== probe.slowestThen);
  const columns = [
    { name: "tokens", label: t("axis.tokens"), values: lengths },
    { name: "recomputed", label: t("line.recomputed"), values: at(present, present.recomputed) },
    { name: "stale", label: t("line.stale"), values: at(present, present.stale) },
    ...(kept
      ? [{ name: "kept_stale", label: `${t("line.stale")} (${sideName("other")})`, values: at(kept, kept.stale) }]
      : []),
  ];
  const lines: Line[] = [
    ...(kept ? [{ name: sideName("other"), tone: "before" as const, values: at(kept, kept.stale) }] : []),
    ...(goesStale(present)
      ? [
          {
            name: t("line.recomputed"),
            tone: kept ? ("third" as const) : ("before" as const),
            values: at(present, present.recomputed),
          },
          { name: t("line.stale"), tone: "main" as const, values: at(present, present.stale) },
        ]
      : [
          {
            name: kept ? sideName("state") : t("line.score"),
            tone: "main" as const,
            values: at(present, present.stale),
          },
        ]),
  ];
  const last = present.lengths.length - 1;
  return {
    chart: {
      title: t("figure.probe", { key: present.key }),
      description: t("figure.probe.seen", {
        recomputed: result(present.recomputed[last] as number),
        stale: result(present.stale[last] as number),
        tokens: present.lengths[last] as number,
      }),
      x: stepsAxis(lengths[0] as number, lengths.at(-1) as number),
      y: {
        label: t("axis.score"),
        kind: "linear",
        domain: domainOf(
          "linear",
          lines.map(({ values }) => values),
          [-1, 1],
        ),
        tick,
        print: result,
      },
      points: lengths,
      lines,
      marks: [
        { axis: "y", at: 0, label: "" },
        { axis: "x", at: marked, label: t("mark.step") },
      ],
    },
    columns,
    python: [
      "import numpy as np",
      `tokens, key = np.array(${pythonList(present.lengths)}), ${present.key}`,
      `now, then = np.array(${pythonList(present.slowest)}), ${present.slowestThen}  # slowest pair, radians per position`,
      `amplitude = ${present.amplitude}`,
      "recomputed = amplitude * np.sin((tokens - 1) * now - key * now)",
      "stale = amplitude * np.sin((tokens - 1) * now - key * then)",
    ].join("\n"),
  };
}

export function staleFigure(present: Stale | null, kept: Stale | null, marked: number): LabFigure {
  const count = Math.max(present?.differences.length ?? 0, kept?.differences.length ?? 0);
  const points = range(1, count + 1);
  const of = (stale: Stale | null): Float64Array => Float64Array.from(points, (at) => stale?.differences[at - 1] ?? 0);
  const lines: Line[] = [
    ...(kept ? [{ name: sideName("other"), tone: "before" as const, values: of(kept) }] : []),
    { name: kept ? sideName("state") : t("line.off"), tone: "main" as const, values: of(present) },
  ];
  return {
    chart: {
      title: t("figure.stale"),
      description: t("figure.stale.seen", { largest: result(largest(of(present))), tokens: count }),
      x: stepsAxis(1, count),
      y: {
        label: t("axis.difference"),
        kind: "linear",
        domain: domainOf(
          "linear",
          lines.map(({ values }) => values),
          [0, 1],
        ),
        tick,
        print: result,
      },
      points,
      lines,
      marks: [{ axis: "x", at: marked, label: t("mark.step") }],
    },
    columns: [
      { name: "tokens", label: t("axis.tokens"), values: points },
      { name: "score_difference", label: t("line.off"), values: of(present) },
      ...(kept
        ? [{ name: "kept_score_difference", label: `${t("line.off")} (${sideName("other")})`, values: of(kept) }]
        : []),
    ],
    python: [
      "import numpy as np",
      `tokens = np.array(${pythonList(points)})`,
      `score_difference = np.array(${pythonList(of(present))})`,
    ].join("\n"),
  };
}
