/** <posenc-cache-lab>: prefill, then token by token, and what becomes of the keys that are cached. */
import { html, type PropertyValues } from "lit";
import { state } from "lit/decorators.js";
import "../../lab/copies.ts";
import { askCore, isStill } from "../../lab/environment.ts";
import { LabElement, type Pair } from "../../lab/lab-element.ts";
import { commented } from "../../lab/python-text.ts";
import type { Tasks } from "../../lab/session.ts";
import { renderAnswer } from "./answer.ts";
import { renderDropping } from "./dropping.ts";
import { renderLengths } from "./lengths.ts";
import { renderMemory } from "./memory.ts";
import { nameOf } from "./names.ts";
import { decodedOf } from "./parts/decoded.ts";
import { cachedOf, commandOf, problemOf } from "./problem.ts";
import { renderSettings } from "./settings.ts";
import { type CacheState, SCHEMA } from "./state.ts";
import { renderStored } from "./stored.ts";
import { t } from "./strings.ts";
import { cacheStyles } from "./styles.ts";
import { renderSurvey } from "./survey.ts";
import { type Parts, tasksFor } from "./tasks.ts";
import { renderTimeline, showStep } from "./timeline.ts";
import { tries } from "./tries.ts";

const STEP_MS = 700;

export class PosencCacheLab extends LabElement<CacheState, Parts> {
  static override styles = [...LabElement.styles, cacheStyles];
  protected override readonly schema = SCHEMA;

  @state() private isPlaying = false;
  private timer: ReturnType<typeof setInterval> | undefined;
  /** The step that the strip was last scrolled to. */
  private shown = 0;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop();
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const { cached } = cachedOf(this.state);
    const strip = this.renderRoot.querySelector<HTMLElement>('[data-testid="strip"]');
    if (!strip || cached === this.shown) return;
    this.shown = cached;
    showStep(strip);
  }

  /** In the names of files. */
  get fileSubject(): string {
    return this.state.method;
  }

  get fileCaption(): readonly string[] {
    return [t("title"), nameOf(this.state)];
  }

  protected override words() {
    return { title: t("title"), lead: t("lead") };
  }

  protected override tries() {
    return tries();
  }

  protected override tasksFor(pair: Pair<CacheState>): Tasks<Parts> {
    return tasksFor(pair);
  }

  protected override problemOf(state: CacheState) {
    return problemOf(state);
  }

  protected override commandOf(state: CacheState) {
    return commandOf(state);
  }

  protected override scriptOf(state: CacheState) {
    return async () => {
      const { cacheScript } = await import("./script.ts");
      const decoded = await askCore(this.environment, (posenc) => decodedOf(posenc, state));
      return commented(nameOf(state), cacheScript(decoded));
    };
  }

  protected override renderAnswer() {
    const { parts, failure } = this.session;
    // Why there is none stands below.
    return failure !== null && !parts.decoding ? html`` : renderAnswer(this.pair, parts);
  }

  private readonly change = {
    commit: (change: Partial<CacheState>) => {
      this.stop();
      this.commit(change);
    },
    preview: (change: Partial<CacheState>) => this.preview(change),
  };

  private readonly go = (wanted: number): void => {
    this.stop();
    this.commit({ step: this.within(wanted) });
  };

  private within(wanted: number): number {
    const { prompt, tokens } = cachedOf(this.state);
    return Math.min(tokens.length, Math.max(prompt, wanted));
  }

  /** From the prompt again where the last step is shown. */
  private readonly play = (): void => {
    if (this.isPlaying) {
      this.stop();
      this.commit({});
      return;
    }
    const { cached, prompt, tokens } = cachedOf(this.state);
    if (cached === tokens.length) this.preview({ step: prompt });
    this.isPlaying = true;
    this.timer = setInterval(() => this.advance(), STEP_MS);
  };

  private advance(): void {
    const { cached, tokens } = cachedOf(this.state);
    if (cached + 1 < tokens.length) this.preview({ step: cached + 1 });
    else this.go(cached + 1);
  }

  private stop(): void {
    clearInterval(this.timer);
    this.isPlaying = false;
  }

  protected override renderSettings() {
    return renderSettings(this.state, this.change);
  }

  protected override renderFigures() {
    const { change } = this;
    const { state, other } = this.pair;
    const { parts } = this.session;
    return html`
      ${renderTimeline({
        state,
        other,
        stale: parts.stale,
        isPlaying: this.isPlaying,
        go: this.go,
        slide: (step) => this.preview({ step }),
        play: isStill(this.environment) ? null : this.play,
      })}
      ${renderStored(state, other, parts)}
      ${renderLengths(state, parts, {
        commit: (key) => change.commit({ key }),
        preview: (key) => change.preview({ key }),
      })}
      ${renderDropping(state, other, parts, {
        commit: (drop) => change.commit({ drop }),
        preview: (drop) => change.preview({ drop }),
      })}
      ${renderSurvey(state, parts.survey)}
      ${renderMemory(state, parts.memory, change)}
    `;
  }
}

customElements.define("posenc-cache-lab", PosencCacheLab);
