/**
 * The steps of the proof on real matrices: what comes out of PX, and P times what came out of X. The engine's numbers of
 * one head; a step fails where the two differ by more than rounding.
 */
import { commonDomain, type Figure } from "../../charts/figure.ts";
import { labelsOf } from "../../state/input.ts";
import { apply } from "../../state/permutation.ts";
import { type FigureName, figureOf, type View, valuesOf } from "./view.ts";

export interface Step {
  /** What is shown of it. */
  shown: "q" | "scores" | "weights" | "output" | "mean";
  /** What the two sides are called. */
  names: readonly [ofPermuted: string, permutedOf: string];
  /** The figures of the page that it speaks of. */
  figures: readonly FigureName[];
  /** The stage where they stand. */
  stage: string;
}

export const STEPS: readonly Step[] = [
  { shown: "q", names: ["Q(PX)", "P Q(X)"], figures: ["q", "k", "v"], stage: "stage-projections" },
  { shown: "scores", names: ["S(PX)", "P S(X) Pᵀ"], figures: ["scores"], stage: "stage-attention" },
  { shown: "weights", names: ["A(PX)", "P A(X) Pᵀ"], figures: ["weights"], stage: "stage-attention" },
  {
    shown: "output",
    names: ["F(PX)", "P F(X)"],
    figures: ["output", "of_permuted", "permuted_of", "difference"],
    stage: "comparison-title",
  },
  { shown: "mean", names: ["F(PX)", "F(X)"], figures: ["mean"], stage: "comparison-title" },
];

export const stepOf = (figure: FigureName): number | null => {
  const step = STEPS.findIndex(({ figures }) => figures.includes(figure));
  return step < 0 ? null : step;
};

/** The two sides, row by row; null before the first result. */
interface Sides {
  ofPermuted: ArrayLike<number>;
  permutedOf: ArrayLike<number>;
}

function sidesOf(view: View, name: FigureName): Sides | null {
  const values = (side: View["side"]) => valuesOf({ ...view, side }, name);
  const [ofPermuted, original] = [values("permuted"), values("original")];
  if (!ofPermuted || !original) return null;
  if (name === "mean") {
    const width = ofPermuted.length / 3;
    const rows = Array.from(ofPermuted);
    return { ofPermuted: rows.slice(0, width), permutedOf: rows.slice(width, 2 * width) };
  }
  const isByPair = name === "scores" || name === "weights";
  return { ofPermuted, permutedOf: permuted(view, original, isByPair) };
}

/** P M, or P M Pᵀ. */
function permuted({ count, problem: { permutation } }: View, values: ArrayLike<number>, isByPair: boolean): number[] {
  const width = values.length / count;
  const rows = Array.from({ length: count }, (_, row) => Array.from(values).slice(row * width, (row + 1) * width));
  return apply(permutation, rows).flatMap((row) => (isByPair ? apply(permutation, row) : row));
}

/** The largest difference; Infinity where the mask hides a pair on one side alone. */
export function largestDifference({ ofPermuted, permutedOf }: Sides): number {
  let largest = 0;
  for (let at = 0; at < ofPermuted.length; ++at) {
    const [one, other] = [ofPermuted[at] as number, permutedOf[at] as number];
    if (one !== other) largest = Math.max(largest, Math.abs(one - other));
  }
  return largest;
}

/** float32 keeps seven digits; sums of a few dozen products lose one. */
const ROUNDING = 1e-5;

export interface Measured {
  largest: number;
  holds: boolean;
}

/** A step as it goes on these numbers: the worst of its matrices. */
export function measureStep(view: View, { shown, figures }: Step): Measured | null {
  const names = shown === "q" ? figures : [shown];
  const all = names.map((name) => sidesOf(view, name));
  if (all.some((sides) => sides === null)) return null;
  const measured = (all as Sides[]).map((sides) => {
    const largest = largestDifference(sides);
    return { largest, holds: largest <= ROUNDING * Math.max(1, commonDomain(sides.ofPermuted, sides.permutedOf)) };
  });
  return {
    largest: Math.max(...measured.map(({ largest }) => largest)),
    holds: measured.every(({ holds }) => holds),
  };
}

/** Both sides and their difference, as figures on one scale. */
export function stepFigures(view: View, { shown, names }: Step): { heading: string; figure: Figure }[] {
  const sides = sidesOf(view, shown);
  if (!sides) return [];
  const { ofPermuted, permutedOf } = sides;
  const tokens = apply(view.problem.permutation, labelsOf(view.problem.input));
  const base = figureOf({ ...view, side: "permuted", tokens }, shown, [""]);
  const isHidden = (values: ArrayLike<number>) => (row: number, column: number) =>
    values[row * base.columns.length + column] === -Infinity;
  const difference = Array.from(ofPermuted, (value, at) => value - (permutedOf[at] as number));
  const domain = base.map === "sequential" ? 1 : commonDomain(ofPermuted, permutedOf);
  const hides = shown === "scores";
  return [
    {
      heading: names[0],
      figure: { ...base, values: ofPermuted, domain, ...(hides && { hidden: isHidden(ofPermuted) }) },
    },
    {
      heading: names[1],
      figure: { ...base, values: permutedOf, domain, ...(hides && { hidden: isHidden(permutedOf) }) },
    },
    {
      heading: `${names[0]} − ${names[1]}`,
      figure: {
        ...base,
        values: difference,
        map: "diverging",
        domain,
        hiddenAs: Number.NaN,
        hidden: (row, column) => !Number.isFinite(difference[row * base.columns.length + column]),
      },
    },
  ];
}
