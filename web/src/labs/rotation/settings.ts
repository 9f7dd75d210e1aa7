/** Width and speed of the pairs and the two vectors, in the rail; distances and the picture, beside what they change. */
import { html, nothing } from "lit";
import {
  flagControl,
  group,
  type NumberControl,
  numberControl,
  radioControl,
  selectControl,
} from "../../lab/controls.ts";
import { result } from "../../lab/number-text.ts";
import { whole } from "../../state/schema.ts";
import type { Actions } from "./actions.ts";
import { pairingName } from "./sections/layouts.ts";
import { isGiven, SCHEMA } from "./state.ts";
import { type RotationKey, t } from "./strings.ts";

/** Pairs of one stream. */
const SECTION = whole(0, [0, 64]);

type NumberKey = "head_dim" | "theta" | "seed" | "reach" | "rows" | "columns" | "before" | "after";
type ListKey = NonNullable<Actions["refused"]>;

function slider(actions: Actions, id: NumberKey, more: Partial<NumberControl> = {}) {
  return numberControl({
    id,
    label: t(`setting.${id}` as RotationKey),
    value: actions.state[id],
    property: SCHEMA[id],
    preview: (value) => actions.preview({ [id]: value }),
    commit: (value) => actions.commit({ [id]: value }),
    ...more,
  });
}

export function renderSettings(actions: Actions) {
  return html`${renderRotation(actions)} ${renderVectors(actions)}`;
}

function renderRotation(actions: Actions) {
  const { state, commit } = actions;
  return html`
    ${group(
      t("setting.rotation"),
      isGiven(state) || state.inv_freq.length > 0 ? nothing : slider(actions, "head_dim", { step: 2 }),
      state.inv_freq.length > 0
        ? nothing
        : slider(actions, "theta", { scale: "log", spoken: (value) => result(value) }),
      list(actions, "inv_freq"),
      flagControl({ id: "xpos", label: t("setting.xpos"), value: state.xpos, commit: (xpos) => commit({ xpos }) }),
    )}
    ${radioControl({
      id: "pairing",
      label: t("setting.pairing"),
      value: state.pairing,
      property: SCHEMA.pairing,
      name: pairingName,
      commit: (pairing) => commit({ pairing }),
    })}
    ${selectControl({
      id: "share",
      label: t("setting.share"),
      value: state.share,
      property: SCHEMA.share,
      name: (share) => (share === "1" ? t("setting.share.all") : share),
      commit: (share) => commit({ share }),
    })}
  `;
}

function renderVectors(actions: Actions) {
  const { state, commit } = actions;
  return group(
    t("setting.vectors"),
    isGiven(state) ? nothing : slider(actions, "seed"),
    isGiven(state)
      ? nothing
      : flagControl({ id: "same", label: t("setting.same"), value: state.same, commit: (same) => commit({ same }) }),
    list(actions, "q"),
    list(actions, "k"),
    html`<p class="meaning">${t("setting.vectors.meaning")}</p>`,
  );
}

/** Numbers with commas between them; an empty field gives none. */
function list({ state, commit, refused, refuse }: Actions, id: ListKey) {
  const take = (event: Event) => {
    const given = (event.target as HTMLInputElement).value.trim();
    const found = given === "" ? { value: [] } : SCHEMA[id].read(given);
    refuse(found ? null : id);
    if (found) commit({ [id]: found.value });
  };
  const isRefused = refused === id;
  return html`
    <div class="list">
      <label for=${id}>${t(`setting.${id}` as RotationKey)}</label>
      <input id=${id} data-testid=${id} type="text" autocomplete="off" spellcheck="false" .value=${state[id].join(", ")}
        placeholder=${t(`setting.${id}.none` as RotationKey)} aria-invalid=${String(isRefused)} aria-describedby=${`${id}-fault`} @change=${take}>
      <p class="meaning" id=${`${id}-fault`}>${isRefused ? html`<span class="fault" role="alert" data-testid=${`${id}-fault`}>${t("setting.list.fault", { allowed: SCHEMA[id].allowed })}</span>` : nothing}</p>
    </div>
  `;
}

export const renderReach = (actions: Actions) =>
  group(
    t("setting.curve"),
    slider(actions, "reach", { scale: "log", meaning: t("setting.reach.meaning", { most: SCHEMA.reach.range[1] }) }),
  );

export function renderPictureSettings(actions: Actions) {
  const { state, commit, preview } = actions;
  const setSection = (at: number, value: number) => ({
    sections: state.sections.map((old, index) => (index === at ? value : old)),
  });
  return html`
    ${radioControl({
      id: "layout",
      label: t("setting.layout"),
      value: state.layout,
      property: SCHEMA.layout,
      name: (layout) => t(`layout.${layout}` as RotationKey),
      commit: (layout) => commit({ layout }),
    })}
    <div data-control="sections">${group(
      t("setting.sections"),
      ...["t", "h", "w"].map((stream, at) =>
        stream === "t" && state.layout === "axial"
          ? nothing
          : numberControl({
              id: `section-${stream}`,
              label: t("setting.section", { stream }),
              value: state.sections[at] as number,
              property: SECTION,
              preview: (value) => preview(setSection(at, value)),
              commit: (value) => commit(setSection(at, value)),
            }),
      ),
    )}</div>
    ${group(
      t("setting.picture"),
      slider(actions, "rows"),
      slider(actions, "columns"),
      state.layout === "axial" ? nothing : slider(actions, "before"),
      state.layout === "axial" ? nothing : slider(actions, "after"),
    )}
  `;
}
