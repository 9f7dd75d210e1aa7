/** What is measured. */

import { html } from "lit";
import { group, numberControl, radioControl, selectControl } from "../../lab/controls.ts";
import { subjectName } from "./names.ts";
import { type CostState, SCHEMA } from "./state.ts";
import { type CostKey, t } from "./strings.ts";

interface Change {
  commit(change: Partial<CostState>): void;
  preview(change: Partial<CostState>): void;
}

export function renderSettings(state: CostState, { commit, preview }: Change) {
  return html`
    ${selectControl({
      id: "method",
      label: t("set.method"),
      value: state.method,
      property: SCHEMA.method,
      name: (method) => subjectName(method),
      commit: (method) => commit({ method }),
      meaning: t("set.method.meaning"),
    })}
    ${group(
      t("set.sizes"),
      numberControl({
        id: "tokens",
        label: t("set.tokens"),
        value: state.tokens,
        property: SCHEMA.tokens,
        scale: "log",
        meaning: t("set.tokens.meaning"),
        commit: (tokens) => commit({ tokens }),
        preview: (tokens) => preview({ tokens }),
      }),
      size("heads", state, commit),
      size("head_dim", state, commit),
      numberControl({
        id: "rounds",
        label: t("set.rounds"),
        value: state.rounds,
        property: SCHEMA.rounds,
        commit: (rounds) => commit({ rounds }),
        preview: (rounds) => preview({ rounds }),
      }),
    )}
    ${(["set", "mask", "engine"] as const).map((key) =>
      radioControl({
        id: key,
        label: t(`set.${key}`),
        value: state[key],
        property: SCHEMA[key],
        name: (option) => t(`set.${key}.${option}` as CostKey),
        commit: (value) => commit({ [key]: value } as Partial<CostState>),
      }),
    )}
  `;
}

function size(key: "heads" | "head_dim", state: CostState, commit: Change["commit"]) {
  return html`<div class="option"><label for=${key}>${t(`set.${key}`)}</label>
    <select id=${key} data-testid=${key} @change=${(event: Event) => commit({ [key]: (event.target as HTMLSelectElement).value } as Partial<CostState>)}>
      ${SCHEMA[key].options.map((option) => html`<option value=${option} .selected=${option === state[key]}>${option}</option>`)}
    </select></div>`;
}
