/** What the parts of the page are drawn from, and what they may ask for. */

import type { LabEnvironment } from "../../lab/environment.ts";
import type { Session } from "../../lab/session.ts";
import type { CatalogueModel } from "../../models/types.ts";
import type { Engine, Parts } from "./parts.ts";
import type { Reading } from "./reading.ts";
import type { ContextState, LinkError, Source } from "./state.ts";
import type { TextFault } from "./text-fault.ts";

/** A text that is not taken: too long, a file that cannot be read, or what is wrong with its JSON. */
export type TextIssue = { code: "long" | "file"; detail: string } | { code: "json"; fault: TextFault };

export interface LabContext {
  environment: LabEnvironment;
  /** What the controls show. */
  state: ContextState;
  models: readonly CatalogueModel[];
  /** Of the state; null while the catalogue is fetched, and where the link names a model that does not exist. */
  reading: Reading | null;
  /** The last one that has an answer: what the numbers belong to. */
  answered: Reading | null;
  session: Session<Parts, Engine>;
  text: string;
  textIssue: TextIssue | null;
  linkError: LinkError | null;
  /** Whether the field of the length holds what is no length. */
  lengthFault: boolean;
  /** Whether something can be undone. */
  canUndo: boolean;

  /** Whether the page around has locked none of them. */
  allows(changes: Partial<ContextState>): boolean;
  commit(changes: Partial<ContextState>): void;
  preview(changes: Partial<ContextState>): void;
  /** A configuration from elsewhere: length and layer type begin anew. */
  take(source: Source, changes?: Partial<ContextState>): void;
  setText(text: string, isDone: boolean): void;
  refuse(issue: TextIssue): void;
  refuseLength(): void;
  clear(): void;
  undo(): void;
  reset(): void;
  focusText(): void;
  showStage(id: string): void;
}

/** Whether the text field was emptied. */
export const isCleared = ({ text, reading }: LabContext): boolean => text === "" && reading !== null;

/** Whether the numbers belong to an earlier configuration than the controls show. */
export const isStale = ({ reading, answered, textIssue, text }: LabContext): boolean =>
  answered !== null && (reading !== answered || textIssue !== null || text === "");
