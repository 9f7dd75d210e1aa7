/** What the parts of the page are drawn from, and what they may ask for. */
import type { CatalogueModel } from "../../models/types.ts";
import type { Reading } from "./reading.ts";
import type { Session } from "./session.ts";
import type { ContextState, LinkError, Source } from "./state.ts";

/** A text that is not taken: too long, no JSON object, or a file that cannot be read. */
export interface TextIssue {
  code: "long" | "json" | "file";
  /** In English, from the reader. */
  detail: string;
}

export interface LabContext {
  /** What the controls show. */
  state: ContextState;
  models: readonly CatalogueModel[];
  /** Of the state; null while the catalogue is fetched, and where the link names a model that does not exist. */
  reading: Reading | null;
  /** The last one that has an answer: what the numbers belong to. */
  answered: Reading | null;
  session: Session;
  text: string;
  textIssue: TextIssue | null;
  linkError: LinkError | null;
  /** Whether something can be undone. */
  canUndo: boolean;

  /** What became of the last wish to copy the link. */
  copied: "no" | "yes" | "refused";

  commit(changes: Partial<ContextState>): void;
  preview(changes: Partial<ContextState>): void;
  /** A configuration from elsewhere: length and layer type begin anew. */
  take(source: Source, changes?: Partial<ContextState>): void;
  setText(text: string, isDone: boolean): void;
  refuse(issue: TextIssue): void;
  clear(): void;
  undo(): void;
  reset(): void;
  copyLink(): Promise<void>;
  focusText(): void;
  showStage(id: string): void;
}

/** Whether the numbers belong to an earlier configuration than the controls show. */
export const isStale = ({ reading, answered, textIssue, text }: LabContext): boolean =>
  answered !== null && (reading !== answered || textIssue !== null || text === "");
