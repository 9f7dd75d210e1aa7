/** The rotated part of q·k against distance, before and after the scaling. */
import { domainOf } from "../../../charts/scale.ts";
import { plain as whole } from "../../../i18n/numbers.ts";
import type { LabFigure } from "../../../lab/figure-data.ts";
import { result, setting, tick } from "../../../lab/number-text.ts";
import { pythonOf } from "../lazy-python.ts";
import type { CurvePart, Parts } from "../parts.ts";
import { t } from "../strings.ts";
import { isChanged } from "./frequencies.ts";

export function scoreFigure({ scaled, plain }: CurvePart, { at, frequencies }: Parts["frequencies"]): LabFigure {
  const { distances } = scaled;
  const changed = isChanged(plain.mean, scaled.mean);
  const edges = [scaled, ...(changed ? [plain] : [])].flatMap(({ mean, deviation }) => [
    Array.from(mean, (value, point) => value + (deviation[point] as number)),
    Array.from(mean, (value, point) => value - (deviation[point] as number)),
  ]);
  const last = distances.length - 1;
  const { original_length, length } = frequencies;
  const main = {
    name: t(changed ? "line.scaled" : "line.plain"),
    tone: "main" as const,
    values: scaled.mean,
    band: scaled.deviation,
  };
  return {
    chart: {
      title: t("figure.score"),
      description: t("figure.score.seen", {
        first: result(scaled.mean[0] as number),
        last: result(scaled.mean[last] as number),
        distance: setting(distances[last] as number),
      }),
      x: { label: t("axis.distance"), kind: "log", domain: [1, distances[last] as number], tick, print: whole },
      y: { label: t("axis.score"), kind: "linear", domain: domainOf("linear", edges, [-1, 1]), tick, print: result },
      points: distances,
      lines: changed
        ? [{ name: t("line.plain"), tone: "before", values: plain.mean, band: plain.deviation }, main]
        : [main],
      marks:
        original_length !== null && original_length < length
          ? [{ axis: "x", at: original_length, label: t("mark.original", { length: setting(original_length) }) }]
          : [],
    },
    columns: [
      { name: "distance", label: t("axis.distance"), values: distances },
      { name: "mean", label: t("column.mean"), values: scaled.mean },
      { name: "deviation", label: t("column.deviation"), values: scaled.deviation },
      { name: "plain_mean", label: t("column.plain_mean"), values: plain.mean },
      { name: "plain_deviation", label: t("column.plain_deviation"), values: plain.deviation },
    ],
    python: pythonOf("curvePython", at, frequencies, distances),
  };
}
