/** <posenc-relative-lab> */
import { html } from "lit";
import { state } from "lit/decorators.js";
import "../../elements/heatmap.ts";
import { plain } from "../../i18n/numbers.ts";
import { LabElement, type Pair } from "../../lab/lab-element.ts";
import { commented } from "../../lab/python-text.ts";
import { renderAnswer, type Side } from "./answer.ts";
import { renderBiases } from "./bias-figures.ts";
import { pythonComment } from "./block.ts";
import type { LabContext } from "./context.ts";
import type { Parts } from "./parts.ts";
import { commandFor, problemFor } from "./problems.ts";
import { pairScript } from "./script.ts";
import { sentenceOf } from "./sentence.ts";
import { renderSettings } from "./settings.ts";
import { headOf, isBias, type Place, type RelativeState, SCHEMA } from "./state.ts";
import { t } from "./strings.ts";
import { relativeStyles } from "./styles.ts";
import { keptOf, presentOf, tasksFor } from "./tasks.ts";
import { renderTerms } from "./term-figures.ts";
import { methodName } from "./texts.ts";
import { tries } from "./tries.ts";

export class PosencRelativeLab extends LabElement<RelativeState, Parts> {
  static override styles = [...LabElement.styles, relativeStyles];

  protected override readonly schema = SCHEMA;
  protected override readonly tries = tries;
  @state() private pointed: Place | null = null;

  /** In the names of files. */
  get fileSubject(): string {
    const { method, mask } = this.state;
    return `${method}-${mask}-head-${headOf(this.state) + 1}`;
  }

  get fileCaption(): readonly string[] {
    const { mask } = this.state;
    const head = t("line.head", { head: plain(headOf(this.state) + 1) });
    return [t("title"), [methodName(this.state), t(`file.mask.${mask}`), head].join(" · ")];
  }

  protected override words() {
    return { title: t("title"), lead: t("lead") };
  }

  protected override tasksFor(pair: Pair<RelativeState>) {
    return tasksFor(pair);
  }

  protected override problemOf(state: RelativeState) {
    return problemFor(state, sentenceOf(state).tokens);
  }

  protected override commandOf(state: RelativeState) {
    return commandFor(this.problemOf(state));
  }

  protected override scriptOf(state: RelativeState) {
    const [{ parts }] = this.sides;
    const name = isBias(state) ? "content" : "terms";
    if (!parts[name] || this.session.isPending(name)) return null;
    return () => commented(pythonComment(state), pairScript(state, parts) ?? "");
  }

  private context(present: Side, kept: Side | null): LabContext {
    return {
      pair: this.pair,
      present,
      kept,
      pointed: this.pointed,
      isFixed: false,
      point: (place) => {
        this.pointed = place;
      },
      commit: (change) => this.commit(change),
      preview: (change) => this.preview(change),
    };
  }

  private get sides(): [present: Side, kept: Side | null] {
    const { state, other } = this.pair;
    const { parts } = this.session;
    return [{ state, parts: presentOf(parts) }, other && { state: other, parts: keptOf(parts) }];
  }

  protected override renderAnswer() {
    const [present, kept] = this.sides;
    const isPending = this.session.isPending(isBias(present.state) ? "content" : "terms");
    return renderAnswer(present, kept, isPending);
  }

  protected override renderSettings() {
    return renderSettings(this.context(...this.sides));
  }

  /** What cannot be laid over the present figures follows them. */
  protected override renderFigures() {
    const [present, kept] = this.sides;
    if (!kept || isBias(present.state) === isBias(kept.state)) return html`${figures(this.context(present, kept))}`;
    return html`
      ${figures(this.context(present, null))}
      <section aria-labelledby="kept-title" data-testid="kept">
        <h2 id="kept-title">${t("kept.title", { method: methodName(kept.state) })}</h2>
        <p class="text">${t("kept.text")}</p>
      </section>
      ${figures({ ...this.context(kept, null), pointed: null, isFixed: true })}
    `;
  }
}

const figures = (context: LabContext) => (isBias(context.present.state) ? renderBiases(context) : renderTerms(context));

customElements.define("posenc-relative-lab", PosencRelativeLab);
