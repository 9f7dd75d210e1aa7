/** A section of a result; the same sections of the kept one are told apart by their names. */
import { html } from "lit";
import { sideName } from "../../lab/controls.ts";

export type Side = "state" | "other";

export interface Section {
  name: string;
  title: string;
  text: string;
}

export const sided = (title: string, side: Side): string => (side === "other" ? `${title} (${sideName(side)})` : title);

export const renderSection = ({ name, title, text }: Section, side: Side, body: unknown) => html`
  <section aria-labelledby=${`${side}-${name}`}>
    <h2 id=${`${side}-${name}`}>${sided(title, side)}</h2>
    <p class="text">${text}</p>
    ${body}
  </section>
`;
