/** The error of the angle against position where a stage is rounded to a low precision. */
import type { Tone } from "../../../charts/line-figure.ts";
import { domainOf } from "../../../charts/scale.ts";
import { plain as whole } from "../../../i18n/numbers.ts";
import type { LabFigure } from "../../../lab/figure-data.ts";
import { result, setting, tick } from "../../../lab/number-text.ts";
import { pythonOf } from "../lazy-python.ts";
import { FORMATS, type Parts, type PrecisionPart } from "../parts.ts";
import { type ContextKey, t } from "../strings.ts";

const TONES: Record<(typeof FORMATS)[number], Tone> = { float32: "before", bfloat16: "main", float16: "third" };

/** Rounding cosine and sine leaves the angle exact: there the cosine is looked at. */
const quantityOf = ({ stage }: PrecisionPart): "phase" | "cosine" => (stage === "table" ? "cosine" : "phase");

export function precisionFigure(part: PrecisionPart, { at, frequencies }: Parts["frequencies"]): LabFigure {
  const { errors, stage } = part;
  const quantity = quantityOf(part);
  const { positions } = errors.float32;
  const lists = FORMATS.map((format) => errors[format][quantity]);
  const last = positions.length - 1;
  return {
    chart: {
      title: t("figure.precision"),
      description: t("figure.precision.seen", {
        float32: result(lists[0]?.[last] as number),
        bfloat16: result(lists[1]?.[last] as number),
        float16: result(lists[2]?.[last] as number),
        position: setting(positions[last] as number),
      }),
      x: { label: t("axis.position"), kind: "log", domain: [1, positions[last] as number], tick, print: whole },
      y: {
        label: t(`axis.${quantity}_error` as ContextKey),
        kind: "log",
        domain: domainOf("log", lists, [1e-8, 1]),
        tick,
        print: result,
      },
      points: positions,
      lines: FORMATS.map((format) => ({ name: format, tone: TONES[format], values: errors[format][quantity] })),
      marks: quantity === "phase" ? [{ axis: "y", at: Math.PI, label: t("mark.half_turn"), side: "left" }] : [],
    },
    columns: [
      { name: "position", label: t("axis.position"), values: positions },
      ...FORMATS.map((format) => ({ name: `${format}_${quantity}`, label: format, values: errors[format][quantity] })),
    ],
    python: pythonOf("precisionPython", at, frequencies, stage, positions),
  };
}

/** Formats that are exact at this stage all along. */
export const exactFormats = (part: PrecisionPart): string[] =>
  FORMATS.filter((format) => part.errors[format][quantityOf(part)].every((error) => error === 0));
