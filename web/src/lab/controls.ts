/** Controls of a lab's settings, from the properties of its schema. Sliders have a field beside them; both say units. */
import { html, nothing, type TemplateResult } from "lit";
import { t } from "../i18n/page-strings.ts";
import type { ChoiceProperty, NumberProperty } from "../state/schema.ts";
import { setting } from "./number-text.ts";

/** What a control shows and whom it tells. `preview` while sliding, `commit` at the end. */
export interface Control<T> {
  /** Unique on the page; also the test id. */
  id: string;
  label: string;
  value: T;
  commit(value: T): void;
  preview?(value: T): void;
  /** A sentence below: what the setting does. */
  meaning?: string | TemplateResult;
}

export interface NumberControl extends Control<number> {
  property: NumberProperty;
  /** log: equal steps of the slider multiply. Default linear. */
  scale?: "linear" | "log";
  /** Of the slider; default one, or a hundredth of the range. */
  step?: number;
  /** "{value} tokens", for those who hear the slider. */
  spoken?: (value: number) => string;
}

const LOG_STEPS = 240;

export function numberControl(control: NumberControl): TemplateResult {
  const { id, label, value, property, meaning, spoken = setting } = control;
  const [least, most] = property.range;
  const slider = sliderOf(control);
  const at = (event: Event) => slider.valueAt((event.target as HTMLInputElement).valueAsNumber);
  const type = (event: Event) => {
    const field = event.target as HTMLInputElement;
    const found = property.read(field.value);
    if (found) control.commit(found.value);
    // What was typed and not taken gives way to what holds.
    field.value = String(found?.value ?? value);
  };
  return html`
    <div class="number-control" data-control=${id}>
      <div class="option"><label for=${id}>${label}</label>
        <input id=${id} data-testid=${id} type="number" min=${least} max=${most} step=${property.isWhole ? 1 : "any"}
          .value=${String(value)} aria-describedby=${meaning ? `${id}-meaning` : nothing} @change=${type}></div>
      <input type="range" data-testid=${`${id}-slider`} aria-label=${label} aria-valuetext=${spoken(value)}
        min=${slider.from} max=${slider.to} step=${slider.step} .value=${String(slider.place)}
        @input=${(event: Event) => (control.preview ?? control.commit)(at(event))}
        @change=${(event: Event) => control.commit(at(event))}>
      ${meaning ? html`<p class="meaning" id=${`${id}-meaning`}>${meaning}</p>` : nothing}
    </div>
  `;
}

function sliderOf({ property, value, scale = "linear", step }: NumberControl) {
  const [least, most] = property.range;
  const tidy = (number: number) => (property.isWhole ? Math.round(number) : Number(number.toPrecision(4)));
  if (scale === "linear") {
    const size = step ?? (property.isWhole ? 1 : (most - least) / 100);
    return { from: least, to: most, step: size, place: value, valueAt: tidy };
  }
  const span = Math.log(most / least);
  return {
    from: 0,
    to: LOG_STEPS,
    step: 1,
    place: Math.round((LOG_STEPS * Math.log(value / least)) / span),
    valueAt: (place: number) => Math.min(most, Math.max(least, tidy(least * Math.exp((span * place) / LOG_STEPS)))),
  };
}

export interface ChoiceControl<T extends string> extends Control<T> {
  property: ChoiceProperty<T>;
  name(option: T): string;
}

/** Up to about five: all of them are seen. */
export function radioControl<T extends string>(control: ChoiceControl<T>): TemplateResult {
  const { id, label, value, property, name, commit, meaning } = control;
  return html`
    <fieldset data-testid=${id} data-control=${id}>
      <legend>${label}</legend>
      ${property.options.map(
        (
          option,
        ) => html`<label class="choice"><input type="radio" name=${id} value=${option} .checked=${option === value}
          @change=${() => commit(option)}> ${name(option)}</label>`,
      )}
      ${meaning ? html`<p class="meaning">${meaning}</p>` : nothing}
    </fieldset>
  `;
}

export function selectControl<T extends string>(control: ChoiceControl<T>): TemplateResult {
  const { id, label, value, property, name, commit, meaning } = control;
  return html`
    <fieldset data-control=${id}>
      <legend><label for=${id}>${label}</label></legend>
      <select id=${id} data-testid=${id} @change=${(event: Event) => commit((event.target as HTMLSelectElement).value as T)}>
        ${property.options.map((option) => html`<option value=${option} .selected=${option === value}>${name(option)}</option>`)}
      </select>
      ${meaning ? html`<p class="meaning">${meaning}</p>` : nothing}
    </fieldset>
  `;
}

export function flagControl({ id, label, value, commit, meaning }: Control<boolean>): TemplateResult {
  return html`
    <div data-control=${id}>
      <label class="choice"><input type="checkbox" data-testid=${id} .checked=${value}
        @change=${(event: Event) => commit((event.target as HTMLInputElement).checked)}> ${label}</label>
      ${meaning ? html`<p class="meaning">${meaning}</p>` : nothing}
    </div>
  `;
}

/** Controls that belong together, under a heading. */
export const group = (title: string, ...controls: readonly (TemplateResult | typeof nothing)[]): TemplateResult => html`
  <fieldset>
    <legend>${title}</legend>
    ${controls}
  </fieldset>
`;

/** Two figures or columns of numbers, A kept and B present. */
export const sideName = (side: "other" | "state"): string => t(side === "other" ? "lab.side.kept" : "lab.side.present");
