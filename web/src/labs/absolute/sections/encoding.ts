/** The whole table as a picture; small ones with their numbers in the cells. */
import { html } from "lit";
import type { Figure } from "../../../charts/figure.ts";
import { madeOfAll } from "../../../lab/memo.ts";
import { upTo } from "../figures/axes.ts";
import { encodingMaps } from "../figures/maps.ts";
import { chosenChannels, isLearned, layoutOf, pairOf } from "../methods.ts";
import type { AbsoluteState } from "../state.ts";
import { t } from "../strings.ts";
import { rowsOf, type Side } from "../view.ts";
import { type MapChoice, renderMaps, type SectionContext, section, text } from "./parts.ts";

/** Up to here the numbers have room in the cells. */
const MOST_CELLS = { rows: 16, columns: 8 };

export function renderEncoding({ view, changes, isPending }: SectionContext) {
  const { now, kept } = view;
  const { state, table } = now;
  const isSmall = kept === null && table.count <= MOST_CELLS.rows && table.width <= MOST_CELLS.columns;
  const maps = madeOfAll([table, kept?.table], "encoding maps", () => encodingMaps(view));
  return section(
    "encoding",
    html`
      ${text(t(isLearned(state) ? "section.encoding.learned" : "section.encoding.text"))}
      ${
        isSmall
          ? renderCells(now, changes.commit)
          : renderMaps(
              "encoding",
              maps,
              { isSquare: false, present: choiceOf(now), kept: kept ? choiceOf(kept) : null },
              changes,
            )
      }
    `,
    isPending("table"),
  );
}

const choiceOf = ({ state, p }: Side): MapChoice => ({
  chosen: { row: p, column: chosenChannels(state)[0] },
  change: ({ row, column }) => ({ p: row, pair: pairAt(state, column) }),
});

const pairAt = (state: AbsoluteState, channel: number): number =>
  pairOf(layoutOf(state.method === "learned" ? "paper" : state.method, state.d_model), channel);

function renderCells(side: Side, commit: (change: Partial<AbsoluteState>) => void) {
  const { state, table, p } = side;
  const figure: Figure = {
    rows: upTo(table.count).map((position) => ({ text: String(position) })),
    columns: upTo(table.width).map((channel) => ({ text: String(channel) })),
    values: rowsOf(side),
    map: "diverging",
    domain: 1,
  };
  const take = (event: Event) => {
    const { row, column } = (event.composedPath()[0] as HTMLElement).dataset ?? {};
    if (row !== undefined && column !== undefined) commit({ p: Number(row), pair: pairAt(state, Number(column)) });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter") take(event);
  };
  const [column] = chosenChannels(state);
  return html`<posenc-heatmap data-figure="encoding" .heading=${t("map.encoding")}
    .rowWord=${t("axis.position")} .columnWord=${t("axis.channel")} .figure=${figure} .digits=${4}
    .chosen=${{ row: p, column }} @click=${take} @keydown=${press}></posenc-heatmap>`;
}
