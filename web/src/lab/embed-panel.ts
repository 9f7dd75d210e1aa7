/**
 * <posenc-embed-panel>: what the lab is shown with, the kinds of pages, and the text. In the words and colours of this
 * page, unless others are chosen.
 */
import { html, LitElement, nothing } from "lit";
import { property, state } from "lit/decorators.js";
import { type Block, blocks, type Embedded, SNIPPETS, type Snippet } from "../embed/snippets.ts";
import { t } from "../i18n/embed/strings.ts";
import { LANGUAGE_NAMES, LANGUAGES, type Language, language } from "../i18n/language.ts";
import { LocaleController } from "../i18n/locale-controller.ts";
import { type PageKey, t as page } from "../i18n/page-strings.ts";
import { controlStyles } from "../ui/control-styles.ts";
import { theme } from "../ui/theme.ts";
import { THEMES, type Theme } from "../ui/theme-names.ts";
import { Copying, copyFieldStyles } from "./copying.ts";
import { embedPanelStyles } from "./embed-panel-styles.ts";
import type { LabEnvironment } from "./environment.ts";
import { UI, type Ui } from "./presentation.ts";

type Option = readonly [value: string, name: string];

export class PosencEmbedPanel extends LitElement {
  static override styles = [controlStyles, copyFieldStyles, embedPanelStyles];

  @property() lab = "";
  /** As in the address, with or without "#". */
  @property() state = "";
  @property({ attribute: false }) environment!: LabEnvironment;
  @property() heading = "";
  @state() private kind: Snippet = "iframe";
  @state() private ui: Ui = "full";
  /** undefined: as on this page. */
  @state() private theme: Theme | undefined;
  /** null: as the page around decides. */
  @state() private words: Language | null | undefined;
  private readonly copying = new Copying<string>(this);

  constructor() {
    super();
    new LocaleController(this);
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (["state", "lab", "ui", "theme", "words"].some((name) => changed.has(name))) this.copying.forget();
  }

  /** Without what a page does by itself. */
  private get embedded(): Embedded {
    const { lab, ui } = this;
    const [colours, words] = this.shown;
    return {
      base: this.environment.base,
      lab,
      state: this.state.replace(/^#/, ""),
      title: this.heading,
      shown: {
        ...(ui === "full" ? {} : { ui }),
        ...(colours === "auto" ? {} : { theme: colours }),
        ...(words === null ? {} : { lang: words }),
      },
    };
  }

  private get shown(): [Theme, Language | null] {
    return [this.theme ?? theme(), this.words === undefined ? language() : this.words];
  }

  protected override render() {
    const { copied, refused } = this.copying;
    const { guide } = this.environment;
    return html`
      ${this.renderChoices()}
      <div class="kinds">${SNIPPETS.map((kind) => this.renderKind(kind))}</div>
      ${this.renderBlocks()}
      <p class="said" role="status">${refused ? page("embed.refused") : copied ? page("share.copied") : nothing}</p>
      ${guide === null ? nothing : html`<a href=${`${guide}${location.search}#names`}>${t("more")}</a>`}
    `;
  }

  private renderChoices() {
    const [colours, words] = this.shown;
    const uis = UI.map((ui): Option => [ui, t(`ui.${ui}`)]);
    const themes = THEMES.map((name): Option => [name, name === "auto" ? t("theme.auto") : page(`page.theme.${name}`)]);
    const languages = LANGUAGES.map((name): Option => [name, LANGUAGE_NAMES[name]]);
    return html`
      ${select({ name: "ui", label: t("ui"), options: uis, chosen: this.ui }, (ui) => {
        this.ui = ui as Ui;
      })}
      ${select({ name: "theme", label: page("page.theme"), options: themes, chosen: colours }, (name) => {
        this.theme = name as Theme;
      })}
      ${select(
        {
          name: "lang",
          label: page("page.language"),
          options: [["", t("lang.auto")], ...languages],
          chosen: words ?? "",
        },
        (name) => {
          this.words = (name || null) as Language | null;
        },
      )}
    `;
  }

  /** A press copies what belongs into the page; what belongs elsewhere has a button of its own. */
  private renderKind(kind: Snippet) {
    const name = page(`embed.${kind}` as PageKey);
    const choose = () => {
      this.kind = kind;
      this.copy(blocks(kind, this.embedded).at(-1) as Block);
    };
    return html`<button class="quiet" data-embed=${kind} aria-pressed=${kind === this.kind} aria-label=${page("embed.copy", { kind: name })}
      @click=${choose}>${name}</button>`;
  }

  private renderBlocks() {
    const made = blocks(this.kind, this.embedded);
    const select = (event: Event) => (event.target as HTMLTextAreaElement).select();
    return made.map(
      (block) => html`
        ${block.file ? this.renderFile(block) : nothing}
        <textarea readonly rows=${made.length > 1 ? 4 : 6} spellcheck="false" aria-label=${block.file || page(`embed.${this.kind}` as PageKey)}
          .value=${block.text} @focus=${select}></textarea>`,
    );
  }

  private renderFile(block: Block) {
    return html`<div class="option">
      <code>${block.file}</code>
      <button class="quiet" data-file=${block.file} @click=${() => this.copy(block)}>${page("embed.copy", { kind: block.file })}</button>
    </div>`;
  }

  private copy({ text }: Block): void {
    void this.copying.copy(text, text);
  }
}

interface Select {
  name: "ui" | "theme" | "lang";
  label: string;
  options: readonly Option[];
  chosen: string;
}

const select = ({ name, label, options, chosen }: Select, choose: (value: string) => void) =>
  html`<div class="option"><label for=${name}>${label}</label>
    <select id=${name} data-testid=${`embed-${name}`} @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
      ${options.map(([value, text]) => html`<option value=${value} .selected=${value === chosen}>${text}</option>`)}
    </select></div>`;

customElements.define("posenc-embed-panel", PosencEmbedPanel);
