/** <posenc-absolute-lab>: vectors that are added to the input, from a formula or from a table. */
import { html, nothing } from "lit";
import "../../elements/heatmap.ts";
import "../../elements/map/map.ts";
import "../../lab/copies.ts";
import { LabElement, type Pair } from "../../lab/lab-element.ts";
import { commented } from "../../lab/python-text.ts";
import { renderAnswer } from "./answer.ts";
import { circleStyles } from "./figures/circle.ts";
import { commandOf, isLearned, sharedProblem } from "./methods.ts";
import { productScript } from "./script.ts";
import { renderDots } from "./sections/dots.ts";
import { renderEncoding } from "./sections/encoding.ts";
import { renderLearned } from "./sections/learned.ts";
import { commentOf, type SectionContext } from "./sections/parts.ts";
import { renderProjected, renderShift } from "./sections/shift.ts";
import { renderVariants } from "./sections/variants.ts";
import { renderWavelengths, renderWaves } from "./sections/waves.ts";
import { type Changes, renderSettings } from "./settings.ts";
import { type AbsoluteState, SCHEMA } from "./state.ts";
import { type AbsoluteKey, t } from "./strings.ts";
import { absoluteStyles } from "./styles.ts";
import { type Parts, tasksFor } from "./tasks.ts";
import { tries } from "./tries.ts";
import { type View, viewOf } from "./view.ts";

export class PosencAbsoluteLab extends LabElement<AbsoluteState, Parts> {
  static override styles = [...LabElement.styles, circleStyles, absoluteStyles];

  protected override readonly schema = SCHEMA;
  private drawn: View | null = null;
  private readonly changes: Changes = {
    preview: (change) => this.preview(change),
    commit: (change) => this.commit(change),
  };

  /** In the names of files. */
  get fileSubject(): string {
    return this.state.method;
  }

  get fileCaption(): readonly string[] {
    return [t("title"), t(`method.${this.state.method}` as AbsoluteKey)];
  }

  protected override words() {
    return { title: t("title"), lead: t("lead") };
  }

  protected override tries() {
    return tries();
  }

  protected override tasksFor(pair: Pair<AbsoluteState>) {
    return tasksFor(pair);
  }

  protected override problemOf(state: AbsoluteState) {
    return sharedProblem(state);
  }

  protected override commandOf(state: AbsoluteState) {
    return commandOf(state);
  }

  protected override scriptOf() {
    const view = viewOf(this.pair, this.session.parts);
    if (!view || view.now.table.refusal || this.session.isPending("table")) return null;
    return () => commented(commentOf(view), productScript(view.now));
  }

  protected override renderAnswer() {
    const isBusy = this.session.isPending("table");
    const hasFailed = isBusy && this.session.failure !== null;
    return renderAnswer(viewOf(this.pair, this.session.parts), { isBusy, hasFailed });
  }

  protected override renderSettings() {
    return renderSettings(this.state, this.changes);
  }

  protected override renderFigures() {
    const view = this.complete(viewOf(this.pair, this.session.parts));
    if (!view) return html``;
    const context: SectionContext = {
      view,
      changes: this.changes,
      isPending: (name) => this.session.isPending(name),
    };
    const learned = isLearned(view.now.state);
    return html`
      ${learned ? renderLearned(context) : [renderWaves(context), renderWavelengths(context)]}
      ${renderEncoding(context)} ${renderDots(context)}
      ${learned ? nothing : renderShift(context)}
      ${renderProjected(context)}
      ${learned ? nothing : renderVariants(context, this.session.parts.variants)}
    `;
  }

  /** The last view that all sections can be drawn from: one that came later would push the others down. */
  private complete(view: View | null): View | null {
    if (view && (isLearned(view.now.state) || view.now.turn)) this.drawn = view;
    return this.drawn;
  }
}

customElements.define("posenc-absolute-lab", PosencAbsoluteLab);
