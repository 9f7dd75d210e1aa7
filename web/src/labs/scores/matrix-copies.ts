/** A matrix's region as JSON, CSV and Python. */
import type { Copies } from "../../lab/copies.ts";
import { toCsv } from "../../lab/figure-data.ts";
import { commented } from "../../lab/python-text.ts";
import type { Matrix } from "./matrix.ts";
import { heightOf, type Region, widthOf } from "./region.ts";

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

const numbersOf = ({ matrix, region }: Copied): number[][] =>
  Array.from({ length: heightOf(region) }, (_, row) =>
    Array.from({ length: widthOf(region) }, (_, column) => matrix.at(region.top + row, region.left + column)),
  );

export function matrixCopies(copied: Copied): Copies {
  const { region, rows, columns, name, comment } = copied;
  if (heightOf(region) * widthOf(region) > MOST_COPIED) return {};
  const index = (labels: readonly string[], from: number) => labels.map((text, at) => ({ index: from + at, text }));
  return {
    json: () => {
      const place = { rows: index(rows, region.top), columns: index(columns, region.left) };
      return `${JSON.stringify({ name, ...place, values: numbersOf(copied) }, null, 1)}\n`;
    },
    csv: () => {
      const values = numbersOf(copied);
      const column = (at: number) => ({
        name: `"${region.left + at}"`,
        label: "",
        values: values.map((row) => row[at] as number),
      });
      const heads = { name: "row", label: "", values: rows.map((_, at) => region.top + at) };
      return toCsv({ columns: [heads, ...columns.map((_, at) => column(at))] });
    },
    python: () => {
      const lines = numbersOf(copied).map(
        (row) => `    [${row.map((value) => (Number.isNaN(value) ? "np.nan" : value)).join(", ")}],`,
      );
      return commented(
        comment,
        `import numpy as np\n\n${name} = np.array([\n${lines.join("\n")}\n], dtype=np.float32)\n`,
      );
    },
  };
}
