/** X to output, step by step, with the places where a method can put positions in. */
import { html, nothing } from "lit";
import { methodsOf } from "../../state/defaults.ts";
import { plotsClass, renderHeads } from "./comparison.ts";
import { type LabContext, presentView, shownProblem } from "./context.ts";
import { type Place, placesOf } from "./methods.ts";
import { renderPlot } from "./plot.ts";
import { type OrderKey, t } from "./strings.ts";
import { addsToInput, type FigureName, isTurned, type View } from "./view.ts";

const STEPS: readonly (["node", string, string] | ["place", Place])[] = [
  ["node", "X", "stage-input"],
  ["place", "input"],
  ["node", "Q K V", "stage-projections"],
  ["place", "rotation"],
  ["place", "vectors"],
  ["node", "S", "stage-attention"],
  ["place", "bias"],
  ["node", "A", "stage-attention"],
  ["place", "values"],
  ["node", "Y", "stage-attention"],
];

type Stage = "input" | "projections" | "rotation" | "attention";

const STAGE_OF: Record<Place, Stage> = {
  input: "input",
  rotation: "rotation",
  vectors: "attention",
  bias: "attention",
  values: "attention",
};

export function renderPipeline(context: LabContext) {
  const problem = shownProblem(context);
  // Where q, k and v are given there is no X, and nothing to add to.
  const hasInput = problem.input.kind !== "tensors";
  const view = presentView(context);
  const places = methodsOf(problem).flatMap(placesOf);
  const isWide = view.count > 8;
  return html`
    <section aria-labelledby="pipeline-title" class="pipeline">
      <h2 id="pipeline-title">${t("pipeline.title")}</h2>
      <p class="text">${t("pipeline.text")}</p>
      ${renderFlow(context, places, hasInput ? STEPS : STEPS.slice(2))}
      <div class="bar">
        <div class="segments" role="group" aria-label=${t("side.title")}>
          <span class="segments-title">${t("side.title")}</span>
          <button aria-pressed=${context.side === "original"} @click=${() => context.setSide("original")}>${t("side.original")}</button>
          <button aria-pressed=${context.side === "permuted"} @click=${() => context.setSide("permuted")}>${t("side.permuted")}</button>
        </div>
        ${renderHeads(context)}
      </div>
      ${hasInput ? renderStage(context, view, "input", addsToInput(problem) ? ["x", "pe", "input"] : ["x"]) : nothing}
      ${renderStage(context, view, "projections", ["q", "k", "v"])}
      ${isTurned(problem) ? renderStage(context, view, "rotation", ["rq", "rk"]) : nothing}
      ${renderStage(context, view, "attention", ["scores", "weights", "output"], isWide)}
    </section>
  `;
}

function renderFlow(context: LabContext, active: readonly Place[], steps: typeof STEPS) {
  return html`<ol class="flow" aria-label=${t("flow.title")}>
    ${steps.map((step) => {
      if (step[0] === "node") {
        return html`<li class="node"><button class="quiet" aria-label=${`${step[1]}: ${t(`stage.${step[2].replace("stage-", "")}` as OrderKey)}`} @click=${() => context.showStage(step[2])}>${step[1]}</button></li>`;
      }
      const isActive = active.includes(step[1]);
      return html`<li class="place ${isActive ? "active" : ""}" aria-current=${isActive ? "true" : nothing}>
        <svg viewBox="0 0 12 12" aria-hidden="true"><path d="M6 1 11 6 6 11 1 6Z"></path></svg>
        <span>${t(`flow.${step[1]}` as OrderKey)}</span>
      </li>`;
    })}
  </ol>`;
}

function stageText({ problem: { input } }: View, name: Stage): string {
  if (name === "input" && input.kind === "embeddings") return t("given.input");
  if (name === "projections" && input.kind === "tensors") return t("given.tensors");
  return t(`stage.${name}.text` as OrderKey);
}

function renderStage(context: LabContext, view: View, name: Stage, figures: FigureName[], isStacked = false) {
  const here = methodsOf(view.problem).filter((method) => placesOf(method).some((place) => STAGE_OF[place] === name));
  return html`
    <div class="stage" id=${`stage-${name}`}>
      <h3>${t(`stage.${name}` as OrderKey)}
        ${here.map(({ kind }) => html`<span class="here"><svg viewBox="0 0 12 12" aria-hidden="true"><path d="M6 1 11 6 6 11 1 6Z"></path></svg>${t(`here.${kind}` as OrderKey)}</span>`)}
      </h3>
      <p class="text">${stageText(view, name)}</p>
      <div class="plots ${isStacked ? "stacked" : plotsClass(context, view)}">${figures.map((figure) => renderPlot(context, view, figure))}</div>
    </div>
  `;
}
