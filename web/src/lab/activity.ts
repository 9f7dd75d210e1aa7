/** Whether a lab may work: off the screen it waits. Engines that are opened here start no call meanwhile. */
import { type Posenc, type PosencOptions, sharePosenc } from "../engine/index.ts";

export class Activity {
  private resting = false;
  private waiting: (() => void)[] = [];
  private readonly listeners = new Set<(isPaused: boolean) => void>();

  get isPaused(): boolean {
    return this.resting;
  }

  pause(): void {
    this.set(true);
  }

  resume(): void {
    this.set(false);
    for (const go of this.waiting.splice(0)) go();
  }

  onChange(listener: (isPaused: boolean) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private set(resting: boolean): void {
    if (resting === this.resting) return;
    this.resting = resting;
    for (const listener of [...this.listeners]) listener(resting);
  }

  /** Resolves while the lab may work, rejects when `signal` aborts before that. */
  async turn(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (!this.resting) return;
    await new Promise<void>((resolve, reject) => {
      this.waiting.push(resolve);
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
  }

  /** The core that all labs on the page share, for calls in turn. */
  async open(options: PosencOptions): Promise<Posenc> {
    await this.turn();
    return this.gate(await sharePosenc(options));
  }

  private gate(posenc: Posenc): Posenc {
    const later =
      <Args extends [unknown, { signal?: AbortSignal }?], Result>(call: (...args: Args) => Promise<Result>) =>
      async (...args: Args): Promise<Result> => {
        await this.turn(args[1]?.signal);
        return call(...args);
      };
    return {
      frequencies: later(posenc.frequencies),
      scoreCurve: later(posenc.scoreCurve),
      rotaryDifference: later(posenc.rotaryDifference),
      phaseError: later(posenc.phaseError),
      attention: later(posenc.attention),
      equivariance: later(posenc.equivariance),
      decode: later(posenc.decode),
      plan: later(posenc.plan),
      get status() {
        return posenc.status;
      },
      setEngine: posenc.setEngine,
      close: posenc.close,
    };
  }
}
