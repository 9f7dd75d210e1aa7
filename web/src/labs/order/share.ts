/** Keep a problem for comparison; copy the state as a link, as JSON, as a command, as a script; undo, and go back to the start. */
import { html } from "lit";
import { t as page } from "../../i18n/page-strings.ts";
import { compareControl } from "../../lab/compare.ts";
import { askCore, type LabEnvironment } from "../../lab/environment.ts";
import { MOST_WRITTEN } from "../../lab/python-text.ts";
import { shorten } from "../../state/defaults.ts";
import { toCommand, toHash, toJson } from "../../state/link.ts";
import { isStale, type LabContext } from "./context.ts";
import { equivarianceScript } from "./script.ts";
import type { LabResult } from "./session.ts";
import { t } from "./strings.ts";

export function renderCompare(context: LabContext) {
  const isComparing = context.other !== null;
  return compareControl({
    isComparing,
    meaning: isComparing ? t("compare.on") : page("lab.compare.none"),
    keep: () => context.keep(),
    swap: () => context.swap(),
    drop: () => context.drop(),
  });
}

export function renderShare(context: LabContext) {
  const { problem, other, result, environment } = context;
  const script = result && !isStale(context) && isShort(result) ? () => writeScript(environment, result) : null;
  const link = toHash(problem, other);
  const texts = {
    link: () => environment.linkTo(link),
    json: () => toJson(problem),
    command: () => toCommand(problem),
    ...(script === null ? {} : { script }),
  };
  return html`
    <fieldset class="share" data-part="share">
      <legend>${page("share.title")}</legend>
      <posenc-share .texts=${texts} .subject=${link}>
        <button slot="more" data-testid="undo" ?disabled=${!context.canUndo} @click=${() => context.undo()}>${page("lab.undo")}</button>
        <button slot="more" data-testid="reset" ?disabled=${!context.canReset} @click=${() => context.reset()}>${page("share.reset")}</button>
      </posenc-share>
      <posenc-embed-code lab="order" .state=${link} .environment=${environment} .heading=${t("title")}></posenc-embed-code>
    </fieldset>
  `;
}

function isShort({ data: { original } }: LabResult): boolean {
  const written = [original.query, original.key, original.value];
  return written.every(Boolean) && written.reduce((sum, one) => sum + (one?.data.length ?? 0), 0) <= MOST_WRITTEN;
}

const writeScript = (environment: LabEnvironment, result: LabResult): Promise<string> =>
  equivarianceScript(result, () => askCore(environment, (posenc) => posenc.plan(shorten(result.problem))));
