/** The cache as a table, one column for each token, and the steps through it. */
import { html, nothing } from "lit";
import { numberControl, sideName } from "../../lab/controls.ts";
import { setting } from "../../lab/number-text.ts";
import { whole } from "../../state/schema.ts";
import { nameOf, sentences } from "./names.ts";
import { type Stale, staleKeys } from "./parts/stale.ts";
import { cachedOf, storageOf } from "./problem.ts";
import type { CacheState } from "./state.ts";
import { t } from "./strings.ts";

export interface Timeline {
  state: CacheState;
  other: CacheState | null;
  stale: Stale | undefined;
  isPlaying: boolean;
  go(cached: number): void;
  slide(cached: number): void;
  play(): void;
}

export function renderTimeline(timeline: Timeline) {
  const { state, go, play, isPlaying } = timeline;
  const { prompt, cached, tokens } = cachedOf(state);
  const last = tokens.length;
  return html`
    <section aria-labelledby="steps-title">
      <h2 id="steps-title">${t("steps.title")}</h2>
      <p class="text">${t("steps.text", { prompt })}</p>
      <div class="segments" data-control="step" role="group" aria-label=${t("steps.title")}>
        <button data-testid="back" ?disabled=${cached <= prompt} @click=${() => go(cached - 1)}>${t("steps.back")}</button>
        <button data-testid="step" ?disabled=${cached >= last} @click=${() => go(cached + 1)}>${t("steps.step")}</button>
        <button data-testid="play" aria-pressed=${isPlaying} ?disabled=${last <= prompt} @click=${play}>${t(isPlaying ? "steps.pause" : "steps.play")}</button>
        <span class="aside" data-testid="cached">${t("steps.cached", { cached, last })}</span>
      </div>
      ${
        last > prompt
          ? html`<div class="stepper" data-control="step">${numberControl({
              id: "step-number",
              label: t("steps.number"),
              value: cached,
              property: whole(cached, [prompt, last]),
              spoken: (value) => t("steps.cached", { cached: value, last }),
              preview: timeline.slide,
              commit: go,
            })}</div>`
          : nothing
      }
      ${renderStrip(timeline)}
      <p class="text small">${sentences(t("steps.turned", { count: turnedInStep(state) }), t("steps.keys"))}</p>
    </section>
  `;
}

/** Key vectors that the step that is shown turns. */
export function turnedInStep(state: CacheState): number {
  const heads = Number(state.kv_heads);
  switch (storageOf(state)) {
    case "rotated":
    case "scaled":
      return heads;
    case "unrotated":
      return heads * cachedOf(state).cached;
    default:
      return 0;
  }
}

/** A cached key in signs: what of its position it carries. */
export function symbolOf(state: CacheState, position: number): string {
  const place = [...String(position)].map((digit) => "₀₁₂₃₄₅₆₇₈₉"[Number(digit)]).join("");
  switch (storageOf(state)) {
    case "rotated":
      return `R${place}k`;
    case "scaled":
      return `ζ⁻R${place}k`;
    case "absolute":
      return `W(x+p${place})`;
    default:
      return "k";
  }
}

function renderStrip({ state, other, stale, go }: Timeline) {
  const { prompt, cached, tokens } = cachedOf(state);
  const old = stale ? staleKeys(stale, cached) : [];
  const isIn = (at: number) => at < cached;
  const classOf = (at: number) =>
    `${isIn(at) ? "" : "future"} ${at === cached - 1 ? "present" : ""} ${old[at] ? "stale" : ""}`;
  const row = (name: string, cell: (at: number) => unknown) => html`<tr><th scope="row">${name}</th>
    ${tokens.map((_, at) => html`<td class=${classOf(at)}>${cell(at)}</td>`)}</tr>`;
  const inCache = (of: CacheState) => (at: number) =>
    isIn(at) ? symbolOf(of, at) : html`<span aria-label=${t("strip.not_yet")}>·</span>`;
  const base = (at: number) => stale?.frequencies[Math.max(at + 1, prompt) - 1]?.inv_freq.at(-1);
  return html`<div class="scroll" role="region" tabindex="0" aria-label=${t("strip.label")} data-testid="strip" @keydown=${(event: KeyboardEvent) => onKey(event, cached, go)}>
    <table class="strip">
      <thead><tr><th scope="row">${t("strip.token")}</th>
        ${tokens.map((token, at) => html`<th scope="col" class=${classOf(at)}><button class="quiet" tabindex="-1" aria-current=${at === cached - 1 ? "step" : nothing} @click=${() => go(at + 1)}><bdi>${token}</bdi></button></th>`)}</tr></thead>
      <tbody>
        ${row(t("strip.position"), (at) => at)}
        ${row(t("strip.came"), (at) => (at < prompt ? t("strip.prompt") : t("strip.step", { step: at - prompt + 1 })))}
        ${other ? row(`${t("strip.stored")} (${sideName("other")})`, inCache(other)) : nothing}
        ${row(other ? `${t("strip.stored")} (${sideName("state")})` : t("strip.stored"), inCache(state))}
        ${
          stale
            ? html`${row(t("strip.frequency"), (at) => (isIn(at) ? setting(base(at) as number) : "·"))}
              ${row(t("strip.if_kept"), (at) => (isIn(at) ? t(old[at] ? "strip.stale" : "strip.valid") : "·"))}`
            : nothing
        }
      </tbody>
      <caption class="hidden-text">${nameOf(state)}</caption>
    </table>
  </div>`;
}

function onKey(event: KeyboardEvent, cached: number, go: (cached: number) => void): void {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  go(cached + by);
}
