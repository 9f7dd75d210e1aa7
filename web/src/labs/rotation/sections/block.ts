/** What the sections of the page are made of. */
import { html, type TemplateResult } from "lit";
import type { LabFigure } from "../../../lab/figure-data.ts";
import type { Actions, Parts } from "../actions.ts";
import { isGiven, methodOf, type RotationState } from "../state.ts";
import { type RotationKey, t } from "../strings.ts";
import { vectorText } from "../words.ts";

export const block = ({ isPending, isStale }: Actions, name: keyof Parts, content: TemplateResult) =>
  html`<section aria-labelledby=${`${name}-title`} data-part=${name} class=${isStale(name) ? "stale" : ""} aria-busy=${String(isPending(name))}>
    <h2 id=${`${name}-title`}>${t(`section.${name}` as RotationKey)}</h2>${content}</section>`;

export const figure = (name: string, of: LabFigure, height: number, state: RotationState) =>
  html`<posenc-figure data-figure=${name} .figure=${of} .height=${height} .comment=${commentOf(state)}></posenc-figure>`;

/** At the head of what is copied. */
export function commentOf(state: RotationState): string {
  const vectors = isGiven(state)
    ? `q ${vectorText(state.q)}, k ${vectorText(state.k)}`
    : `seed ${state.seed}, head_dim ${state.head_dim}`;
  const { kind, ...method } = methodOf(state);
  return `${kind} ${JSON.stringify(method)}; ${vectors}`;
}

/** Rows with a heading each. */
export const plainTable = (
  head: readonly string[],
  rows: readonly (readonly (string | TemplateResult)[])[],
  caption: string,
) => html`
  <div class="scroll" role="region" tabindex="0" aria-label=${caption}>
    <table class="plain">
      <caption class="hidden-text">${caption}</caption>
      <thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
      <tbody>${rows.map(([first, ...cells]) => html`<tr><th scope="row">${first}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
    </table>
  </div>
`;
