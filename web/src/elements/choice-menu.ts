/**
 * <posenc-choice-menu>: one of many, in named groups, found by typing: a combobox with a list below it.
 *
 * Keys: type to filter; ↓ and ↑ open the list and move in it; Enter takes; Escape and Tab leave it as it was.
 * Event posenc-choice {value}.
 */
import { html, LitElement, nothing, type PropertyValues } from "lit";
import { property, query, state } from "lit/decorators.js";
import { LocaleController } from "../i18n/locale-controller.ts";
import { t } from "../i18n/page-strings.ts";
import { controlStyles } from "../ui/control-styles.ts";
import { choiceMenuStyles } from "./choice-menu-styles.ts";

export interface MenuOption {
  value: string;
  name: string;
  /** One line below the name. */
  detail: string;
  /** At the end of the line: a year. */
  aside: string;
  /** What else may be typed to find it. */
  search: string;
}

export interface MenuGroup {
  name: string;
  options: readonly MenuOption[];
}

export interface MenuChoice {
  value: string;
}

const fold = (text: string): string => text.normalize("NFKC").toLowerCase();

export class PosencChoiceMenu extends LitElement {
  static override styles = [controlStyles, choiceMenuStyles];

  @property() label = "";
  /** In the empty field. */
  @property() hint = "";
  @property({ attribute: false }) groups: readonly MenuGroup[] = [];
  @property() value = "";
  /** What the closed field shows where no option is chosen. */
  @property() other = "";

  @state() private open = false;
  /** null while nothing was typed: every option is shown. */
  @state() private typed: string | null = null;
  @state() private active = "";
  /** On a touch screen the first tap opens the list, the second one the keyboard. */
  @state() private wantsKeys = false;
  @query("input") private field!: HTMLInputElement;

  constructor() {
    super();
    new LocaleController(this);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("typed") && this.open) this.active = this.found()[0]?.value ?? "";
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has("open") && this.open) this.renderRoot.querySelector(".list")?.scrollIntoView({ block: "nearest" });
    if (changed.has("active") || changed.has("open")) {
      this.renderRoot.querySelector(".active")?.scrollIntoView({ block: "nearest" });
    }
  }

  private get shownName(): string {
    const all = this.groups.flatMap(({ options }) => options);
    return all.find(({ value }) => value === this.value)?.name ?? this.other;
  }

  /** Every word that was typed must stand somewhere: in the option, its group or its other names. */
  private fits(group: MenuGroup, option: MenuOption): boolean {
    const words = fold(this.typed ?? "").split(/\s+/);
    const text = fold(`${option.name} ${option.value} ${option.detail} ${option.aside} ${option.search} ${group.name}`);
    return words.every((word) => text.includes(word));
  }

  private shown(): MenuGroup[] {
    return this.groups
      .map((group) => ({ ...group, options: group.options.filter((option) => this.fits(group, option)) }))
      .filter(({ options }) => options.length > 0);
  }

  private found(): MenuOption[] {
    return this.shown().flatMap(({ options }) => options);
  }

  protected override render() {
    const groups = this.open ? this.shown() : [];
    const count = groups.reduce((sum, { options }) => sum + options.length, 0);
    return html`
      <div class="field" @focusout=${this.close}>
        <input type="text" role="combobox" autocomplete="off" autocapitalize="off" spellcheck="false"
          aria-label=${this.label} aria-expanded=${this.open} aria-controls="list" aria-autocomplete="list" aria-haspopup="listbox"
          aria-activedescendant=${this.open && this.active ? `option-${this.active}` : nothing}
          inputmode=${this.wantsKeys || !isCoarse() ? nothing : "none"}
          placeholder=${this.hint} .value=${this.typed ?? this.shownName}
          @click=${this.onClick} @input=${this.onInput} @keydown=${this.onKey}>
        <svg viewBox="0 0 12 12" aria-hidden="true"><path d="M2 4.5 6 8.5 10 4.5"></path></svg>
        <div class="list" id="list" role="listbox" aria-label=${this.label} ?hidden=${!this.open} @pointerdown=${keepFocus}>
          ${groups.map(
            (group, at) => html`<div role="group" aria-labelledby=${`group-${at}`}>
              <div class="group" id=${`group-${at}`} role="presentation">${group.name}</div>
              ${group.options.map((option) => this.renderOption(option))}
            </div>`,
          )}
          ${this.open && count === 0 ? html`<div class="group" role="option" aria-disabled="true" aria-selected="false">${t("menu.nothing")}</div>` : nothing}
        </div>
      </div>
      <p class="hidden-text" role="status">${this.open && this.typed !== null ? t("menu.found", { count }) : nothing}</p>
    `;
  }

  private renderOption({ value, name, detail, aside }: MenuOption) {
    return html`<div role="option" class="option ${value === this.active ? "active" : ""}" id=${`option-${value}`} data-value=${value}
      aria-selected=${value === this.value}
      @pointermove=${() => this.point(value)} @click=${() => this.take(value)}>
      <span class="name">${name}</span><span class="aside">${aside}</span>
      <span class="detail">${detail}</span>
    </div>`;
  }

  private point(value: string): void {
    this.active = value;
  }

  private onClick(): void {
    if (this.open) this.wantsKeys = true;
    else this.show();
  }

  private show(): void {
    this.open = true;
    this.active = this.value;
    this.field.select();
  }

  private onInput(): void {
    this.open = true;
    this.typed = this.field.value;
  }

  private onKey(event: KeyboardEvent): void {
    if (event.isComposing || event.ctrlKey || event.metaKey) return;
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp":
        if (this.open) this.step(event.key === "ArrowDown" ? 1 : -1);
        else this.show();
        break;
      case "Enter":
        if (this.open && this.active) this.take(this.active);
        else if (!this.open) this.show();
        break;
      case "Escape":
        if (!this.open) return;
        this.close();
        break;
      default:
        // What is typed takes the place of the name that is shown.
        if (!this.open && event.key.length === 1) this.field.select();
        return;
    }
    event.preventDefault();
  }

  private step(by: number): void {
    const values = this.found().map(({ value }) => value);
    if (values.length === 0) return;
    const at = values.indexOf(this.active);
    const next = at < 0 && by < 0 ? values.length - 1 : (at + by + values.length) % values.length;
    this.active = values[next] as string;
  }

  private take(value: string): void {
    this.close();
    if (value !== this.value) this.dispatchEvent(new CustomEvent<MenuChoice>("posenc-choice", { detail: { value } }));
  }

  private close(): void {
    this.open = false;
    this.typed = null;
    this.wantsKeys = false;
    // What was typed goes even where the property stays what it was.
    this.field.value = this.shownName;
  }
}

const isCoarse = (): boolean => matchMedia("(pointer: coarse)").matches;

/** A press in the list leaves the focus in the field. */
const keepFocus = (event: Event): void => event.preventDefault();

customElements.define("posenc-choice-menu", PosencChoiceMenu);

declare global {
  interface HTMLElementTagNameMap {
    "posenc-choice-menu": PosencChoiceMenu;
  }
}
