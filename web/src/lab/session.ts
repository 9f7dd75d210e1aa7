/**
 * The engine and what it was asked. Every part of the page has one task; a task whose key is unchanged is not run again,
 * a new round aborts the old one, and a part keeps its last value until the next one is there.
 */
import type { Posenc } from "../engine/index.ts";

export interface Task<T, Engine = Posenc> {
  /** Equal keys have equal values. */
  key: string;
  run(posenc: Engine, signal: AbortSignal): Promise<T>;
}

export type Tasks<Parts, Engine = Posenc> = { [Name in keyof Parts]?: Task<Parts[Name], Engine> };

/** What a session needs of an engine itself. */
export interface Closable {
  close(): void;
}

export class Session<Parts, Engine extends Closable = Posenc> {
  readonly parts: Partial<Parts> = {};
  failure: string | null = null;

  private posenc: Engine | null = null;
  private tasks: Tasks<Parts, Engine> = {};
  private keys: { [Name in keyof Parts]?: string } = {};
  private round: AbortController | null = null;
  private closed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly changed: () => void,
    private readonly open: () => Promise<Engine>,
  ) {}

  async start(): Promise<void> {
    try {
      const posenc = await this.open();
      if (this.closed) posenc.close();
      else this.posenc = posenc;
      await this.run();
    } catch (thrown) {
      this.fail(thrown);
    }
  }

  /** Parts without a task go at once. A pause keeps the engine from chasing a slider. */
  update(tasks: Tasks<Parts, Engine>, pauseMs = 0): void {
    this.tasks = tasks;
    clearTimeout(this.timer);
    for (const name of Object.keys(this.parts) as (keyof Parts)[]) {
      if (tasks[name]) continue;
      delete this.parts[name];
      delete this.keys[name];
    }
    if (pauseMs > 0) this.timer = setTimeout(() => void this.run(), pauseMs);
    else void this.run();
  }

  isPending(name: keyof Parts): boolean {
    return this.tasks[name] !== undefined && this.tasks[name].key !== this.keys[name];
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.round?.abort();
    this.posenc?.close();
  }

  private async run(): Promise<void> {
    this.round?.abort();
    if (!this.posenc || this.closed) return;
    const round = new AbortController();
    this.round = round;
    this.failure = null;
    for (const name of Object.keys(this.tasks) as (keyof Parts)[]) {
      try {
        await this.runOne(name, this.posenc, round.signal);
      } catch (thrown) {
        if (!round.signal.aborted) this.fail(thrown);
      }
      if (round.signal.aborted) return;
    }
    this.changed();
  }

  private async runOne<Name extends keyof Parts>(name: Name, posenc: Engine, signal: AbortSignal): Promise<void> {
    const task = this.tasks[name] as Task<Parts[Name], Engine> | undefined;
    if (!task || task.key === this.keys[name]) return;
    const value = await task.run(posenc, signal);
    if (signal.aborted) return;
    this.parts[name] = value;
    this.keys[name] = task.key;
    this.changed();
  }

  private fail(thrown: unknown): void {
    this.failure = thrown instanceof Error ? thrown.message : String(thrown);
    this.changed();
  }
}
