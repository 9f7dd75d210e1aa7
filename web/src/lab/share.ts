/**
 * <posenc-share>: the state to take along, as a link, JSON, a command or a script. Where the clipboard is refused, the text appears
 * in a field to copy by hand.
 */
import { css, html, LitElement, nothing } from "lit";
import { property } from "lit/decorators.js";
import { LocaleController } from "../i18n/locale-controller.ts";
import { type PageKey, t } from "../i18n/page-strings.ts";
import { controlStyles } from "../ui/control-styles.ts";
import { Copying, copyFieldStyles } from "./copying.ts";

const KINDS = ["link", "json", "command", "script"] as const;
type Kind = (typeof KINDS)[number];

/** What each button copies, made when it is pressed. null: the button is there and idle, as for a state too long for a link. */
export type Texts = { readonly [Name in Kind]?: (() => string | Promise<string>) | null };

export class PosencShare extends LitElement {
  static override styles = [
    controlStyles,
    copyFieldStyles,
    css`
      :host {
        display: block;
        font-size: var(--text-s);
      }
      .buttons {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
      }
      .said {
        min-height: 24px;
        margin-block-start: 4px;
        color: var(--ink-2);
      }
    `,
  ];

  @property({ attribute: false }) texts: Texts = {};
  /** What is copied belongs to this; when it changes, "copied" is no longer said. */
  @property({ attribute: false }) subject: unknown;
  private readonly copying = new Copying<Kind>(this);

  constructor() {
    super();
    new LocaleController(this);
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has("subject")) this.copying.forget();
  }

  protected override render() {
    const { copied, refused } = this.copying;
    return html`
      <div class="buttons">
        ${KINDS.filter((kind) => this.texts[kind] !== undefined).map((kind) => html`<button data-testid=${`copy-${kind}`} ?disabled=${this.texts[kind] === null} @click=${() => this.copy(kind)}>${t(`share.${kind}` as PageKey)}</button>`)}
        <slot name="more"></slot>
      </div>
      <p class="said" role="status">${refused ? t("share.refused") : copied ? t("share.copied") : nothing}</p>
      ${refused ? html`<textarea readonly rows="4" aria-label=${t("share.refused")} .value=${refused}></textarea>` : nothing}
    `;
  }

  private async copy(kind: Kind): Promise<void> {
    await this.copying.copy(kind, (await this.texts[kind]?.()) ?? "");
  }
}

customElements.define("posenc-share", PosencShare);
