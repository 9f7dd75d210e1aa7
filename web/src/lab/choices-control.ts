/** Boxes to tick, for a property that holds several of its options. */
import { css, html, nothing, type TemplateResult } from "lit";
import type { ChoicesProperty } from "../state/choices.ts";
import type { Control } from "./controls.ts";

export interface ChoicesControl<T extends string> extends Control<readonly T[]> {
  property: ChoicesProperty<T>;
  name(option: T): string;
}

/** Those that would be too many, or too few, are idle. */
export function choicesControl<T extends string>(control: ChoicesControl<T>): TemplateResult {
  const { id, label, value, property, name, commit, meaning } = control;
  const [least, most] = property.count;
  const toggled = (option: T) =>
    property.options.filter((one) => (one === option ? !value.includes(one) : value.includes(one)));
  const isIdle = (option: T) => (value.includes(option) ? value.length <= least : value.length >= most);
  return html`
    <fieldset data-testid=${id} data-control=${id}>
      <legend>${label}</legend>
      <div class="boxes">
        ${property.options.map(
          (option) => html`<label class="choice"><input type="checkbox" name=${id} value=${option}
            .checked=${value.includes(option)} ?disabled=${isIdle(option)} @change=${() => commit(toggled(option))}> ${name(option)}</label>`,
        )}
      </div>
      ${meaning ? html`<p class="meaning">${meaning}</p>` : nothing}
    </fieldset>
  `;
}

export const choicesStyles = css`
  .boxes {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(7.5rem, 1fr));
    gap: 0 12px;
  }
`;
