/** A NumPy script for the products PE(p) · PE(p + k): the least and the largest over all p, one number for most tables. */
import { isLearned } from "./methods.ts";
import { encodingPython } from "./python.ts";
import { rowsOf, type Side } from "./view.ts";

export function productScript(side: Side): string {
  const { state, table, k } = side;
  const [first, end] = [Math.max(0, -k), Math.min(table.count, table.count - k)];
  return `${
    isLearned(state)
      ? literalRows(side)
      : `import numpy as np
${encodingPython(state)}
rows = np.array([encoding(p) for p in range(${table.count})])`
  }
dots = rows @ rows.T
products = [dots[p, p + ${k}] for p in range(${first}, ${end})]
print(min(products), max(products))
`;
}

/** No formula gives a table that was drawn. */
function literalRows(side: Side): string {
  const { count, width } = side.table;
  return `import numpy as np

rows = np.array([${Array.from(rowsOf(side)).join(", ")}]).reshape(${count}, ${width})`;
}
