/** XPos: what is left of each pair at two distances. */
import { plain } from "../../../i18n/numbers.ts";
import { sideName } from "../../../lab/controls.ts";
import type { LabFigure } from "../../../lab/figure-data.ts";
import { result, tick } from "../../../lab/number-text.ts";
import { amplitudePython } from "../python.ts";
import { t } from "../strings.ts";
import { type AmplitudePart, DISTANCES } from "../tasks/amplitude.ts";
import type { Sides } from "../tasks/sides.ts";
import { counted, padded, pairAxis } from "./frequencies.ts";

export function amplitudeFigure({ present, kept }: Sides<AmplitudePart>): LabFigure {
  const [near, far] = present.left as [Float64Array, Float64Array];
  const before = kept?.left[1];
  const pairs = counted(Math.max(far.length, before?.length ?? 0));
  const at = (distance: number) => t("line.at_distance", { distance: plain(distance) });
  return {
    chart: {
      title: t("figure.amplitude"),
      description: t("figure.amplitude.seen", {
        distance: DISTANCES[1],
        first: result(far[0] as number),
        last: result(far.at(-1) as number),
      }),
      x: pairAxis(pairs.length),
      y: { label: t("axis.amplitude"), kind: "linear", domain: [0, 1.05], tick, print: result },
      points: pairs,
      lines: [
        { name: at(DISTANCES[0]), tone: "third", values: padded(near, pairs.length) },
        ...(before
          ? [
              {
                name: `${at(DISTANCES[1])} (${sideName("other")})`,
                tone: "before" as const,
                values: padded(before, pairs.length),
              },
            ]
          : []),
        { name: at(DISTANCES[1]), tone: "main", values: padded(far, pairs.length) },
      ],
    },
    columns: [
      { name: "pair", label: t("axis.pair"), values: pairs },
      { name: `amplitude_${DISTANCES[0]}`, label: at(DISTANCES[0]), values: padded(near, pairs.length) },
      { name: `amplitude_${DISTANCES[1]}`, label: at(DISTANCES[1]), values: padded(far, pairs.length) },
      ...(before ? [{ name: "kept_amplitude", label: sideName("other"), values: padded(before, pairs.length) }] : []),
    ],
    python: amplitudePython(2 * far.length),
  };
}
