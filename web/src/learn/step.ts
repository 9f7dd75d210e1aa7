/**
 * A page of the learning path as a value: its blocks in reading order. Words are functions, since the language changes;
 * numbers in them are computed where they are said.
 */
import type { Exercise } from "./exercise/exercise.ts";
import type { LabFigure } from "./lab-figure.ts";
import type { MeasuredPart } from "./measured/part.ts";
import type { Say } from "./say.ts";

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
