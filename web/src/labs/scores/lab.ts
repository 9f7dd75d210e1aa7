/** <posenc-scores-lab>: any method on any text, from the terms of a score to weights and outputs. */
import { html, nothing } from "lit";
import { state } from "lit/decorators.js";
import { plain } from "../../i18n/numbers.ts";
import type { GivenArrays } from "../../io/roles.ts";
import { isHeldText, isInLink } from "../../lab/given.ts";
import { LabElement, type Pair } from "../../lab/lab-element.ts";
import { made } from "../../lab/memo.ts";
import { commented } from "../../lab/python-text.ts";
import type { Tasks } from "../../lab/session.ts";
import { takeFiles } from "../../lab/take-files.ts";
import { wellFormed } from "../../state/tokens.ts";
import { renderAnswer, sourceSentence } from "./answer.ts";
import { keptIn, type Place, rowIn, type ScoresContext } from "./context.ts";
import { renderMatrices } from "./figures/matrices.ts";
import { type RowFigureInput, rowScript, scoreFigure, weightFigure } from "./figures/row.ts";
import { renderFormula } from "./formula.ts";
import { withArrays } from "./given.ts";
import { HeadCore, SHORT_TEXT } from "./head-core.ts";
import { commandOf, headOf, jsonProblemOf } from "./problem.ts";
import { type HeadResult, type Progress, samePairs } from "./result.ts";
import { renderSettings } from "./settings.ts";
import { renderSoftmax } from "./softmax.ts";
import { MOST_SIGNS, SCHEMA, type ScoresState } from "./state.ts";
import { t } from "./strings.ts";
import { scoresStyles } from "./styles.ts";
import { type Parts, tasksFor } from "./tasks.ts";
import { namesOf, tokenList, tokensOf } from "./token-list.ts";
import { triesOf } from "./tries.ts";

export class PosencScoresLab extends LabElement<ScoresState, Parts> {
  static override styles = [...LabElement.styles, scoresStyles];

  protected override readonly schema = SCHEMA;
  @state() private progress: Progress | null = null;
  @state() private stopping = new AbortController();
  @state() private focused: Place | null = null;
  @state() private typed: string | null = null;
  @state() private textNote: string | null = null;
  private readonly core = new HeadCore();
  private readonly known = new Map<string, HeadResult>();

