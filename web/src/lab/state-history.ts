/**
 * A state over time. A committed change is an entry of the browser's history, so Back undoes it; a preview (while
 * sliding or typing) only replaces the address of the entry it will become.
 */
import type { HistoryPlace } from "../state/history-place.ts";

/** A state <-> a fragment. */
export interface LinkCodec<S, Fault> {
  /** A faulty fragment may still have a state; null keeps the present one. */
  read(hash: string): { state: S | null; fault: Fault | null };
  /** "" where the state is the start, or no link can hold it. */
  write(state: S): string;
}

export class StateHistory<S, Fault> {
  private before: string | null = null;

  constructor(
    private readonly place: HistoryPlace,
    private readonly codec: LinkCodec<S, Fault>,
    public state: S,
    private readonly listener: (state: S, fault: Fault | null) => void,
  ) {
    place.onReturn(() => this.readPlace());
  }

  /** Takes the state from the address. */
  readPlace(): void {
    this.before = null;
    const { state, fault } = this.codec.read(this.place.hash());
    if (state !== null) this.state = state;
    this.listener(this.state, fault);
  }

  preview(state: S): void {
    this.before ??= this.place.hash();
    this.place.write("replace", this.codec.write(state));
    this.set(state);
  }

  commit(state: S): void {
    const before = this.before ?? this.place.hash();
    if (this.before !== null) this.place.write("replace", before);
    this.before = null;
    const hash = this.codec.write(state);
    if (hash !== before) this.place.write("push", hash);
    this.set(state);
  }

  private set(state: S): void {
    this.state = state;
    this.listener(state, null);
  }
}
