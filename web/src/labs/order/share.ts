/** Copy the state as a link, as JSON, as a command; and go back to the start. */
import { html } from "lit";
import type { LabContext } from "./context.ts";
import { t } from "./strings.ts";

export function renderShare(context: LabContext) {
  return html`
    <fieldset class="share">
      <legend>${t("share.title")}</legend>
      <posenc-copy .problem=${context.problem}>
        <button slot="more" @click=${() => context.reset()}>${t("share.reset")}</button>
      </posenc-copy>
    </fieldset>
  `;
}
