/** <posenc-train-lab>: small Transformers trained here, or recorded, and tested at lengths that they never saw. */
import { html, nothing } from "lit";
import { state as watched } from "lit/decorators.js";
import "../../lab/copies.ts";
import { choicesStyles } from "../../lab/choices-control.ts";
import { LabElement, type Pair } from "../../lab/lab-element.ts";
import type { Closable, Tasks } from "../../lab/session.ts";
import type { StudyResult } from "../../training/index.ts";
import { renderAnswer } from "./answer.ts";
import { Attention } from "./attention.ts";
import { renderAttention } from "./attention-view.ts";
import { chosenRows, renderFigures } from "./figures.ts";
import { renderPanel } from "./panel.ts";
import { recordedTask } from "./recorded.ts";
import { largestDifference, renderResults } from "./results.ts";
import { renderSettings } from "./settings.ts";
import { SCHEMA, type TrainState } from "./state.ts";
import { t } from "./strings.ts";
import { commandOf, isSame, namesOf, stateOf, studyOf } from "./study.ts";
import { trainStyles } from "./styles.ts";
import { Training } from "./training.ts";
import { tries } from "./tries.ts";
import type { Shown, Visit } from "./visit.ts";

interface Recording {
  result: StudyResult | null;
}

interface Parts {
  recorded: Recording;
  otherRecorded: Recording;
}

export class PosencTrainLab extends LabElement<TrainState, Parts, Closable> {
  static override styles = [...LabElement.styles, choicesStyles, trainStyles];
  protected override readonly schema = SCHEMA;
  private readonly training = new Training(() => this.requestUpdate());
  private readonly attention = new Attention(() => this.requestUpdate());
  /** What of this visit is shown; null: the recording. */
  @watched() private picked: Visit | null = null;
  private stopWatching: (() => void) | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    const { activity } = this.environment;
    this.stopWatching = activity.onChange((isPaused) => this.training.pause("away", isPaused));
    this.training.pause("away", activity.isPaused);
    document.addEventListener("visibilitychange", this.see);
    this.see();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopWatching?.();
    document.removeEventListener("visibilitychange", this.see);
    this.training.abort();
    this.attention.close();
  }

  private readonly see = (): void => this.training.pause("hidden", document.visibilityState === "hidden");

  /** In the names of files. */
  get fileSubject(): string {
    return this.state.task;
  }

  /** The core is not needed: workers of their own train, and recordings are files. */
  protected override async openEngine(): Promise<Closable> {
    return { close: () => {} };
  }

  protected override words() {
    return { title: t("title"), lead: t("lead") };
  }

  protected override tries() {
    return tries();
  }

  protected override tasksFor({ state, other }: Pair<TrainState>): Tasks<Parts, Closable> {
    return { recorded: recordedTask(state.task), ...(other ? { otherRecorded: recordedTask(other.task) } : {}) };
  }

  /** What `posenc train` reads. */
  protected override problemOf(state: TrainState) {
    return studyOf(state);
  }

  protected override commandOf(state: TrainState) {
    return commandOf(studyOf(state));
  }

  private get recorded(): Shown | null {
    return this.session.isPending("recorded") ? null : (this.session.parts.recorded?.result ?? null);
  }

  /** A study of this visit is shown as long as the task is its own. */
  private get present(): Visit | null {
    return this.picked?.study.task.kind === this.state.task ? this.picked : null;
  }

  private readonly start = (): void => {
    void this.training.start(studyOf(this.state));
    this.picked = this.training.current;
  };

  private readonly repeat = (): void => {
    if (!this.recorded) return;
    this.commit(stateOf(this.recorded.study, this.state.methods));
    this.start();
    this.showStage("train");
  };

  private readonly pick = (visit: Visit | null): void => {
    this.picked = visit;
    if (visit) this.commit(stateOf(visit.study));
  };

  protected override renderAnswer() {
    const { state, recorded, present } = this;
    const shown = present?.tested ?? recorded;
    return renderAnswer({
      shown,
      rows: shown ? chosenRows(shown, state.methods) : [],
      origin: present ? "visit" : "recorded",
      isPresent: shown !== null && isSameStudy(state, shown),
      isLoading: this.session.isPending("recorded"),
    });
  }

  protected override renderSettings() {
    return renderSettings(this.state, {
      commit: (change) => this.commit(change),
      preview: (change) => this.preview(change),
    });
  }

  protected override renderFigures() {
    const { training, recorded, present, start, repeat, pick } = this;
    const { state, other } = this.pair;
    const shown = present?.shown ?? recorded;
    const isRepeated = present && recorded && isSameStudy(stateOf(present.study), recorded);
    return html`
      ${renderPanel({ training, start })}
      ${renderResults({
        ...{ recorded, shown, repeat, pick },
        visits: training.visits,
        picked: present,
        difference: isRepeated ? largestDifference(present.tested, recorded) : null,
        isRunning: training.isRunning,
      })}
      ${shown ? renderFigures({ shown, tested: present?.tested ?? shown, methods: state.methods, side: "state" }) : nothing}
      ${renderAttention(this.attention, present)}
      ${other ? this.renderKept(other) : nothing}
    `;
  }

  /** Of the kept settings: what was trained with them, or the recording of their task. */
  private renderKept(other: TrainState) {
    const visit = this.training.visits.findLast(({ study }) => isSame(study, studyOf(other)));
    const shown = visit?.tested ?? this.session.parts.otherRecorded?.result;
    if (!shown) return nothing;
    return renderFigures({ shown, tested: shown, methods: other.methods, side: "other" });
  }
}

/** What the settings describe is a part of the study: all of its methods, or some. */
const isSameStudy = (state: TrainState, { study }: Pick<Shown, "study">): boolean =>
  state.methods.every((name) => namesOf(study).includes(name)) &&
  isSame(studyOf(state), studyOf(stateOf(study, state.methods)));

customElements.define("posenc-train-lab", PosencTrainLab);
