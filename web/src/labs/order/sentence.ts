/** The sentence: presets, text field, and the two orders of its tokens; and the worked examples. */
import { html, nothing } from "lit";
import type { Saved } from "../../elements/figure-file.ts";
import type { OrderChange } from "../../elements/token-strip.ts";
import { t as page } from "../../i18n/page-strings.ts";
import { withTokens } from "../../state/defaults.ts";
import { labelsOf, type WordInput } from "../../state/input.ts";
import { LIMITS } from "../../state/limits.ts";
import { apply, sameOrder } from "../../state/permutation.ts";
import { joinTokens } from "../../state/tokens.ts";
import type { LabContext } from "./context.ts";
import { renderExamples } from "./examples-list.ts";
import { renderGivenFiles } from "./given-files.ts";
import { renderGivenNote } from "./given-note.ts";
import { PRESETS } from "./presets.ts";
import { t } from "./strings.ts";
import { issueText, sentences } from "./words.ts";

export function renderSentence(context: LabContext) {
  const { problem } = context;
  const { input } = problem;
  const isWords = input.kind === "tokens";
  return html`
    <section aria-labelledby="sentence-title" class="sentence">
      <h2 id="sentence-title">${t(isWords ? "sentence.title" : "given.title")}</h2>
      ${isWords ? renderEditor(context, input) : renderGivenNote(context)}
      <posenc-token-strip data-control="permutation" .tokens=${labelsOf(input)} .permutation=${problem.permutation}
        @posenc-order=${(event: CustomEvent<OrderChange>) => {
          const next = { ...context.problem, permutation: event.detail.permutation };
          if (event.detail.done) context.commit(next);
          else context.preview(next);
        }}>
        <posenc-save-menu slot="save" name="permutation" .saved=${savedOrders(context)}></posenc-save-menu>
      </posenc-token-strip>
      ${renderGivenFiles(context)}
      ${renderExamples(context)}
    </section>
  `;
}

function savedOrders({ problem: { input, permutation } }: LabContext): Saved {
  const tokens = labelsOf(input);
  const file = async () => (await import("./orders-file.ts")).ordersFile(tokens, permutation);
  const said = (name: "strip.original" | "strip.permuted", order: readonly string[]) =>
    `${page(name)}${page("list.colon")}${order.join(" ")}`;
  return {
    title: t(input.kind === "tokens" ? "sentence.title" : "given.title"),
    description: () => [said("strip.original", tokens), said("strip.permuted", apply(permutation, tokens))].join("\n"),
    draw: async () => (await file()).draw(),
    tensor: async () => (await file()).tensor(),
    csv: async () => (await file()).csv(),
    json: async () => (await file()).json(),
  };
}

function renderEditor(context: LabContext, input: WordInput) {
  return html`
    <div class="choose" data-control="tokens">
      <div class="presets" role="group" aria-label=${t("sentence.presets")}>
        ${PRESETS.map((tokens) => {
          const chosen = sameOrder(tokens, input.tokens);
          return html`<button lang=${/^[a-z]/.test(tokens[0] as string) ? "en" : "zh"} aria-pressed=${chosen}
            @click=${() => context.commit(withTokens(context.problem, tokens))}>${joinTokens(tokens)}</button>`;
        })}
      </div>
      <div class="field">
        <label for="text">${t("sentence.own")}</label>
        <input id="text" type="text" autocomplete="off" spellcheck="false" .value=${context.text}
          aria-invalid=${context.textIssue !== null} aria-describedby="text-note"
          @input=${(event: InputEvent) => context.setText((event.target as HTMLInputElement).value, false)}
          @change=${(event: Event) => context.setText((event.target as HTMLInputElement).value, true)}>
        <p id="text-note" class="note ${context.textIssue ? "fault" : ""}" role=${context.textIssue ? "alert" : nothing} data-testid="text-note">
          ${context.textIssue ? sentences(issueText(context.textIssue), t("issue.kept")) : t("sentence.limits", { tokens: LIMITS.tokens, characters: LIMITS.textLength })}
        </p>
      </div>
    </div>
  `;
}
