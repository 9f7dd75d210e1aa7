/** The worked examples, one click each, and what the chosen one shows. */
import { html, nothing } from "lit";
import type { LabProblem } from "../../state/defaults.ts";
import { sameProblem } from "../../state/link.ts";
import type { LabContext } from "./context.ts";
import { EXAMPLES, type Example } from "./examples.ts";
import { type OrderKey, t } from "./strings.ts";

/** The example that this problem is, whatever its permutation. */
export const exampleOf = ({ permutation, ...problem }: LabProblem): Example | undefined =>
  EXAMPLES.find(({ make }) => {
    const { permutation: _own, ...example } = make();
    return sameProblem({ ...example, permutation }, { ...problem, permutation });
  });

export const exampleText = (example: Example): string => t(`example.${example.name}.text` as OrderKey);

export function renderExamples(context: LabContext) {
  const shown = exampleOf(context.problem);
  return html`
    <div class="examples" data-part="examples" role="group" aria-labelledby="examples-title">
      <span id="examples-title" class="segments-title">${t("example.title")}</span>
      ${EXAMPLES.map(
        (
          example,
        ) => html`<button data-example=${example.name} aria-pressed=${example === shown} ?disabled=${!context.allows(example.make())}
          @click=${() => context.showExample(example.make(), example.cell)}>${t(`example.${example.name}` as OrderKey)}</button>`,
      )}
    </div>
    <p class="example-text" data-testid="example">${shown ? exampleText(shown) : nothing}</p>
  `;
}
