/** What a model trained on this visit looks at: the weights of every layer and head on one test sequence, at each length. */
import { html, nothing } from "lit";
import "../../elements/map/map.ts";
import { exact, plain } from "../../i18n/numbers.ts";
import { made } from "../../lab/memo.ts";
import type { Attention } from "./attention.ts";
import type { Maps } from "./figures/attention.ts";
import { methodName } from "./names.ts";
import { t } from "./strings.ts";
import type { LiveRun, Visit } from "./visit.ts";

/** Longer maps have more cells than a screen has pixels for them. */
const MOST_TOKENS = 512;

export function renderAttention(attention: Attention, visit: Visit | null) {
  const kept = visit?.live.filter(({ parameters }) => parameters) ?? [];
  return html`
    <section id="attention" aria-labelledby="attention-title" data-testid="attention">
      <h2 id="attention-title">${t("attention.title")}</h2>
      <p class="text">${t("attention.text")}</p>
      ${visit && kept.length > 0 ? renderChoices(attention, visit, kept) : html`<p class="text">${t("attention.none")}</p>`}
    </section>
  `;
}

const nameOf = ({ run }: LiveRun): string => t("attention.run", { name: methodName(run.name), seed: run.seed });

function renderChoices(attention: Attention, { study }: Visit, kept: readonly LiveRun[]) {
  const run = kept.find((one) => one === attention.run) ?? (kept[0] as LiveRun);
  const lengths = study.lengths.filter((tokens) => tokens <= MOST_TOKENS);
  const isShown = attention.run === run;
  const choose = ({ target }: Event) => {
    const chosen = kept[(target as HTMLSelectElement).selectedIndex] as LiveRun;
    void attention.ask(chosen, attention.tokens || (lengths[0] as number));
  };
  return html`
    <label class="list">${t("attention.model")}
      <select data-testid="attention-run" @change=${choose}>
        ${kept.map((one) => html`<option ?selected=${one === run}>${nameOf(one)}</option>`)}
      </select>
    </label>
    <div class="segments" role="group" aria-label=${t("figure.tokens")}>
      ${lengths.map(
        (
          tokens,
        ) => html`<button data-testid="attention-${tokens}" aria-pressed=${isShown && tokens === attention.tokens}
          @click=${() => void attention.ask(run, tokens)}>${t("attention.tokens", { tokens: plain(tokens) })}</button>`,
      )}
      <span class="aside" role="status">${isShown && attention.isPending ? t("attention.pending") : nothing}</span>
    </div>
    ${isShown && attention.fault ? html`<p class="fault" role="alert">${t("attention.fault")} <span class="detail">${attention.fault}</span></p>` : nothing}
    ${isShown && attention.maps ? renderMaps(attention.maps) : nothing}
  `;
}

function renderMaps(maps: Maps) {
  const figures = made(maps, "figures", () =>
    maps.map(({ layer, head, cells }) => ({
      ...cells,
      name: t("attention.head", { layer, head }),
      description: t("attention.seen", { layer, head, tokens: cells.rows }),
      rowWord: t("attention.query"),
      columnWord: t("attention.key"),
      cell: (row: number, column: number) => t("attention.cell", { query: exact(row), key: exact(column) }),
    })),
  );
  return html`<div class="maps" data-testid="attention-maps">
    ${figures.map((figure, at) => html`<posenc-map square data-figure=${`attention-${at}`} .figure=${figure}></posenc-map>`)}
  </div>`;
}
