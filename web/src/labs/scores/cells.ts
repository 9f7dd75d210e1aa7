/** A region of a matrix as the heatmap takes it. */
import type { Figure, Label } from "../../charts/figure.ts";
import { heightOf, type Region, widthOf } from "../../elements/map/region.ts";
import { plain } from "../../i18n/numbers.ts";
import type { Matrix, MatrixName } from "./matrix.ts";

import type { HeadResult } from "./result.ts";

interface Source {
  name: MatrixName;
  matrix: Matrix;
  result: HeadResult;
}

/** Columns, from which on a head has no room for the index behind its word. */
const NARROW = 10;

export function cellsOf({ name, matrix, result }: Source, region: Region): Figure {
  const [height, width] = [heightOf(region), widthOf(region)];
  // x₀, q₀, … bring their index along.
  const isNumbered = result.state.given?.problem.input !== undefined;
  const label = (names: readonly string[], index: number): Label => {
    const text = names[index] as string;
    return isNumbered ? { text } : { text, index };
  };
  const values = new Float64Array(height * width);
  for (let at = 0; at < values.length; ++at)
    values[at] = matrix.at(region.top + Math.floor(at / width), region.left + (at % width));
  return {
    rows: Array.from({ length: height }, (_, row) => label(result.queries, region.top + row)),
    columns: Array.from({ length: width }, (_, column) => {
      const index = region.left + column;
      if (name === "output") return { text: plain(index) };
      return width > NARROW ? { text: result.tokens[index] as string } : label(result.tokens, index);
    }),
    values,
    hidden: (row, column) => Number.isNaN(values[row * width + column]),
    hiddenAs: matrix.hiddenAs ?? Number.NaN,
    map: matrix.map,
    domain: matrix.domain,
  };
}
