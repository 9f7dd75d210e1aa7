/** A few lines of NumPy that give the numbers of a figure. */
import { pythonList } from "../../lab/python-text.ts";
import type { CurvePart } from "./parts.ts";
import type { RelativeState } from "./state.ts";

export const lines = (...text: readonly string[]): string => `${["import numpy as np", ...text].join("\n")}\n`;
const python = (value: boolean): string => (value ? "True" : "False");

const SLOPES = [
  "def slopes(n):",
  "    m = 2 ** int(np.log2(n))",
  "    first = [2 ** (-8 * (h + 1) / m) for h in range(m)]",
  "    return first + [2 ** (-8 * (2 * h + 1) / (2 * m)) for h in range(n - m)]",
];

const BUCKET = [
  "def bucket(delta, buckets, farthest, bidirectional):",
  "    offset, distance = 0, max(-delta, 0)",
  "    if bidirectional:",
  "        buckets //= 2",
  "        offset, distance = buckets * (delta > 0), abs(delta)",
  "    exact = buckets // 2",
  "    if distance < exact:",
  "        return offset + distance",
  "    step = np.log(distance / exact) / np.log(farthest / exact) * (buckets - exact)",
  "    return offset + min(exact + int(step + 1e-9), buckets - 1)",
];

export function curvePython(state: RelativeState, part: CurvePart, head: number): string {
  const { relatives, bias } = part;
  const delta = `delta = np.arange(${relatives[0]}, ${(relatives.at(-1) ?? 0) + 1})  # key - query`;
  const values = bias[head] ?? [];
  return lines(delta, ...biasLines(state, head, relatives, values), "print(bias)");
}

export function biasLines(
  state: RelativeState,
  head: number,
  relatives: readonly number[],
  values: readonly number[],
): string[] {
  const back = "distance = np.maximum(-delta, 0)";
  switch (state.method) {
    case "alibi":
      return [...slopeLines(state, head), `bias = slope * ${state.direction === "causal" ? "delta" : "-abs(delta)"}`];
    case "kerple": {
      const [p, a] = [state.p[head % state.p.length], state.a[head % state.a.length]];
      const formula = state.form === "log" ? "-p * np.log1p(a * distance)" : "-a * distance ** p";
      return [`p, a = ${p}, ${a}`, back, `bias = ${formula}`];
    }
    case "sandwich":
      return [
        `d, head, heads = ${state.dimension}, ${head + 1}, ${state.heads}`,
        back,
        "frequency = 10000 ** (-2 * np.arange(1, d // 2 + 1) / d)",
        "bias = (np.cos(np.outer(distance, frequency)).sum(1) - d // 2) / (8 * head / heads)",
      ];
    case "t5_bias":
      return [...BUCKET, ...tableLines(state, relatives, values)];
    default:
      return ["# A network with drawn weights: its values as they are.", `bias = np.array(${pythonList(values)})`];
  }
}

function slopeLines({ slope_rule, slope, heads }: RelativeState, head: number): string[] {
  if (slope_rule === "own") return [`slope = ${slope}`];
  if (slope_rule === "circulating") return [`slope = 2 ** -${head + 1}`];
  if (slope_rule === "geometric") return [`slope = 2 ** (-8 * ${head + 1} / ${heads})`];
  return [...SLOPES, `slope = slopes(${heads})[${head}]`];
}

/** The drawn numbers of the buckets that the curve meets. */
function tableLines(state: RelativeState, relatives: readonly number[], values: readonly number[]): string[] {
  const { buckets, max_distance, bidirectional } = state;
  const call = (delta: string): string => `bucket(${delta}, ${buckets}, ${max_distance}, ${python(bidirectional)})`;
  const firsts = relatives.filter((_, at) => at === 0 || values[at] !== values[at - 1]);
  const drawn = firsts.map((relative) => values[relatives.indexOf(relative)] as number);
  return [
    `table = dict(zip([${call("d")} for d in ${pythonList(firsts)}], ${pythonList(drawn)}))`,
    `bias = np.array([table[${call("d")}] for d in delta])`,
  ];
}

export const slopesPython = (heads: number): string =>
  lines(
    ...SLOPES,
    `n = ${heads}`,
    "for h, slope in enumerate(slopes(n)):",
    "    print(h + 1, slope, 2 ** (-8 * (h + 1) / n), 2 ** -(h + 1))",
  );

export const bucketsPython = (state: RelativeState, first: number, last: number): string =>
  lines(
    ...BUCKET,
    `for delta in range(${first}, ${last + 1}):`,
    `    print(delta, bucket(delta, ${state.buckets}, ${state.max_distance}, ${python(state.bidirectional)}))`,
  );
