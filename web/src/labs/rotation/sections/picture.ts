/** A picture between words: positions, the stream of each pair, and how near patches are to the chosen one. */
import { html, nothing } from "lit";
import { commonDomain, type Figure } from "../../../charts/figure.ts";
import type { CellChoice } from "../../../elements/heatmap.ts";
import { sideName } from "../../../lab/controls.ts";
import { columnCopies } from "../../../lab/figure-data.ts";
import { made } from "../../../lab/memo.ts";
import { result } from "../../../lab/number-text.ts";
import type { Actions } from "../actions.ts";
import { renderPictureSettings } from "../settings.ts";
import type { RotationState } from "../state.ts";
import { type RotationKey, t } from "../strings.ts";
import { nextPosition, type PicturePart, type Place, streamsOf, wordsOf } from "../tasks/picture.ts";
import type { Sides } from "../tasks/sides.ts";
import { amount, tidy } from "../words.ts";
import { block, plainTable } from "./block.ts";
import {
  placeText,
  streamColumns,
  streamsDrawing,
  tokenColumns,
  tokensDrawing,
  tokensTitle,
} from "./picture-strips.ts";

/** Rows of the table of pairs. */
const MOST = 16;

/** The patch that is asked about; a smaller picture has fewer. */
export const patchOf = ({ patch, rows, columns }: RotationState): number => Math.min(patch, rows * columns - 1);

export function renderPicture(actions: Actions) {
  const { picture } = actions.parts;
  if (!picture) return nothing;
  const { present } = picture;
  // Choosing a patch asks the engine nothing.
  const patch = patchOf({ ...present.state, patch: actions.state.patch });
  return block(
    actions,
    "picture",
    html`
      <p class="text">${t("section.picture.text")}</p>
      <div class="inline">${renderPictureSettings(actions)}</div>
      ${renderTokens(present, patch, actions)}
      <posenc-copies name="tokens" .copies=${made(present, "tokens", () => columnCopies(() => tokenColumns(present)))} .subject=${tokensTitle(present)}
        .description=${nextSentence(present)} .draw=${() => tokensDrawing(present, patch)}></posenc-copies>
      <p class="text" data-testid="next-position">${nextSentence(present)}</p>
      <h3>${t("picture.streams")}</h3>
      <p class="text">${t("picture.streams.text")}</p>
      <ol class="streams" aria-label=${t("picture.streams")}>${present.listens.map((stream, pair) => html`<li data-stream=${stream}><span class="hidden-text">${t("pair.name", { pair })} </span>${stream}</li>`)}</ol>
      <posenc-copies name="streams" .copies=${made(present, "streams", () => columnCopies(() => streamColumns(present)))} .subject=${t("picture.streams")}
        .description=${countSentence(present)} .draw=${() => streamsDrawing(present)}></posenc-copies>
      <p class="text" data-testid="stream-counts">${countSentence(present)}</p>
      ${renderAngles(present, patch)}
      <h3>${t("picture.near")}</h3>
      <p class="text">${t("picture.near.text")}</p>
      <div class="maps">${made(picture, patch, () => pictureMaps(picture, patch)).map(
        ({
          name,
          heading,
          figure,
        }) => html`<posenc-heatmap data-figure=${name} .heading=${heading} .rowWord=${t("picture.row")} .columnWord=${t("picture.column")}
          .digits=${3} .figure=${figure} .chosen=${placeIn(present.state, patch)} @posenc-cell=${(event: CustomEvent<CellChoice>) => choosePatch(event, actions, present.state)}></posenc-heatmap>`,
      )}</div>
      <p class="text" data-testid="neighbours">${neighbourSentence(present, patch)}</p>
    `,
  );
}

const placeIn = ({ columns }: RotationState, patch: number) => ({
  row: Math.floor(patch / columns),
  column: patch % columns,
});

/** The pointer passes over many; a state is made by keys and by the list of tokens. */
function choosePatch({ detail }: CustomEvent<CellChoice>, actions: Actions, { columns }: RotationState): void {
  if (detail.by === "keyboard") actions.preview({ patch: detail.row * columns + detail.column });
}

