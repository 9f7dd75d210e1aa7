/** <posenc-learn>: the list of steps with what was answered, the step that is read, and the way on. */
import { html, LitElement, nothing } from "lit";
import { state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { SchemeController } from "../elements/scheme-controller.ts";
import { setLanguage } from "../i18n/catalogue.ts";
import { LocaleController } from "../i18n/locale-controller.ts";
import { withKept } from "../ui/document-page.ts";
import "./claims/element.ts";
import "./exercise/element.ts";
import type { Exercise, Outcome } from "./exercise/exercise.ts";
import { renderLab } from "./lab-figure.ts";
import "./measured/element.ts";
import { formula, prose } from "./prose.ts";
import type { Block, Step } from "./step.ts";
import { STEPS, stepNumber } from "./steps.ts";
import { t } from "./strings.ts";

const addressOf = (number: number): string => `./${withKept(number === 1 ? {} : { step: String(number) })}`;

const exercisesOf = (step: Step): Exercise[] =>
  step.blocks.flatMap((block) => (block.kind === "exercise" ? [block.exercise] : []));

export class PosencLearn extends LitElement {
  @state() private number = 1;
  @state() private step: Step | null = null;
  @state() private failed = false;
  /** Of this visit, by step and exercise. */
  @state() private outcomes: ReadonlyMap<string, Outcome> = new Map();
  /** Exercises of the steps that were read. */
  private readonly counts = new Map<number, number>();

  constructor() {
    super();
    new LocaleController(this);
    // Links hold the colours too.
    new SchemeController(this);
  }

  /** The document's own styles are those of a text. */
  protected override createRenderRoot() {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("popstate", this.follow);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("popstate", this.follow);
  }

  begin(number: number, step: Step): void {
    this.number = number;
    this.step = step;
    this.counts.set(number, exercisesOf(step).length);
  }

  private readonly follow = (): void => void this.open(stepNumber(location.search));

  private async open(number: number): Promise<void> {
    try {
      const step = await STEPS[number - 1]?.load();
      // It brought words of its own.
      await setLanguage();
      if (!step) return;
      this.failed = false;
      this.begin(number, step);
      await this.updateComplete;
      scrollTo({ top: 0 });
      this.querySelector("h1")?.focus({ preventScroll: true });
    } catch {
      this.failed = true;
    }
  }

  /** Within the page, so that what was answered stays; new tabs and downloads are the browser's. */
  private go(event: MouseEvent, number: number): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    history.pushState(null, "", addressOf(number));
    void this.open(number);
  }

  protected override render() {
    const { step } = this;
    if (!step) return nothing;
    document.title = t("learn.page_title", { title: step.title() });
    return html`
      ${this.renderList()}
      ${this.failed ? html`<p class="fault" role="alert">${t("learn.failed")}</p>` : nothing}
      <article>
        <p class="number">${t("learn.number", { number: this.number, count: STEPS.length })}</p>
        <h1 tabindex="-1">${step.title()}</h1>
        <p class="lead">${prose(step.lead())}</p>
        ${repeat(
          step.blocks,
          (_, at) => `${this.number}.${at}`,
          (block) => this.renderBlock(block),
        )}
      </article>
      ${this.renderWays()}
    `;
  }

  private renderList() {
    return html`<nav class="steps" aria-label=${t("learn.steps")}>
      <ol>
        ${STEPS.map(({ name, title }, at) => {
          const number = at + 1;
          return html`<li><a href=${addressOf(number)} aria-current=${number === this.number ? "step" : nothing}
            @click=${(event: MouseEvent) => this.go(event, number)}>${title()}</a>${this.renderProgress(name, number)}</li>`;
        })}
      </ol>
    </nav>`;
  }

  private renderProgress(name: string, number: number) {
    const count = this.counts.get(number);
    const done = [...this.outcomes].filter(
      ([key, outcome]) => key.startsWith(`${name}.`) && outcome !== "wrong",
    ).length;
    if (count === undefined || done === 0) return nothing;
    return html` <small data-progress=${name}>${t("learn.answered", { done, count })}</small>`;
  }

  private renderBlock(block: Block) {
    switch (block.kind) {
      case "heading":
        return html`<h2>${block.say()}</h2>`;
      case "prose":
        return html`<p>${prose(block.say())}</p>`;
      case "formula":
        return html`<p class="formula">${block.lines.map((line) => html`<span>${formula(line)}</span>`)}</p>`;
      case "lab":
        return renderLab(block.figure);
      case "exercise":
        return this.renderExercise(block.exercise);
      case "measured":
        return html`<h2>${t("measured.title")}</h2><posenc-measured .parts=${block.parts}></posenc-measured>`;
      case "claims":
        return html`<h2>${t("claims.title")}</h2><posenc-claims></posenc-claims>`;
    }
  }

  private renderExercise(exercise: Exercise) {
    const key = `${STEPS[this.number - 1]?.name}.${exercise.name}`;
    const keep = ({ detail }: CustomEvent<Outcome>) => {
      this.outcomes = new Map(this.outcomes).set(key, detail);
    };
    const number = this.step ? exercisesOf(this.step).indexOf(exercise) + 1 : 1;
    return html`<posenc-exercise data-exercise=${exercise.name} .exercise=${exercise} .number=${number}
      .outcome=${this.outcomes.get(key) ?? null} @posenc-outcome=${keep}></posenc-exercise>`;
  }

  private renderWays() {
    const way = (number: number, rel: "prev" | "next") => {
      const entry = STEPS[number - 1];
      if (!entry) return html`<span></span>`;
      return html`<a rel=${rel} href=${addressOf(number)} @click=${(event: MouseEvent) => this.go(event, number)}>
        <small>${t(`learn.${rel}`)}</small>${entry.title()}</a>`;
    };
    return html`<nav class="ways" aria-label=${t("learn.ways")}>${way(this.number - 1, "prev")}${way(this.number + 1, "next")}</nav>`;
  }
}

customElements.define("posenc-learn", PosencLearn);

declare global {
  interface HTMLElementTagNameMap {
    "posenc-learn": PosencLearn;
  }
}
