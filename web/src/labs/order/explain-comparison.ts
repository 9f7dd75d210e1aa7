/** F(PX), P F(X), their difference, and the means: a cell and its formula. */
import { fixed } from "../../i18n/numbers.ts";
import { type Explanation, number, type Piece, signed, sub } from "./pieces.ts";
import { type FigureName, type View, valuesOf } from "./view.ts";

const at = (values: ArrayLike<number> | null, index: number): number => values?.[index] ?? Number.NaN;

export function explainComparison(view: View, figure: FigureName, row: number, column: number): Explanation {
  const index = row * view.valueDim + column;
  const [ofPermuted, permutedOf] = [at(valuesOf(view, "of_permuted"), index), at(valuesOf(view, "permuted_of"), index)];
  const pair = sub(row, column);
  const shown = (value: number): Piece => ({
    result: value !== 0 && Math.abs(value) < 1e-4 ? value.toExponential(1).replace("-", "−") : fixed(value, 4),
  });
  if (figure === "of_permuted") return { value: Number.NaN, lines: [["F(PX)", pair, " = ", shown(ofPermuted)]] };
  if (figure === "permuted_of") {
    const from = view.problem.permutation[row] as number;
    return {
      value: Number.NaN,
      note: "moved_row",
      lines: [["(P F(X))", pair, " = F(X)", sub(from, column), " = ", shown(permutedOf)]],
    };
  }
  if (figure === "difference") {
    const value = ofPermuted - permutedOf;
    return {
      value,
      lines: [["F(PX)", pair, " − (P F(X))", pair, ` = ${number(ofPermuted)}${signed(-permutedOf)} = `, shown(value)]],
    };
  }
  return explainMean(view, row, column, shown);
}

/** Rows: mean of F(PX), mean of F(X), their difference. */
function explainMean(view: View, row: number, column: number, shown: (value: number) => Piece): Explanation {
  const all = valuesOf(view, "mean");
  const value = at(all, row * view.valueDim + column);
  if (row === 2) {
    const [first, second] = [at(all, column), at(all, view.valueDim + column)];
    return {
      value: first - second,
      lines: [
        [
          "mean F(PX)",
          sub(column),
          " − mean F(X)",
          sub(column),
          ` = ${number(first)}${signed(-second)} = `,
          shown(value),
        ],
      ],
    };
  }
  const side = row === 0 ? "permuted" : "original";
  const outputs = valuesOf({ ...view, side }, "output");
  const terms = Array.from({ length: view.count }, (_, t) => at(outputs, t * view.valueDim + column));
  const sum = terms.reduce((total, term) => total + term, 0);
  const label = row === 0 ? "mean F(PX)" : "mean F(X)";
  return {
    value: sum / view.count,
    lines: [
      [
        label,
        sub(column),
        ` = (${terms.map((term, t) => (t === 0 ? number(term) : signed(term))).join("")}) / ${view.count} = `,
        shown(value),
      ],
    ],
  };
}
