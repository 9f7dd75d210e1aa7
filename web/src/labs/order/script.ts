/**
 * A NumPy script of the whole comparison, from the vectors that enter attention: it prints max |F(PX) - P F(X)|. Vectors
 * that depend on their slot before the product (an encoding in X, a rotation that takes more than a line) are written
 * out for X and for PX; else those of X serve for both. A method of one line is a formula, others are their tables.
 */
import type { CorePlan } from "../../engine/index.ts";
import type { Tensor } from "../../engine/problem.ts";
import { array, attendLines, type MethodTerm, NO_TERM } from "../../lab/attention-script.ts";
import { pythonList } from "../../lab/python-text.ts";
import { BASE, type LabProblem, methodsOf } from "../../state/defaults.ts";
import { positionsOf } from "../../state/positions.ts";
import { alibiSlope, defaultScale, isPlainRotary, type Of, rotaryChannel } from "./method-numbers.ts";
import type { LabResult } from "./session.ts";
import { isSpelt } from "./terms.ts";
import { addsToInput } from "./view.ts";

interface Vectors {
  query: Tensor;
  key: Tensor;
  value: Tensor;
}

/** What lines cannot say is asked of the core: tables that were drawn, and several methods together. */
export async function equivarianceScript(
  { problem, data }: Pick<LabResult, "problem" | "data">,
  askPlan: () => Promise<CorePlan>,
): Promise<string> {
  const formula = formulaOf(problem);
  const plan = formula ? null : await askPlan();
  const term = formula ?? (await import("../../lab/plan-script.ts")).planTerm(plan as CorePlan);
  const bySlot = isBySlot(problem);
  const original = vectorsOf(data.original, bySlot);
  const ofPermuted = bySlot
    ? "query_permuted, key_permuted, value_permuted"
    : "query[:, order], key[:, order], value[:, order]";
  const { heads, kv_heads } = problem.input;
  const settings = { scale: plan?.scale ?? scaleOf(problem), softcap: problem.softcap, group: heads / kv_heads };
  return [
    "import numpy as np",
    "",
    `# [heads, tokens, head_dim]${bySlot ? " of X, as they enter the product" : ""}`,
    ...written(original, ""),
    ...(bySlot ? ["# of P X", ...written(vectorsOf(data.permuted, bySlot), "_permuted")] : []),
    `order = ${pythonList(data.permutation)}  # (P X)[t] = X[order[t]]`,
    `visible = np.array(${visibleRows(data.original.scores as Tensor)}, dtype=bool)`,
    ...term.before,
    "",
    "def attend(query, key, value, visible):",
    ...[...attendLines(settings, term), "return output"].map((line) => `    ${line}`),
    "",
    `of_permuted = attend(${ofPermuted}, ${problem.permute_mask ? "visible[order][:, order]" : "visible"})`,
    "permuted_of = attend(query, key, value, visible)[:, order]",
    "print(np.abs(of_permuted - permuted_of).max())",
    "",
  ].join("\n");
}

function isBySlot(problem: LabProblem): boolean {
  const isTabled = ({ kind, ...method }: ReturnType<typeof methodsOf>[number]) =>
    kind === "rotary" && (!isSpelt(problem) || !isPlainRotary({ kind, ...method }));
  return addsToInput(problem) || problem.query_scale !== undefined || methodsOf(problem).some(isTabled);
}

/** null where a few lines do not say what the method does. */
function formulaOf(problem: LabProblem): MethodTerm | null {
  const { method } = problem;
  if (!isSpelt(problem)) return null;
  switch (method.kind) {
    case "none":
    case "sinusoidal":
    case "learned":
      return NO_TERM;
    case "rotary":
      return isBySlot(problem) ? NO_TERM : rotaryTerm(problem, method);
    case "alibi":
      return alibiTerm(problem, method);
    case "kerple":
      return kerpleTerm(problem, method);
    case "sandwich":
      return sandwichTerm(problem, method);
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
    ...NO_TERM,
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
  ...NO_TERM,
  before,
  bias: ["scores = scores + bias"],
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

/** As they enter the product where they are written out by slot; else as they were projected. */
function vectorsOf({ query, key, value, ...turned }: LabResult["data"]["original"], bySlot: boolean): Vectors {
  const [q, k] = bySlot ? [turned.rotated_query ?? query, turned.rotated_key ?? key] : [query, key];
  return { query: q as Tensor, key: k as Tensor, value: value as Tensor };
}

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
