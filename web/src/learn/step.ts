/**
 * A page of the learning path as a value: its blocks in reading order. Words are functions, since the language changes;
 * numbers in them are computed where they are said.
 */
import type { LabName } from "../embed/vocabulary.ts";
import type { Exercise } from "./exercise/exercise.ts";
import type { MeasuredPart } from "./measured/part.ts";

export type Say = () => string;

/** A lab in a state that fits the paragraph. `hide` names controls and sections, as on <posenc-lab>. */
export interface LabFigure {
  lab: LabName;
  state: string;
  ui: "min" | "none";
  hide: readonly string[];
  caption: Say;
}

export type Block =
  | { kind: "heading"; say: Say }
  | { kind: "prose"; say: Say }
  /** One line each, in the marks of prose.ts; the same in every language. */
  | { kind: "formula"; lines: readonly string[] }
  | { kind: "lab"; figure: LabFigure }
  | { kind: "exercise"; exercise: Exercise }
  | { kind: "measured"; parts: readonly MeasuredPart[] }
  | { kind: "claims" };

export interface Step {
  title: Say;
  lead: Say;
  blocks: readonly Block[];
}

export const heading = (say: Say): Block => ({ kind: "heading", say });
export const prose = (say: Say): Block => ({ kind: "prose", say });
export const formula = (...lines: string[]): Block => ({ kind: "formula", lines });
export const lab = (figure: LabFigure): Block => ({ kind: "lab", figure });
export const exercise = (exercise: Exercise): Block => ({ kind: "exercise", exercise });
export const measured = (...parts: MeasuredPart[]): Block => ({ kind: "measured", parts });
