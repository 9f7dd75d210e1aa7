/**
 * The state over time. A committed change is an entry of the browser's history, so Back undoes it; a preview (while
 * sliding or typing) only replaces the address of the entry it will become. A state that no link can hold stays out of
 * the address.
 */
import type { HistoryPlace } from "../../state/problem-history.ts";
import { type ContextState, LinkError, readHash, START, toHash } from "./state.ts";

export class StateHistory {
  state: ContextState = START;
  private before: string | null = null;

  constructor(
    private readonly place: HistoryPlace,
    private readonly listener: (state: ContextState, error: LinkError | null) => void,
  ) {
    place.onReturn(() => this.readPlace());
  }

  /** Takes the state from the address. A faulty one is reported and the present state kept. */
  readPlace(): void {
    this.before = null;
    try {
      this.state = readHash(this.place.hash());
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
      this.listener(this.state, error);
      return;
    }
    this.listener(this.state, null);
  }

  preview(state: ContextState): void {
    this.before ??= this.place.hash();
    this.place.write("replace", toHash(state));
    this.set(state);
  }

  commit(state: ContextState): void {
    const before = this.before ?? this.place.hash();
    if (this.before !== null) this.place.write("replace", before);
    this.before = null;
    const hash = toHash(state);
    if (hash !== before) this.place.write("push", hash);
    this.set(state);
  }

  private set(state: ContextState): void {
    this.state = state;
    this.listener(state, null);
  }
}
