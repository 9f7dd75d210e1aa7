/** The reading line: the formula of the cell under the pointer or the focus, with its numbers. Height is reserved. */
import { html, nothing } from "lit";
import { plain } from "../../i18n/numbers.ts";
import { type FocusedCell, keptView, type LabContext, presentView } from "./context.ts";
import { exampleOf, exampleText } from "./examples-list.ts";
import { explain } from "./explain.ts";
import { type CellPlace, type Explanation, type Line, type Piece, textOf } from "./pieces.ts";
import { stepOf } from "./proof-steps.ts";
import { type OrderKey, t } from "./strings.ts";
import { explainDifference } from "./trio.ts";
import { COMPARISON_FIGURES } from "./view.ts";

export function renderInspector(context: LabContext) {
  const { focused } = context;
  const view = presentView(context);
  const explanation = focused && explanationOf(context, focused);
  const spoken =
    explanation && focused?.by === "keyboard"
      ? [...explanation.lines.map(textOf), ...notesOf(explanation)].join(" ")
      : "";
  const example = explanation && exampleOf(view.problem);
  const isExample = example && focused?.of === "present" && isSameCell(example.cell, focused);
  const isComparison = focused && (COMPARISON_FIGURES as readonly string[]).includes(focused.figure);
  return html`
    <div class="inspector ${explanation ? "" : "empty"}" data-part="inspector" data-testid="inspector" aria-label=${t("inspector.title")} role="group">
      <div class="inspector-body">
      ${
        explanation && focused
          ? html`<p class="inspector-name">${t(`figure.${focused.figure}` as OrderKey)}${isComparison ? nothing : html` · ${t(view.side === "original" ? "side.original" : "side.permuted")}`}${context.other ? html` · ${t(`compare.${focused.of}`)}` : nothing}${renderStepLink(context, focused)}</p>
            ${explanation.lines.map(renderLine)}
            ${[...notesOf(explanation), ...(isExample ? [exampleText(example)] : [])].map((note) => html`<p class="inspector-note">${note}</p>`)}`
          : html`<p class="inspector-note">${t("inspector.empty")}</p>`
      }
      </div>
    </div>
    <p class="hidden-text" aria-live="polite" data-testid="spoken">${spoken}</p>
  `;
}

/** From a figure to the step of the proof that speaks of it. */
function renderStepLink(context: LabContext, { figure }: FocusedCell) {
  const step = stepOf(figure);
  if (step === null) return nothing;
  const go = () => {
    context.setStep(step);
    context.showStage("why-title");
  };
  return html` · <button class="quiet" data-testid="to-step" @click=${go}>${t("inspector.step", { step: plain(step + 1) })}</button>`;
}

function explanationOf(context: LabContext, cell: FocusedCell): Explanation | null {
  const [present, kept] = [presentView(context), keptView(context)];
  if (cell.of === "present") return explain(present, cell);
  if (!kept) return null;
  return cell.of === "kept" ? explain(kept, cell) : explainDifference(kept, present, cell);
}

const isSameCell = (a: CellPlace, b: CellPlace): boolean =>
  a.figure === b.figure && a.row === b.row && a.column === b.column;

const notesOf = ({ note, more = [] }: Explanation): string[] =>
  [...(note ? [note] : []), ...more].map((name) => t(`note.${name}` as OrderKey));

const renderLine = (line: Line) => html`<p class="math">${line.map(renderPiece)}</p>`;

function renderPiece(piece: Piece) {
  if (typeof piece === "string") return piece;
  if ("v" in piece) return html`<var>${piece.v}</var>`;
  if ("sub" in piece) return html`<sub><bdi>${piece.sub}</bdi></sub>`;
  if ("sup" in piece) return html`<sup>${piece.sup}</sup>`;
  return html`<b>${piece.result}</b>`;
}
