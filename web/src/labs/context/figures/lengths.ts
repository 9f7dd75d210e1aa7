/** What the length changes: the base, and how much slower the slowest pair turns. */
import { type Domain, domainOf } from "../../../charts/scale.ts";
import { plain as whole } from "../../../i18n/numbers.ts";
import type { LabFigure } from "../../../lab/figure-data.ts";
import { result, setting, tick } from "../../../lab/number-text.ts";
import { pythonOf } from "../lazy-python.ts";
import type { LengthPart, Parts } from "../parts.ts";
import { t } from "../strings.ts";
import { isChanged, lengthMark } from "./frequencies.ts";

export function lengthFigure(part: LengthPart, { at, frequencies: present, origin }: Parts["frequencies"]): LabFigure {
  const { lengths, frequencies } = part;
  const plainBase = at.method.rope_theta ?? 10000;
  const bases = frequencies.map(({ base }) => base);
  const largerBase = bases.map((base) => base / plainBase);
  const slower = frequencies.map(
    ({ plain_inv_freq, inv_freq }) => (plain_inv_freq.at(-1) as number) / (inv_freq.at(-1) as number),
  );
  const factors = frequencies.map(({ attention_factor }) => attention_factor);
  const hasBase = largerBase.some((ratio) => ratio !== 1);
  const last = lengths[lengths.length - 1] as number;
  const boundary = present.original_length;
  // Room for the names of the marks.
  const withRoom = ([low, high]: Domain): Domain => [low, high * (high / low) ** 0.12];
  return {
    chart: {
      title: t(hasBase ? "figure.lengths" : "figure.lengths.slowest"),
      description: t("figure.lengths.seen", { slower: result(slower.at(-1) as number), length: setting(last) }),
      x: { label: t("axis.length"), kind: "log", domain: [lengths[0] as number, last], tick, print: whole },
      y: {
        label: t("axis.times"),
        kind: "log",
        domain: withRoom(domainOf("log", [largerBase, slower, [1]], [0.5, 2])),
        tick,
        print: result,
      },
      points: lengths,
      lines: [
        { name: t("line.slower"), tone: "main", values: slower },
        ...(hasBase ? [{ name: t("line.base"), tone: "before" as const, values: largerBase }] : []),
        ...(isChanged(
          factors,
          factors.map(() => factors[0] as number),
        )
          ? [{ name: t("line.attention_factor"), tone: "third" as const, values: factors }]
          : []),
      ],
      marks: [
        ...(boundary === null
          ? []
          : [
              {
                axis: "x" as const,
                at: boundary,
                label: t("mark.original", { length: setting(boundary) }),
                side: "left" as const,
              },
            ]),
        ...(present.length === boundary
          ? []
          : [
              {
                axis: "x" as const,
                at: present.length,
                label: lengthMark(present.length, origin),
              },
            ]),
      ],
      ...(hasBase ? { detail: (point: number) => t("detail.base", { value: setting(bases[point] as number) }) } : {}),
    },
    columns: [
      { name: "length", label: t("axis.length"), values: lengths },
      { name: "base", label: t("number.base"), values: bases },
      { name: "slowest_pair_slower", label: t("line.slower"), values: slower },
      { name: "attention_factor", label: t("number.attention_factor"), values: factors },
    ],
    python: pythonOf("lengthPython", at, present, lengths),
  };
}
