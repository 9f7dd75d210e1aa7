/** A section of the page, and what copied Python begins with. */
import { html, type TemplateResult } from "lit";
import { methodOf } from "./problems.ts";
import type { RelativeState } from "./state.ts";
import { type RelativeKey, t } from "./strings.ts";

export const block = (name: string, content: TemplateResult) =>
  html`<section aria-labelledby=${`${name}-title`} data-part=${name}>
    <h2 id=${`${name}-title`}>${t(`section.${name}` as RelativeKey)}</h2>${content}</section>`;

export const pythonComment = (state: RelativeState): string =>
  `${JSON.stringify(methodOf(state))}, heads = ${state.heads}`;
