/** Stands where the sentence is edited, when vectors are given in its place. */
import { html } from "lit";
import { language } from "../../i18n/language.ts";
import { plain } from "../../i18n/numbers.ts";
import { withTokens } from "../../state/defaults.ts";
import { type LabInput, labelsOf } from "../../state/input.ts";
import type { LabContext } from "./context.ts";
import { startTokens } from "./presets.ts";
import { t } from "./strings.ts";

export function renderGivenNote(context: LabContext) {
  const { problem } = context;
  return html`<div class="choose">
    <p class="given" data-testid="given">${said(problem.input)}</p>
    <button data-testid="to-words" @click=${() => context.commit(withTokens(problem, startTokens(language())))}>${t("given.to_words")}</button>
  </div>`;
}

function said(input: LabInput): string {
  const all = labelsOf(input);
  const labels = all.length > 1 ? `${all[0]} … ${all.at(-1)}` : String(all[0]);
  if (input.kind === "embeddings") return t("given.note.embeddings", { labels, width: plain(input.model_dim) });
  return t(input.kind === "tensors" && input.value ? "given.note.tensors" : "given.note.no_values", { labels });
}
