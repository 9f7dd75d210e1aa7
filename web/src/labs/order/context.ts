/** What the parts of the lab's page are drawn from, and what they may ask for. */

import type { LabEnvironment } from "../../lab/environment.ts";
import type { LabProblem } from "../../state/defaults.ts";
import type { Issue } from "../../state/issue.ts";
import { toJson } from "../../state/link.ts";
import type { CellPlace } from "./pieces.ts";
import type { EngineChoice, LabResult, Session } from "./session.ts";
import type { Side } from "./view.ts";

export interface FocusedCell extends CellPlace {
  by: "pointer" | "keyboard";
}

export interface LabContext {
  environment: LabEnvironment;
  /** What the controls show. */
  problem: LabProblem;
  /** What the numbers belong to: the last good result, or null. */
  result: LabResult | null;
  session: Session;
  engine: EngineChoice;
  side: Side;
  head: number;
  focused: FocusedCell | null;
  linkIssue: Issue | null;
  textIssue: Issue | null;
  text: string;

  commit(problem: LabProblem): void;
  preview(problem: LabProblem): void;
  reset(): void;
  setText(text: string, done: boolean): void;
  setEngine(engine: EngineChoice): void;
  setSide(side: Side): void;
  setHead(head: number): void;
  focusCell(cell: FocusedCell): void;
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
