/** Exercises as values. The right answer is a function of formulas, never a typed number; tests hold it against the core. */
import type { LabFigure } from "../lab-figure.ts";
import type { Say } from "../say.ts";

interface Shared {
  /** Unique on its page. */
  name: string;
  question: Say;
  /** After a wrong answer: where to look. */
  hint: Say;
  /** After a right one, or when it is shown: why. */
  why: Say;
}

export interface NumberExercise extends Shared {
  kind: "number";
  answer(): number;
  /** Of the answer, absolute. */
  tolerance: number;
  /** Digits after the point when it is shown. */
  digits: number;
  unit?: Say;
  /** Predicted first; the lab from which it is read appears with the verdict. */
  figure?: LabFigure;
}

export interface ChoiceExercise extends Shared {
  kind: "choice";
  options: Readonly<Record<string, Say>>;
  answer(): string;
}

export type Exercise = NumberExercise | ChoiceExercise;

/** What became of one on this visit. */
export type Outcome = "right" | "wrong" | "shown";
