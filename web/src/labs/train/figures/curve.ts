/** Loss in training against the step, per method: mean of the seeds that are so far, and their deviation. */
import type { Line } from "../../../charts/line-figure.ts";
import { domainOf } from "../../../charts/scale.ts";
import { plain } from "../../../i18n/numbers.ts";
import type { LabFigure } from "../../../lab/figure-data.ts";
import { tick } from "../../../lab/number-text.ts";
import type { RunResult } from "../../../training/index.ts";
import { spreadOf } from "../../../training/summary.ts";
import { methodName, nats } from "../names.ts";
import { t } from "../strings.ts";
import type { Shown } from "../visit.ts";
import { python } from "./python.ts";
import { toneAt } from "./tones.ts";

/** null: none of the methods has been trained a step. */
export function curveFigure({ study, runs }: Shown, methods: readonly string[]): LabFigure | null {
  const chosen = runs.filter(({ name, curve }) => methods.includes(name) && curve.length > 0);
  const [first] = chosen;
  if (!first) return null;
  const points = [...new Set(chosen.flatMap(({ curve }) => curve.map(({ step }) => step)))].sort((a, b) => a - b);
  const lines = methods.flatMap((name, at): Line[] => {
    const own = chosen.filter((run) => run.name === name);
    return own.length === 0 ? [] : [{ name: methodName(name), tone: toneAt(at), ...meansOf(own, points) }];
  });
  const floor = spreadOf(chosen.flatMap(({ curve }) => curve.map((point) => point.floor))).mean;
  const { chance } = first.facts;
  const columns = lines.map(({ name, values }, at) => ({ name: `loss_${at}`, label: name, values }));
  const all = [{ name: "step", label: t("figure.step"), values: points }, ...columns];
  return {
    chart: {
      title: t("curve.title"),
      description: lines.map(seen).join(" "),
      x: { label: t("figure.step"), kind: "linear", domain: [0, study.steps], tick, print: plain },
      y: {
        label: t("figure.nats"),
        kind: "linear",
        domain: domainOf("linear", [...lines.map(({ values }) => values), [floor, chance]], [0, 1]),
        tick,
        print: nats,
      },
      points,
      lines,
      marks: [
        { axis: "y", at: chance, label: t("figure.chance", { loss: nats(chance) }), side: "right" },
        { axis: "y", at: floor, label: t("figure.floor", { loss: nats(floor) }), side: "left" },
      ],
    },
    columns: all,
    python: python(all),
  };
}

function meansOf(runs: readonly RunResult[], points: readonly number[]): Pick<Line, "values" | "band"> {
  const known = runs.map(({ curve }) => new Map(curve.map(({ step, loss }) => [step, loss])));
  const spreads = points.map((step) => spreadOf(known.flatMap((losses) => losses.get(step) ?? [])));
  const values = Float64Array.from(spreads, ({ mean }) => mean);
  return runs.length > 1 ? { values, band: Float64Array.from(spreads, ({ deviation }) => deviation) } : { values };
}

function seen({ name, values }: Line): string {
  const finite = Array.from(values).filter(Number.isFinite);
  const [first, last] = [finite[0], finite.at(-1)].map((loss) => nats(loss ?? Number.NaN));
  return t("curve.seen", { name, first: first ?? "", last: last ?? "" });
}
