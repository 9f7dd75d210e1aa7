/** <posenc-context-lab>: ties the state in the address, the calculations and the parts of the page together. */
import { html, LitElement, nothing } from "lit";
import { state } from "lit/decorators.js";
import "../../elements/choice-menu.ts";
import "../../lab/embed-code.ts";
import "../../lab/figure.ts";
import "../../lab/share.ts";
import { messageOf } from "../../engine/errors.ts";
import { LocaleController } from "../../i18n/locale-controller.ts";
import { type Lab, type LabEnvironment, type LoadedFile, pageEnvironment, showStage } from "../../lab/environment.ts";
import { isAllowed, withLocked } from "../../lab/locked.ts";
import { PresentationController } from "../../lab/presentation-controller.ts";
import { Session } from "../../lab/session.ts";
import { StateHistory } from "../../lab/state-history.ts";
import type { CatalogueModel } from "../../models/types.ts";
import { controlStyles } from "../../ui/control-styles.ts";
import { onDroppedFiles } from "../../ui/dropped-files.ts";
import { renderAnswer } from "./answer.ts";
import { renderComparison } from "./comparison.ts";
import { isStale, type LabContext, type TextIssue } from "./context.ts";
import { renderDialects } from "./dialects.ts";
import { renderFigures } from "./figures.ts";
import { renderInput, takeFile } from "./input.ts";
import { renderNumbers } from "./numbers.ts";
import type { Engine, Parts } from "./parts.ts";
import { type Reading, readSubject, textFault, textOf } from "./reading.ts";
import { renderReport } from "./report.ts";
import { renderSettings } from "./settings.ts";
import { type ContextState, contextLink, LinkError, MAX_TEXT, type Source, START, sameSource } from "./state.ts";
import { t } from "./strings.ts";
import { contextStyles } from "./styles/index.ts";
import { tasksFor } from "./tasks.ts";
import { faultOf } from "./text-fault.ts";
import { renderTries } from "./tries.ts";

const TYPING_PAUSE_MS = 150;
const SLIDING_PAUSE_MS = 40;

export class PosencContextLab extends LitElement implements LabContext, Lab {
  static override styles = [controlStyles, contextStyles];

  environment: LabEnvironment = pageEnvironment();
  readonly stateKeys = ["context"];
  readonly settings = Object.keys(START);

  @state() state: ContextState = START;
  @state() models: readonly CatalogueModel[] = [];
  @state() reading: Reading | null = null;
  @state() answered: Reading | null = null;
  @state() text = "";
  @state() textIssue: TextIssue | null = null;
  @state() linkError: LinkError | null = null;
  @state() lengthFault = false;
  /** Whether the catalogue is there, or cannot be had. */
  @state() private isReady = false;

