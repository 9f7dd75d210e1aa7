/** Wavelength per pair, with the ends of the ladder marked. */
import type { Line } from "../../../charts/line-figure.ts";
import { domainOf } from "../../../charts/scale.ts";
import { plain } from "../../../i18n/numbers.ts";
import { t as page } from "../../../i18n/page-strings.ts";
import type { LabFigure } from "../../../lab/figure-data.ts";
import { result, tick } from "../../../lab/number-text.ts";
import { encodingPython } from "../python.ts";
import { t } from "../strings.ts";
import type { Turn } from "../tasks.ts";
import type { View } from "../view.ts";
import { upTo, wholeTick } from "./axes.ts";

export const wavelengths = ({ frequencies }: Turn): number[] => frequencies.map((w) => (2 * Math.PI) / w);

export function wavelengthFigure({ now, kept }: View, turn: Turn): LabFigure {
  const own = wavelengths(turn);
  const others = kept?.turn ? wavelengths(kept.turn) : null;
  const pairs = upTo(Math.max(own.length, others?.length ?? 0));
  const filled = (values: readonly number[]) => pairs.map((pair) => values[pair] ?? Number.NaN);
  const limit = 2 * Math.PI * now.state.base;
  const lines: Line[] = [{ name: page("lab.side.present"), tone: "main", values: filled(own) }];
  if (others) lines.unshift({ name: page("lab.side.kept"), tone: "before", values: filled(others) });
  return {
    chart: {
      title: t("figure.wavelengths"),
      description: t("figure.wavelengths.seen", {
        pairs: own.length,
        first: result(own[0] as number),
        last: result(own.at(-1) as number),
        limit: result(limit),
      }),
      x: {
        label: t("axis.pair"),
        kind: "linear",
        domain: [0, Math.max(1, pairs.length - 1)],
        tick: wholeTick,
        print: plain,
      },
      y: {
        label: t("axis.wavelength"),
        kind: "log",
        domain: domainOf("log", [own, others ?? [], [2 * Math.PI, 4 * limit]], [1, 10]),
        tick,
        print: result,
      },
      points: pairs,
      lines,
      marks: [
        { axis: "y", at: 2 * Math.PI, label: t("mark.shortest", { value: result(2 * Math.PI) }) },
        {
          axis: "y",
          at: limit,
          label: t("mark.longest", { value: result(limit) }),
          side: now.pair < own.length / 3 ? "right" : "left",
        },
        { axis: "x", at: now.pair, label: t("mark.pair", { pair: now.pair }) },
      ],
      detail: (pair) =>
        own[pair] === undefined ? "" : t("detail.turns", { turns: result(now.state.positions / own[pair]) }),
    },
    columns: [
      { name: "pair", label: t("axis.pair"), values: pairs },
      { name: "frequency", label: t("column.frequency"), values: filled(turn.frequencies) },
      { name: "wavelength", label: t("axis.wavelength"), values: filled(own) },
      ...(others ? [{ name: "kept_wavelength", label: page("lab.side.kept"), values: filled(others) }] : []),
    ],
    python: `${encodingPython(now.state)}
for r, w in enumerate(frequencies[: width // 2]):
    print(r, w, 2 * pi / w)
`,
  };
}
