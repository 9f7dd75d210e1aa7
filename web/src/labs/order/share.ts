/** Copy the state as a link, as JSON, as a command; and go back to the start. */
import { html } from "lit";
import { t } from "../../i18n/page-strings.ts";
import { toCommand, toHash, toJson } from "../../state/link.ts";
import type { LabContext } from "./context.ts";
import { t as order } from "./strings.ts";

export function renderShare(context: LabContext) {
  const { problem, environment } = context;
  const hash = toHash(problem);
  const texts = {
    link: () => environment.linkTo(hash),
    json: () => toJson(problem),
    command: () => toCommand(problem),
  };
  return html`
    <fieldset class="share" data-part="share">
      <legend>${t("share.title")}</legend>
      <posenc-share .texts=${texts} .subject=${problem}>
        <button slot="more" @click=${() => context.reset()}>${t("share.reset")}</button>
      </posenc-share>
      <posenc-embed-code lab="order" .state=${hash} .base=${environment.base} .heading=${order("title")}></posenc-embed-code>
    </fieldset>
  `;
}
