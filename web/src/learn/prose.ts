/**
 * Words with a little mathematics in them: `code`, _x or _(…) below the line, ^x or ^(…) above it. Marks count only
 * between two dollar signs, and in formulas, which are nothing else.
 */
import { html, type TemplateResult } from "lit";

type Piece = TemplateResult | string;

const MARK = /([_^])(\(([^()]*)\)|[\p{L}\d]+)/gu;

export function math(text: string): Piece[] {
  const pieces: Piece[] = [];
  let last = 0;
  for (const found of text.matchAll(MARK)) {
    pieces.push(text.slice(last, found.index));
    const inner = found[3] ?? found[2];
    pieces.push(found[1] === "_" ? html`<sub>${inner}</sub>` : html`<sup>${inner}</sup>`);
    last = found.index + found[0].length;
  }
  return [...pieces, text.slice(last)];
}

export const prose = (text: string): Piece[] =>
  text.split(/(`[^`]+`|\$[^$]+\$)/).map((piece) => {
    if (piece.length > 1 && piece.startsWith("`")) return html`<code>${piece.slice(1, -1)}</code>`;
    if (piece.length > 1 && piece.startsWith("$")) return html`<span class="math">${math(piece.slice(1, -1))}</span>`;
    return piece;
  });
