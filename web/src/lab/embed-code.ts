/** <posenc-embed-code>: the present state as text for other people's pages. What it shows is fetched when it is opened. */
import { css, html, LitElement, nothing } from "lit";
import { property, state } from "lit/decorators.js";
import { setLanguage } from "../i18n/catalogue.ts";
import { LocaleController } from "../i18n/locale-controller.ts";
import { t } from "../i18n/page-strings.ts";
import type { LabEnvironment } from "./environment.ts";

export class PosencEmbedCode extends LitElement {
  static override styles = css`
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
    summary:focus-visible {
      outline: 2px solid var(--accent);
      outline-offset: 2px;
    }
  `;

  @property() lab = "";
  /** As in the address, with or without "#". */
  @property() state = "";
  @property({ attribute: false }) environment!: LabEnvironment;
  @property() heading = "";
  @state() private isReady = false;

  constructor() {
    super();
    new LocaleController(this);
  }

  protected override render() {
    const { lab, state, environment, heading } = this;
    return html`
      <details @toggle=${this.onToggle}>
        <summary>${t("embed.title")}</summary>
        ${
          this.isReady
            ? html`<posenc-embed-panel .lab=${lab} .state=${state} .environment=${environment} .heading=${heading}></posenc-embed-panel>`
            : nothing
        }
      </details>
    `;
  }

  private async onToggle(): Promise<void> {
    if (this.isReady) return;
    await import("./embed-panel.ts");
    // It brought words of its own.
    await setLanguage().catch(() => {});
    this.isReady = true;
  }
}

customElements.define("posenc-embed-code", PosencEmbedCode);
