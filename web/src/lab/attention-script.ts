/**
 * Attention as a few lines of NumPy. A function of the script takes
 *
 *   query, key, value   [heads | kv_heads, tokens, width], as they enter the product
 *   visible, row        [queries, keys]; row of the relative tables, where there are any
 *
 * What a method adds stands in a MethodTerm.
 */
import type { Tensor } from "../engine/index.ts";
import { pythonList } from "./python-text.ts";

export interface MethodTerm {
  /** Lines above the function. */
  before: readonly string[];
  /** First in the function. */
  turn: readonly string[];
  /** They add to `scores`: below the soft cap, and above it. */
  inside: readonly string[];
  bias: readonly string[];
  /** They add to `output`. */
  output: readonly string[];
}

export const NO_TERM: MethodTerm = { before: [], turn: [], inside: [], bias: [], output: [] };

/** Nine digits hold a float32. */
const digits = (values: ArrayLike<number>): string =>
  pythonList(Array.from(values, (value) => Number(value.toPrecision(9))));

export const array = ({ shape, data }: Tensor): string => `np.array(${digits(data)}).reshape(${shape.join(", ")})`;

export interface AttendSettings {
  scale: number;
  softcap?: number;
  /** Heads that share a key head. */
  group: number;
}

/** The function's lines, up to `weights` and `output`. */
export const attendLines = ({ scale, softcap, group }: AttendSettings, term: MethodTerm): string[] => [
  ...term.turn,
  ...(group === 1 ? [] : [`key, value = key.repeat(${group}, axis=0), value.repeat(${group}, axis=0)`]),
  `scores = query @ key.transpose(0, 2, 1) * ${scale}`,
  ...term.inside,
  ...(softcap ? [`scores = ${softcap} * np.tanh(scores / ${softcap})`] : []),
  ...term.bias,
  "scores = np.where(visible, scores, -np.inf)",
  "weights = np.exp(scores - scores.max(axis=-1, keepdims=True, initial=-1e300))",
  "weights /= np.maximum(weights.sum(axis=-1, keepdims=True), 1e-300)  # a query that sees nothing gives 0",
  "output = weights @ value",
  ...term.output,
];
