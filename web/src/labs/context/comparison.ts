/** Two configurations side by side: A, what is compared with, and B, the present one. */

import { html, nothing } from "lit";
import { t as page } from "../../i18n/page-strings.ts";
import { made } from "../../lab/memo.ts";
import { result, setting } from "../../lab/number-text.ts";
import type { LabContext } from "./context.ts";
import { comparisonFigures } from "./figures/comparison.ts";
import { block, renderFigure } from "./figures.ts";
import type { ComparisonPart } from "./parts.ts";
import { namesOf, subjectLine } from "./sides.ts";
import { t } from "./strings.ts";
import { readOther } from "./tasks.ts";

const FIGURES = ["ratio", "cosine", "scores"];

export function renderComparison(context: LabContext) {
  const { comparison, frequencies } = context.session.parts;
  if (!frequencies) return nothing;
  if (!comparison)
    return block(context, "comparison", html`<p class="text" data-testid="no-comparison">${missingText(context)}</p>`);
  const [first, second] = comparison.sides;
  const comment = `A: ${first ? subjectLine(first) : "the same without its scaling"}; B: ${subjectLine(second)}`;
  const [a, b] = namesOf(comparison);
  return block(
    context,
    "comparison",
    html`
      <p class="text"><b>A</b>${page("list.colon")}${a}<br><b>B</b>${page("list.colon")}${b}</p>
      <p class="text" data-testid="difference">${differenceText(comparison)}</p>
      ${made(comparison, "figures", () => comparisonFigures(comparison)).map((figure, at) =>
        renderFigure(FIGURES[at] ?? "", figure, 240, comment),
      )}
    `,
  );
}

/** Nothing is claimed while it is still being computed. */
function missingText({ session, state, models }: LabContext): string {
  if (session.isPending("comparison")) return t("answer.waiting");
  if (state.other === null) return t("compare.nothing");
  const name = readOther(state.other, models)?.name ?? t("compare.kept");
  return t("compare.no_rotary", { name });
}

function differenceText({ a, b, difference }: ComparisonPart): string {
  if (!difference) return t("compare.widths", { a: setting(a.rotary_dim), b: setting(b.rotary_dim) });
  const { first_difference, largest_difference, ratio } = difference;
  const equal = ratio.every((value) => value === 1);
  if (equal && largest_difference === 0) return t("compare.equal");
  const largest = result(largest_difference);
  return first_difference === null
    ? t("compare.never", { largest })
    : t("compare.first", { position: setting(first_difference), largest });
}