  session = new Session<Parts, Engine>(
    () => this.hear(),
    () => this.environment.openCore(),
  );
  private past: StateHistory<ContextState, LinkError> | undefined;
  /** What Undo goes back to: states and the text that stood beside them. */
  private undone: { state: ContextState; text: string }[] = [];
  private isTyping = false;
  private reported: string | null = null;
  private isPreview = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    new LocaleController(this);
    new PresentationController(this);
    onDroppedFiles(this, {
      isOpen: () => this.canTakeFiles,
      take: ([file]) => void takeFile(this, file),
    });
    this.addEventListener("posenc-load", (event) => this.load(event as CustomEvent<LoadedFile>));
  }

  /** In the names of files. */
  get fileSubject(): string {
    return this.state.source.kind === "model" ? this.state.source.id : "own";
  }

  get fileCaption(): readonly string[] {
    return [t("title"), ...(this.state.source.kind === "model" ? [this.state.source.id] : [])];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    this.session.close();
  }

  private async start(): Promise<void> {
    const engine = this.session.start();
    try {
      this.models = (await import("../../models/catalogue.ts")).MODELS;
    } catch (thrown) {
      this.session.failure = messageOf(thrown);
    }
    this.isReady = true;
    this.past = new StateHistory(this.environment.place, contextLink, START, (next, error) => this.show(next, error));
    this.past.readPlace();
    await engine;
  }

  protected override render() {
    // Nothing else is drawn that the first numbers would push aside.
    if (!this.isReady) return html`<div class="first">${renderAnswer(this)}</div>`;
    return html`
      <div class="first">${renderAnswer(this)} ${renderInput(this)} ${renderTries(this)}</div>
      <div class="rail" data-part="settings">${renderSettings(this)}</div>
      <div class="rest">
        ${
          this.answered
            ? html`<div class="results ${isStale(this) ? "stale" : ""}">
                ${renderNumbers(this)} ${renderFigures(this)} ${renderComparison(this)} ${renderDialects(this)}
              </div>`
            : nothing
        }
        ${renderReport(this)}
      </div>
    `;
  }

  /** The session has something new. */
  private hear(): void {
    const { failure } = this.session;
    if (failure !== null && failure !== this.reported) this.environment.report({ code: "compute", message: failure });
    this.reported = failure;
    this.requestUpdate();
  }

  /** A state from the history: a change, or the address. */
  private show(next: ContextState, error: LinkError | null): void {
    const unknown = [next.source, next.other?.source].find((source) => source && !this.knows(source));
    if (unknown?.kind === "model") {
      this.show(this.state, new LinkError("model", unknown.id.slice(0, 40)));
      return;
    }
    this.linkError = error;
    if (error) this.environment.report({ code: "state", message: error.message });
    this.lengthFault = false;
    const sameText = sameSource(next.source, this.state.source) && this.reading !== null;
    this.state = next;
    if (error || !sameText) this.textIssue = null;
    this.read();
    if (!sameText && !this.isTyping) this.text = this.textOfState() ?? this.text;
  }

  /** null where the state names a model that does not exist. */
  private textOfState(): string | null {
    const { source } = this.state;
    if (source.kind === "text") return source.text;
    return this.reading && textOf(this.reading.config);
  }

  private knows(source: Source): boolean {
    return source.kind === "text" || this.models.some(({ id }) => id === source.id);
  }

  private read(): void {
    try {
      this.reading = readSubject(this.state, this.models);
    } catch (thrown) {
      this.reading = null;
      this.textIssue = { code: "json", fault: faultOf(thrown) };
    }
    if (this.reading?.resolution.model) this.answered = this.reading;
    if (this.answered)
      this.session.update(tasksFor(this.answered, this.state, this.models), this.isPreview ? SLIDING_PAUSE_MS : 0);
  }

  // ---- what the parts may ask for -----------------------------------------------------------------------------------

  get canUndo(): boolean {
    return this.undone.length > 0;
  }

  commit(changes: Partial<ContextState>): void {
    this.remember();
    this.isTyping = false;
    this.past?.commit(this.held({ ...this.state, ...changes }));
  }

  preview(changes: Partial<ContextState>): void {
    this.isPreview = true;
    this.past?.preview(this.held({ ...this.state, ...changes }));
    this.isPreview = false;
  }

  /** Not where the page around has hidden or locked what they would fill. */
  private get canTakeFiles(): boolean {
    const field = this.renderRoot.querySelector("textarea");
    return field !== null && !field.disabled && field.checkVisibility();
  }

  allows(changes: Partial<ContextState>): boolean {
    return isAllowed(this.environment.presentation.lock, changes);
  }

  private held(next: ContextState): ContextState {
    return withLocked(this.environment.presentation.lock, this.state, next);
  }

  take(source: Source, changes: Partial<ContextState> = {}): void {
    this.commit({ source, length: null, layerType: null, ...changes });
    // The same model again brings its text back.
    this.text = this.textOfState() ?? this.text;
    this.textIssue = null;
  }

  setText(text: string, isDone: boolean): void {
    clearTimeout(this.timer);
    if (text.length > MAX_TEXT) {
      this.refuse({ code: "long", detail: "" });
      return;
    }
    if (!this.isTyping) this.remember();
    this.isTyping = true;
    this.text = text;
    this.linkError = null;
    if (isDone) this.readText(true);
    else this.timer = setTimeout(() => this.readText(false), TYPING_PAUSE_MS);
  }

  /** A file from the page around. */
  private load(event: CustomEvent<LoadedFile>): void {
    event.preventDefault();
    const { name, bytes } = event.detail;
    const { source } = this.state;
    if (!this.allows({ source })) this.environment.report({ code: "state", message: `${name}: source is locked` });
    else if (bytes.byteLength > MAX_TEXT) this.refuse({ code: "long", detail: name });
    else this.setText(new TextDecoder().decode(bytes), true);
  }

  private readText(isDone: boolean): void {
    const fault = this.text.trim() === "" ? null : textFault(this.text);
    this.textIssue = fault === null ? null : { code: "json", fault };
    const source: Source = { kind: "text", text: this.text };
    if (fault === null && this.text.trim() !== "" && !sameSource(source, this.state.source)) {
      const next = this.held({ ...this.state, source });
      if (isDone) this.past?.commit(next);
      else this.past?.preview(next);
    } else if (isDone) this.past?.commit(this.state);
    if (isDone) this.isTyping = false;
  }

  refuse(issue: TextIssue): void {
    this.linkError = null;
    this.textIssue = issue;
  }

  refuseLength(): void {
    this.lengthFault = true;
  }

  clear(): void {
    this.remember();
    this.isTyping = false;
    clearTimeout(this.timer);
    this.text = "";
    this.textIssue = null;
    this.linkError = null;
  }

  undo(): void {
    const last = this.undone.pop();
    if (!last) return;
    this.isTyping = false;
    this.past?.commit(this.held(last.state));
    this.text = last.text;
    const fault = this.text.trim() === "" ? null : textFault(this.text);
    this.textIssue = fault && { code: "json", fault };
    this.requestUpdate();
  }

  reset(): void {
    this.take(START.source, START);
  }

  focusText(): void {
    this.renderRoot.querySelector("textarea")?.focus();
  }

  showStage(id: string): void {
    showStage(this, id);
  }

  private remember(): void {
    const { state, text } = this;
    const last = this.undone.at(-1);
    if (last?.state === state && last.text === text) return;
    this.undone = [...this.undone.slice(-49), { state, text }];
  }
}

customElements.define("posenc-context-lab", PosencContextLab);
