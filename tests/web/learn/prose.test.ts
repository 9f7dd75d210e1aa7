import type { TemplateResult } from "lit";
import { expect, test } from "vitest";
import { formula, prose } from "../../../web/src/learn/prose.ts";

/** "text", "<sub>x" …: what a template would show. */
const flat = (pieces: readonly (TemplateResult | string)[]): string =>
  pieces
    .map((piece) =>
      typeof piece === "string"
        ? piece
        : `${piece.strings[0]}${[piece.values[0]]
            .flat()
            .map((one) => (typeof one === "string" ? one : flat([one as TemplateResult])))
            .join("")}>`,
    )
    .join("");

test("marks below and above the line, of one name or of what stands in brackets", () => {
  expect(flat(prose("$x_r + 10000^(−2r/d) PE(p)_(2r+1)$"))).toBe(
    '<span class="math">x<sub>r> + 10000<sup>−2r/d> PE(p)<sub>2r+1>>',
  );
});

test("in a formula single letters are slanted; words, Σ and signs are not", () => {
  expect(flat(formula("PE(p)ᵀ = Σ_r cos(k ω_r)"))).toBe("PE(<i>p>)ᵀ = Σ<sub><i>r>> cos(<i>k> <i>ω><sub><i>r>>)");
});

test("in prose only between dollar signs; code stays as it is", () => {
  expect(flat(prose("snake_case and `a_b` and $ω_r$"))).toBe(
    'snake_case and <code>a_b> and <span class="math">ω<sub>r>>',
  );
});

test("markup in words stays text", () => {
  expect(flat(prose("<b>bold</b> & more"))).toBe("<b>bold</b> & more");
});
