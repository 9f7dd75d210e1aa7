/** <posenc-order-lab>: ties the problem in the address, the calculations and the parts of the page together. */
import { html, LitElement } from "lit";
import { state } from "lit/decorators.js";
import "../../elements/choice-menu.ts";
import "../../elements/heatmap.ts";
import "../../elements/token-strip.ts";
import "../../lab/embed-code.ts";
import "../../lab/share.ts";
import { language, onLanguage } from "../../i18n/language.ts";
import { LocaleController } from "../../i18n/locale-controller.ts";
import { type Lab, type LabEnvironment, pageEnvironment, showStage } from "../../lab/environment.ts";
import { PresentationController } from "../../lab/presentation-controller.ts";
import { embeddedStyles } from "../../lab/styles/embedded.ts";
import { type LabProblem, withTokens } from "../../state/defaults.ts";
import { labelsOf, modelDimOf } from "../../state/input.ts";
import { type Issue, IssueError } from "../../state/issue.ts";
import { sameOrder } from "../../state/permutation.ts";
import { ProblemHistory } from "../../state/problem-history.ts";
import { joinTokens, readText } from "../../state/tokens.ts";
import { controlStyles } from "../../ui/control-styles.ts";
import { renderComparison } from "./comparison.ts";
import type { FocusedCell, LabContext } from "./context.ts";
import { renderInspector } from "./inspector.ts";
import type { CellPlace } from "./pieces.ts";
import { renderPipeline } from "./pipeline.ts";
import { startProblem } from "./presets.ts";
import { renderSentence } from "./sentence.ts";
import { ENGINE_CHOICES, type EngineChoice, Session } from "./session.ts";
import { renderSettings } from "./settings.ts";
import { orderStyles } from "./styles/index.ts";
import { renderVerdict } from "./verdict.ts";
import type { Side } from "./view.ts";
import { renderWhy } from "./why.ts";
import { issueText } from "./words.ts";

export class PosencOrderLab extends LitElement implements LabContext, Lab {
  static override styles = [controlStyles, orderStyles, embeddedStyles];

  environment: LabEnvironment = pageEnvironment();
  readonly stateKeys = ["problem"];

  @state() problem: LabProblem = startProblem(language());
  @state() side: Side = "original";
  @state() head = 0;
  @state() focused: FocusedCell | null = null;
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

  constructor() {
    super();
    new LocaleController(this);
    new PresentationController(this);
  }

  get result() {
    return this.session.result;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.engine = chosenEngine(this.environment);
    this.past = new ProblemHistory(this.environment.place, startProblem(language()), (problem, issue) =>
      this.take(problem, issue),
    );
    this.stopLanguage = onLanguage(() => this.past?.setStart(startProblem(language())));
    this.past.readPlace();
    void this.session.start(this.engine);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopLanguage?.();
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

  /** A new problem from the history: a change, or the address. */
  private take(problem: LabProblem, issue: Issue | null): void {
    this.linkIssue = issue;
    if (issue) this.environment.report({ code: "state", message: issueText(issue) });
    const words = wordsOf(problem);
    const isTyping = this.textIssue === null && this.text !== "" && sameOrder(tryRead(this.text), words);
    if (!isTyping) this.text = joinTokens(words);
    this.textIssue = null;
    if (figuresOf(this.problem) !== figuresOf(problem)) this.focused = null;
    this.problem = problem;
    this.session.request(problem);
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
    this.focused = { ...awaited.cell, by: "pointer" };
    this.isPointerIdle = true;
    for (const sign of ["pointermove", "pointerdown"]) {
      addEventListener(sign, () => (this.isPointerIdle = false), { once: true, capture: true });
    }
    const stage = awaited.cell.figure === "scores" ? "stage-attention" : "stage-input";
    void this.updateComplete.then(() => this.showStage(stage, true));
  }

  // ---- what the parts may ask for -----------------------------------------------------------------------------------

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
