/** A figure's numbers as NumPy arrays. */
import type { Column } from "../../../lab/figure-data.ts";

const list = (values: ArrayLike<number | string>): string => Array.from(values).join(", ").replaceAll("NaN", "np.nan");

export const python = (columns: readonly Column[]): string =>
  [
    "import numpy as np",
    ...columns.map(({ name, label, values }) => `${name} = np.array([${list(values)}])  # ${label}`),
  ].join("\n");
