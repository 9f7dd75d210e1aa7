/** Six matrices, each as cells with numbers or as a map; beside the kept one and their difference where two are compared. */
import { html, nothing } from "lit";
import "../../../elements/heatmap.ts";
import type { CellChoice } from "../../../elements/heatmap.ts";
import "../../../elements/map/map.ts";
import type { MapPick, ZoomWish } from "../../../elements/map/map.ts";
import type { MapFigure } from "../../../elements/map/map-figure.ts";
import { type Region, wholeOf, widthOf } from "../../../elements/map/region.ts";
import { plain } from "../../../i18n/numbers.ts";
import "../../../lab/copies.ts";
import { sideName } from "../../../lab/controls.ts";
import { made, madeOfAll } from "../../../lab/memo.ts";
import { cellsOf } from "../cells.ts";
import { keptIn, placeIn, queryIn, type ScoresContext } from "../context.ts";
import { differenceOf, domainOf, MATRICES, type Matrix, type MatrixName, matrixOf, sameShape } from "../matrix.ts";
import { matrixCopies } from "../matrix-copies.ts";
import { hasNumbers, regionOf, zoomed, zoomOf } from "../region.ts";
import { type HeadResult, pairsOf, slotOf } from "../result.ts";
import { type ScoresKey, t } from "../strings.ts";
import { shortToken } from "../token-list.ts";
import { renderZoom } from "./zoom.ts";

export function renderMatrices(context: ScoresContext, present: HeadResult) {
  const kept = keptIn(context);
  const size = pairsOf(present);
  const region = regionOf(context.pair.state.zoom, size);
  return html`
    <section aria-labelledby="matrices-title">
      <h2 id="matrices-title">${t("matrices.title")}</h2>
      <p class="text">${t("matrices.text")}</p>
      ${hasNumbers(wholeOf(size.rows, size.columns)) ? nothing : renderZoom(context, present, region)}
      <div class="matrices ${layoutOf(region, kept !== null)}">
        ${MATRICES.map((name) => renderMatrix(context, { name, present, kept }))}
      </div>
    </section>
  `;
}

/** Columns of numbers for which half of the page has room, half of a narrow one, and a third. */
const HALF = 14;
const NARROW_HALF = 11;
const THIRD = 8;

/** Figures that would not fit side by side stand one below the other. */
function layoutOf(region: Region, isCompared: boolean): string {
  const width = hasNumbers(region) ? widthOf(region) : 0;
  if (!isCompared) return width > HALF ? "wide" : width > NARROW_HALF ? "many" : "";
  return `compared ${width > HALF ? "wide" : width > THIRD ? "halves" : ""}`;
}

interface Shown {
  name: MatrixName;
  present: HeadResult;
  kept: HeadResult | null;
}

function renderMatrix(context: ScoresContext, shown: Shown) {
  const { name, present } = shown;
  if (name === "output" && present.valueDim === 0)
    return html`<div class="matrix" data-matrix=${name}><h3>${t("matrix.output")}</h3><p class="text small">${t("matrix.output.none")}</p></div>`;
  // Kept q and k without v have no output to lay beside it.
  const kept = name === "output" && shown.kept?.valueDim === 0 ? null : shown.kept;
  const domain = kept ? domainOf(name, present, kept) : domainOf(name, present);
  const key = `${name} ${domain}`;
  const matrix = made(present, key, () => matrixOf(present, name, domain));
  const region = regionFor(context, name, matrix);
  const rows = present.queries.slice(region.top, region.bottom);
  const columns = name === "output" ? rangeOf(region) : present.tokens.slice(region.left, region.right);
  const copied = { name, comment: t(`matrix.${name}` as ScoresKey), matrix, region, rows, columns };
  return html`
    <div class="matrix" data-matrix=${name}>
      <h3>${t(`matrix.${name}` as ScoresKey)}</h3>
      <p class="text small">${t(`matrix.${name}.text` as ScoresKey)}</p>
      <div class="plots">
        ${kept ? renderPlot(context, { name, matrix: made(kept, key, () => matrixOf(kept, name, domain)), result: kept, side: "kept" }) : nothing}
        ${renderPlot(context, { name, matrix, result: present, side: kept ? "present" : null })}
        ${kept ? renderDifference(context, { name, present, kept }, domain) : nothing}
      </div>
      <posenc-copies .subject=${t(`matrix.${name}` as ScoresKey)} .copies=${made(matrix, JSON.stringify(region), () => matrixCopies(copied))}></posenc-copies>
    </div>
  `;
}

const rangeOf = ({ left, right }: Region): string[] =>
  Array.from({ length: right - left }, (_, at) => String(left + at));

function renderDifference(
  context: ScoresContext,
  { name, present, kept }: Shown & { kept: HeadResult },
  domain: number,
) {
  if (!sameShape(present, kept, name)) return html`<p class="text small">${t("matrices.no_difference")}</p>`;
  const matrix = madeOfAll([present, kept], `${name} ${domain}`, () => differenceOf(present, kept, name, domain));
  return renderPlot(context, { name, matrix, result: present, side: "difference" });
}

