/** The needle maps of the chosen methods, beside each other. */
import { html, nothing } from "lit";
import { renderMatrix } from "../../lab/matrices.ts";
import { made } from "../../lab/memo.ts";
import { needleOf } from "./figures/needle.ts";
import { methodName } from "./names.ts";
import { renderSection, type Side } from "./section.ts";
import { t } from "./strings.ts";
import type { Shown } from "./visit.ts";

export function renderNeedles(shown: Shown, methods: readonly string[], side: Side) {
  const maps = methods.flatMap((name) => {
    const { matrix } = made(shown, `needle ${name}`, () => ({ matrix: needleOf(shown, name) }));
    return matrix ? [{ name, matrix }] : [];
  });
  if (maps.length === 0) return nothing;
  const drawn = maps.map(
    ({ name, matrix }) =>
      html`<div>${renderMatrix({
        name: `needle-${name}`,
        heading: methodName(name),
        words: [t("figure.tokens"), t("needle.depth")],
        present: matrix,
        kept: null,
        isShare: true,
        domain: 1,
      })}</div>`,
  );
  return renderSection(
    { name: "needle", title: t("needle.title"), text: t("needle.text") },
    side,
    html`<div class="maps">${drawn}</div>`,
  );
}
