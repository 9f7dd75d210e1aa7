/** The settings: the method, its own parameters, the heads, and what is looked at. */
import { html, nothing, type TemplateResult } from "lit";
import "../../elements/choice-menu.ts";
import type { MenuChoice, MenuGroup } from "../../elements/choice-menu.ts";
import { flagControl, group, numberControl, radioControl, selectControl } from "../../lab/controls.ts";
import { setting } from "../../lab/number-text.ts";
import type { ChoiceProperty, NumberProperty } from "../../state/schema.ts";
import type { LabContext } from "./context.ts";
import { sentenceOf } from "./sentence.ts";
import { BIASES, isBias, type MethodName, MOST_KEYS, MOST_TEXT, type RelativeState, SCHEMA, TERMED } from "./state.ts";
import { type RelativeKey, t } from "./strings.ts";

/** Properties that hold a number. */
type NumberKey = { [Key in keyof RelativeState]: RelativeState[Key] extends number ? Key : never }[keyof RelativeState];

export function renderSettings(context: LabContext) {
  const { state } = context.present;
  return html`
    ${renderMethod(context)} ${group(t("settings.method"), ...methodControls(context))} ${renderHeads(context)}
    ${isBias(state) ? renderBiasView(context) : renderSentence(context)}
  `;
}

const menu = (name: RelativeKey, methods: readonly MethodName[]): MenuGroup => ({
  name: t(name),
  options: methods.map((value) => ({
    value,
    name: t(`method.${value}` as RelativeKey),
    detail: t(`relation.${value}` as RelativeKey),
    aside: t(`year.${value}` as RelativeKey),
    search: "",
  })),
});

function renderMethod(context: LabContext) {
  const { method } = context.present.state;
  const take = ({ detail }: CustomEvent<MenuChoice>) => context.commit({ method: detail.value as MethodName });
  return html`
    <fieldset>
      <legend>${t("settings.title")}</legend>
      <posenc-choice-menu data-testid="method" .label=${t("settings.title")} .hint=${t("settings.filter")} .value=${method}
        .groups=${[menu("group.bias", BIASES), menu("group.terms", TERMED)]} @posenc-choice=${take}></posenc-choice-menu>
    </fieldset>
  `;
}

interface NumberWords {
  scale?: "log";
  meaning?: string;
}

const property = (key: NumberKey): NumberProperty => SCHEMA[key] as NumberProperty;

const numberOf = (context: LabContext, key: NumberKey, words: NumberWords = {}): TemplateResult =>
  numberControl({
    id: key,
    label: t(`set.${key}` as RelativeKey),
    value: context.present.state[key],
    property: property(key),
    preview: (value) => context.preview({ [key]: value }),
    commit: (value) => context.commit({ [key]: value }),
    ...words,
  });

type ChoiceKey = "mask" | "direction" | "form" | "beyond" | "scaled" | "slope_rule";

const choiceOf = <Key extends ChoiceKey>({ present, commit }: LabContext, key: Key): TemplateResult => {
  const control = key === "slope_rule" ? selectControl : radioControl;
  return control<string>({
    id: key,
    label: t(`set.${key}` as RelativeKey),
    value: present.state[key],
    property: SCHEMA[key] as unknown as ChoiceProperty<string>,
    name: (option) => t(`option.${key}.${option}` as RelativeKey),
    commit: (value) => commit({ [key]: value }),
  });
};

