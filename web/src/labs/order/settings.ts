/** Method, mask, size and seed, and the ways to take the state along. */
import { html, nothing } from "lit";
import type { Mask, MaskKind } from "../../engine/problem.ts";
import { plain } from "../../i18n/numbers.ts";
import { type LabProblem, mapMethods } from "../../state/defaults.ts";
import { LIMITS } from "../../state/limits.ts";
import { fieldsOf, withoutFields, withoutSizedFields } from "../../state/method-fields.ts";
import type { LabContext } from "./context.ts";
import { choiceField, numberField } from "./fields.ts";
import { CONTROLS } from "./methods.ts";
import { renderMethod } from "./settings-method.ts";
import { renderShare } from "./share.ts";
import { type OrderKey, t } from "./strings.ts";

/** On offer; the other kinds come from links. */
const MASKS: readonly MaskKind[] = ["none", "causal", "sliding_window", "local", "chunked", "prefix"];

export function renderSettings(context: LabContext) {
  return html`
    <section class="settings" aria-label=${t("settings.title")}>
      ${renderMethod(context)} ${renderMask(context)} ${renderSize(context)} ${renderShare(context)}
    </section>
  `;
}

function renderMask(context: LabContext) {
  const { problem } = context;
  const { mask } = problem;
  const kinds = MASKS.includes(mask.kind) ? MASKS : [...MASKS, mask.kind];
  const set = (next: Mask) => context.commit({ ...problem, mask: next });
  return html`
    <fieldset>
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

function renderSize(context: LabContext) {
  const { problem } = context;
  const { input } = problem;
  const setInput = (changes: Partial<LabProblem["input"]>, more: Partial<LabProblem> = {}) =>
    context.commit({ ...problem, ...more, input: { ...input, ...changes } });
  const withValue = (options: number[], value: number) =>
    [...new Set([...options, value])].sort((a, b) => a - b).map(String);
  const extra = extras(problem);
  return html`
    <fieldset>
      <legend>${t("size.title")}</legend>
      ${choiceField(
        "heads",
        t("size.heads"),
        String(input.heads),
        withValue([1, 2, 4], input.heads),
        (value) => value,
        (value) => setInput({ heads: Number(value), kv_heads: Number(value) }, mapMethods(problem, withoutSizedFields)),
      )}
      ${choiceField(
        "model_dim",
        t("size.model_dim"),
        String(input.model_dim),
        withValue([8, 16], input.model_dim),
        (value) => value,
        (value) => setInput({ model_dim: Number(value) }, mapMethods(problem, withoutSizedFields)),
      )}
      <div class="option"><span>${t("size.head_dim")}</span><span class="fixed">${plain(input.head_dim)}</span></div>
      <div class="option">
        <span>${t("size.seed")} <span class="fixed" data-testid="seed">${plain(input.seed)}</span></span>
        <button @click=${() => setInput({ seed: input.seed >= LIMITS.seed[1] ? 0 : input.seed + 1 })}>${t("size.new_numbers")}</button>
      </div>
      ${
        extra.length > 0
          ? html`<p class="meaning">${t("size.from_link")} <code>${extra.join(", ")}</code>
            <button class="quiet" @click=${() => context.commit(withoutExtras(problem))}>${t("size.drop")}</button></p>`
          : nothing
      }
    </fieldset>
  `;
}

const PROBLEM_EXTRAS = [
  "scale",
  "softcap",
  "query_scale",
  "position_rule",
  "query_positions",
  "key_positions",
] as const;

/** What a link can set and no control shows. */
function extras(problem: LabProblem): string[] {
  const { input, method } = problem;
  const found: string[] = [];
  if (input.projections && input.projections !== "random") found.push("projections");
  if (input.value_dim !== undefined && input.value_dim !== input.head_dim) found.push("value_dim");
  if (input.kv_heads !== input.heads) found.push("kv_heads");
  found.push(...PROBLEM_EXTRAS.filter((key) => problem[key] !== undefined && problem[key] !== "slots"));
  if (!problem.together && !problem.stack)
    found.push(...fieldsOf(method).filter((key) => !CONTROLS[method.kind].includes(key)));
  return found;
}

function withoutExtras(problem: LabProblem): LabProblem {
  const kept = { ...problem, input: { ...problem.input } };
  for (const key of PROBLEM_EXTRAS) delete kept[key];
  delete kept.input.projections;
  delete kept.input.value_dim;
  kept.input.kv_heads = kept.input.heads;
  if (!problem.together && !problem.stack)
    kept.method = withoutFields(problem.method, (key) => !CONTROLS[problem.method.kind].includes(key));
  return kept;
}
