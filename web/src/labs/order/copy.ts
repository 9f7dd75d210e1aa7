/** <posenc-copy>: three copy buttons. Where the clipboard is refused, the text appears in a field to copy by hand. */
import { css, html, LitElement, nothing } from "lit";
import { property, state } from "lit/decorators.js";
import { LocaleController } from "../../i18n/locale-controller.ts";
import type { LabProblem } from "../../state/defaults.ts";
import { toCommand, toHash, toJson } from "../../state/link.ts";
import { controlStyles } from "../../ui/control-styles.ts";
import { type OrderKey, t } from "./strings.ts";

const KINDS = ["link", "json", "command"] as const;
type Kind = (typeof KINDS)[number];

export class PosencCopy extends LitElement {
  static override styles = [
    controlStyles,
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
      textarea {
        display: block;
        width: 100%;
        font: 12px/1.5 ui-monospace, Menlo, Consolas, monospace;
        color: inherit;
        background: none;
        border: 1px solid var(--rule-strong);
        border-radius: 4px;
      }
    `,
  ];

  @property({ attribute: false }) problem!: LabProblem;
  @state() private copied: Kind | null = null;
  @state() private refused = "";

  constructor() {
    super();
    new LocaleController(this);
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has("problem")) return;
    this.copied = null;
    this.refused = "";
  }

  protected override render() {
    return html`
      <div class="buttons">
        ${KINDS.map((kind) => html`<button data-testid=${`copy-${kind}`} @click=${() => this.copy(kind)}>${t(`share.${kind}` as OrderKey)}</button>`)}
        <slot name="more"></slot>
      </div>
      <p class="said" role="status">${this.refused ? t("share.refused") : this.copied ? t("share.copied") : nothing}</p>
      ${this.refused ? html`<textarea readonly rows="4" aria-label=${t("share.refused")} .value=${this.refused}></textarea>` : nothing}
    `;
  }

  private textOf(kind: Kind): string {
    switch (kind) {
      case "link":
        return `${location.origin}${location.pathname}${location.search}${toHash(this.problem)}`;
      case "json":
        return toJson(this.problem);
      case "command":
        return toCommand(this.problem);
    }
  }

  private async copy(kind: Kind): Promise<void> {
    const text = this.textOf(kind);
    try {
      await navigator.clipboard.writeText(text);
      this.copied = kind;
      this.refused = "";
    } catch {
      this.refused = text;
      await this.updateComplete;
      this.renderRoot.querySelector("textarea")?.select();
    }
  }
}

customElements.define("posenc-copy", PosencCopy);
