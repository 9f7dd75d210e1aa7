/**
 * A NumPy script of the whole comparison, from the vectors that enter attention: it prints max |F(PX) - P F(X)|. Vectors
 * that depend on their slot before the product (an encoding in X, a rotation that takes more than a line) are written
 * out for X and for PX; else those of X serve for both.
 */
import type { Tensor } from "../../engine/problem.ts";
import { pythonList } from "../../lab/python-text.ts";
import { BASE, type LabProblem } from "../../state/defaults.ts";
import { positionsOf } from "../../state/positions.ts";
import { alibiSlope, defaultScale, isPlainRotary, type Of, rotaryChannel } from "./method-numbers.ts";
import type { LabResult } from "./session.ts";
import { isSpelt, type Terms } from "./terms.ts";
import { addsToInput } from "./view.ts";

/** Numbers in all: more would be no short script. */
const MOST_WRITTEN = 8192;

interface Vectors {
  query: Tensor;
  key: Tensor;
  value: Tensor;
}

/** null where a few lines do not say what the method does, and while its numbers are not there. */
export function equivarianceScript({ problem, data, terms }: LabResult): string | null {
  const term = isSpelt(problem) ? termOf(problem, terms) : null;
  const bySlot = isBySlot(problem);
  const original = vectorsOf(data.original, bySlot);
  const permuted = bySlot ? vectorsOf(data.permuted, bySlot) : original;
  const { scores } = data.original;
  if (!term || !original || !permuted || !scores) return null;
  const { query, key, value } = original;
  const count = (bySlot ? 2 : 1) * (query.data.length + key.data.length + value.data.length);
  if (count > MOST_WRITTEN) return null;
  const ofPermuted = bySlot
    ? "query_permuted, key_permuted, value_permuted"
    : "query[:, order], key[:, order], value[:, order]";
  return [
    "import numpy as np",
    "",
    `# [heads, tokens, head_dim]${bySlot ? " of X, as they enter the product" : ""}`,
    ...written(original, ""),
    ...(bySlot ? ["# of P X", ...written(permuted, "_permuted")] : []),
    `order = ${pythonList(data.permutation)}  # (P X)[t] = X[order[t]]`,
    `visible = np.array(${visibleRows(scores)}, dtype=bool)`,
    ...term.before,
    "",
    "def attend(query, key, value, visible):",
    ...attendLines(problem, term).map((line) => `    ${line}`),
    "",
    `of_permuted = attend(${ofPermuted}, ${problem.permute_mask ? "visible[order][:, order]" : "visible"})`,
    "permuted_of = attend(query, key, value, visible)[:, order]",
    "print(np.abs(of_permuted - permuted_of).max())",
    "",
  ].join("\n");
}

/** What the method adds to the script. */
interface MethodTerm {
  /** Lines above the function. */
  before: readonly string[];
  /** First in the function. */
  turn: readonly string[];
  /** `bias` is added to the scores. */
  hasBias: boolean;
}

const plainTerm: MethodTerm = { before: [], turn: [], hasBias: false };

const isBySlot = (problem: LabProblem): boolean =>
  addsToInput(problem) ||
  problem.query_scale !== undefined ||
  (problem.method.kind === "rotary" && !isPlainRotary(problem.method));

function termOf(problem: LabProblem, terms: Terms | null): MethodTerm | null {
  const { method } = problem;
  switch (method.kind) {
    case "none":
    case "sinusoidal":
    case "learned":
      return plainTerm;
    case "rotary":
      return isBySlot(problem) ? plainTerm : rotaryTerm(problem, method);
    case "alibi":
      return alibiTerm(problem, method);
    case "kerple":
      return kerpleTerm(problem, method);
    case "sandwich":
      return sandwichTerm(problem, method);
    case "t5_bias":
    case "fire":
      return terms?.bias ? biasTerm([`bias = ${array(terms.bias)}  # of every pair`]) : null;
    default:
      return null;
  }
}

function rotaryTerm(problem: LabProblem, method: Of<"rotary">): MethodTerm {
  const width = problem.input.head_dim;
  const { query, key } = positionsOf(problem);
  const channels = Array.from({ length: width }, (_, channel) => rotaryChannel(method, width, channel));
  const { offset = 0 } = method;
  const shift = offset === 0 ? "" : ` + ${offset}`;
  return {
    ...plainTerm,
    before: [
      `query_positions = np.array(${pythonList(query)})${shift}`,
      `key_positions = np.array(${pythonList(key)})${shift}`,
      `frequency = np.array(${pythonList(channels.map((one) => one?.frequency ?? 0))})  # of every channel`,
      `partner = ${pythonList(channels.map((one, channel) => one?.partner ?? channel))}`,
      `sign = np.array(${pythonList(channels.map((one) => one?.sign ?? 1))})`,
      "",
      "def turned(vectors, positions):",
      "    angle = positions[:, None] * frequency",
      "    return vectors * np.cos(angle) + sign * vectors[..., partner] * np.sin(angle)",
    ],
    turn: ["query, key = turned(query, query_positions), turned(key, key_positions)"],
  };
}

