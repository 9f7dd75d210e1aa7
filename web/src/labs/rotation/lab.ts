/** <posenc-rotation-lab>: RoPE. Pairs that turn, the score that only their difference decides, and what follows. */
import { html } from "lit";
import { state } from "lit/decorators.js";
import "../../elements/heatmap.ts";
import "../../lab/copies.ts";
import "./dials.ts";
import { isStill } from "../../lab/environment.ts";
import { LabElement, type Pair, type Try } from "../../lab/lab-element.ts";
import { commented } from "../../lab/python-text.ts";
import type { Tasks } from "../../lab/session.ts";
import type { Actions, Parts } from "./actions.ts";
import { renderAnswer } from "./answer.ts";
import { scorePython } from "./python.ts";
import { commentOf } from "./sections/block.ts";
import { renderLayouts } from "./sections/layouts.ts";
import { renderLimits } from "./sections/limits.ts";
import { renderAmplitude, renderCurve, renderFrequencies } from "./sections/lines.ts";
import { renderPairs } from "./sections/pairs.ts";
import { renderPicture } from "./sections/picture.ts";
import { renderVectors } from "./sections/vectors.ts";
import { renderSettings } from "./settings.ts";
import { commandOf, problemOf, type RotationState, SCHEMA } from "./state.ts";
import { t } from "./strings.ts";
import { rotationStyles } from "./styles.ts";
import { tasksFor } from "./tasks/all.ts";
import { tries } from "./tries.ts";

/** A step of the turning, long enough to read the numbers. */
const STEP_MS = 600;

export class PosencRotationLab extends LabElement<RotationState, Parts> {
  static override styles = [...LabElement.styles, ...rotationStyles];

  protected override readonly schema = SCHEMA;
  @state() private playing: "i" | "j" | null = null;
  @state() private refused: Actions["refused"] = null;
  private timer: ReturnType<typeof setInterval> | undefined;
  private stopWatching: (() => void) | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.stopWatching = this.environment.activity.onChange((isPaused) => {
      if (isPaused) this.play(null);
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopWatching?.();
    this.play(null);
  }

  /** In the names of files. */
  get fileSubject(): string {
    return "rotary";
  }

  get fileCaption(): readonly string[] {
    return [t("title")];
  }

  protected override words() {
    return { title: t("title"), lead: t("lead") };
  }

  protected override tries(): readonly Try<RotationState>[] {
    return tries();
  }

  protected override tasksFor(pair: Pair<RotationState>): Tasks<Parts> {
    return tasksFor(pair);
  }

  protected override problemOf(state: RotationState) {
    return problemOf(state);
  }

  protected override commandOf(state: RotationState) {
    return commandOf(state);
  }

  protected override scriptOf(state: RotationState) {
    const present = this.session.parts.score?.present;
    return present && !this.session.isPending("score") ? () => commented(commentOf(state), scorePython(present)) : null;
  }

  protected override renderAnswer() {
    return renderAnswer(this.actions);
  }

  protected override renderSettings() {
    return renderSettings(this.actions);
  }

  protected override renderFigures() {
    const { actions } = this;
    if (!actions.parts.score) return html``;
    return html`${renderPairs(actions)} ${renderFrequencies(actions)} ${renderCurve(actions)} ${renderLayouts(actions)}
      ${renderVectors(actions)} ${renderAmplitude(actions)} ${renderPicture(actions)} ${renderLimits(this.state)}`;
  }

  private get actions(): Actions {
    return {
      state: this.state,
      parts: this.session.parts,
      isPending: (name) => this.session.isPending(name),
      isStale: (name) => this.session.failure !== null && this.session.isPending(name),
      commit: (change) => this.commit(change),
      preview: (change) => this.preview(change),
      isStill: isStill(this.environment),
      playing: this.playing,
      play: (which) => this.play(which),
      refused: this.refused,
      refuse: (name) => {
        this.refused = name;
      },
    };
  }

  /** One position after the other, until it is stopped or there are no more. */
  private play(which: "i" | "j" | null): void {
    clearInterval(this.timer);
    const last = this.playing;
    this.playing = which;
    if (last !== null && this.isConnected) this.commit({ [last]: this.state[last] });
    if (which === null) return;
    this.timer = setInterval(() => {
      const next = this.state[which] + 1;
      if (next <= SCHEMA[which].range[1]) this.preview({ [which]: next });
      // At its end, or locked.
      if (this.state[which] !== next) this.play(null);
    }, STEP_MS);
  }
}

customElements.define("posenc-rotation-lab", PosencRotationLab);
