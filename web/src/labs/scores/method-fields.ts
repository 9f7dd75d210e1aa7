/** The few fields of the chosen method that change its numbers most; the others keep the engine's defaults. */
import { html, nothing, type TemplateResult } from "lit";
import { flagControl, numberControl } from "../../lab/controls.ts";
import type { ChoiceProperty } from "../../state/schema.ts";
import type { ScoresContext } from "./context.ts";
import { type Kind, SCHEMA, type ScoresState } from "./state.ts";
import { type ScoresKey, t } from "./strings.ts";

const FIELDS = {
  none: [],
  sinusoidal: ["table", "base"],
  learned: ["rows"],
  rotary: ["pairing", "rope_theta"],
  shaw: ["max_relative_position"],
  transformer_xl: ["clamp_len"],
  deberta: ["max_relative_positions"],
  t5_bias: ["relative_attention_num_buckets", "relative_attention_max_distance", "bidirectional"],
  alibi: ["direction", "slope_rule"],
  kerple: ["form"],
  sandwich: ["dimension"],
  fire: ["threshold"],
  cope: ["scaled"],
} as const satisfies Readonly<Record<Kind, readonly (keyof ScoresState)[]>>;

type Field = (typeof FIELDS)[Kind][number];

const ON_LOG_SCALE: readonly Field[] = ["base", "rope_theta", "threshold", "rows"];

export const renderMethodFields = (context: ScoresContext): TemplateResult =>
  html`${FIELDS[context.pair.state.method].map((field) => renderField(context, field))}`;

function renderField(context: ScoresContext, field: Field) {
  const { state } = context.pair;
  const property = SCHEMA[field];
  const label = t(`field.${field}` as ScoresKey);
  if ("options" in property) return renderChoice(context, field, property as ChoiceProperty<string>);
  if (field === "bidirectional")
    return flagControl({
      id: field,
      label,
      value: state[field],
      commit: (value) => context.commit({ [field]: value }),
    });
  if (!("range" in property)) return nothing;
  return numberControl({
    id: field,
    label,
    property,
    value: state[field] as number,
    scale: ON_LOG_SCALE.includes(field) ? "log" : "linear",
    preview: (value) => context.preview({ [field]: value }),
    commit: (value) => context.commit({ [field]: value }),
  });
}

function renderChoice(context: ScoresContext, field: Field, { options }: ChoiceProperty<string>) {
  const value = context.pair.state[field];
  const choose = (event: Event) => context.commit({ [field]: (event.target as HTMLSelectElement).value });
  return html`<div class="option"><label for=${field}>${t(`field.${field}` as ScoresKey)}</label>
    <select id=${field} data-testid=${field} @change=${choose}>
      ${options.map((option) => html`<option value=${option} .selected=${option === value}>${t(`field.${field}.${option}` as ScoresKey)}</option>`)}
    </select></div>`;
}
