/** What is trained and tested. */
import { html, nothing } from "lit";
import { choicesControl } from "../../lab/choices-control.ts";
import { group, numberControl, selectControl } from "../../lab/controls.ts";
import { extensionOf, type MethodName, type TaskKind } from "../../training/index.ts";
import { extensionName, methodName, taskName } from "./names.ts";
import { SCHEMA, type TrainState } from "./state.ts";
import { type TrainKey, t } from "./strings.ts";

interface Change {
  commit(change: Partial<TrainState>): void;
  preview(change: Partial<TrainState>): void;
}

type NumberKey =
  | "steps"
  | "tokens"
  | "batch"
  | "rate"
  | "warmup"
  | "layers"
  | "seeds"
  | "seed"
  | "sequences"
  | "fine_tune";

export function renderSettings(state: TrainState, change: Change) {
  const { commit } = change;
  const numberOf = (key: NumberKey, scale: "linear" | "log" = "linear", meaning?: TrainKey) =>
    numberControl({
      id: key,
      label: t(`set.${key}`),
      value: state[key],
      property: SCHEMA[key],
      scale,
      ...(meaning && { meaning: t(meaning) }),
      commit: (value) => commit({ [key]: value }),
      preview: (value) => change.preview({ [key]: value }),
    });
  return html`
    ${selectControl({
      id: "task",
      label: t("set.task"),
      value: state.task,
      property: SCHEMA.task,
      name: taskName,
      commit: (task: TaskKind) => commit({ task }),
      meaning: t(`task.${state.task}.text` as TrainKey),
    })}
    ${choicesControl({
      id: "methods",
      label: t("set.methods"),
      value: state.methods,
      property: SCHEMA.methods,
      name: methodName,
      commit: (methods: readonly MethodName[]) => commit({ methods }),
      meaning: t("set.methods.meaning", { most: SCHEMA.methods.count[1] }),
    })}
    ${group(t("set.training"), numberOf("steps", "log"), numberOf("tokens", "log", "set.tokens.meaning"), numberOf("seeds", "linear", "set.seeds.meaning"))}
    ${fold("model", t("set.model"), [
      size("width", state, commit),
      size("heads", state, commit),
      numberOf("layers"),
      numberOf("batch"),
      numberOf("rate", "log"),
      numberOf("warmup"),
      numberOf("seed"),
    ])}
    ${fold("tests", t("set.tests"), [
      choicesControl({
        id: "times",
        label: t("set.times"),
        value: state.times,
        property: SCHEMA.times,
        name: (times) => `×${times}`,
        commit: (times) => commit({ times }),
      }),
      numberOf("sequences", "log"),
      state.task === "passkey" ? needle(state, commit) : nothing,
      choicesControl({
        id: "extensions",
        label: t("set.extensions"),
        value: state.extensions,
        property: SCHEMA.extensions,
        name: (name) => `${methodName(extensionOf(name).of)} + ${extensionName(name)}`,
        commit: (extensions) => commit({ extensions }),
        meaning: t("set.extensions.meaning"),
      }),
      numberOf("fine_tune", "linear", "set.fine_tune.meaning"),
    ])}
  `;
}

const fold = (name: string, title: string, controls: readonly unknown[]) => html`
  <details class="fold" data-fold=${name}><summary>${title}</summary><div class="inside">${controls}</div></details>
`;

const needle = (state: TrainState, commit: Change["commit"]) =>
  selectControl({
    id: "depths",
    label: t("set.depths"),
    value: state.depths,
    property: SCHEMA.depths,
    name: (count) => (count === "0" ? t("set.depths.none") : t("set.depths.some", { count })),
    commit: (depths) => commit({ depths }),
  });

function size(key: "width" | "heads", state: TrainState, commit: Change["commit"]) {
  const choose = (event: Event) => commit({ [key]: (event.target as HTMLSelectElement).value });
  return html`<div class="option" data-control=${key}><label for=${key}>${t(`set.${key}`)}</label>
    <select id=${key} data-testid=${key} @change=${choose}>
      ${SCHEMA[key].options.map((option) => html`<option value=${option} .selected=${option === state[key]}>${option}</option>`)}
    </select></div>`;
}
