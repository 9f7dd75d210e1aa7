/** Copy the state as a link, as JSON, as a command; and go back to the start. */
import { html } from "lit";
import { t } from "../../i18n/page-strings.ts";
import { toCommand, toHash, toJson } from "../../state/link.ts";
import type { LabContext } from "./context.ts";

export function renderShare(context: LabContext) {
  const { problem } = context;
  const texts = {
    link: () => `${location.origin}${location.pathname}${location.search}${toHash(problem)}`,
    json: () => toJson(problem),
    command: () => toCommand(problem),
  };
  return html`
    <fieldset class="share">
      <legend>${t("share.title")}</legend>
      <posenc-share .texts=${texts} .subject=${problem}>
        <button slot="more" @click=${() => context.reset()}>${t("share.reset")}</button>
      </posenc-share>
    </fieldset>
  `;
}
