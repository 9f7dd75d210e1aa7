/** Exponents in prose. */
import { expect, test } from "vitest";
import { raised } from "../../../web/src/lab/raised.ts";

const flat = (text: string) =>
  raised(text)
    .map((piece) => (typeof piece === "string" ? piece : `[${piece.values[0]}]`))
    .join("");

test.each([
  ["the power −a d^p with p = 1", "the power −a d[p] with p = 1"],
  ["2^(−8h/H)，h = 1", "2[−8h/H]，h = 1"],
  ["base^(−(d−2)/d) per position, x^2", "base[−(d−2)/d] per position, x[2]"],
  ["2⁻⁽ⁱ⁺¹⁾", "2⁻⁽ⁱ⁺¹⁾"],
])("%s", (given, expected) => expect(flat(given)).toBe(expected));
