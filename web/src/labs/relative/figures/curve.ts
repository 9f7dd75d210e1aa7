/** The bias against the relative position: the shown head, another one, and the kept one. */
import type { Line } from "../../../charts/line-figure.ts";
import { domainOf } from "../../../charts/scale.ts";
import type { Column, LabFigure } from "../../../lab/figure-data.ts";
import { result, tick } from "../../../lab/number-text.ts";
import type { CurvePart } from "../parts.ts";
import { curvePython } from "../python.ts";
import { headOf, type RelativeState, secondOf } from "../state.ts";
import { t } from "../strings.ts";
import { methodName, relativeText } from "../texts.ts";

export interface CurveSide {
  state: RelativeState;
  part: CurvePart;
}

const headIn = ({ state, part }: CurveSide): number => Math.min(headOf(state), part.bias.length - 1);

export function curveFigure(present: CurveSide, kept: CurveSide | null): LabFigure {
  const { state, part } = present;
  const head = headIn(present);
  const second = secondOf(state);
  const values = part.bias[head] ?? [];
  const lines: Line[] = [
    ...(kept ? [keptLine(part.relatives, kept)] : []),
    ...(second !== null && part.bias[second]
      ? [{ name: headName(second), tone: "third" as const, values: part.bias[second] }]
      : []),
    {
      name: kept ? t("line.present", { method: methodName(state), head: head + 1 }) : headName(head),
      tone: "main",
      values,
    },
  ];
  const { relatives } = part;
  const last = relatives.length - 1;
  return {
    chart: {
      title: t("figure.curve", { method: methodName(state) }),
      description: t("figure.curve.seen", {
        head: head + 1,
        first: relativeText(relatives[0] ?? 0),
        bias: result(values[0] ?? 0),
        last: relativeText(relatives[last] ?? 0),
        end: result(values[last] ?? 0),
      }),
      x: {
        label: t("axis.relative"),
        kind: "linear",
        domain: [relatives[0] ?? 0, relatives[last] ?? 0],
        tick,
        print: relativeText,
      },
      y: {
        label: t("axis.bias"),
        kind: "linear",
        domain: domainOf("linear", [...lines.map((line) => line.values), [0]], [-1, 1]),
        tick,
        print: result,
      },
      points: relatives,
      lines,
      marks: state.mask === "none" ? [{ axis: "x", at: 0, label: t("mark.query"), side: "left" }] : [],
    },
    columns: [
      { name: "relative_position", label: t("axis.relative"), values: relatives },
      ...lines.map(
        ({ name, tone, values }): Column => ({ name: COLUMN[tone as keyof typeof COLUMN], label: name, values }),
      ),
    ],
    python: curvePython(state, part, head),
  };
}

const COLUMN = { main: "bias", third: "other_head", before: "kept" } as const;

const headName = (head: number): string => t("line.head", { head: head + 1 });

/** On the present points; a gap where the kept curve does not reach. */
function keptLine(relatives: readonly number[], kept: CurveSide): Line {
  const head = headIn(kept);
  const bias = kept.part.bias[head] ?? [];
  const first = kept.part.relatives[0] ?? 0;
  const values = relatives.map((relative) => bias[relative - first] ?? Number.NaN);
  return { name: t("line.kept", { method: methodName(kept.state), head: head + 1 }), tone: "before", values };
}