  constructor() {
    super();
    takeFiles(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.core.close();
  }

  /** In the names of files. */
  get fileSubject(): string {
    const { method, mask, given } = this.state;
    return `${method}-${given?.problem.mask ? "given" : mask}-head-${headOf(this.state)}`;
  }

  get fileCaption(): readonly string[] {
    return [t("title"), sourceSentence({ state: this.state, head: headOf(this.state) })];
  }

  protected override words() {
    return { title: t("title"), lead: t("lead") };
  }

  protected override tries() {
    return triesOf();
  }

  protected override problemOf(of: ScoresState) {
    return tokensOf(of).length > 0 ? made(of, "problem", () => jsonProblemOf(of)) : null;
  }

  protected override commandOf(of: ScoresState) {
    return tokensOf(of).length > 0 ? made(of, "command", () => commandOf(of)) : null;
  }

  protected override hasLink({ state, other }: Pair<ScoresState>): boolean {
    return isInLink(state.given) && isInLink(other?.given ?? null);
  }

  protected override scriptOf() {
    const { context } = this;
    const { present } = context.parts;
    if (!present || context.isPending("present")) return null;
    const row = rowIn(context, present);
    return () => commented(`${t("row.title")} ${row.query}`, rowScript(row));
  }

  protected override tasksFor(pair: Pair<ScoresState>): Tasks<Parts> {
    this.stopping = new AbortController();
    this.progress = null;
    const progress = (next: Progress) => {
      if (namesOf(pair.state).queries.length > SHORT_TEXT) this.progress = next;
    };
    return tasksFor(pair, { core: this.core, known: this.known, stopped: this.stopping.signal, progress });
  }

  private get context(): ScoresContext {
    const { pair, session, progress, focused, typed, textNote } = this;
    return {
      pair,
      parts: session.parts,
      progress,
      focused,
      typed,
      textNote,
      isStopped: this.stopping.signal.aborted,
      isPending: (name) => session.isPending(name),
      commit: (change) => this.change(change, true),
      preview: (change) => this.change(change, false),
      take: (arrays) => this.takeArrays(arrays),
      isGone: this.faults.some(({ key, given }) => key === "given" && isHeldText(given)),
      type: (text, isDone) => this.type(text, isDone),
      focusCell: (place) => this.focusCell(place),
      stop: () => {
        this.stopping.abort();
        this.requestUpdate();
      },
      again: () => session.update(this.tasksFor(pair)),
    };
  }

  private change(change: Partial<ScoresState>, isDone: boolean): void {
    // Another row: the formulas speak of it, not of the cell that was read last.
    if (change.query !== undefined) this.focused = null;
    if (isDone) this.commit(change);
    else this.preview(change);
  }

  /** Why not, in words; null where they are shown now. */
  private takeArrays(arrays: GivenArrays): string | null {
    const next = withArrays(this.state, arrays);
    if (typeof next === "string") return next;
    this.focused = null;
    this.commit({ given: next.given });
    return null;
  }

  private focusCell(place: Place): void {
    if (place.row !== this.focused?.row || place.column !== this.focused.column) this.focused = place;
  }

  /** What cannot be taken is said; what is too long is cut. */
  private type(typed: string, isDone: boolean): void {
    const signs = [...typed.slice(0, 2 * MOST_SIGNS + 2)];
    const isLong = signs.length > MOST_SIGNS;
    const text = SCHEMA.text.read(wellFormed(signs.slice(0, MOST_SIGNS).join("")))?.value ?? "";
    const isEmpty = tokenList({ text, repeat: 1 }).tokens.length === 0;
    this.textNote = isEmpty
      ? t("text.empty")
      : isLong
        ? t("text.long", { length: plain(typed.length), most: plain(MOST_SIGNS) })
        : null;
    this.typed = isDone ? null : typed;
    if (isEmpty) return;
    this.change({ text }, isDone);
  }

  protected override renderAnswer() {
    return renderAnswer(this.context);
  }

  protected override renderSettings() {
    return renderSettings(this.context);
  }

  protected override renderFigures() {
    const { context } = this;
    const { present } = context.parts;
    if (!present) return html``;
    return html`${renderFormula(context, present)} ${renderMatrices(context, present)} ${this.renderRow(context, present)} ${renderSoftmax(context, present)}`;
  }

  private renderRow(context: ScoresContext, present: HeadResult) {
    const row = rowIn(context, present);
    const keptResult = keptIn(context);
    const isSame = keptResult !== null && samePairs(keptResult, present);
    const kept = isSame ? rowIn(context, keptResult) : null;
    const { plain: bare } = context.parts;
    const isHere = bare?.query === row.query && bare.weights.length === present.tokens.length;
    const input: RowFigureInput = { present, row, kept, plain: isHere ? bare.weights : null };
    const comment = `${t("row.title")} ${row.query}`;
    const key = JSON.stringify([isHere, keptResult ? isSame : null]);
    return html`
      <section aria-labelledby="row-title">
        <h2 id="row-title">${t("row.title")}</h2>
        <p class="text">${t("row.text")}</p>
        <posenc-figure data-figure="row-scores" .height=${260} .comment=${comment} .figure=${made(row, kept ?? key, () => scoreFigure(input))}></posenc-figure>
        <posenc-figure data-figure="row-weights" .height=${260} .comment=${comment} .figure=${made(
          made(row, kept ?? key, () => ({})),
          `weights ${isHere}`,
          () => weightFigure(input),
        )}></posenc-figure>
        ${keptResult && !isSame ? html`<p class="text small">${t("matrices.no_difference")}</p>` : nothing}
      </section>
    `;
  }
}

customElements.define("posenc-scores-lab", PosencScoresLab);
