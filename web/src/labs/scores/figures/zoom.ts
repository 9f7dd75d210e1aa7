/** Buttons that move the region which all maps show. */
import { html } from "lit";
import { type Region, wholeOf } from "../../../elements/map/region.ts";
import { plain } from "../../../i18n/numbers.ts";
import { placeIn, type ScoresContext } from "../context.ts";
import { moved, zoomed, zoomOf } from "../region.ts";
import { type HeadResult, pairsOf } from "../result.ts";
import { type ScoresKey, t } from "../strings.ts";

const WAYS = [
  ["up", "↑", -1, 0],
  ["down", "↓", 1, 0],
  ["left", "←", 0, -1],
  ["right", "→", 0, 1],
] as const;

export function renderZoom(context: ScoresContext, result: HeadResult, region: Region) {
  const size = pairsOf(result);
  const show = (next: Region) => context.commit({ zoom: zoomOf(next) });
  const around = (factor: number) => {
    show(zoomed(region, factor, placeIn(context, result), size));
  };
  const { top, bottom, left, right } = region;
  return html`<div class="zoom" role="group" aria-label=${t("zoom.title")}>
    <span data-testid="region">${t("zoom.region", { top: plain(top), bottom: plain(bottom - 1), left: plain(left), right: plain(right - 1) })}</span>
    <span class="buttons">
      <button data-testid="zoom-in" @click=${() => around(0.5)}>${t("zoom.in")}</button>
      <button data-testid="zoom-out" @click=${() => around(2)}>${t("zoom.out")}</button>
      <button data-testid="zoom-all" @click=${() => show(wholeOf(size.rows, size.columns))}>${t("zoom.all")}</button>
      ${WAYS.map(
        ([name, arrow, down, aside]) =>
          html`<button data-testid=${`zoom-${name}`} aria-label=${t(`zoom.${name}` as ScoresKey)} @click=${() => show(moved(region, { down, right: aside }, size))}>${arrow}</button>`,
      )}
    </span>
  </div>`;
}
