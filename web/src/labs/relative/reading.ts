/** One pair of query and key as numbers: what content gives, what position adds, and what the softmax makes of it. */
import { CONTENT_TERMS, type SideParts, type Term, type TermsPart } from "./parts.ts";
import { headOf, isBias, type Place, placeOf, type RelativeState } from "./state.ts";

export interface Reading extends Place {
  /** From 0. */
  head: number;
  relative: number;
  isHidden: boolean;
  content: number;
  /** Of all terms that position enters. */
  position: number;
  score: number;
  weight: number;
  /** The weight that content alone would give. */
  plain: number;
}

const isContent = ({ name }: Term): boolean => CONTENT_TERMS.includes(name);

/** Index of a pair in [heads, queries, keys]. */
export const cellAt = (count: number, head: number, { query, key }: Place): number =>
  (head * count + query) * count + key;

/** The head as far as the part goes: while a new one is computed, the old may have fewer. */
const headIn = (state: RelativeState, heads: number): number => Math.min(headOf(state), heads - 1);

/** null until the numbers are there. */
export function readPair(state: RelativeState, { content, terms }: SideParts, place?: Place): Reading | null {
  if (isBias(state)) return content ? readContent(state, content, place) : null;
  return terms ? readTerms(state, terms, place) : null;
}

function readContent(state: RelativeState, part: NonNullable<SideParts["content"]>, place?: Place): Reading {
  const { key } = place ?? placeOf(state, part.contents.length);
  const head = headIn(state, part.bias.length);
  const of = (table: readonly (readonly number[])[]): number => table[head]?.[key] ?? Number.NaN;
  const score = of(part.scores);
  return {
    head,
    query: part.query,
    key,
    relative: key - part.query,
    isHidden: score === -Infinity,
    content: part.contents[key] ?? Number.NaN,
    position: of(part.bias),
    score,
    weight: of(part.weights),
    plain: part.plain[key] ?? Number.NaN,
  };
}

function readTerms(state: RelativeState, part: TermsPart, place?: Place): Reading {
  const count = part.tokens.length;
  const pair = place ?? placeOf(state, count);
  const head = headIn(state, part.heads);
  const at = cellAt(count, head, pair);
  const sum = (terms: readonly Term[]) => terms.reduce((total, { values }) => total + (values[at] as number), 0);
  const score = part.scores.data[at] as number;
  return {
    ...pair,
    head,
    relative: pair.key - pair.query,
    isHidden: score === -Infinity,
    content: sum(part.terms.filter(isContent)),
    position: sum(part.terms.filter((term) => !isContent(term))),
    score,
    weight: part.weights.data[at] as number,
    plain: part.plain.data[at] as number,
  };
}

/** The key with the most weight. */
export function heaviest(weights: readonly number[]): number {
  return weights.reduce((best, weight, key) => (weight > (weights[best] as number) ? key : best), 0);
}

/** How much of a head's score, in absolute size over the visible pairs, stands in terms of position. */
export function positionShare(part: TermsPart, head: number): number {
  const size = part.tokens.length ** 2;
  const sizeOf = ({ values }: Term): number =>
    values
      .slice(head * size, (head + 1) * size)
      .reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : Math.abs(value)), 0);
  const sum = (terms: readonly Term[]): number => terms.reduce((total, term) => total + sizeOf(term), 0);
  const all = sum(part.terms);
  return all === 0 ? 0 : sum(part.terms.filter((term) => !isContent(term))) / all;
}

export interface CurveDifference {
  largest: number;
  relative: number;
}

/** Where two curves of the shown heads differ most; null where they have no relative position in common. */
export function curveDifference(
  [relatives, values]: readonly [readonly number[], readonly number[]],
  [otherRelatives, otherValues]: readonly [readonly number[], readonly number[]],
): CurveDifference | null {
  const others = new Map(otherRelatives.map((relative, at) => [relative, otherValues[at] as number]));
  let found: CurveDifference | null = null;
  relatives.forEach((relative, at) => {
    const other = others.get(relative);
    if (other === undefined) return;
    const largest = Math.abs((values[at] as number) - other);
    if (!found || largest > found.largest) found = { largest, relative };
  });
  return found;
}
