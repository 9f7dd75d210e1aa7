/** A matrix's region as JSON, CSV and Python. */
import { filed } from "../../elements/map/map-figure.ts";
import { heightOf, type Region, widthOf } from "../../elements/map/region.ts";
import { matrixCsv, nested } from "../../elements/matrix-text.ts";
import type { Copies } from "../../lab/copies.ts";
import { commented } from "../../lab/python-text.ts";
import type { Matrix } from "./matrix.ts";

/** Cells that are still copied. */
const MOST_COPIED = 65_536;

export interface Copied {
  /** A Python name. */
  name: string;
  comment: string;
  matrix: Matrix;
  region: Region;
  rows: readonly string[];
  columns: readonly string[];
}

const numpyNumber = (value: number): string => String(value).replace("NaN", "np.nan").replace("Infinity", "np.inf");

export function matrixCopies({ region, rows, columns, name, comment, matrix }: Copied): Copies {
  if (heightOf(region) * widthOf(region) > MOST_COPIED) return {};
  const part = filed(matrix, region);
  const index = (labels: readonly string[], from: number) => labels.map((text, at) => ({ index: from + at, text }));
  return {
    json: () => {
      const place = { rows: index(rows, region.top), columns: index(columns, region.left) };
      return `${JSON.stringify({ name, ...place, values: nested(part) }, null, 1)}\n`;
    },
    csv: () => matrixCsv(part),
    python: () => {
      const lines = nested(part).map((row) => `    [${row.map(numpyNumber).join(", ")}],`);
      return commented(
        comment,
        `import numpy as np\n\n${name} = np.array([\n${lines.join("\n")}\n], dtype=np.float32)\n`,
      );
    },
  };
}
