/**
 * What every lab with a schema is made of: its state in the address, undo and reset, a state kept for comparison, the
 * engine's answers part by part, and the frame of its page. A lab says what to compute and how to draw it.
 *
 *   first    heading, the answer in words and numbers, what to try
 *   rail     settings, comparison, and the state to take along
 *   rest     figures and prose
 */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { state } from "lit/decorators.js";
import { compareControl } from "./compare.ts";
import "./embed-code.ts";
import "./figure.ts";
import "./share.ts";
import type { Posenc } from "../engine/index.ts";
import { LocaleController } from "../i18n/locale-controller.ts";
import { type PageKey, t } from "../i18n/page-strings.ts";
import { type LinkFault, readLink, type Schema, startOf, writeLink } from "../state/schema.ts";
import { controlStyles } from "../ui/control-styles.ts";
import { type Lab, type LabEnvironment, labOf, pageEnvironment, showStage } from "./environment.ts";
import { isAllowed, withLocked } from "./locked.ts";
import { PresentationController } from "./presentation-controller.ts";
import { type Closable, Session, type Tasks } from "./session.ts";
import { type LinkCodec, StateHistory } from "./state-history.ts";
import { labStyles } from "./styles/index.ts";

/** While a slider moves, the engine is asked when it has rested this long. */
const SLIDING_PAUSE_MS = 40;
const MOST_UNDONE = 50;

/** The state that the controls change, and the one that is kept beside it; null: nothing is compared. */
export interface Pair<S> {
  state: S;
  other: S | null;
}

/** A setting worth a look: the sentence of the button, and what it changes from the start. */
export interface Try<S> {
  name: string;
  text: string;
  change: Partial<S>;
  /** What it is laid beside, from the start as well. */
  beside?: Partial<S>;
}

