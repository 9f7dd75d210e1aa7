/** <posenc-embed-code>: the present state as text for other people's pages, one button per kind of page. */
import { css, html, LitElement, nothing } from "lit";
import { property, state } from "lit/decorators.js";
import type { Snippet } from "../embed/snippets.ts";
import { LocaleController } from "../i18n/locale-controller.ts";
import { type PageKey, t } from "../i18n/page-strings.ts";
import { controlStyles } from "../ui/control-styles.ts";
import { Copying, copyFieldStyles } from "./copying.ts";

export class PosencEmbedCode extends LitElement {
  static override styles = [
    controlStyles,
    copyFieldStyles,
    css`
      :host {
        display: block;
        font-size: var(--text-s);
        margin-block-start: 4px;
      }
      summary {
        min-height: 24px;
        cursor: pointer;
        color: var(--ink-2);
      }
      .kinds {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 12px;
        margin-block: 8px;
      }
      button.quiet {
        padding-inline: 0;
      }
      .said {
        min-height: 24px;
        color: var(--ink-2);
      }
    `,
  ];

  @property() lab = "";
  /** As in the address, with or without "#". */
  @property() state = "";
  @property() base = "";
  @property() heading = "";
  @state() private kind: Snippet = "iframe";
  private readonly copying = new Copying<Snippet>(this);
  /** Fetched when it is opened. */
  @state() private snippets: typeof import("../embed/snippets.ts") | null = null;

  constructor() {
    super();
    new LocaleController(this);
  }

  private get text(): string {
    const { lab, base, heading } = this;
    return (this.snippets as typeof import("../embed/snippets.ts")).snippet(this.kind, {
      lab,
      base,
      state: this.state.replace(/^#/, ""),
      title: heading,
    });
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has("state") || changed.has("lab")) this.copying.forget();
  }

  protected override render() {
    return html`
      <details @toggle=${this.onToggle}>
        <summary>${t("embed.title")}</summary>
        ${this.snippets ? this.renderKinds(this.snippets.SNIPPETS) : nothing}
      </details>
    `;
  }

  private async onToggle(): Promise<void> {
    this.snippets ??= await import("../embed/snippets.ts");
  }

  private renderKinds(kinds: readonly Snippet[]) {
    const { copied, refused } = this.copying;
    return html`
        <div class="kinds">
          ${kinds.map(
            (
              kind,
            ) => html`<button class="quiet" data-embed=${kind} aria-pressed=${kind === this.kind} aria-label=${t("embed.copy", { kind: t(`embed.${kind}` as PageKey) })}
              @click=${() => this.copy(kind)}>${t(`embed.${kind}` as PageKey)}</button>`,
          )}
        </div>
        <textarea readonly rows="6" spellcheck="false" aria-label=${t(`embed.${this.kind}` as PageKey)} .value=${this.text}
          @focus=${(event: Event) => (event.target as HTMLTextAreaElement).select()}></textarea>
        <p class="said" role="status">${refused ? t("embed.refused") : copied ? t("share.copied") : nothing}</p>
    `;
  }

  private async copy(kind: Snippet): Promise<void> {
    this.kind = kind;
    await this.copying.copy(kind, this.text);
  }
}

customElements.define("posenc-embed-code", PosencEmbedCode);