/** Channels are not zoomed: the output has few. */
function regionFor({ pair }: ScoresContext, name: MatrixName, { rows, columns }: Matrix): Region {
  const region = regionOf(pair.state.zoom, { rows, columns });
  return name === "output" ? { ...region, left: 0, right: columns } : region;
}

interface Plot {
  name: MatrixName;
  matrix: Matrix;
  result: HeadResult;
  side: "kept" | "present" | "difference" | null;
}

function noteOf({ side }: Plot): string {
  if (side === null) return "";
  return side === "difference" ? t("matrices.difference") : sideName(side === "kept" ? "other" : "state");
}

function renderPlot(context: ScoresContext, plot: Plot) {
  const region = regionFor(context, plot.name, plot.matrix);
  return hasNumbers(region) ? renderCells(context, plot, region) : renderMap(context, plot, region);
}

const words = (name: MatrixName) => ({
  row: t("axis.query"),
  column: t(name === "output" ? "axis.channel" : "axis.key"),
});

function renderCells(context: ScoresContext, plot: Plot, region: Region) {
  const { name, matrix, result, side } = plot;
  // One place in all of them: that of the present state.
  const place = placeIn(context, context.parts.present ?? result);
  const inside = { row: place.row - region.top, column: place.column - region.left };
  const choose = (event: Event) => {
    const { row, column } = (event.composedPath()[0] as HTMLElement).dataset ?? {};
    if (row !== undefined && column !== undefined) context.commit({ query: region.top + Number(row) });
  };
  return html`<posenc-heatmap data-figure=${name} data-side=${side ?? nothing} class=${side ? "side" : nothing}
    .heading=${t(`matrix.${name}.short` as ScoresKey)} .note=${noteOf(plot)}
    .rowWord=${words(name).row} .columnWord=${words(name).column} .digits=${2}
    .figure=${made(matrix, `cells ${JSON.stringify(region)}`, () => cellsOf(plot, region))}
    .chosen=${name === "output" ? null : inside}
    .marked=${{ row: queryIn(context, result) - region.top }}
    @click=${choose} @keydown=${(event: KeyboardEvent) => event.key === "Enter" && choose(event)}
    @posenc-cell=${({ detail }: CustomEvent<CellChoice>) => {
      if (name !== "output") context.focusCell({ row: region.top + detail.row, column: region.left + detail.column });
    }}></posenc-heatmap>`;
}

function renderMap(context: ScoresContext, plot: Plot, region: Region) {
  const { name, matrix, result, side } = plot;
  const isPairs = name !== "output";
  const size = pairsOf(result);
  const zoom = ({ factor, row, column }: ZoomWish) => {
    const whole = regionOf(context.pair.state.zoom, size);
    const next = zoomed(whole, factor, { row, column: isPairs ? column : slotOf(result, row) }, size);
    context.commit({ zoom: zoomOf(factor === 0 ? wholeOf(size.rows, size.columns) : next) });
  };
  const take = (picked: Region) => {
    const { left, right } = regionOf(context.pair.state.zoom, size);
    context.commit({ zoom: zoomOf(isPairs ? picked : { ...picked, left, right }) });
  };
  return html`<posenc-map ?square=${size.rows === size.columns} zooms data-figure=${name} data-side=${side ?? nothing}
    .figure=${made(matrix, `map ${side}`, () => mapOf(plot))} .region=${made(matrix, `region ${JSON.stringify(region)}`, () => region)}
    .chosen=${{ row: queryIn(context, result) }}
    @posenc-cell=${({ detail }: CustomEvent<{ row: number; column: number }>) => isPairs && context.focusCell(detail)}
    @posenc-pick=${({ detail }: CustomEvent<MapPick>) => detail.isDone && context.commit({ query: detail.row })}
    @posenc-region=${({ detail }: CustomEvent<{ region: Region }>) => take(detail.region)}
    @posenc-zoom=${({ detail }: CustomEvent<ZoomWish>) => zoom(detail)}></posenc-map>`;
}

function mapOf(plot: Plot): MapFigure {
  const { name, matrix, result } = plot;
  const { row: rowWord, column: columnWord } = words(name);
  const quoted = (name: string | undefined) => t("token.quoted", { token: shortToken(name as string) });
  return {
    ...matrix,
    name: t(`matrix.${name}.short` as ScoresKey),
    note: noteOf(plot),
    description: t(`matrix.${name}.text` as ScoresKey),
    rowWord,
    columnWord,
    cell: (row, column) =>
      t("map.place", {
        row: rowWord,
        query: plain(row),
        rowName: quoted(result.queries[row]),
        column: columnWord,
        key: plain(column),
        columnName: name === "output" ? "" : quoted(result.tokens[column]),
      }),
  };
}
