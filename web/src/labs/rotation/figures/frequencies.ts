/** Wavelength per pair. */
import type { LineAxis } from "../../../charts/line-figure.ts";
import { domainOf } from "../../../charts/scale.ts";
import { plain } from "../../../i18n/numbers.ts";
import { sideName } from "../../../lab/controls.ts";
import type { LabFigure } from "../../../lab/figure-data.ts";
import { result, tick } from "../../../lab/number-text.ts";
import type { FrequencyPart } from "../actions.ts";
import { frequencyPython } from "../python.ts";
import { t } from "../strings.ts";
import type { Sides } from "../tasks/sides.ts";

export const pairAxis = (pairs: number): LineAxis => ({
  label: t("axis.pair"),
  kind: "linear",
  domain: [0, Math.max(1, pairs - 1)],
  tick: (value) => (Number.isInteger(value) ? plain(value) : ""),
  print: plain,
});

export const counted = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

export function frequencyFigure({ present, kept }: Sides<FrequencyPart>): LabFigure {
  const { inv_freq, wavelength } = present.found;
  const before = kept?.found.wavelength;
  const pairs = counted(Math.max(wavelength.length, before?.length ?? 0));
  return {
    chart: {
      title: t("figure.frequencies"),
      description: t("figure.frequencies.seen", {
        pairs: wavelength.length,
        first: result(wavelength[0] as number),
        last: result(wavelength.at(-1) as number),
      }),
      x: pairAxis(pairs.length),
      y: {
        label: t("axis.wavelength"),
        kind: "log",
        domain: domainOf("log", [wavelength, before ?? []], [1, 10]),
        tick,
        print: result,
      },
      points: pairs,
      lines: [
        ...(before ? [{ name: sideName("other"), tone: "before" as const, values: padded(before, pairs.length) }] : []),
        {
          name: before ? sideName("state") : t("axis.wavelength"),
          tone: "main",
          values: padded(wavelength, pairs.length),
        },
      ],
      detail: (pair) =>
        pair < inv_freq.length ? t("detail.radians", { value: result(inv_freq[pair] as number) }) : "",
    },
    columns: [
      { name: "pair", label: t("axis.pair"), values: pairs },
      { name: "inv_freq", label: t("column.inv_freq"), values: padded(inv_freq, pairs.length) },
      { name: "wavelength", label: t("axis.wavelength"), values: padded(wavelength, pairs.length) },
      ...(before ? [{ name: "kept_wavelength", label: sideName("other"), values: padded(before, pairs.length) }] : []),
    ],
    python: frequencyPython(present.state, present.found.rotary_dim),
  };
}

/** Gaps where the other side has more pairs. */
export const padded = (values: ArrayLike<number>, length: number): number[] =>
  counted(length).map((at) => values[at] ?? Number.NaN);
