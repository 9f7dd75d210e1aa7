/** What the parts of the page read and ask for. */
import type { Pair } from "../../lab/lab-element.ts";
import type { Side } from "./answer.ts";
import type { Place, RelativeState } from "./state.ts";

export interface LabContext {
  readonly pair: Pair<RelativeState>;
  readonly present: Side;
  /** null: nothing is compared. */
  readonly kept: Side | null;
  /** The pair under the pointer or with focus; null: the chosen one. */
  readonly pointed: Place | null;
  /** A kept setting below the present one: shown, not changed. */
  readonly isFixed: boolean;
  point(place: Place | null): void;
  commit(change: Partial<RelativeState>): void;
  preview(change: Partial<RelativeState>): void;
}
