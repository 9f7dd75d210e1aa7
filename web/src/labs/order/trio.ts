/** A figure of the present problem beside the same one of the problem that was kept, and their difference. */
import { commonDomain, type Figure } from "../../charts/figure.ts";
import type { Compared } from "./context.ts";
import { at, type CellPlace, type Explanation, number, result, signed } from "./pieces.ts";
import { type View, valuesOf } from "./view.ts";

export const COMPARED: readonly Compared[] = ["kept", "present", "difference"];

export type Trio = Record<Compared, Figure>;

/** On one scale of colours. null: nothing to subtract, or not the same size. */
export function trioOf(kept: Figure, present: Figure): Trio | null {
  const [before, now] = [kept.values, present.values];
  if (!before || !now) return null;
  if (kept.rows.length !== present.rows.length || kept.columns.length !== present.columns.length) return null;
  const isHidden = (row: number, column: number) =>
    Boolean(kept.hidden?.(row, column)) || Boolean(present.hidden?.(row, column));
  const values = Float64Array.from(now, (value, place) => value - (before[place] as number));
  const domain = Math.max(kept.domain, present.domain, present.map === "diverging" ? commonDomain(values) : 0);
  return {
    kept: { ...kept, domain },
    present: { ...present, domain },
    difference: { ...present, values, domain, map: "diverging", hidden: isHidden, hiddenAs: Number.NaN },
  };
}

/** The numbers that a cell of the difference is made of; null where the mask of either hides it. */
export function explainDifference(kept: View, present: View, { figure, row, column }: CellPlace): Explanation | null {
  const [before, now] = [valuesOf(kept, figure), valuesOf(present, figure)];
  if (!before || !now || before.length !== now.length) return null;
  const columns = now.length / (figure === "mean" ? 3 : present.count);
  const place = row * columns + column;
  const value = at(now, place) - at(before, place);
  if (!Number.isFinite(value)) return null;
  return { value, lines: [[`${number(at(now, place))}${signed(-at(before, place))} = `, result(value)]] };
}
