/** Method, mask, size and seed, and the ways to take the state along. */
import { html, nothing } from "lit";
import type { Mask, MaskKind, Method, MethodKind } from "../../engine/problem.ts";
import { plain } from "../../i18n/numbers.ts";
import { BASE, type LabProblem } from "../../state/defaults.ts";
import { LIMITS } from "../../state/limits.ts";
import type { LabContext } from "./context.ts";
import { renderShare } from "./share.ts";
import { type OrderKey, t } from "./strings.ts";

const METHODS: readonly MethodKind[] = ["none", "sinusoidal", "alibi", "rotary"];
const MASKS: readonly MaskKind[] = ["none", "causal", "sliding_window"];

export function renderSettings(context: LabContext) {
  return html`
    <section class="settings" aria-label=${t("settings.title")}>
      ${renderMethod(context)} ${renderMask(context)} ${renderSize(context)} ${renderShare(context)}
    </section>
  `;
}

const chosenIn = (event: Event): string => (event.target as HTMLInputElement | HTMLSelectElement).value;

function renderMethod(context: LabContext) {
  const { problem } = context;
  const { method } = problem;
  return html`
    <fieldset>
      <legend>${t("method.title")}</legend>
      ${METHODS.map(
        (
          kind,
        ) => html`<label class="choice"><input type="radio" name="method" value=${kind} .checked=${method.kind === kind}
          @change=${() => context.commit({ ...problem, method: { kind } as Method })}> ${t(`method.${kind}` as OrderKey)}</label>`,
      )}
      <p class="meaning">${t(`method.${method.kind}.meaning` as OrderKey)}</p>
      ${renderMethodOptions(context)}
    </fieldset>
  `;
}

function renderMethodOptions(context: LabContext) {
  const { problem } = context;
  const { method } = problem;
  const set = (next: Method) => context.commit({ ...problem, method: next });
  switch (method.kind) {
    case "none":
      return nothing;
    case "sinusoidal":
      return numberField("base", t("method.base"), method.base ?? BASE, [1e-9, 1e30], false, (base) =>
        set({ ...method, base }),
      );
    case "alibi":
      return choiceField(
        "direction",
        t("method.direction"),
        method.direction ?? "causal",
        ["causal", "symmetric"],
        (value) => t(`method.direction.${value}` as OrderKey),
        (direction) => set({ ...method, direction }),
      );
    case "rotary": {
      const widths = Array.from({ length: Math.floor(problem.input.head_dim / 2) }, (_, pair) =>
        String(2 * (pair + 1)),
      );
      return html`
        ${choiceField(
          "pairing",
          t("method.pairing"),
          method.pairing ?? "half_split",
          ["half_split", "interleaved"],
          (value) => t(`method.pairing.${value}` as OrderKey),
          (pairing) => set({ ...method, pairing }),
        )}
        ${choiceField(
          "rotary_dim",
          t("method.rotary_dim"),
          String(method.rotary_dim ?? problem.input.head_dim),
          widths,
          (value) => value,
          (value) => {
            const { inv_freq: _dropped, ...rest } = method;
            set({ ...rest, rotary_dim: Number(value) === problem.input.head_dim ? undefined : Number(value) });
          },
        )}
        ${numberField("rope_theta", t("method.rope_theta"), method.rope_theta ?? BASE, [1e-9, 1e30], false, (rope_theta) => set({ ...method, rope_theta }))}
      `;
    }
  }
}