export abstract class LabElement<S extends object, Parts extends object, Engine extends Closable = Posenc>
  extends LitElement
  implements Lab
{
  static override styles = [controlStyles, labStyles];

  protected abstract readonly schema: Schema<S>;
  /** What is computed for a pair of states. Keys of tasks hold everything that their values depend on. */
  protected abstract tasksFor(pair: Pair<S>): Tasks<Parts, Engine>;
  protected abstract renderAnswer(): TemplateResult;
  protected abstract renderSettings(): TemplateResult;
  protected abstract renderFigures(): TemplateResult;
  protected abstract tries(): readonly Try<S>[];
  /** The heading and the sentence below it. */
  protected abstract words(): { title: string; lead: string };

  /** What computes; the core that all labs share, unless a lab names another. */
  protected openEngine(): Promise<Engine> {
    return this.environment.openCore() as Promise<Closable> as Promise<Engine>;
  }

  /** The problem that gives the same numbers elsewhere, as JSON; null where none does. */
  protected problemOf(_state: S): object | null {
    return null;
  }
  /** A shell line that gives the same numbers; null where none does. */
  protected commandOf(_state: S): string | null {
    return null;
  }

  /** A short NumPy script that prints the numbers at the top; null where none does. */
  protected scriptOf(_state: S): (() => string | Promise<string>) | null {
    return null;
  }

  /** Whether the address brings the state to another page. */
  protected hasLink(_pair: Pair<S>): boolean {
    return true;
  }

  /** Given before the lab is connected. */
  environment: LabEnvironment = pageEnvironment();
  @state() protected pair!: Pair<S>;
  @state() protected faults: readonly LinkFault[] = [];
  protected readonly session = new Session<Parts, Engine>(
    () => this.hear(),
    () => this.openEngine(),
  );
  private history!: StateHistory<Pair<S>, readonly LinkFault[]>;
  private undone: readonly Pair<S>[] = [];
  /** What Undo goes back to: previews have moved the state already. */
  private committed!: Pair<S>;
  private isPreview = false;
  private reported: string | null = null;

  constructor() {
    super();
    new LocaleController(this);
    new PresentationController(this);
  }

  get settings(): readonly string[] {
    return Object.keys(this.schema);
  }

  get stateKeys(): readonly string[] {
    const keys = this.settings;
    return [...keys, ...keys.map((key) => `b.${key}`), "b"];
  }

  protected get state(): S {
    return this.pair.state;
  }

  override connectedCallback(): void {
    const { schema } = this;
    const codec: LinkCodec<Pair<S>, readonly LinkFault[]> = {
      read(hash) {
        const { faults, ...pair } = readLink(schema, hash);
        return { state: pair, fault: faults };
      },
      write: ({ state, other }) => writeLink(schema, state, other),
    };
    const start = { state: startOf(schema), other: null };
    this.history = new StateHistory(this.environment.place, codec, start, (pair, faults) =>
      this.take(pair, faults ?? []),
    );
    this.history.readPlace();
    super.connectedCallback();
    void this.session.start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.session.close();
  }

  private take(pair: Pair<S>, faults: readonly LinkFault[]): void {
    this.pair = pair;
    if (!this.isPreview) this.committed = pair;
    this.faults = faults;
    for (const fault of faults) this.environment.report({ code: "state", message: faultText(fault) });
    this.session.update(this.tasksFor(pair), this.isPreview ? SLIDING_PAUSE_MS : 0);
  }

  /** The session has something new. */
  private hear(): void {
    const { failure } = this.session;
    if (failure !== null && failure !== this.reported) this.environment.report({ code: "compute", message: failure });
    this.reported = failure;
    this.requestUpdate();
  }

  // ---- what controls may ask for ------------------------------------------------------------------------------------

  protected commit(change: Partial<S>): void {
    this.commitPair({ ...this.pair, state: { ...this.state, ...change } });
  }

  protected preview(change: Partial<S>): void {
    this.isPreview = true;
    this.history.preview(this.held({ ...this.pair, state: { ...this.state, ...change } }));
    this.isPreview = false;
  }

  /** A locked setting stays on its side. */
  private held({ state, other }: Pair<S>): Pair<S> {
    const { lock } = this.environment.presentation;
    const beside = this.pair.other ?? this.state;
    return { state: withLocked(lock, this.state, state), other: other && withLocked(lock, beside, other) };
  }

  protected reset(): void {
    this.commitPair({ state: startOf(this.schema), other: null });
  }

  /** Keeps the present state, to lay what follows beside it. */
  protected keep(): void {
    this.commitPair({ state: this.state, other: this.state });
  }

  protected drop(): void {
    this.commitPair({ state: this.state, other: null });
  }

  protected swap(): void {
    if (this.pair.other) this.commitPair({ state: this.pair.other, other: this.state });
  }

  protected undo(): void {
    const last = this.undone.at(-1);
    if (!last) return;
    this.undone = this.undone.slice(0, -1);
    this.history.commit(this.held(last));
  }

  private commitPair(next: Pair<S>): void {
    const pair = this.held(next);
    const before = this.committed;
    if (this.linkOf(before) !== this.linkOf(pair)) this.undone = [...this.undone.slice(1 - MOST_UNDONE), before];
    this.history.commit(pair);
  }

  private linkOf({ state, other }: Pair<S>): string {
    return writeLink(this.schema, state, other);
  }

  // ---- the frame ----------------------------------------------------------------------------------------------------

  protected override render() {
    const { title, lead } = this.words();
    return html`
      <div class="first">
        <section aria-labelledby="title">
          <h1 id="title" tabindex="-1" aria-level=${this.environment.titleLevel}>${title}</h1>
          <p class="lead">${lead}</p>
          ${this.renderAnswer()} ${this.renderFaults()}
        </section>
        ${this.renderTries()}
      </div>
      <div class="rail" data-part="settings">
        <section class="settings" aria-label=${t("lab.settings")}>
          ${this.renderSettings()} ${this.renderCompare()} ${this.renderShare()}
        </section>
      </div>
      <div class="rest">${this.renderFigures()}</div>
    `;
  }

  private renderFaults() {
    const { failure } = this.session;
    return html`<div class="faults" data-testid="faults">
      ${this.faults.map((fault) => html`<p class="fault" role="alert">${faultText(fault)}</p>`)}
      ${failure === null ? nothing : html`<p class="fault" role="alert">${t("lab.failure")} <span class="detail">${failure}</span></p>`}
    </div>`;
  }

  private renderTries() {
    const { lock } = this.environment.presentation;
    const tries = this.tries().filter(({ change, beside }) => isAllowed(lock, change, beside));
    if (tries.length === 0) return nothing;
    const start = startOf(this.schema);
    const go = ({ change, beside }: Try<S>) => {
      this.commitPair({ state: { ...start, ...change }, other: beside ? { ...start, ...beside } : null });
      this.showStage("title");
    };
    return html`
      <section class="tries" data-part="tries" aria-labelledby="tries-title">
        <h2 class="minor" id="tries-title">${t("lab.tries")}</h2>
        <ul class="try">
          ${tries.map((one) => html`<li><button class="quiet" data-try=${one.name} @click=${() => go(one)}>${one.text}</button></li>`)}
        </ul>
      </section>
    `;
  }

  private renderCompare() {
    const isComparing = this.pair.other !== null;
    return compareControl({
      isComparing,
      meaning: t(isComparing ? "lab.compare.kept" : "lab.compare.none"),
      keep: () => this.keep(),
      swap: () => this.swap(),
      drop: () => this.drop(),
    });
  }

  private renderShare() {
    const problem = this.problemOf(this.state);
    const command = this.commandOf(this.state);
    const script = this.scriptOf(this.state);
    const link = this.linkOf(this.pair);
    const texts = {
      link: this.hasLink(this.pair) ? () => this.environment.linkTo(link) : null,
      ...(problem ? { json: () => JSON.stringify(problem) } : {}),
      ...(command === null ? {} : { command: () => command }),
      ...(script === null ? {} : { script }),
    };
    return html`
      <fieldset class="share" data-part="share">
        <legend>${t("share.title")}</legend>
        <posenc-share .texts=${texts} .subject=${this.pair}>
          <button slot="more" data-testid="undo" ?disabled=${this.undone.length === 0} @click=${() => this.undo()}>${t("lab.undo")}</button>
          <button slot="more" data-testid="reset" @click=${() => this.reset()}>${t("share.reset")}</button>
        </posenc-share>
        <posenc-embed-code .lab=${labOf(this)} .state=${link} .environment=${this.environment} .heading=${this.words().title}></posenc-embed-code>
      </fieldset>
    `;
  }

  protected showStage(id: string): void {
    showStage(this, id);
  }
}

const faultText = ({ code, key, given, allowed }: LinkFault): string =>
  t(`link.${code}` as PageKey, { key, given, allowed });
