/** One measurement at a time: its progress, its end, and what was found for each setup. */

import { messageOf } from "../../../engine/errors.ts";
import { createPosenc, type EngineStatus, type Posenc } from "../../../engine/index.ts";
import { timeRounds } from "./rounds.ts";
import { type Summary, summarize } from "./statistics.ts";
import { keyOf, type Setup } from "./subjects.ts";

export interface Progress {
  done: number;
  total: number;
}

export class Measurement {
  progress: Progress | null = null;
  failure: string | null = null;
  /** Of the engine that was asked for last. */
  status: EngineStatus | null = null;
  /** What was measured last. */
  latest: Summary | null = null;
  private readonly found = new Map<string, Summary>();
  private readonly engines = new Map<Setup["engine"], Promise<Posenc>>();
  private round: AbortController | null = null;

  constructor(
    private readonly changed: () => void,
    private readonly open: (engine: Setup["engine"]) => Promise<Posenc> = openAlone,
  ) {}

  resultOf(setup: Setup): Summary | null {
    return this.found.get(keyOf(setup)) ?? null;
  }

  get isRunning(): boolean {
    return this.round !== null;
  }

  /** One after the other; resolves when all are done, aborted or failed. A running one is aborted first. */
  async run(setups: readonly Setup[]): Promise<void> {
    this.abort();
    const round = new AbortController();
    this.round = round;
    this.failure = null;
    this.changed();
    try {
      for (const [at, setup] of setups.entries()) await this.runOne(setup, round.signal, [at, setups.length]);
    } catch (thrown) {
      if (!round.signal.aborted) this.failure = messageOf(thrown);
    }
    if (this.round === round) {
      this.round = null;
      this.progress = null;
    }
    this.changed();
  }

  private async runOne(setup: Setup, signal: AbortSignal, [at, count]: [number, number]): Promise<void> {
    const posenc = await this.engine(setup.engine);
    signal.throwIfAborted();
    this.status = posenc.status;
    const times = await timeRounds(posenc, setup, {
      signal,
      now: () => performance.now(),
      onProgress: (done, total) => {
        this.progress = { done: at * total + done, total: count * total };
        this.changed();
      },
    });
    const summary = summarize(times);
    this.found.set(keyOf(setup), summary);
    this.latest = summary;
    this.changed();
  }

  private engine(name: Setup["engine"]): Promise<Posenc> {
    const found = this.engines.get(name) ?? this.open(name);
    this.engines.set(name, found);
    // The next call tries again.
    found.catch(() => this.engines.delete(name));
    return found;
  }

  abort(): void {
    this.round?.abort();
    this.round = null;
    this.progress = null;
  }

  close(): void {
    this.abort();
    for (const engine of this.engines.values())
      engine.then(
        (posenc) => posenc.close(),
        () => {},
      );
    this.engines.clear();
  }
}

/** One worker: how many share the work would be a question of its own. */
const openAlone = (engine: Setup["engine"]): Promise<Posenc> => createPosenc({ engine, workers: 1 });
