/** Form fields with their labels, as the settings use them. */
import { html } from "lit";

export const chosenIn = (event: Event): string => (event.target as HTMLInputElement | HTMLSelectElement).value;

export function choiceField<T extends string>(
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

export function numberField(
  id: string,
  label: string,
  value: number,
  [low, high]: readonly [number, number],
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

export function checkField(name: string, label: string, value: boolean, set: (value: boolean) => void) {
  return html`<label class="choice"><input type="checkbox" name=${name} .checked=${value}
    @change=${(event: Event) => set((event.target as HTMLInputElement).checked)}> ${label}</label>`;
}
