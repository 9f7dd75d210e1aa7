/**
 * <posenc-save-menu>: a figure as SVG and PNG, and its numbers as NPY, CSV and JSON, in files that say where they are
 * from. A native disclosure; Escape closes it, and so does leaving it.
 */
import { css, html, LitElement, nothing } from "lit";
import { property, query, state } from "lit/decorators.js";
import { LocaleController } from "../i18n/locale-controller.ts";
import { type PageKey, t } from "../i18n/page-strings.ts";
import { controlStyles } from "../ui/control-styles.ts";
import type { Form, Saved } from "./figure-file.ts";
import { fileName, originOf } from "./origin.ts";

const FORMS: readonly Form[] = ["svg", "png", "npy", "csv", "json"];

export class PosencSaveMenu extends LitElement {
  static override styles = [
    controlStyles,
    css`
      :host {
        display: inline-block;
        font-size: var(--text-xs);
        font-weight: 400;
      }
      details {
        position: relative;
      }
      summary {
        display: flex;
        align-items: center;
        min-height: 24px;
        color: var(--ink-2);
        cursor: pointer;
        list-style: none;
        text-decoration: underline;
        text-decoration-color: var(--rule-strong);
        text-underline-offset: 3px;
        border-radius: 4px;
        white-space: nowrap;
      }
      summary::-webkit-details-marker {
        display: none;
      }
      summary:hover {
        color: var(--ink);
        text-decoration-color: currentColor;
      }
      .list {
        position: absolute;
        z-index: 5;
        inset-block-start: calc(100% + 2px);
        inset-inline-start: 0;
        display: flex;
        flex-direction: column;
        padding-block: 4px;
        border: 1px solid var(--rule-strong);
        border-radius: 4px;
        background: var(--surface);
        box-shadow: 0 6px 20px rgb(0 0 0 / 14%);
      }
      :host([end]) .list {
        inset-inline: auto 0;
      }
      .list button {
        min-height: 28px;
        padding: 0 16px;
        border: 0;
        border-radius: 0;
        background: none;
        text-align: start;
        color: var(--ink);
      }
      .list button:hover {
        background: var(--accent-wash);
      }
      .list button:focus-visible {
        outline-offset: -2px;
      }
      p {
        margin: 0;
        padding: 0 16px;
        max-width: 14rem;
        white-space: normal;
      }
      @media print {
        :host {
          display: none;
        }
      }
    `,
  ];

  @property({ attribute: false }) saved!: Saved;
  /** Of the figure, in the names of files. */
  @property() name = "";
  /** The list ends where the button ends. */
  @property({ type: Boolean, reflect: true }) end = false;
  @state() private failure = "";
  @query("details") private details!: HTMLDetailsElement;
  @query(".list") private list!: HTMLElement;

  constructor() {
    super();
    new LocaleController(this);
  }

  protected override render() {
    const { saved } = this;
    return html`<details @toggle=${this.place} @keydown=${this.onKey} @focusout=${this.onLeave}>
      <summary aria-label=${t("save.long", { figure: saved.title })}>${t("save")}</summary>
      <div class="list" @mousedown=${keepFocus}>
        ${FORMS.filter((form) => has(saved, form)).map((form) => html`<button data-save=${form} @click=${() => this.save(form)}>${t(`save.${form}` as PageKey)}</button>`)}
        ${this.failure ? html`<p class="fault" role="alert">${t("save.failed")} ${this.failure}</p>` : nothing}
      </div>
    </details>`;
  }

  private async save(form: Form): Promise<void> {
    const origin = originOf(this);
    const name = `${fileName("posenc", origin.lab, this.name, origin.subject)}.${form}`;
    try {
      this.failure = "";
      // What writes files is fetched when one is wanted.
      const { contentOf, download } = await import("./figure-file.ts");
      download(name, await contentOf(form, this.saved, origin));
      this.close();
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
    }
  }

  private close(): void {
    this.details.open = false;
    this.details.querySelector("summary")?.focus();
  }

  /** A list that would leave the page is moved back onto it. */
  private place(): void {
    if (!this.details.open) return;
    this.list.style.translate = "";
    const { left, right } = this.list.getBoundingClientRect();
    const over = Math.max(0, right - document.documentElement.clientWidth + 8) || Math.min(0, left - 8);
    if (over !== 0) this.list.style.translate = `${-over}px`;
  }

  private onKey(event: KeyboardEvent): void {
    if (event.key !== "Escape" || !this.details.open) return;
    event.stopPropagation();
    this.close();
  }

  private onLeave({ relatedTarget }: FocusEvent): void {
    if (!(relatedTarget instanceof Node && this.details.contains(relatedTarget))) this.details.open = false;
  }
}

/** A press in the list leaves the focus where it is: the menu closes where it is left. */
const keepFocus = (event: Event): void => event.preventDefault();

const has = (saved: Saved, form: Form): boolean =>
  ({ svg: saved.draw, png: saved.draw, npy: saved.tensor, csv: saved.csv, json: saved.json })[form] !== undefined;

customElements.define("posenc-save-menu", PosencSaveMenu);

declare global {
  interface HTMLElementTagNameMap {
    "posenc-save-menu": PosencSaveMenu;
  }
}
