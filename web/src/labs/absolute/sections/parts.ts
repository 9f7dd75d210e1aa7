/** What sections are made of. */
import { html, nothing, type TemplateResult } from "lit";
import type { MapPick } from "../../../elements/map/map.ts";
import { labelled } from "../../../elements/map/map-figure.ts";
import { wholeOf } from "../../../elements/map/region.ts";
import { matrixCsv, matrixJson } from "../../../elements/matrix-text.ts";
import type { Copies } from "../../../lab/copies.ts";
import type { LabFigure } from "../../../lab/figure-data.ts";
import { made } from "../../../lab/memo.ts";
import type { CopiedMap, Maps } from "../figures/maps.ts";
import type { Changes } from "../settings.ts";
import { type AbsoluteKey, t } from "../strings.ts";
import type { View } from "../view.ts";

/** What a section is drawn from, and what it may ask for. */
export interface SectionContext {
  view: View;
  changes: Changes;
  isPending(name: "table" | "turn" | "projected" | "variants"): boolean;
}

export const section = (name: string, content: TemplateResult, isBusy = false): TemplateResult =>
  html`<section aria-labelledby=${`${name}-title`} data-section=${name} aria-busy=${String(isBusy)}>
    <h2 id=${`${name}-title`}>${t(`section.${name}` as AbsoluteKey)}</h2>${content}</section>`;

export const text = (content: string | TemplateResult, id?: string): TemplateResult =>
  html`<p class="text" data-testid=${id ?? nothing}>${content}</p>`;

export const figure = (name: string, data: LabFigure, comment: string, height = 260): TemplateResult =>
  html`<posenc-figure data-figure=${name} .figure=${data} .height=${height} .comment=${comment}></posenc-figure>`;

/** Settings in their own names, at the head of copies. */
export function commentOf({ now: { state } }: View): string {
  const { method, d_model, base, offset, rows, extension } = state;
  return method === "learned"
    ? `learned, rows ${rows}, d_model ${d_model}, offset ${offset}, extension ${extension}`
    : `sinusoidal ${method}, d_model ${d_model}, base ${base}, offset ${offset}`;
}

export interface MapChoice {
  chosen: { row?: number; column?: number };
  change(pick: MapPick): Parameters<Changes["commit"]>[0];
}

export interface MapChoices {
  isSquare: boolean;
  present: MapChoice;
  kept: MapChoice | null;
}

export function mapCopies(figure: CopiedMap): Copies {
  const matrix = labelled(figure, wholeOf(figure.rows, figure.columns));
  return { json: () => matrixJson(matrix), csv: () => matrixCsv(matrix), python: () => figure.python };
}

/** One map, or kept, present and difference beside each other. */
export function renderMaps(name: string, { kept, present, difference }: Maps, choices: MapChoices, changes: Changes) {
  const { isSquare } = choices;
  const one = (data: Maps["kept"], side: string, choice: MapChoice | null) => {
    if (data === null || choice === null) return nothing;
    const pick = ({ detail }: CustomEvent<MapPick>) =>
      (detail.isDone ? changes.commit : changes.preview)(choice.change(detail));
    const of = `${name}-${side}`;
    return html`<div data-map=${of}>
      <posenc-map data-figure=${of} .figure=${data} .chosen=${choice.chosen} ?square=${isSquare} @posenc-pick=${pick}></posenc-map>
      <posenc-copies .copies=${made(data, "copies", () => mapCopies(data))} .subject=${data.name}></posenc-copies>
    </div>`;
  };
  return html`<div class="maps ${kept ? "several" : ""}">
    ${one(kept, "kept", choices.kept)} ${one(present, "present", choices.present)} ${one(difference, "difference", choices.present)}
    ${kept && difference === null ? html`<p class="text small">${t("map.no_difference")}</p>` : nothing}
  </div>`;
}
