/**
 * Words with a little mathematics in them: `code`, _x or _(…) below the line, ^x or ^(…) above it. Marks count only
 * between two dollar signs, and in formulas, which are nothing else.
 */
import { html, type TemplateResult } from "lit";

type Piece = TemplateResult | string;

const MARK = /([_^])(\(((?:[^()]|\([^()]*\))*)\)|[\p{L}\d]+)/gu;

function math(text: string, write: (text: string) => Piece[] = (plain) => [plain]): Piece[] {
  const pieces: Piece[] = [];
  let last = 0;
  for (const found of text.matchAll(MARK)) {
    pieces.push(...write(text.slice(last, found.index)));
    const inner = write(found[3] ?? found[2] ?? "");
    pieces.push(found[1] === "_" ? html`<sub>${inner}</sub>` : html`<sup>${inner}</sup>`);
    last = found.index + found[0].length;
  }
  return [...pieces, ...write(text.slice(last))];
}

const LETTER = /(?<![A-Za-zα-ωΑ-Ω])([A-Za-zα-ω])(?![A-Za-zα-ω])/;

const slanted = (text: string): Piece[] =>
  text.split(LETTER).map((piece, at) => (at % 2 === 1 ? html`<i>${piece}</i>` : piece));

/** A line of its own: letters that stand for something are slanted, words are not. */
export const formula = (line: string): Piece[] => math(line, slanted);

export const prose = (text: string): Piece[] =>
  text.split(/(`[^`]+`|\$[^$]+\$)/).map((piece) => {
    if (piece.length > 1 && piece.startsWith("`")) return html`<code>${piece.slice(1, -1)}</code>`;
    if (piece.length > 1 && piece.startsWith("$")) return html`<span class="math">${math(piece.slice(1, -1))}</span>`;
    return piece;
  });
