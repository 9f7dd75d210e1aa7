/** Text, method, sizes. */
import { html, nothing } from "lit";
import { group, numberControl, selectControl } from "../../lab/controls.ts";
import type { NumberProperty } from "../../state/schema.ts";
import { splitTokens } from "../../state/tokens.ts";
import { methodName } from "./names.ts";
import { hasProbe, storageOf } from "./problem.ts";
import { type CacheState, MOST_TOKENS, SCHEMA } from "./state.ts";
import { type CacheKey, t } from "./strings.ts";

interface Change {
  commit(change: Partial<CacheState>): void;
  preview(change: Partial<CacheState>): void;
}

type NumberKey = "prompt" | "base" | "original" | "factor" | "longest";

export function renderSettings(state: CacheState, change: Change) {
  const field = (key: NumberKey, scale: "linear" | "log" = "linear") =>
    numberControl({
      id: key,
      label: t(`set.${key}`),
      value: state[key],
      property: SCHEMA[key] as NumberProperty,
      scale,
      meaning: t(`set.${key}.meaning`),
      commit: (value) => change.commit({ [key]: value }),
      preview: (value) => change.preview({ [key]: value }),
    });
  const turns = hasProbe(state) || storageOf(state) === "scaled";
  const scaled = ["linear", "yarn", "dynamic_ntk", "longrope"].includes(state.method);
  return html`
    ${selectControl({
      id: "method",
      label: t("set.method"),
      value: state.method,
      property: SCHEMA.method,
      name: (method) => methodName(method),
      commit: (method) => change.commit({ method }),
    })}
    ${
      turns
        ? group(
            t("set.rotation"),
            field("base", "log"),
            scaled ? field("factor") : nothing,
            scaled && state.method !== "linear" ? field("original") : nothing,
            state.method === "dynamic_ntk" ? renderPolicy(state, change) : nothing,
            state.method === "dynamic_ntk" && state.policy === "sticky" ? field("longest") : nothing,
          )
        : nothing
    }
    ${group(t("set.text"), renderText(state, change), field("prompt"))}
    ${group(t("set.sizes"), renderSize("heads", state, change), renderSize("kv_heads", state, change), renderSize("head_dim", state, change), html`<p class="meaning">${t("set.sizes.meaning")}</p>`)}
  `;
}

function renderPolicy(state: CacheState, change: Change) {
  return html`<div class="option"><label for="policy">${t("set.policy")}</label>
    <select id="policy" data-testid="policy" @change=${(event: Event) => change.commit({ policy: (event.target as HTMLSelectElement).value as CacheState["policy"] })}>
      ${SCHEMA.policy.options.map((policy) => html`<option value=${policy} .selected=${policy === state.policy}>${t(`policy.${policy}`)}</option>`)}
    </select></div>`;
}

function renderText(state: CacheState, change: Change) {
  const count = splitTokens(state.text).length;
  const take = (event: Event) => {
    // Enter ends the text.
    if (event.type === "keydown") event.preventDefault();
    const found = SCHEMA.text.read((event.target as HTMLTextAreaElement).value);
    if (found) change.commit({ text: found.value });
  };
  return html`
    <textarea data-testid="text" rows="2" aria-label=${t("set.text")} aria-describedby="text-meaning" .value=${state.text} maxlength="200"
      @keydown=${(event: KeyboardEvent) => event.key === "Enter" && !event.isComposing && take(event)} @change=${take}></textarea>
    <p class="meaning" id="text-meaning" data-testid="text-meaning">
      ${count === 0 ? html`<span class="fault" role="alert">${t("set.text.empty")}</span>` : count > MOST_TOKENS ? html`<span class="fault">${t("set.text.cut", { count, most: MOST_TOKENS })}</span>` : t("set.text.count", { count, most: MOST_TOKENS })}</p>`;
}

function renderSize(key: "heads" | "kv_heads" | "head_dim", state: CacheState, change: Change) {
  const choose = (event: Event) => {
    const value = (event.target as HTMLSelectElement).value;
    // Fewer heads than key heads is no problem: the key heads follow.
    const follow =
      key === "heads" && Number(state.kv_heads) > Number(value) ? { kv_heads: value as CacheState["kv_heads"] } : {};
    change.commit({ [key]: value, ...follow } as Partial<CacheState>);
  };
  return html`<div class="option"><label for=${key}>${t(`set.${key}` as CacheKey)}</label>
    <select id=${key} data-testid=${key} @change=${choose}>
      ${SCHEMA[key].options.map((option) => html`<option value=${option} .selected=${option === state[key]} ?disabled=${key === "kv_heads" && Number(option) > Number(state.heads)}>${option}</option>`)}
    </select></div>`;
}
