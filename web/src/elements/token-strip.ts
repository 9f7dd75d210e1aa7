/**
 * <posenc-token-strip>: a sentence in its original and in its permuted order, joined by lines. The permuted row is
 * arranged by dragging, by Shift + arrow keys, or by the buttons (which act on the chosen token).
 *
 * Events: posenc-order {permutation, done}: done is false while dragging. Slot save: a menu beside the buttons.
 */
import { html, LitElement, nothing, type PropertyValues, svg } from "lit";
import { property, state } from "lit/decorators.js";
import { LocaleController } from "../i18n/locale-controller.ts";
import { t } from "../i18n/page-strings.ts";
import { identity, move, reversal, sameOrder, shuffled } from "../state/permutation.ts";
import { controlStyles } from "../ui/control-styles.ts";
import { tokenStripStyles } from "./token-strip-styles.ts";

export interface OrderChange {
  permutation: number[];
  done: boolean;
}

interface Drag {
  pointer: number;
  token: number;
  /** Distance of the pointer from the left edge of the token's slot, in slots. */
  grip: number;
  moved: boolean;
}

export class PosencTokenStrip extends LitElement {
  static override styles = [controlStyles, tokenStripStyles];

  @property({ attribute: false }) tokens: readonly string[] = [];
  @property({ attribute: false }) permutation: readonly number[] = [];

  /** The token (by its original position) that buttons and keys move. */
  @state() private chosen = 0;
  @state() private drag: Drag | null = null;
  @state() private dragAt = 0;
  @state() private announcement = "";