const biasTerm = (before: readonly string[]): MethodTerm => ({
  ...plainTerm,
  before,
  hasBias: true,
});

function relativeLine(problem: LabProblem): string {
  const { query, key } = positionsOf(problem);
  return `relative = np.array(${pythonList(key)}) - np.array(${pythonList(query)})[:, None]  # key - query`;
}

/** [heads, 1, 1] */
const perHead = ({ input: { heads } }: LabProblem, of: (head: number) => number): string =>
  `np.array(${pythonList(Array.from({ length: heads }, (_, head) => of(head)))})[:, None, None]`;

function alibiTerm(problem: LabProblem, method: Of<"alibi">): MethodTerm {
  const factor = method.applied === "before_scale" ? scaleOf(problem) : 1;
  const slope = (head: number) => factor * alibiSlope(method, problem.input.heads, head);
  return biasTerm([
    relativeLine(problem),
    `bias = ${perHead(problem, slope)} * ${method.direction === "symmetric" ? "-np.abs(relative)" : "relative"}`,
  ]);
}

function kerpleTerm(problem: LabProblem, method: Of<"kerple">): MethodTerm {
  const numbers = (name: "p" | "a") => perHead(problem, (head) => method[name]?.[head] ?? 1);
  return biasTerm([
    relativeLine(problem),
    "distance = np.maximum(-relative, 0)",
    `p, a = ${numbers("p")}, ${numbers("a")}`,
    `bias = ${method.form === "power" ? "-a * distance ** p" : "-p * np.log1p(a * distance)"}`,
  ]);
}

function sandwichTerm(problem: LabProblem, method: Of<"sandwich">): MethodTerm {
  const { heads, head_dim } = problem.input;
  const { dimension = head_dim } = method;
  const half = Math.floor(dimension / 2);
  return biasTerm([
    relativeLine(problem),
    "distance = np.maximum(-relative, 0)",
    `waves = np.cos(distance[..., None] * ${BASE} ** (-2 * np.arange(1, ${half + 1}) / ${dimension}))`,
    `bias = (waves.sum(axis=-1) - ${half}) / ${perHead(problem, (head) => (8 * (head + 1)) / heads)}`,
  ]);
}

const scaleOf = ({ scale, method, input }: LabProblem): number => scale ?? defaultScale([method], input.head_dim);

function attendLines(problem: LabProblem, { turn, hasBias }: MethodTerm): string[] {
  const { heads, kv_heads } = problem.input;
  const { softcap } = problem;
  const group = heads / kv_heads;
  return [
    ...turn,
    ...(group === 1 ? [] : [`key, value = key.repeat(${group}, axis=0), value.repeat(${group}, axis=0)`]),
    `scores = query @ key.transpose(0, 2, 1) * ${scaleOf(problem)}`,
    ...(softcap ? [`scores = ${softcap} * np.tanh(scores / ${softcap})`] : []),
    ...(hasBias ? ["scores = scores + bias"] : []),
    "scores = np.where(visible, scores, -np.inf)",
    "weights = np.exp(scores - scores.max(axis=-1, keepdims=True, initial=-1e300))",
    "weights /= np.maximum(weights.sum(axis=-1, keepdims=True), 1e-300)  # a query that sees nothing gives 0",
    "return weights @ value",
  ];
}

/** As they enter the product where they are written out by slot; else as they were projected. */
function vectorsOf({ query, key, value, ...turned }: LabResult["data"]["original"], bySlot: boolean): Vectors | null {
  const [q, k] = bySlot ? [turned.rotated_query ?? query, turned.rotated_key ?? key] : [query, key];
  return q && k && value ? { query: q, key: k, value } : null;
}

/** Nine digits hold a float32. */
const array = ({ shape, data }: Tensor): string =>
  `np.array(${pythonList(Array.from(data, (value) => Number(value.toPrecision(9))))}).reshape(${shape.join(", ")})`;

const written = ({ query, key, value }: Vectors, suffix: string): string[] => [
  `query${suffix} = ${array(query)}`,
  `key${suffix} = ${array(key)}`,
  `value${suffix} = ${array(value)}`,
];

/** The same for every head. */
function visibleRows({ shape, data }: Tensor): string {
  const [, queries = 0, keys = 0] = shape;
  const row = (query: number) =>
    pythonList(Array.from(data.subarray(query * keys, (query + 1) * keys), (score) => (score === -Infinity ? 0 : 1)));
  return `[${Array.from({ length: queries }, (_, query) => row(query)).join(", ")}]`;
}