function methodControls(context: LabContext): (TemplateResult | typeof nothing)[] {
  const { commit } = context;
  const { state } = context.present;
  const seed = numberOf(context, "seed", { meaning: t("set.seed.meaning") });
  switch (state.method) {
    case "alibi":
      return [
        choiceOf(context, "slope_rule"),
        state.slope_rule === "own" ? numberOf(context, "slope", { scale: "log" }) : nothing,
        choiceOf(context, "direction"),
      ];
    case "t5_bias":
      return [
        numberOf(context, "buckets"),
        numberOf(context, "max_distance", { scale: "log" }),
        flagControl({
          id: "bidirectional",
          label: t("set.bidirectional"),
          value: state.bidirectional,
          commit: (bidirectional) => commit({ bidirectional }),
          meaning: t("set.bidirectional.meaning"),
        }),
        seed,
      ];
    case "kerple":
      return [choiceOf(context, "form"), listOf(context, "p"), listOf(context, "a")];
    case "sandwich":
      return [numberOf(context, "dimension")];
    case "fire":
      return [numberOf(context, "c", { scale: "log" }), numberOf(context, "threshold", { scale: "log" }), seed];
    case "shaw":
      return [numberOf(context, "clip"), choiceOf(context, "beyond"), seed];
    case "transformer_xl":
      return [numberOf(context, "clamp_len", { meaning: t("set.clamp_len.meaning") }), seed];
    case "deberta":
      return [numberOf(context, "span", { meaning: t("set.span.meaning") }), seed];
    case "cope":
      return [
        numberOf(context, "positions", { meaning: t("set.positions.meaning") }),
        choiceOf(context, "scaled"),
        seed,
      ];
  }
}

/** One number per head, with commas between; what is not understood gives way to what holds. */
function listOf({ present, commit }: LabContext, key: "p" | "a"): TemplateResult {
  const written = SCHEMA[key].write(present.state[key]);
  const type = (event: Event) => {
    const field = event.target as HTMLInputElement;
    const found = SCHEMA[key].read(field.value);
    if (found) commit({ [key]: found.value });
    field.value = found ? SCHEMA[key].write(found.value) : written;
  };
  return html`
    <div class="option"><label for=${key}>${t(`set.${key}`)}</label>
      <input type="text" id=${key} data-testid=${key} .value=${written} aria-describedby=${`${key}-meaning`} @change=${type}></div>
    <p class="meaning" id=${`${key}-meaning`}>${t(`set.${key}.meaning`)}</p>
  `;
}

function renderHeads(context: LabContext) {
  const hasSecond = isBias(context.present.state);
  return group(
    t("settings.heads"),
    numberOf(context, "heads"),
    numberOf(context, "head"),
    hasSecond ? numberOf(context, "second", { meaning: t("set.second.meaning") }) : nothing,
  );
}

function renderBiasView(context: LabContext) {
  const { present, commit } = context;
  const { contents } = present.state;
  const resize = (count: number) => {
    const filled = Array.from({ length: count }, (_, key) => contents[key] ?? contents.at(-1) ?? 0);
    commit({ contents: filled, query: count - 1 });
  };
  return html`
    ${choiceOf(context, "mask")}
    ${group(
      t("settings.view"),
      numberOf(context, "reach", { scale: "log" }),
      numberControl({
        id: "keys",
        label: t("set.keys"),
        value: contents.length,
        property: { ...SCHEMA.query, range: [1, MOST_KEYS], read: readCount },
        commit: resize,
        spoken: setting,
        meaning: t("set.keys.meaning", { most: MOST_KEYS }),
      }),
      numberOf(context, "query", { meaning: t("set.query.meaning") }),
    )}
  `;
}

const readCount: NumberProperty["read"] = (text) => {
  const count = Math.round(Number(text));
  return text.trim() === "" || !Number.isFinite(count) ? null : { value: Math.min(MOST_KEYS, Math.max(1, count)) };
};

function renderSentence(context: LabContext) {
  const { state } = context.present;
  const { tokens, given } = sentenceOf(state);
  const type = (event: Event) => context.commit({ text: (event.target as HTMLInputElement).value.slice(0, MOST_TEXT) });
  return html`
    ${choiceOf(context, "mask")}
    <fieldset>
      <legend><label for="text">${t("set.text")}</label></legend>
      <input type="text" id="text" data-testid="text" class="wide" maxlength=${MOST_TEXT} placeholder=${tokens.join(" ")} .value=${state.text}
        dir="auto" aria-describedby="text-meaning" @change=${type}>
      <p class="meaning" id="text-meaning">${given > MOST_KEYS ? t("set.text.cut", { given, most: MOST_KEYS }) : t("set.text.meaning", { most: MOST_KEYS })}</p>
    </fieldset>
  `;
}
