/** What any methods add to attention, from the tables of a lowered plan: the rows that its pairs meet, and lines of NumPy. */
import type { CorePlan, Tensor } from "../engine/index.ts";
import { array, type MethodTerm } from "./attention-script.ts";
import { pythonList } from "./python-text.ts";

/** Everything of a plan that acts between the product and the output; rotations come before. */
export function planTerm(plan: CorePlan): MethodTerm {
  const { scale, content_bias, relative_bias, relative_keys, relative_key_bias, relative_queries, relative_values } =
    plan;
  const rows = rowsOf(plan);
  const table = (name: string, { shape, data }: Tensor, rowOf?: Int32Array) =>
    `${name} = ${array(pickRows({ shape, data }, rows.used, rowOf))}  # ${shape.length === 2 ? "[heads, rows]" : "[heads or 1, rows, width]"}`;
  const query = `query[:, :, None]${relative_key_bias ? " + relative_key_bias[:, None, None]" : ""}`;
  const gated = gatedLines(plan);
  return {
    before: [
      ...rows.lines,
      ...gated.before,
      ...(content_bias ? [`content_bias = ${array(content_bias)}  # [heads, head_dim]`] : []),
      ...(relative_keys ? [table("relative_keys", relative_keys.table, relative_keys.row_of)] : []),
      ...(relative_key_bias ? [`relative_key_bias = ${array(relative_key_bias)}  # [heads, head_dim]`] : []),
      ...(relative_queries ? [table("relative_queries", relative_queries.table, relative_queries.row_of)] : []),
      ...(relative_values ? [table("relative_values", relative_values.table, relative_values.row_of)] : []),
      ...(relative_bias ? [table("relative_bias", relative_bias)] : []),
    ],
    turn: [],
    inside: [
      ...gated.inside,
      ...(content_bias ? [`scores = scores + content_bias[:, None] @ key.transpose(0, 2, 1) * ${scale}`] : []),
      ...(relative_keys ? [`scores = scores + ((${query}) * relative_keys[:, row]).sum(axis=-1) * ${scale}`] : []),
      ...(relative_queries
        ? [`scores = scores + (key[:, None] * relative_queries[:, row]).sum(axis=-1) * ${scale}`]
        : []),
    ],
    bias: relative_bias ? ["scores = scores + relative_bias[:, row]"] : [],
    output: relative_values ? ["output = output + (weights[..., None] * relative_values[:, row]).sum(axis=2)"] : [],
  };
}

interface Rows {
  lines: readonly string[];
  /** In their order in the tables that are written. */
  used: readonly number[];
}

/** The rows that pairs meet, numbered anew. */
function rowsOf({ relative_rows, shape: { queries, keys } }: CorePlan): Rows {
  if (!relative_rows) return { lines: [], used: [] };
  const { query_rows, key_rows, pair_rows } = relative_rows;
  const row = (i: number, j: number): number =>
    pair_rows ? (pair_rows[i * keys + j] as number) : (key_rows?.[j] ?? 0) - (query_rows?.[i] ?? 0);
  const grid = Array.from({ length: queries }, (_, i) => Array.from({ length: keys }, (_, j) => row(i, j)));
  const used = [...new Set(grid.flat())].sort((a, b) => a - b);
  const place = new Map(used.map((one, at) => [one, at]));
  const written = grid.map((line) => pythonList(line.map((one) => place.get(one) as number)));
  return { lines: [`row = np.array([${written.join(", ")}])  # of each query and key in the tables`], used };
}

/** Of [heads, rows] or [heads, rows, width]; a row that `rowOf` sends to -1 has zeros. */
function pickRows({ shape, data }: Tensor, used: readonly number[], rowOf?: Int32Array): Tensor {
  const [heads = 0, rows = 0, width = 1] = shape;
  const picked = new Float64Array(heads * used.length * width);
  for (let head = 0; head < heads; ++head)
    used.forEach((one, at) => {
      const row = rowOf ? (rowOf[one] as number) : one;
      if (row < 0) return;
      const start = (head * rows + row) * width;
      picked.set(data.subarray(start, start + width), (head * used.length + at) * width);
    });
  return { shape: [heads, used.length, ...shape.slice(2)], data: picked };
}

/** Positions that gates count, from the finished row of products. No more are counted than there are keys. */
function gatedLines({ gated, shape: { keys } }: CorePlan): Pick<MethodTerm, "before" | "inside"> {
  if (!gated) return { before: [], inside: [] };
  const [rows = 0, width = 0] = gated.table.shape;
  const count = Math.min(rows, keys + 1);
  const table = { shape: [count, width], data: gated.table.data.slice(0, count * width) };
  return {
    before: [`table = ${array(table)}  # of positions that gates count`],
    inside: [
      "gates = np.where(visible, 1 / (1 + np.exp(-scores)), 0)",
      "position = np.minimum(gates[..., ::-1].cumsum(axis=-1)[..., ::-1], len(table) - 1)",
      "low, high = np.floor(position).astype(int), np.ceil(position).astype(int)",
      "met = query @ table.T",
      "below, above = np.take_along_axis(met, low, -1), np.take_along_axis(met, high, -1)",
      `scores = scores + (below + (position - low) * (above - below)) * ${gated.factor}`,
    ],
  };
}
