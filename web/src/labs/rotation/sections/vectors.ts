/** Partial width and norms: q and k before and after, channel by channel. */
import { html, nothing } from "lit";
import { measure } from "../../../i18n/numbers.ts";
import { renderMatrix } from "../../../lab/matrices.ts";
import { made } from "../../../lab/memo.ts";
import { setting } from "../../../lab/number-text.ts";
import type { Actions } from "../actions.ts";
import { MOST_CHANNELS, vectorMatrix } from "../figures/vectors.ts";
import { t } from "../strings.ts";
import { norm } from "../tasks/exact.ts";
import { identicalChannels, type ScorePart } from "../tasks/score.ts";
import { gap } from "../words.ts";

export function renderVectors(actions: Actions) {
  const { score } = actions.parts;
  if (!score) return nothing;
  const { present, kept } = score;
  const width = present.q.length;
  return html`
    <section aria-labelledby="vectors-title" data-part="vectors">
      <h2 id="vectors-title">${t("section.vectors")}</h2>
      <p class="text">${t("section.vectors.text")}</p>
      <p class="text" data-testid="identical">${identicalSentence(present)}</p>
      <p class="text" data-testid="norms">${normSentence(present)}</p>
      <div class="maps">${renderMatrix({
        name: "vectors",
        heading: t("figure.vectors"),
        words: [t("vectors.row"), t("vectors.column")],
        present: made(present, "vectors", () => vectorMatrix(present)),
        kept: kept && made(kept, "vectors", () => vectorMatrix(kept)),
      })}</div>
      ${width > MOST_CHANNELS ? html`<p class="text small">${t("vectors.most", { half: MOST_CHANNELS / 2, width })}</p>` : nothing}
    </section>
  `;
}

function identicalSentence(part: ScorePart): string {
  const { state, rotaryDim, q } = part;
  const values = { rotary: rotaryDim, width: q.length, identical: identicalChannels(part) };
  return `${t("vectors.identical", values)}${state.i === 0 || state.j === 0 ? `${gap()}${t("vectors.origin")}` : ""}`;
}

function normSentence({ state, q, k, turnedQ, turnedK }: ScorePart): string {
  const [before, after] = [
    [norm(q), norm(k)],
    [norm(turnedQ), norm(turnedK)],
  ] as const;
  return t(state.xpos ? "vectors.norms_xpos" : "vectors.norms", {
    q: setting(before[0]),
    k: setting(before[1]),
    turned_q: setting(after[0]),
    turned_k: setting(after[1]),
    difference: measure(Math.max(...before.map((size, at) => Math.abs(size - (after[at] as number))))),
  });
}
