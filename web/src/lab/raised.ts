/** Prose with exponents: what follows "^", a name or what stands in brackets, is raised. */
import { html, type TemplateResult } from "lit";

const EXPONENT = /\^(?:\(((?:[^()]|\([^()]*\))*)\)|([A-Za-z\d]+))/;

export function raised(text: string): (string | TemplateResult)[] {
  const found = EXPONENT.exec(text);
  if (!found) return [text];
  const [whole, inBrackets, name] = found;
  const rest = text.slice(found.index + whole.length);
  return [text.slice(0, found.index), html`<sup>${inBrackets ?? name}</sup>`, ...raised(rest)];
}
