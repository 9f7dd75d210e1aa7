/** A figure of the lab: heatmaps with their words, marks and the cell that is being explained. */
import { html } from "lit";
import type { Figure } from "../../charts/figure.ts";
import type { CellChoice } from "../../elements/heatmap.ts";
import { made } from "../../lab/memo.ts";
import { type Compared, keptView, type LabContext } from "./context.ts";
import type { CellPlace } from "./pieces.ts";
import { STEPS } from "./proof-steps.ts";
import { type OrderKey, t } from "./strings.ts";
import { COMPARED, type Trio, trioOf } from "./trio.ts";
import { addsToInput, type FigureName, figureOf, isTurned, type View } from "./view.ts";

const BY_PAIR: readonly FigureName[] = ["scores", "weights"];

/** The figure, or three: as it was kept, as it is, and the difference. */
export function renderPlot(context: LabContext, view: View, name: FigureName) {
  const kept = keptView(context);
  const present = cachedFigure(view, name);
  const trio = kept && cachedTrio(kept, view, name);
  if (!trio) return renderHeatmap(context, view, { name, of: "present", figure: present });
  return html`<div class="trio">${COMPARED.map((of) =>
    renderHeatmap(context, of === "kept" ? kept : view, { name, of, figure: trio[of] }, t(`compare.${of}`)),
  )}</div>`;
}

interface Plot {
  name: FigureName;
  of: Compared;
  figure: Figure;
}

function renderHeatmap(context: LabContext, view: View, { name, of, figure }: Plot, note = noteOf(view, name)) {
  const focused = context.focused?.of === of ? context.focused : null;
  const isMean = name === "mean";
  const isByPair = BY_PAIR.includes(name);
  return html`<posenc-heatmap data-figure=${name} data-side=${of} class=${context.pointed !== null && STEPS[context.pointed]?.figures.includes(name) ? "linked" : ""}
    .heading=${t(`figure.${name}` as OrderKey)} .note=${note}
    .rowWord=${isByPair ? t("axis.query") : isMean ? "" : t(view.problem.input.kind === "tokens" ? "axis.token" : "axis.vector")} .columnWord=${isByPair ? t("axis.key") : t("axis.channel")}
    .digits=${figure.columns.length <= 4 ? 3 : 2}
    .figure=${figure}
    .chosen=${focused?.figure === name ? focused : null}
    .marked=${focused ? marks(view, focused, name) : null}
    @posenc-cell=${(event: CustomEvent<CellChoice>) => context.focusCell({ figure: name, of, ...event.detail })}
  ></posenc-heatmap>`;
}

function noteOf(view: View, name: FigureName): string {
  if (name === "mean") return "";
  const isVectors = name === "x" && view.problem.input.kind !== "tokens";
  return isVectors ? t("given.vectors") : t(`figure.${name}.note` as OrderKey);
}

/** Figures of one result. The same object again tells the heatmap that there is nothing to draw anew. */
function cachedFigure(view: View, name: FigureName): Figure {
  const meanRows = name === "mean" ? [t("mean.permuted"), t("mean.original"), t("mean.difference")] : [];
  const make = () => figureOf(view, name, meanRows);
  return view.result ? made(view.result, `${name} ${view.side} ${view.head}`, make) : make();
}

function cachedTrio(kept: View, present: View, name: FigureName): Trio | null {
  const [before, now] = [cachedFigure(kept, name), cachedFigure(present, name)];
  return made(now, before, () => trioOf(before, now));
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
