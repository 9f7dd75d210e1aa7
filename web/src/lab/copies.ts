/**
 * <posenc-copies>: copy buttons, and a menu that saves the same numbers and the figure. Where the clipboard is refused,
 * the text appears in a field to copy by hand.
 */
import { css, html, LitElement, nothing } from "lit";
import { property } from "lit/decorators.js";
import "../elements/save-menu.ts";
import type { Saved } from "../elements/figure-file.ts";
import type { Tensor } from "../engine/index.ts";
import { LocaleController } from "../i18n/locale-controller.ts";
import { type PageKey, t } from "../i18n/page-strings.ts";
import { controlStyles } from "../ui/control-styles.ts";
import { Copying, copyFieldStyles } from "./copying.ts";

const FORMS = ["json", "csv", "python"] as const;
type Form = (typeof FORMS)[number];

/** What each button copies or saves; made when it is pressed. */
export type Copies = { readonly [Name in Form]?: () => string | Promise<string> } & { readonly tensor?: () => Tensor };

export class PosencCopies extends LitElement {
  static override styles = [
    controlStyles,
    copyFieldStyles,
    css`
      :host {
        display: block;
        min-width: 0;
      }
      .bar {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0 12px;
        min-height: 28px;
      }
      button.quiet {
        padding-inline: 0;
      }
      .said {
        font-size: var(--text-xs);
        color: var(--ink-2);
      }
      textarea {
        margin-block-start: 8px;
      }
    `,
  ];

  @property({ attribute: false }) copies: Copies = {};
  /** Of what is copied: for those who do not see beside what the buttons stand. */
  @property() subject = "";
  @property() description = "";
  /** The figure, where there is one. */
  @property({ attribute: false }) draw: Saved["draw"];
  /** In the names of files; empty where nothing is saved here. */
  @property() name = "";
  private readonly copying = new Copying<Form>(this);

  constructor() {
    super();
    new LocaleController(this);
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has("copies")) this.copying.forget();
  }

  protected override render() {
    const { copied, refused } = this.copying;
    return html`
      <div class="bar">
        <slot></slot>
        ${FORMS.filter((form) => this.copies[form]).map(
          (
            form,
          ) => html`<button class="quiet" data-copy=${form} aria-label=${t(`copy.${form}.long` as PageKey, { subject: this.subject })}
            @click=${() => this.copy(form)}>${t(`copy.${form}` as PageKey)}</button>`,
        )}
        ${this.renderSave()}
        <span class="said" role="status">${refused ? t("share.refused") : copied ? t("share.copied") : nothing}</span>
      </div>
      ${refused ? html`<textarea readonly rows="6" aria-label=${t("share.refused")} .value=${refused}></textarea>` : nothing}
    `;
  }

  private renderSave() {
    const { copies, draw, subject, description, name } = this;
    const { json, csv, tensor } = copies;
    if (!name) return nothing;
    const saved: Saved = {
      title: subject,
      description: () => description,
      ...(draw ? { draw } : {}),
      ...(tensor ? { tensor } : {}),
      ...(csv ? { csv } : {}),
      ...(json ? { json } : {}),
    };
    return html`<posenc-save-menu .saved=${saved} .name=${name}></posenc-save-menu>`;
  }

  private async copy(form: Form): Promise<void> {
    await this.copying.copy(form, (await this.copies[form]?.()) ?? "");
  }
}

customElements.define("posenc-copies", PosencCopies);

declare global {
  interface HTMLElementTagNameMap {
    "posenc-copies": PosencCopies;
  }
}
