/** What a change of length does to keys that are cached already. */
import { html, nothing } from "lit";
import { made } from "../../lab/memo.ts";
import { probeFigure, staleFigure } from "./figures.ts";
import { methodName } from "./names.ts";
import { cachedOf, hasProbe, storageOf } from "./problem.ts";
import type { CacheState } from "./state.ts";
import { renderFormula } from "./stored.ts";
import { t } from "./strings.ts";
import type { Parts } from "./tasks.ts";

type SetKey = Parameters<typeof renderFormula>[2];

export function renderLengths(state: CacheState, parts: Partial<Parts>, set: SetKey) {
  const { stale, otherStale, probe, otherProbe } = parts;
  const { cached } = cachedOf(state);
  const anyStale = stale ?? otherStale;
  const name = methodName(state.method, state.policy);
  return html`
    <section aria-labelledby="lengths-title">
      <h2 id="lengths-title">${t("lengths.title")}</h2>
      <p class="text">${t(storageOf(state) === "unrotated" ? "lengths.text" : "lengths.never", { name: methodName(state.method) })}</p>
      ${state.method === "dynamic_ntk" ? html`<p class="text">${t(`lengths.${state.policy}`)}</p>` : nothing}
      <p class="text small">${t(hasProbe(state) ? "formula.probe" : "formula.pair")}</p>
      ${renderFormula(state, parts, set)}
      ${
        probe
          ? html`<posenc-figure data-figure="probe" .height=${240} .comment=${name}
              .figure=${made(probe, `${cached} ${JSON.stringify(otherProbe?.stale)}`, () => probeFigure(probe, otherProbe ?? null, cached))}></posenc-figure>`
          : nothing
      }
      ${
        anyStale
          ? html`<posenc-figure data-figure="stale" .height=${240} .comment=${name}
              .figure=${made(anyStale, `${cached} ${stale === undefined} ${otherStale?.differences.join()}`, () => staleFigure(stale ?? null, otherStale ?? null, cached))}></posenc-figure>`
          : nothing
      }
    </section>
  `;
}
