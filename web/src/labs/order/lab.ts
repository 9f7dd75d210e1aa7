/** <posenc-order-lab>: ties the problem in the address, the calculations and the parts of the page together. */
import { html, LitElement, type PropertyValues } from "lit";
import { state } from "lit/decorators.js";
import "../../elements/choice-menu.ts";
import type { PosencHeatmap } from "../../elements/heatmap.ts";
import "../../elements/heatmap.ts";
import "../../elements/token-strip.ts";
import "../../lab/embed-code.ts";
import "../../lab/share.ts";
import { language, onLanguage } from "../../i18n/language.ts";
import { LocaleController } from "../../i18n/locale-controller.ts";
import { plain } from "../../i18n/numbers.ts";
import { type Lab, type LabEnvironment, pageEnvironment, showStage } from "../../lab/environment.ts";
import { PresentationController } from "../../lab/presentation-controller.ts";
import { embeddedStyles } from "../../lab/styles/embedded.ts";
import { labStyles } from "../../lab/styles/index.ts";
import { takeFiles } from "../../lab/take-files.ts";
import { type LabProblem, methodsOf, withTokens } from "../../state/defaults.ts";
import { labelsOf, modelDimOf } from "../../state/input.ts";
import { type Issue, IssueError } from "../../state/issue.ts";
import { sameOrder } from "../../state/permutation.ts";
import { joinTokens, readText } from "../../state/tokens.ts";
import { controlStyles } from "../../ui/control-styles.ts";
import { renderComparison } from "./comparison.ts";
import type { FocusedCell, LabContext } from "./context.ts";
import { renderInspector } from "./inspector.ts";
import { keepsLocked, SETTINGS } from "./locked.ts";
import type { CellPlace } from "./pieces.ts";
import { renderPipeline } from "./pipeline.ts";
import { startProblem } from "./presets.ts";
import { ProblemHistory, type ProblemPair } from "./problem-history.ts";
import { renderSentence } from "./sentence.ts";
import { ENGINE_CHOICES, type EngineChoice, Session } from "./session.ts";
import { renderSettings } from "./settings.ts";
import { methodName } from "./settings-method.ts";
import { type OrderKey, t } from "./strings.ts";
import { orderStyles } from "./styles/index.ts";
import { renderVerdict } from "./verdict.ts";
import type { Side } from "./view.ts";
import { renderWhy } from "./why.ts";
import { issueText } from "./words.ts";

export class PosencOrderLab extends LitElement implements LabContext, Lab {
  static override styles = [controlStyles, labStyles, orderStyles, embeddedStyles];

  environment: LabEnvironment = pageEnvironment();
  readonly stateKeys = ["problem", "b"];
  readonly settings = SETTINGS;

  @state() problem: LabProblem = startProblem(language());
  @state() other: LabProblem | null = null;
  @state() side: Side = "original";
  @state() head = 0;
  @state() focused: FocusedCell | null = null;
  @state() step = 0;
  @state() pointed: number | null = null;
  @state() linkIssue: Issue | null = null;
  @state() textIssue: Issue | null = null;
  @state() text = "";
  @state() engine: EngineChoice = "auto";

  session = new Session(
    () => this.hear(),
    (options) => this.environment.openCore(options),
  );
  /** An example whose numbers are on their way. */
  private awaited: { problem: LabProblem; cell: CellPlace } | null = null;
  /** After going to a cell, until the pointer moves or presses: the cell that comes to lie under it is not meant. */
  private isPointerIdle = false;
  private past: ProblemHistory | undefined;
  private reported: Session["failure"] = null;
  private stopLanguage: (() => void) | undefined;
  /** Ends the explanation of a cell whose figure has left the screen. */
  private readonly leaving = new IntersectionObserver((entries) => {
    const last = entries.at(-1);
    if (last && !last.isIntersecting && last.target === this.focusedFigure()) this.focused = null;
  });

  constructor() {
    super();
    new LocaleController(this);
    new PresentationController(this);
    takeFiles(this);
  }

  /** In the names of files. */
  get fileSubject(): string {
    const { mask } = this.problem;
    return [...methodsOf(this.problem).map(({ kind }) => kind), mask.kind, "head", this.headShown].join("-");
  }

  get fileCaption(): readonly string[] {
    const { mask } = this.problem;
    const methods = methodsOf(this.problem).map(({ kind }) => methodName(kind));
    const masks = mask.kind === "none" ? [] : [t(`claim.mask.${mask.kind}` as OrderKey)];
    return [t("title"), [...methods, ...masks, t("head.one", { head: plain(this.headShown) })].join(" · ")];
  }

  private get headShown(): number {
    return Math.min(this.head, this.problem.input.heads - 1);
  }

  get result() {
    return this.session.result;
  }

  get canUndo() {
    return this.past?.canUndo ?? false;
  }

  get canReset() {
    return this.past?.canReset ?? false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.engine = chosenEngine(this.environment);
    const start = startProblem(language());
    this.past = new ProblemHistory(
      this.environment.place,
      start,
      (pair, issue) => this.take(pair, issue),
      (problem) => this.allows(problem),
    );
    this.stopLanguage = onLanguage(() => this.past?.setStart(startProblem(language())));
    this.past.readPlace();
    void this.session.start(this.engine);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopLanguage?.();
    this.leaving.disconnect();
    this.session.close();
  }

  protected override render() {
    return html`
      <div class="first">${renderVerdict(this)} ${renderSentence(this)}</div>
      <div class="rail" data-part="settings">${renderSettings(this)}</div>
      <div class="rest">
        <div class="figures">${renderComparison(this)} ${renderPipeline(this)} ${renderInspector(this)}</div>
        ${renderWhy(this)}
      </div>
    `;
  }

