/** One study at a time: measured for how long it will take, asked about where that is long, trained, paused, kept. */
import { messageOf } from "../../engine/errors.ts";
import { openTrainer, performStudy, type Study, type StudyHooks, type Trainer } from "../../training/index.ts";
import { type Reason, Rest } from "./rest.ts";
import { Visit } from "./visit.ts";
import { estimate, LONG_MS } from "./work.ts";

/** What is drawn is drawn this often. */
const DRAWN_MS = 200;

export interface Means {
  perform(study: Study, hooks: StudyHooks): Promise<unknown>;
  open(): Pick<Trainer, "start" | "steps" | "close">;
  workers: number;
}

const means = (): Means => ({
  perform: performStudy,
  open: openTrainer,
  workers: navigator.hardwareConcurrency || 1,
});

export class Training {
  /** Of this visit, the latest last. */
  visits: readonly Visit[] = [];
  /** Of the latest. */
  rest = new Rest();
  private stop = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly outer = new Set<Reason>();

  constructor(
    private readonly changed: () => void,
    private readonly by: Means = means(),
  ) {}

  get current(): Visit | null {
    return this.visits.at(-1) ?? null;
  }

  get isRunning(): boolean {
    return this.current !== null && !this.current.isOver;
  }

  /** Resolves when it is over, however that came. A running one is aborted. */
  async start(study: Study): Promise<void> {
    this.abort();
    const visit = new Visit(study);
    const stop = new AbortController();
    const rest = new Rest();
    for (const reason of this.outer) rest.set(reason, true);
    Object.assign(this, { stop, rest });
    this.visits = [...this.visits, visit];
    this.changed();
    try {
      await this.prepare(visit, stop.signal);
      if (visit.estimate !== null && visit.estimate > LONG_MS) {
        visit.stage = "asking";
        rest.set("asking", true);
        this.changed();
        await rest.turn();
        stop.signal.throwIfAborted();
      }
      visit.stage = "training";
      this.changed();
      await this.by.perform(study, this.hooksOf(visit, { stop, rest }));
      visit.stage = "done";
    } catch (thrown) {
      visit.stage = stop.signal.aborted ? "aborted" : "failed";
      if (!stop.signal.aborted) visit.failure = messageOf(thrown);
    }
    visit.takeTests();
    this.changed();
  }

  /** Refuses what cannot be trained before anything is, and measures one step. */
  private async prepare(visit: Visit, signal: AbortSignal): Promise<void> {
    const trainer = this.by.open();
    signal.addEventListener("abort", () => trainer.close(), { once: true });
    try {
      for (const { run } of [...visit.live].reverse())
        if (!visit.facts.has(run.name)) visit.facts.set(run.name, await trainer.start(run.experiment));
      // The first is the one with everything cold.
      await trainer.steps(1);
      const started = performance.now();
      await trainer.steps(1);
      const pace = { step: performance.now() - started, workers: this.by.workers };
      visit.estimate = estimate(
        visit.study,
        visit.live.map(({ run }) => run),
        pace,
      );
    } finally {
      trainer.close();
    }
  }

  private hooksOf(visit: Visit, { stop, rest }: { stop: AbortController; rest: Rest }): StudyHooks {
    return {
      signal: stop.signal,
      workers: this.by.workers,
      mayGoOn: rest.turn,
      hooksOf: (_, index) => {
        const live = visit.live[index];
        if (!live) return {};
        return {
          onPoint: (point) => void live.curve.push(point),
          onSteps: (done, total, pace) => {
            Object.assign(live, { done, total, pace });
            this.drawSoon(visit);
          },
          onTest: (test) => {
            live.tests.push(test);
            visit.takeTests();
            this.drawSoon(visit);
          },
        };
      },
      onRun: (result, index, parameters) => {
        const live = visit.live[index];
        if (live) Object.assign(live, { result, parameters });
        visit.takeTests();
        this.drawSoon(visit);
      },
    };
  }

  private drawSoon(visit: Visit): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      if (!visit.isOver) visit.takeCurves();
      this.changed();
    }, DRAWN_MS);
  }

  /** The answer to the question whether to start. */
  goOn(): void {
    this.rest.set("asking", false);
    this.changed();
  }

  pause(reason: Reason, isOn: boolean): void {
    // What the page does holds for the next study too.
    if (reason !== "visitor") this.outer[isOn ? "add" : "delete"](reason);
    this.rest.set(reason, isOn);
    this.changed();
  }

  abort(): void {
    this.stop.abort();
    this.rest.release();
  }
}