function renderMask(context: LabContext) {
  const { problem } = context;
  const { mask } = problem;
  const kinds = mask.kind === "bits" ? [...MASKS, "bits" as const] : MASKS;
  const make = (kind: MaskKind): Mask =>
    kind === "sliding_window"
      ? { kind, window: Math.min(2, problem.input.tokens.length) }
      : kind === "bits"
        ? mask
        : { kind };
  return html`
    <fieldset>
      <legend>${t("mask.title")}</legend>
      ${kinds.map(
        (
          kind,
        ) => html`<label class="choice"><input type="radio" name="mask" value=${kind} .checked=${mask.kind === kind}
          @change=${() => context.commit({ ...problem, mask: make(kind) })}> ${t(`mask.${kind}` as OrderKey)}</label>`,
      )}
      <p class="meaning">${t(`mask.${mask.kind}.meaning` as OrderKey)}</p>
      ${
        mask.kind === "sliding_window"
          ? numberField("window", t("mask.window"), mask.window, [1, LIMITS.tokens], true, (window) =>
              context.commit({ ...problem, mask: { kind: "sliding_window", window } }),
            )
          : nothing
      }
      <label class="choice ${mask.kind === "none" ? "idle" : ""}"><input type="checkbox" name="permute_mask" .checked=${problem.permute_mask} ?disabled=${mask.kind === "none"}
        @change=${(event: Event) => context.commit({ ...problem, permute_mask: (event.target as HTMLInputElement).checked })}> ${t("mask.permute")}</label>
    </fieldset>
  `;
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
        (value) => {
          const { method } = problem;
          const keepsSlopes = method.kind === "alibi" && method.slopes;
          setInput(
            { heads: Number(value), kv_heads: Number(value) },
            keepsSlopes ? { method: { kind: "alibi", direction: method.direction } } : {},
          );
        },
      )}
      ${choiceField(
        "model_dim",
        t("size.model_dim"),
        String(input.model_dim),
        withValue([8, 16], input.model_dim),
        (value) => value,
        (value) => setInput({ model_dim: Number(value) }),
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

/** What a link can set and no control shows. */
function extras(problem: LabProblem): string[] {
  const { input, method } = problem;
  const found: string[] = [];
  if (input.projections && input.projections !== "random") found.push("projections");
  if (input.value_dim !== undefined && input.value_dim !== input.head_dim) found.push("value_dim");
  if (input.kv_heads !== input.heads) found.push("kv_heads");
  for (const key of ["scale", "softcap", "query_positions", "key_positions"] as const)
    if (problem[key] !== undefined) found.push(key);
  if (method.kind === "alibi" && method.slopes) found.push("slopes");
  if (method.kind === "rotary" && method.inv_freq) found.push("inv_freq");
  return found;
}

function withoutExtras(problem: LabProblem): LabProblem {
  const { scale: _scale, softcap: _softcap, query_positions: _queries, key_positions: _keys, ...rest } = problem;
  const { projections: _projections, value_dim: _width, ...input } = rest.input;
  let { method } = rest;
  if (method.kind === "alibi") method = { kind: "alibi", direction: method.direction };
  if (method.kind === "rotary") {
    const { inv_freq: _frequencies, ...kept } = method;
    method = kept;
  }
  return { ...rest, method, input: { ...input, kv_heads: input.heads } };
}

// ---- fields ---------------------------------------------------------------------------------------------------------

function choiceField<T extends string>(
  id: string,
  label: string,
  value: T,
  options: readonly T[],
  word: (value: T) => string,
  set: (value: T) => void,
) {
  return html`<div class="option"><label for=${id}>${label}</label>
    <select id=${id} @change=${(event: Event) => set(chosenIn(event) as T)}>
      ${options.map((option) => html`<option value=${option} .selected=${option === value}>${word(option)}</option>`)}
    </select></div>`;
}

function numberField(
  id: string,
  label: string,
  value: number,
  [low, high]: [number, number],
  isInteger: boolean,
  set: (value: number) => void,
) {
  return html`<div class="option"><label for=${id}>${label}</label>
    <input id=${id} type="number" step=${isInteger ? 1 : "any"} min=${low} max=${high} .value=${String(value)}
      @change=${(event: Event) => {
        const field = event.target as HTMLInputElement;
        const given = field.valueAsNumber;
        const fits = given >= low && given <= high && (!isInteger || Number.isInteger(given));
        field.setAttribute("aria-invalid", String(!fits));
        field.reportValidity();
        if (fits) set(given);
      }}></div>`;
}
