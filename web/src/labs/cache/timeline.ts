/** The cache as a table, one column for each token, and the steps through it. */
import { html, nothing } from "lit";
import { numberControl } from "../../lab/controls.ts";
import { columnCopies } from "../../lab/figure-data.ts";
import { madeOfAll } from "../../lab/memo.ts";
import { whole } from "../../state/schema.ts";
import { nameOf, sentences } from "./names.ts";
import type { Stale } from "./parts/stale.ts";
import { cachedOf, storageOf } from "./problem.ts";
import type { CacheState } from "./state.ts";
import { t } from "./strings.ts";
import { columnsOf, drawing, type Key, keysOf, NOT_YET, rowsOf } from "./strip.ts";

export interface Timeline {
  state: CacheState;
  other: CacheState | null;
  stale: Stale | undefined;
  isPlaying: boolean;
  go(cached: number): void;
  slide(cached: number): void;
  /** null where motion is unwelcome: the steps are its twins. */
  play: (() => void) | null;
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
        ${play && html`<button data-testid="play" aria-pressed=${isPlaying} ?disabled=${last <= prompt} @click=${play}>${t(isPlaying ? "steps.pause" : "steps.play")}</button>`}
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

function renderStrip(timeline: Timeline) {
  const { state, other, stale, go } = timeline;
  const { cached, tokens } = cachedOf(state);
  const keys = keysOf(timeline);
  const classOf = ({ isCached, isNewest, isStale }: Key) =>
    `${isCached ? "" : "future"} ${isNewest ? "present" : ""} ${isStale ? "stale" : ""}`;
  const cell = (text: string) =>
    text === NOT_YET ? html`<span aria-label=${t("strip.not_yet")}>${text}</span>` : text;
  return html`<div class="scroll" role="region" tabindex="0" aria-label=${t("strip.label")} data-testid="strip" @keydown=${(event: KeyboardEvent) => onKey(event, cached, go)}>
    <table class="strip">
      <thead><tr><th scope="row">${t("strip.token")}</th>
        ${tokens.map((token, at) => html`<th scope="col" class=${classOf(keys[at] as Key)}><button class="quiet" tabindex="-1" aria-current=${at === cached - 1 ? "step" : nothing} @click=${() => go(at + 1)}><bdi>${token}</bdi></button></th>`)}</tr></thead>
      <tbody>
        ${rowsOf(timeline).map(
          ({ name, cells }) => html`<tr><th scope="row">${name}</th>
            ${cells.map((text, at) => html`<td class=${classOf(keys[at] as Key)}>${cell(text)}</td>`)}</tr>`,
        )}
      </tbody>
      <caption class="hidden-text">${nameOf(state)}</caption>
    </table>
  </div>
  <posenc-copies name="strip" .copies=${madeOfAll([state, other, stale], "strip", () => columnCopies(() => columnsOf(timeline)))} .subject=${t("strip.label")}
    .description=${t("steps.cached", { cached, last: tokens.length })} .draw=${() => drawing(timeline)}></posenc-copies>`;
}

/** Scrolls the strip, and nothing else, to the step. */
export function showStep(strip: HTMLElement): void {
  const [names, step] = [strip.querySelector("th"), strip.querySelector(".present")];
  if (!names || !step) return;
  const [left, right] = [names.getBoundingClientRect().right, strip.getBoundingClientRect().right];
  const at = step.getBoundingClientRect();
  if (at.right > right) strip.scrollLeft += at.right - right;
  else if (at.left < left) strip.scrollLeft -= left - at.left;
}

function onKey(event: KeyboardEvent, cached: number, go: (cached: number) => void): void {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  go(cached + by);
}
