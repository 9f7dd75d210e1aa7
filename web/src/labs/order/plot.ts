/** One figure of the lab: a heatmap with its words, marks and the cell that is being explained. */
import { html } from "lit";
import type { Figure } from "../../charts/figure.ts";
import type { CellChoice } from "../../elements/heatmap.ts";
import type { LabContext } from "./context.ts";
import type { CellPlace } from "./pieces.ts";
import { type OrderKey, t } from "./strings.ts";
import { addsToInput, type FigureName, figureOf, isTurned, type View } from "./view.ts";

const BY_PAIR: readonly FigureName[] = ["scores", "weights"];

export function renderPlot(context: LabContext, view: View, name: FigureName) {
  const isMean = name === "mean";
  const figure = cachedFigure(view, name, isMean ? [t("mean.permuted"), t("mean.original"), t("mean.difference")] : []);
  const { focused } = context;
  const isByPair = BY_PAIR.includes(name);
  return html`<posenc-heatmap data-figure=${name}
    .heading=${t(`figure.${name}` as OrderKey)} .note=${isMean ? "" : noteOf(view, name)}
    .rowWord=${isByPair ? t("axis.query") : isMean ? "" : t(view.problem.input.kind === "tokens" ? "axis.token" : "axis.vector")} .columnWord=${isByPair ? t("axis.key") : t("axis.channel")}
    .digits=${figure.columns.length <= 4 ? 3 : 2}
    .figure=${figure}
    .chosen=${focused?.figure === name ? focused : null}
    .marked=${focused ? marks(view, focused, name) : null}
    @posenc-cell=${(event: CustomEvent<CellChoice>) => context.focusCell({ figure: name, ...event.detail })}
  ></posenc-heatmap>`;
}

function noteOf(view: View, name: FigureName): string {
  const isVectors = name === "x" && view.problem.input.kind !== "tokens";
  return isVectors ? t("given.vectors") : t(`figure.${name}.note` as OrderKey);
}

/** Figures of one result. The same object again tells the heatmap that there is nothing to draw anew. */
const figures = new WeakMap<object, Map<string, Figure>>();

function cachedFigure(view: View, name: FigureName, meanRows: readonly string[]): Figure {
  if (!view.result) return figureOf(view, name, meanRows);
  let ofResult = figures.get(view.result);
  if (!ofResult) {
    ofResult = new Map();
    figures.set(view.result, ofResult);
  }
  const key = `${name} ${view.side} ${view.head}`;
  let figure = ofResult.get(key);
  if (!figure) {
    figure = figureOf(view, name, meanRows);
    ofResult.set(key, figure);
  }
  return figure;
}

/** What the explained cell is made of, in the other figures. */
export function marks(
  view: View,
  { figure, row, column }: CellPlace,
  name: FigureName,
): { row?: number; column?: number } | null {
  const turned = isTurned(view.problem);
  switch (figure) {
    case "scores":
      if (name === (turned ? "rq" : "q")) return { row };
      return name === (turned ? "rk" : "k") ? { row: column } : null;
    case "weights":
      return name === "scores" ? { row } : null;
    case "output":
      if (name === "weights") return { row };
      return name === "v" ? { column } : null;
    case "q":
    case "k":
    case "v":
      return name === (addsToInput(view.problem) ? "input" : "x") ? { row } : null;
    default:
      return null;
  }
}
