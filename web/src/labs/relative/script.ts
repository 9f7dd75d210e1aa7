/** A NumPy script for the pair at the top: what content gives, what position gives, and the weight. */
import { pythonList } from "../../lab/python-text.ts";
import type { SideParts, TermsPart } from "./parts.ts";
import { CONTENT_TERMS } from "./parts.ts";
import { biasLines, lines } from "./python.ts";
import { cellAt, type Reading, readPair } from "./reading.ts";
import { isBias, type RelativeState } from "./state.ts";

/** null until the numbers are there. */
export function pairScript(state: RelativeState, parts: SideParts): string | null {
  const reading = readPair(state, parts);
  if (!reading) return null;
  const { content, terms } = parts;
  if (isBias(state)) return content ? biasScript(state, content, reading) : null;
  return terms ? termsScript(terms, reading) : null;
}

const softmax = (key: number): string[] => [
  "weights = np.exp(score - score[np.isfinite(score)].max())",
  "weights /= weights.sum()",
  `key = ${key}`,
  "print(content[key], position[key], weights[key])",
];

function biasScript(
  state: RelativeState,
  { contents, bias, query }: NonNullable<SideParts["content"]>,
  { head, key }: Reading,
): string {
  const relatives = contents.map((_, at) => at - query);
  return lines(
    `content = np.array(${pythonList(contents)})`,
    `delta = np.arange(content.size) - ${query}  # key - query`,
    ...biasLines(state, head, relatives, bias[head] ?? []),
    "position = bias",
    ...(state.mask === "causal"
      ? ["score = np.where(delta > 0, -np.inf, content + position)"]
      : ["score = content + position"]),
    ...softmax(key),
  );
}

const number = (value: number): string => (Number.isNaN(value) ? "np.nan" : String(value));

/** The terms of the query's row as they are: their vectors were drawn. */
function termsScript({ tokens, terms, scores }: TermsPart, { head, query, key }: Reading): string {
  const count = tokens.length;
  const start = cellAt(count, head, { query, key: 0 });
  const rowOf = (values: ArrayLike<number>) =>
    Array.from({ length: count }, (_, at) => number(values[start + at] as number)).join(", ");
  const hidden = Array.from({ length: count }, (_, at) => (scores.data[start + at] === -Infinity ? "True" : "False"));
  const sum = (isContent: boolean) =>
    terms
      .filter(({ name }) => CONTENT_TERMS.includes(name) === isContent)
      .map(({ name }) => name)
      .join(" + ") || "0 * hidden";
  return lines(
    `hidden = np.array([${hidden.join(", ")}])`,
    ...terms.map(({ name, values }) => `${name} = np.array([${rowOf(values)}])`),
    `content, position = ${sum(true)}, ${sum(false)}`,
    "score = np.where(hidden, -np.inf, content + position)",
    ...softmax(key),
  );
}
