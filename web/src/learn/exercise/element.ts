/** <posenc-exercise>: a question, a check that explains itself, and the answer for those who ask. */
import { css, html, LitElement, nothing } from "lit";
import { property, state } from "lit/decorators.js";
import { SchemeController } from "../../elements/scheme-controller.ts";
import { LocaleController } from "../../i18n/locale-controller.ts";
import { fixed } from "../../i18n/numbers.ts";
import { controlStyles } from "../../ui/control-styles.ts";
import { figureStyles, renderLab } from "../lab-figure.ts";
import { prose } from "../prose.ts";
import { t } from "../strings.ts";
import { isRight, readNumber } from "./check.ts";
import type { Exercise, NumberExercise, Outcome } from "./exercise.ts";

export class PosencExercise extends LitElement {
  static override styles = [
    controlStyles,
    figureStyles,
    css`
      :host {
        display: block;
        margin-block: 24px;
        padding: 16px 20px;
        border: 1px solid var(--rule-strong);
        border-radius: 4px;
      }
      h3 {
        font-size: var(--text-s);
        color: var(--ink-2);
      }
      h3 b {
        color: var(--accent-text);
      }
      form {
        display: grid;
        gap: 12px;
        margin-block-start: 4px;
      }
      .question,
      .verdict {
        max-width: 40em;
        text-wrap: pretty;
      }
      .row {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 8px 12px;
      }
      .row label {
        display: flex;
        align-items: center;
        gap: 8px;
      }
      input[type="text"] {
        width: 6.5rem;
      }
      .options {
        display: grid;
        gap: 4px;
        margin-block-start: 8px;
      }
      .options label {
        display: flex;
        align-items: baseline;
        gap: 8px;
        min-height: 24px;
      }
      .options input {
        transform: translateY(2px);
      }
      .verdict:empty {
        display: none;
      }
      .verdict b[data-verdict="wrong"] {
        color: var(--fault);
      }
      .verdict b[data-verdict="right"] {
        color: var(--accent-text);
      }
      code {
        font: 0.9em ui-monospace, Menlo, Consolas, monospace;
      }
      sub,
      sup {
        font-size: 0.75em;
        line-height: 0;
      }
      .math {
        white-space: nowrap;
      }
    `,
  ];

  @property({ attribute: false }) exercise!: Exercise;
  /** From 1, on its page. */
  @property({ attribute: false }) number = 1;
  /** What became of it on this visit; null: nothing yet. */
  @property({ attribute: false }) outcome: Outcome | null = null;
  @state() private given = "";
  @state() private isUnread = false;

  constructor() {
    super();
    new LocaleController(this);
    new SchemeController(this);
  }

  protected override render() {
    const { exercise } = this;
    return html`
      <h3 id="title">${t("exercise.title", { number: this.number })}
        ${this.outcome === null || this.outcome === "wrong" ? nothing : html`<b>${t(`exercise.done.${this.outcome}`)}</b>`}</h3>
      <form @submit=${this.check} aria-labelledby="title">
        ${exercise.kind === "choice" ? this.renderChoices() : this.renderField(exercise)}
        <div class="row">
          <button type="submit">${t("exercise.check")}</button>
          <button type="button" class="quiet" @click=${this.show}>${t("exercise.show")}</button>
        </div>
        <p class="verdict" role="status" aria-live="polite">${this.renderVerdict()}</p>
      </form>
      ${exercise.kind === "number" && exercise.figure && this.outcome !== null ? renderLab(exercise.figure) : nothing}
    `;
  }

  private renderField(exercise: NumberExercise) {
    return html`
      <p class="question" id="question">${prose(exercise.question())}</p>
      <div class="row">
        <label><span>${t(exercise.figure ? "exercise.prediction" : "exercise.answer")}</span>
          <input type="text" name="answer" inputmode="text" autocomplete="off" spellcheck="false" aria-describedby="question"
            aria-invalid=${this.isUnread ? "true" : nothing} .value=${this.given} @input=${this.type}>
          ${exercise.unit ? html`<span>${exercise.unit()}</span>` : nothing}</label>
      </div>
    `;
  }

  private renderChoices() {
    const { exercise } = this;
    if (exercise.kind !== "choice") return nothing;
    return html`<fieldset>
      <legend class="question">${prose(exercise.question())}</legend>
      <div class="options">
        ${Object.entries(exercise.options).map(
          ([name, say]) =>
            html`<label><input type="radio" name="answer" value=${name} .checked=${this.given === name} @change=${this.type}><span>${prose(say())}</span></label>`,
        )}
      </div>
    </fieldset>`;
  }

  private renderVerdict() {
    const { exercise, outcome } = this;
    if (this.isUnread) return t(exercise.kind === "choice" ? "exercise.choose" : "exercise.unread");
    if (outcome === null) return nothing;
    if (outcome === "wrong") return html`<b data-verdict="wrong">${t("exercise.wrong")}</b> ${prose(exercise.hint())}`;
    if (outcome === "right") return html`<b data-verdict="right">${t("exercise.right")}</b> ${prose(exercise.why())}`;
    return html`<b data-verdict="shown">${t("exercise.is", { answer: this.answerText })}</b> ${prose(exercise.why())}`;
  }

  private get answerText(): string {
    const { exercise } = this;
    if (exercise.kind === "choice") return exercise.options[exercise.answer()]?.() ?? "";
    const unit = exercise.unit ? ` ${exercise.unit()}` : "";
    return fixed(exercise.answer(), exercise.digits) + unit;
  }

  private readonly type = ({ target }: Event): void => {
    this.given = (target as HTMLInputElement).value;
    this.isUnread = false;
  };

  private readonly check = (event: Event): void => {
    event.preventDefault();
    const { exercise, given } = this;
    this.isUnread = exercise.kind === "choice" ? given === "" : readNumber(given) === null;
    if (!this.isUnread) this.end(isRight(exercise, given) ? "right" : "wrong");
  };

  private readonly show = (): void => {
    this.isUnread = false;
    this.given = this.exercise.kind === "choice" ? this.exercise.answer() : this.given;
    this.end("shown");
  };

  private end(outcome: Outcome): void {
    this.outcome = outcome;
    this.dispatchEvent(new CustomEvent<Outcome>("posenc-outcome", { detail: outcome }));
  }
}

customElements.define("posenc-exercise", PosencExercise);

declare global {
  interface HTMLElementTagNameMap {
    "posenc-exercise": PosencExercise;
  }
}