  protected override updated(changed: PropertyValues): void {
    if (!changed.has("focused")) return;
    this.leaving.disconnect();
    const figure = this.focusedFigure();
    if (!figure) return;
    this.leaving.observe(figure);
    void figure.updateComplete.then(() => this.uncover(figure));
  }

  private focusedFigure(): PosencHeatmap | null {
    const { focused } = this;
    const selector = `posenc-heatmap[data-figure="${focused?.figure}"][data-side="${focused?.of}"]`;
    return focused && this.renderRoot.querySelector<PosencHeatmap>(selector);
  }

  /** Where fingers point, the page may move under them: the chosen cell comes out from behind its formula. */
  private uncover(figure: PosencHeatmap): void {
    if (!matchMedia("(hover: none)").matches) return;
    const panel = this.renderRoot.querySelector(".inspector-body")?.getBoundingClientRect();
    const cell = figure.renderRoot.querySelector(".cell.chosen")?.getBoundingClientRect();
    if (panel && cell && cell.bottom > panel.top && cell.top < panel.bottom) scrollBy(0, cell.bottom - panel.top + 8);
  }

  /** A new pair from the history: a change, or the address. */
  private take({ problem, other }: ProblemPair, issue: Issue | null): void {
    this.linkIssue = issue;
    if (issue) this.environment.report({ code: "state", message: issueText(issue) });
    const words = wordsOf(problem);
    const isTyping = this.textIssue === null && this.text !== "" && sameOrder(tryRead(this.text), words);
    if (!isTyping) this.text = joinTokens(words);
    this.textIssue = null;
    if (figuresOf(this.problem) !== figuresOf(problem)) this.focused = null;
    this.problem = problem;
    this.other = other;
    this.session.request(problem, other);
  }

  /** The session has something new. */
  private hear(): void {
    this.requestUpdate();
    const { failure } = this.session;
    if (failure && failure !== this.reported) this.environment.report({ code: "compute", message: failure.message });
    this.reported = failure;
    const { awaited } = this;
    if (!awaited || this.result?.problem !== awaited.problem) return;
    this.awaited = null;
    this.focused = { ...awaited.cell, of: "present", by: "pointer" };
    this.isPointerIdle = true;
    for (const sign of ["pointermove", "pointerdown"]) {
      addEventListener(sign, () => (this.isPointerIdle = false), { once: true, capture: true });
    }
    const stage = awaited.cell.figure === "scores" ? "stage-attention" : "stage-input";
    void this.updateComplete.then(() => this.showStage(stage, true));
  }

  // ---- what the parts may ask for -----------------------------------------------------------------------------------

  allows(problem: LabProblem): boolean {
    return keepsLocked(this.environment.presentation.lock, this.problem, problem);
  }

  commit(problem: LabProblem): void {
    this.past?.commit(problem);
  }

  preview(problem: LabProblem): void {
    this.past?.preview(problem);
  }

  reset(): void {
    this.past?.reset();
    this.text = joinTokens(wordsOf(this.problem));
  }

  undo(): void {
    this.past?.undo();
  }

  keep(): void {
    this.past?.keep();
  }

  drop(): void {
    this.past?.drop();
  }

  swap(): void {
    this.past?.swap();
  }

  setText(text: string, done: boolean): void {
    this.text = text;
    try {
      const tokens = readText(text);
      this.textIssue = null;
      const next = withTokens(this.problem, tokens);
      if (done) this.commit(next);
      else if (!sameOrder(tokens, wordsOf(this.problem))) this.preview(next);
    } catch (error) {
      if (!(error instanceof IssueError)) throw error;
      this.textIssue = error.issue;
    }
  }

  setEngine(engine: EngineChoice): void {
    this.engine = engine;
    this.environment.engine.write(engine === "auto" ? null : engine);
    void this.session.setEngine(engine);
  }

  setSide(side: Side): void {
    this.side = side;
  }

  setHead(head: number): void {
    this.head = head;
  }

  focusCell(cell: FocusedCell): void {
    if (cell.by === "pointer" && this.isPointerIdle) return;
    this.focused = cell;
  }

  setStep(step: number, by: FocusedCell["by"] = "pointer"): void {
    this.step = step;
    if (by === "pointer") return;
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(`[data-step="${step}"]`)?.focus());
  }

  point(step: number | null): void {
    this.pointed = step;
  }

  showExample(problem: LabProblem, cell: CellPlace): void {
    this.side = "original";
    this.head = 0;
    this.awaited = { problem, cell };
    this.commit(problem);
  }

  showStage(id: string, atOnce = false): void {
    showStage(this, id, atOnce ? "at once" : "smooth");
  }
}

const wordsOf = ({ input }: LabProblem): readonly string[] => (input.kind === "tokens" ? input.tokens : []);

/** What must stay for a cell of a figure to stay the same cell. */
function figuresOf({ input }: LabProblem): string {
  const { kind, head_dim, value_dim } = input;
  return JSON.stringify([kind, labelsOf(input), head_dim, value_dim, modelDimOf(input)]);
}

function tryRead(text: string): string[] {
  try {
    return readText(text);
  } catch {
    return [];
  }
}

function chosenEngine({ engine: { read } }: LabEnvironment): EngineChoice {
  const engine = read();
  return ENGINE_CHOICES.find((choice) => choice === engine) ?? "auto";
}

customElements.define("posenc-order-lab", PosencOrderLab);
