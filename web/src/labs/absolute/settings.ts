/** The controls beside the figures. */
import { html, nothing, type TemplateResult } from "lit";
import { group, numberControl, selectControl } from "../../lab/controls.ts";
import { whole } from "../../state/schema.ts";
import { isLearned } from "./methods.ts";
import { type AbsoluteState, MOST_POSITIONS, placesIn, SCHEMA } from "./state.ts";
import { type AbsoluteKey, t } from "./strings.ts";

export interface Changes {
  preview(change: Partial<AbsoluteState>): void;
  commit(change: Partial<AbsoluteState>): void;
}

type NumberKey = "d_model" | "base" | "positions" | "p" | "k" | "pair" | "offset" | "rows" | "trained" | "alpha";

interface Options {
  /** Shown instead of the state's own value, where that does not fit. */
  value?: number;
  range?: readonly [number, number];
  scale?: "log";
  hasMeaning?: boolean;
}

function field(state: AbsoluteState, changes: Changes, id: NumberKey, options: Options = {}): TemplateResult {
  const { value = state[id], range, scale, hasMeaning } = options;
  return numberControl({
    id,
    label: t(`setting.${id}` as AbsoluteKey),
    value,
    property: range ? whole(value, range) : SCHEMA[id],
    scale,
    meaning: hasMeaning ? t(`setting.${id}.meaning` as AbsoluteKey) : undefined,
    preview: (number) => changes.preview({ [id]: number }),
    commit: (number) => changes.commit({ [id]: number }),
  });
}

export function renderSettings(state: AbsoluteState, changes: Changes): TemplateResult {
  return html`
    ${selectControl({
      id: "method",
      label: t("setting.method"),
      value: state.method,
      property: SCHEMA.method,
      name: (method) => t(`method.${method}` as AbsoluteKey),
      commit: (method) => changes.commit({ method }),
      meaning: t(`method.${state.method}.meaning` as AbsoluteKey),
    })}
    ${group(
      t("setting.table"),
      field(state, changes, "d_model", { scale: "log" }),
      isLearned(state) ? nothing : field(state, changes, "base", { scale: "log" }),
      field(state, changes, "positions"),
      field(state, changes, "offset", { hasMeaning: true }),
      html`<p class="meaning">${t("setting.cap", { positions: MOST_POSITIONS })}</p>`,
    )}
    ${isLearned(state) ? renderLearned(state, changes) : nothing}
    ${renderPlaces(state, changes)}
  `;
}

function renderLearned(state: AbsoluteState, changes: Changes) {
  const usable = Math.max(1, state.rows - state.offset);
  return html`
    ${group(
      t("setting.learned"),
      field(state, changes, "rows", { scale: "log" }),
      field(state, changes, "trained", {
        value: Math.min(state.trained, usable),
        range: [1, usable],
        hasMeaning: true,
      }),
    )}
    ${selectControl({
      id: "extension",
      label: t("setting.extension"),
      value: state.extension,
      property: SCHEMA.extension,
      name: (extension) => t(`extension.${extension}` as AbsoluteKey),
      commit: (extension) => changes.commit({ extension }),
    })}
    ${state.extension === "hierarchical" ? field(state, changes, "alpha") : nothing}
  `;
}

function renderPlaces(state: AbsoluteState, changes: Changes) {
  const { positions } = state;
  const { p, k } = placesIn(positions, state);
  const pairs = Math.floor(state.d_model / 2);
  return group(
    t("setting.places"),
    field(state, changes, "p", { value: p, range: [0, positions - 1] }),
    field(state, changes, "k", { value: k, range: [-p, positions - 1 - p] }),
    pairs > 1
      ? field(state, changes, "pair", { value: Math.min(state.pair, pairs - 1), range: [0, pairs - 1] })
      : nothing,
    html`<p class="meaning">${t("setting.places.meaning")}</p>`,
  );
}
