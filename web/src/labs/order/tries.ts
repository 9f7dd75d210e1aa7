/** Settings worth a look, one click each; the page goes back to the verdict, where the answer stands. */
import { html, nothing } from "lit";
import { language } from "../../i18n/language.ts";
import { type LabProblem, withMethod, withTokens } from "../../state/defaults.ts";
import { tokenCount } from "../../state/input.ts";
import { reversal } from "../../state/permutation.ts";
import type { LabContext } from "./context.ts";
import { startTokens } from "./presets.ts";
import { type OrderKey, t } from "./strings.ts";

const TRIES: Readonly<Record<string, (problem: LabProblem) => LabProblem>> = {
  roles: (problem) => reversed(withTokens(plain(problem), startTokens(language()))),
  causal: (problem) => ({ ...plain(problem), mask: { kind: "causal" } }),
  permuted_mask: (problem) => ({ ...plain(problem), mask: { kind: "causal" }, permute_mask: true }),
  rotary: (problem) => withMethod(plain(problem), { kind: "rotary" }),
  symmetric: (problem) => reversed(withMethod(plain(problem), { kind: "alibi", direction: "symmetric" })),
  t5: (problem) => withMethod(plain(problem), { kind: "t5_bias", relative_attention_num_buckets: 4 }),
  shaw: (problem) => withMethod(plain(problem), { kind: "shaw", max_relative_position: 1 }),
  learned_short: (problem) =>
    withMethod(withTokens(plain(problem), startTokens(language())), { kind: "learned", rows: 2 }),
};

/** Words, no method and no mask. */
const plain = (problem: LabProblem): LabProblem => ({
  ...withMethod(wordsOf(problem), { kind: "none" }),
  mask: { kind: "none" },
  permute_mask: false,
});

const wordsOf = (problem: LabProblem): LabProblem =>
  problem.input.kind === "tokens" ? problem : withTokens(problem, startTokens(language()));

const reversed = (problem: LabProblem): LabProblem => ({
  ...problem,
  permutation: reversal(tokenCount(problem.input)),
});

export function renderTries(context: LabContext) {
  const go = (make: (problem: LabProblem) => LabProblem) => {
    context.commit(make(context.problem));
    context.showStage("title", true);
  };
  const tries = Object.entries(TRIES).filter(([, make]) => context.allows(make(context.problem)));
  if (tries.length === 0) return nothing;
  return html`
    <h3 class="try-title" data-part="tries">${t("try.title")}</h3>
    <ul class="try" data-part="tries">
      ${tries.map(
        ([name, make]) =>
          html`<li><button class="quiet" data-try=${name} @click=${() => go(make)}>${t(`try.${name}` as OrderKey)}</button></li>`,
      )}
    </ul>
  `;
}