function renderTokens(present: PicturePart, patch: number, actions: Actions) {
  const { state, places } = present;
  const { columns } = state;
  const { before } = wordsOf(state);
  const streams = streamsOf(state);
  const words = (from: number, to: number) =>
    streams.length < 3
      ? nothing
      : places.slice(from, to).map((place) => html`<li class="token">${placeText(place, streams)}</li>`);
  const patches = places.filter(({ kind }) => kind === "patch");
  const patchName = (place: Place, at: number) => {
    const { row, column } = placeIn(state, at);
    const shown = placeText(place, streams);
    return t("picture.patch", { row, column, place: shown });
  };
  return html`
    <div class="tokens" data-testid="tokens" role="group" aria-label=${tokensTitle(present)}>
      <ul>${words(0, before)}</ul>
      <div class="picture" data-columns=${columns}>${patches.map(
        (
          place,
          at,
        ) => html`<button class="token" data-patch=${at} aria-pressed=${at === patch} aria-label=${patchName(place, at)}
          @click=${() => actions.commit({ patch: at })}>${placeText(place, streams)}</button>`,
      )}</div>
      <ul>${words(before + patches.length, places.length)}</ul>
    </div>
  `;
}

function nextSentence({ state, places }: PicturePart): string {
  if (state.layout === "axial") return t("picture.axial", { patches: state.rows * state.columns });
  return t("picture.next", { next: nextPosition(state), tokens: places.length });
}

function countSentence({ listens, state }: PicturePart): string {
  const counts = streamsOf(state).map((stream) => `${stream} ${listens.filter((one) => one === stream).length}`);
  const joined = counts.join(", ");
  return t("picture.counts", { counts: joined });
}

function renderAngles({ state, places, listens, frequencies }: PicturePart, patch: number) {
  const place = places[wordsOf(state).before + patch] as Place;
  const shown = placeText(place, streamsOf(state));
  const rows = listens.slice(0, MOST).map((stream, pair) => {
    const frequency = frequencies[pair] as number;
    return [String(pair), stream, result(frequency), amount(frequency * place.at[stream])];
  });
  return html`
    <details><summary>${t("picture.angles", { place: shown })}</summary>
      ${plainTable(
        ["axis.pair", "picture.stream", "column.inv_freq", "picture.angle"].map((key) => t(key as RotationKey)),
        rows,
        t("picture.stream"),
      )}
      ${listens.length > MOST ? html`<p class="text small">${t("picture.most", { most: MOST, pairs: listens.length })}</p>` : nothing}
    </details>
  `;
}

interface NamedMap {
  name: string;
  heading: string;
  figure: Figure;
}

const rowOf = (values: Float64Array, { rows, columns }: RotationState, patch: number): Float64Array =>
  values.slice(patch * rows * columns, (patch + 1) * rows * columns);

/** By streams beside by order; or, in comparison, by streams on both sides. */
export function pictureMaps({ present, kept }: Sides<PicturePart>, patch: number): NamedMap[] {
  const own = rowOf(present.streamed, present.state, patch);
  const beside = kept
    ? rowOf(kept.streamed, kept.state, patchOf({ ...kept.state, patch }))
    : rowOf(present.raster, present.state, patch);
  const domain = commonDomain(own, beside);
  const maps = [
    {
      name: kept ? "picture-kept" : "raster",
      heading: kept ? sideName("other") : t("picture.raster"),
      figure: mapOf(kept?.state ?? present.state, beside, domain),
    },
    {
      name: "streamed",
      heading: kept ? sideName("state") : t("picture.streamed"),
      figure: mapOf(present.state, own, domain),
    },
  ];
  const fits = !kept || (kept.state.rows === present.state.rows && kept.state.columns === present.state.columns);
  if (!fits) return maps;
  const difference = own.map((value, at) => tidy(value - (beside[at] as number)));
  return [
    ...maps,
    {
      name: "picture-difference",
      heading: t("figure.difference"),
      figure: mapOf(present.state, difference, commonDomain(difference)),
    },
  ];
}

const labels = (count: number) => Array.from({ length: count }, (_, at) => ({ text: String(at) }));

const mapOf = ({ rows, columns }: RotationState, values: Float64Array, domain: number): Figure => ({
  rows: labels(rows),
  columns: labels(columns),
  values,
  map: "diverging",
  domain,
});

/** The patch above, or below in the first row, and the one beside, by streams and by order. */
export function neighbourSentence({ state, streamed, raster }: PicturePart, patch: number): string {
  const { rows, columns } = state;
  const { row, column } = placeIn(state, patch);
  if (rows < 2 || columns < 2) return t("picture.line");
  const vertical = (row > 0 ? row - 1 : row + 1) * columns + column;
  const beside = row * columns + (column > 0 ? column - 1 : column + 1);
  const [own, plain] = [rowOf(streamed, state, patch), rowOf(raster, state, patch)];
  return t("picture.neighbours", {
    vertical: amount(own[vertical] as number),
    beside: amount(own[beside] as number),
    raster_vertical: amount(plain[vertical] as number),
    raster_beside: amount(plain[beside] as number),
    columns,
  });
}
