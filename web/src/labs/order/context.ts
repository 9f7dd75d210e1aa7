/** What the parts of the lab's page are drawn from, and what they may ask for. */

import type { LabEnvironment } from "../../lab/environment.ts";
import type { LabProblem } from "../../state/defaults.ts";
import type { Issue } from "../../state/issue.ts";
import { toJson } from "../../state/link.ts";
import type { CellPlace } from "./pieces.ts";
import type { EngineChoice, LabResult, Session } from "./session.ts";
import { makeView, type Side, type View } from "./view.ts";

export type Compared = "kept" | "present" | "difference";

export interface FocusedCell extends CellPlace {
  by: "pointer" | "keyboard";
  /** Whose number it is; the difference is the present one less the kept one. */
  of: Compared;
}

export interface LabContext {
  environment: LabEnvironment;
  /** What the controls show. */
  problem: LabProblem;
  /** The problem that is kept for comparison. */
  other: LabProblem | null;
  /** What the numbers belong to: the last good result, or null. */
  result: LabResult | null;
  session: Session;
  canUndo: boolean;
  canReset: boolean;
  engine: EngineChoice;
  side: Side;
  head: number;
  focused: FocusedCell | null;
  /** The step of the proof that is shown, from 0, and the one whose figures are marked. */
  step: number;
  pointed: number | null;
  linkIssue: Issue | null;
  textIssue: Issue | null;
  text: string;

  /** Whether it leaves what the page around has locked as it is; others are not offered, and not taken. */
  allows(problem: LabProblem): boolean;
  commit(problem: LabProblem): void;
  preview(problem: LabProblem): void;
  reset(): void;
  undo(): void;
  /** Keeps the present problem, to lay what follows beside it. */
  keep(): void;
  drop(): void;
  swap(): void;
  setText(text: string, done: boolean): void;
  setEngine(engine: EngineChoice): void;
  setSide(side: Side): void;
  setHead(head: number): void;
  focusCell(cell: FocusedCell): void;
  /** Goes to a step of the proof; with the focus, where a key led there. */
  setStep(step: number, by?: "pointer" | "keyboard"): void;
  point(step: number | null): void;
  /** Commits the problem and, once its numbers are there, goes to the cell. */
  showExample(problem: LabProblem, cell: CellPlace): void;
  /** Scrolls to an element; at once where what is above it changes at the same time. */
  showStage(id: string, atOnce?: boolean): void;
}

/** Whether the numbers still belong to an earlier problem than the controls show. */
export const isStale = ({ problem, result, session }: LabContext): boolean =>
  !session.failure && (!result || toJson(result.problem) !== toJson(problem));

/** The problem whose shape the figures have: the result's, or the present one while there is none. */
export const shownProblem = (context: LabContext): LabProblem => context.result?.problem ?? context.problem;

/** One head of one side of what the controls show, or of what was kept; null while there is nothing kept. */
export const presentView = (context: LabContext): View =>
  makeView(shownProblem(context), context.result, context.side, context.head);

export function keptView({ session: { kept }, side, head }: LabContext): View | null {
  return kept && makeView(kept.problem, kept, side, head);
}
