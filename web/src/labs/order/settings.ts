/** Method, mask, size and seed, and the ways to take the state along. */
import { html, nothing } from "lit";
import type { Mask, MaskKind } from "../../engine/problem.ts";
import { LIMITS } from "../../state/limits.ts";
import type { LabContext } from "./context.ts";
import { numberField } from "./fields.ts";
import { renderMethod } from "./settings-method.ts";
import { renderSize } from "./settings-size.ts";
import { renderCompare, renderShare } from "./share.ts";
import { type OrderKey, t } from "./strings.ts";

/** On offer; the other kinds come from links. */
const MASKS: readonly MaskKind[] = ["none", "causal", "sliding_window", "local", "chunked", "prefix"];

export function renderSettings(context: LabContext) {
  return html`
    <section class="settings" aria-label=${t("settings.title")}>
      ${renderMethod(context)} ${renderMask(context)} ${renderSize(context)} ${renderCompare(context)} ${renderShare(context)}
    </section>
  `;
}

function renderMask(context: LabContext) {
  const { problem } = context;
  const { mask } = problem;
  const kinds = MASKS.includes(mask.kind) ? MASKS : [...MASKS, mask.kind];
  const set = (next: Mask) => context.commit({ ...problem, mask: next });
  return html`
    <fieldset data-control="mask">
      <legend>${t("mask.title")}</legend>
      ${kinds.map(
        (
          kind,
        ) => html`<label class="choice"><input type="radio" name="mask" value=${kind} .checked=${mask.kind === kind}
          @change=${() => set(makeMask(kind, mask))}> ${t(`mask.${kind}` as OrderKey)}</label>`,
      )}
      <p class="meaning">${t(`mask.${mask.kind}.meaning` as OrderKey)}</p>
      ${renderMaskOption(mask, set)}
      <label class="choice ${mask.kind === "none" ? "idle" : ""}"><input type="checkbox" name="permute_mask" .checked=${problem.permute_mask} ?disabled=${mask.kind === "none"}
        @change=${(event: Event) => context.commit({ ...problem, permute_mask: (event.target as HTMLInputElement).checked })}> ${t("mask.permute")}</label>
    </fieldset>
  `;
}

/** What a kind of the menu begins with; a kind of the link stays what it is. */
function makeMask(kind: MaskKind, present: Mask): Mask {
  switch (kind) {
    case "none":
    case "causal":
      return { kind };
    case "sliding_window":
      return { kind, window: 2 };
    case "local":
      return { kind, reach: 1 };
    case "chunked":
      return { kind, chunk: 2 };
    case "prefix":
      return { kind, prefix: 1 };
    default:
      return present;
  }
}

function renderMaskOption(mask: Mask, set: (mask: Mask) => void) {
  const range = (low: number): [number, number] => [low, LIMITS.tokens];
  switch (mask.kind) {
    case "sliding_window":
      return numberField("window", t("mask.window"), mask.window, range(1), true, (window) => set({ ...mask, window }));
    case "local":
      return numberField("reach", t("mask.reach"), mask.reach, range(0), true, (reach) => set({ ...mask, reach }));
    case "chunked":
      return numberField("chunk", t("mask.chunk"), mask.chunk, range(1), true, (chunk) => set({ ...mask, chunk }));
    case "prefix":
      return numberField("prefix", t("mask.prefix_length"), mask.prefix, range(0), true, (prefix) =>
        set({ ...mask, prefix }),
      );
    default:
      return nothing;
  }
}