  constructor() {
    super();
    new LocaleController(this);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("tokens") && this.chosen >= this.tokens.length) this.chosen = 0;
    if (changed.has("tokens") && this.drag && this.drag.token >= this.tokens.length) this.drag = null;
  }

  protected override updated(): void {
    const longest = Math.max(1, ...this.tokens.map(width));
    this.style.setProperty("--count", String(this.tokens.length));
    const isLong = this.tokens.length > 8;
    this.toggleAttribute("data-long", isLong);
    this.style.setProperty("--slot", `${Math.min(112, Math.max(48, Math.round(longest * (isLong ? 9 : 11) + 32)))}px`);
    const dragged = this.drag && this.renderRoot.querySelector<HTMLElement>(`[data-token="${this.drag.token}"]`);
    for (const chip of this.renderRoot.querySelectorAll<HTMLElement>("[data-token]")) {
      const slot = this.permutation.indexOf(Number(chip.dataset.token));
      const offset = chip === dragged ? this.dragAt - slot : 0;
      chip.style.setProperty("transform", offset ? `translateX(${(offset * 100).toFixed(2)}%)` : "none");
    }
  }

  protected override render() {
    const { tokens, permutation } = this;
    const count = tokens.length;
    const slot = permutation.indexOf(this.chosen);
    return html`
      <div class="scroll">
        <div class="strip">
          <div class="name" aria-hidden="true">X</div>
          <ol class="slots original" aria-label=${t("strip.original")}>
            ${tokens.map((token, at) => html`<li><span class="token"><bdi title=${token}>${token}</bdi></span><span class="at">${at}</span></li>`)}
          </ol>
          <svg class="lines" viewBox="0 0 ${count} 1" preserveAspectRatio="none" aria-hidden="true">
            ${permutation.map((from, to) => {
              const x = this.drag?.token === from ? Math.min(count - 1, Math.max(0, this.dragAt)) : to;
              return svg`<path class=${from === this.chosen ? "chosen" : ""}
                d="M${from + 0.5} 0 C${from + 0.5} 0.6 ${x + 0.5} 0.4 ${x + 0.5} 1"></path>`;
            })}
          </svg>
          <div class="name" aria-hidden="true">PX</div>
          <ol class="slots permuted" aria-label=${t("strip.permuted")} @keydown=${this.onKey}
            @pointermove=${this.onDrag} @pointerup=${this.endDrag} @pointercancel=${this.endDrag}>
            ${permutation.map(
              (from, to) => html`<li>
                <button class="token ${this.drag?.token === from ? "dragged" : ""}" data-token=${from}
                  aria-pressed=${from === this.chosen} tabindex=${from === this.chosen ? 0 : -1}
                  aria-label=${t("strip.token", { token: tokens[from] ?? "", position: to, from })}
                  aria-describedby="keys"
                  @click=${() => this.choose(from)}
                  @pointerdown=${(event: PointerEvent) => this.startDrag(event, from)}
                ><bdi title=${tokens[from] ?? ""}>${tokens[from]}</bdi></button><span class="at">${to}</span>
              </li>`,
            )}
          </ol>
        </div>
      </div>
      <div class="buttons">
        <button ?disabled=${slot <= 0} @click=${() => this.moveChosen(slot - 1)}>${t("strip.left")}</button>
        <button ?disabled=${slot >= count - 1} @click=${() => this.moveChosen(slot + 1)}>${t("strip.right")}</button>
        <span class="gap"></span>
        <button ?disabled=${sameOrder(permutation, identity(count))} @click=${() => this.setOrder(identity(count))}>${t("strip.restore")}</button>
        <button ?disabled=${sameOrder(permutation, reversal(count))} @click=${() => this.setOrder(reversal(count))}>${t("strip.reverse")}</button>
        <button ?disabled=${count < 2} @click=${() => this.setOrder(shuffled(permutation))}>${t("strip.shuffle")}</button>
        <slot name="save"></slot>
      </div>
      <p class="hint" id="keys">${t("strip.keys")}</p>
      <p class="hidden-text" role="status">${this.announcement || nothing}</p>
    `;
  }

  private choose(token: number): void {
    this.chosen = token;
  }

  private setOrder(permutation: number[]): void {
    this.announcement = t("strip.order", { order: permutation.map((from) => this.tokens[from]).join(" ") });
    this.send(permutation, true);
  }

  private moveChosen(to: number): void {
    const from = this.permutation.indexOf(this.chosen);
    if (from === to || to < 0 || to >= this.permutation.length) return;
    this.announce(to);
    this.send(move(this.permutation, from, to), true);
  }

  private announce(to: number): void {
    this.announcement = t("strip.moved", {
      token: this.tokens[this.chosen] ?? "",
      position: to,
      last: this.tokens.length - 1,
    });
  }

  private send(permutation: number[], done: boolean): void {
    // Shown at once: focus and the drag go on from the new order, before the page hands it back.
    this.permutation = permutation;
    this.dispatchEvent(new CustomEvent<OrderChange>("posenc-order", { detail: { permutation, done } }));
  }

  private async onKey(event: KeyboardEvent): Promise<void> {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const last = this.permutation.length - 1;
    const slot = this.permutation.indexOf(this.chosen);
    const target = { ArrowLeft: slot - 1, ArrowRight: slot + 1, Home: 0, End: last }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const to = Math.min(last, Math.max(0, target));
    if (event.shiftKey) this.moveChosen(to);
    else this.choose(this.permutation[to] as number);
    await this.focusChosen();
  }

  private async focusChosen(): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(`[data-token="${this.chosen}"]`)?.focus();
  }

  // ---- dragging -----------------------------------------------------------------------------------------------------

  private slotUnder(event: PointerEvent): number {
    const row = this.renderRoot.querySelector(".permuted")?.getBoundingClientRect();
    return row ? ((event.clientX - row.left) / row.width) * this.permutation.length : 0;
  }

  private startDrag(event: PointerEvent, token: number): void {
    if (event.button !== 0 || this.permutation.length < 2) return;
    this.choose(token);
    const slot = this.permutation.indexOf(token);
    // The list keeps the pointer: its buttons change their tokens as the order changes.
    this.renderRoot.querySelector(".permuted")?.setPointerCapture(event.pointerId);
    this.dragAt = slot;
    this.drag = { pointer: event.pointerId, token, grip: this.slotUnder(event) - slot, moved: false };
  }

  private onDrag(event: PointerEvent): void {
    const { drag } = this;
    if (!drag || drag.pointer !== event.pointerId) return;
    this.dragAt = this.slotUnder(event) - drag.grip;
    const from = this.permutation.indexOf(drag.token);
    const to = Math.min(this.permutation.length - 1, Math.max(0, Math.round(this.dragAt)));
    if (to === from) return;
    drag.moved = true;
    this.send(move(this.permutation, from, to), false);
  }

  private endDrag(event: PointerEvent): void {
    const { drag } = this;
    if (!drag || drag.pointer !== event.pointerId) return;
    this.drag = null;
    if (!drag.moved) return;
    this.announce(this.permutation.indexOf(drag.token));
    this.send([...this.permutation], true);
    void this.focusChosen();
  }
}

/** Rough width in Latin letters: a CJK character or an emoji counts two. */
const width = (token: string): number =>
  [...token].reduce(
    (sum, sign) =>
      sum +
      (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u.test(sign)
        ? 2
        : 1),
    0,
  );

customElements.define("posenc-token-strip", PosencTokenStrip);

declare global {
  interface HTMLElementTagNameMap {
    "posenc-token-strip": PosencTokenStrip;
  }
}
