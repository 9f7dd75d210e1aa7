/** ALiBi's slopes by head: the rule in use, the series that circulates, and what is laid beside. */
import type { Line } from "../../../charts/line-figure.ts";
import { domainOf } from "../../../charts/scale.ts";
import type { LabFigure } from "../../../lab/figure-data.ts";
import { result, setting, tick } from "../../../lab/number-text.ts";
import type { CurvePart } from "../parts.ts";
import { slopesPython } from "../python.ts";
import type { SlopeRule } from "../state.ts";
import { type RelativeKey, t } from "../strings.ts";

const ruleName = (rule: SlopeRule): string => t(`option.slope_rule.${rule}` as RelativeKey);

export function slopesFigure(part: CurvePart, kept: CurvePart | null): LabFigure | null {
  const { slopes } = part;
  if (!slopes) return null;
  const rule = part.of.slope_rule;
  const heads = slopes.present.map((_, at) => at + 1);
  const before: Line = kept?.slopes
    ? {
        name: t("line.kept_rule", { rule: ruleName(kept.of.slope_rule) }),
        tone: "before",
        values: heads.map((_, at) => kept.slopes?.present[at] ?? Number.NaN),
      }
    : {
        name: ruleName(rule === "geometric" ? "authors" : "geometric"),
        tone: "before",
        values: rule === "geometric" ? slopes.authors : slopes.geometric,
      };
  const others: Line[] = [before];
  if (rule !== "circulating") others.push({ name: ruleName("circulating"), tone: "third", values: slopes.circulating });
  // First, so that where rules agree the dashes lie on it.
  const lines: Line[] = [{ name: ruleName(rule), tone: "main", values: slopes.present }, ...others];
  return {
    chart: {
      title: t("figure.slopes"),
      description: t("figure.slopes.seen", {
        heads: heads.length,
        first: result(slopes.present[0] ?? 0),
        last: result(slopes.present.at(-1) ?? 0),
      }),
      x: {
        label: t("axis.head"),
        kind: "linear",
        domain: [1, Math.max(2, heads.length)],
        tick: headTick,
        print: setting,
      },
      y: {
        label: t("axis.slope"),
        kind: "log",
        domain: domainOf(
          "log",
          lines.map(({ values }) => values),
          [0.001, 1],
        ),
        tick,
        print: result,
      },
      points: heads,
      lines,
    },
    columns: [
      { name: "head", label: t("axis.head"), values: heads },
      { name: "slope", label: ruleName(rule), values: slopes.present },
      { name: "authors", label: ruleName("authors"), values: slopes.authors },
      { name: "geometric", label: ruleName("geometric"), values: slopes.geometric },
      { name: "circulating", label: ruleName("circulating"), values: slopes.circulating },
    ],
    python: slopesPython(heads.length),
  };
}

const headTick = (value: number): string => (Number.isInteger(value) ? setting(value) : "");
