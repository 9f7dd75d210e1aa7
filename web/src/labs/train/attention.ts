/** The model and the length that are asked about, of those that were trained on this visit, and the answer. */
import { messageOf } from "../../engine/errors.ts";
import { openTrainer, type Trainer } from "../../training/index.ts";
import { attentionMaps, type Maps } from "./figures/attention.ts";
import type { LiveRun } from "./visit.ts";

type Opened = Pick<Trainer, "start" | "attention" | "close">;

export class Attention {
  run: LiveRun | null = null;
  tokens = 0;
  maps: Maps | null = null;
  fault: string | null = null;
  private trainer: Opened | null = null;

  constructor(
    private readonly changed: () => void,
    private readonly open: () => Opened = openTrainer,
  ) {}

  get isPending(): boolean {
    return this.trainer !== null;
  }

  /** The last question counts. */
  async ask(run: LiveRun, tokens: number): Promise<void> {
    this.close();
    const trainer = this.open();
    Object.assign(this, { run, tokens, maps: null, fault: null, trainer });
    this.changed();
    const isAsked = () => this.trainer === trainer;
    try {
      await trainer.start(run.run.experiment, run.parameters ?? undefined);
      const weights = await trainer.attention({ tokens });
      if (isAsked()) this.maps = attentionMaps(weights, run.run.experiment.model?.heads ?? 4);
    } catch (thrown) {
      if (isAsked()) this.fault = messageOf(thrown);
    }
    if (isAsked()) this.close();
    this.changed();
  }

  close(): void {
    this.trainer?.close();
    this.trainer = null;
  }
}
