/** Why training waits, and how long it has worked: there may be several reasons at a time. */
export type Reason = "visitor" | "hidden" | "away" | "asking";

export class Rest {
  private readonly reasons = new Set<Reason>();
  private waiting: (() => void)[] = [];
  private worked = 0;
  private since: number | null;

  constructor(private readonly now: () => number = () => performance.now()) {
    this.since = now();
  }

  get why(): readonly Reason[] {
    return [...this.reasons];
  }

  /** Milliseconds without the rests. */
  get elapsed(): number {
    return this.worked + (this.since === null ? 0 : this.now() - this.since);
  }

  set(reason: Reason, isOn: boolean): void {
    if (isOn) this.reasons.add(reason);
    else this.reasons.delete(reason);
    const isResting = this.reasons.size > 0;
    if (isResting && this.since !== null) {
      this.worked += this.now() - this.since;
      this.since = null;
    }
    if (!isResting) {
      this.since ??= this.now();
      this.release();
    }
  }

  /** Resolves when there is no reason to wait. */
  readonly turn = async (): Promise<void> => {
    if (this.reasons.size > 0) await new Promise<void>((go) => this.waiting.push(go));
  };

  /** Whoever waits goes on, to find that all is over. */
  release(): void {
    for (const go of this.waiting.splice(0)) go();
  }
}
