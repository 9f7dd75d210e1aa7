/** The score of one pair as the sum of its terms, with the present numbers. */
import { html, type TemplateResult } from "lit";
import { fixed } from "../../i18n/numbers.ts";
import { setting } from "../../lab/number-text.ts";
import type { TermName, TermsPart } from "./parts.ts";
import { cellAt } from "./reading.ts";
import { tokenName } from "./sentence.ts";
import type { Place, RelativeState } from "./state.ts";
import { t } from "./strings.ts";
import { sumText, weightText } from "./texts.ts";

const v = (name: string): TemplateResult => html`<i>${name}</i>`;
const q = html`${v("q")}<sub>i</sub>`;
const k = html`${v("k")}<sub>j</sub>`;

/** As the papers write them, before the scale. */
const SYMBOLS: Readonly<Record<TermName, TemplateResult>> = {
  content: html`${q}·${k}`,
  pair: html`${q}·${v("r")}<sub>Δ</sub>`,
  content_position: html`${q}·${v("r")}<sub>i−j</sub>`,
  global_content: html`${v("u")}·${k}`,
  global_position: html`${v("v")}·${v("r")}<sub>i−j</sub>`,
  c2p: html`${q}·${v("r")}<sup>K</sup><sub>i−j</sub>`,
  p2c: html`${k}·${v("r")}<sup>Q</sup><sub>i−j</sub>`,
  counted: html`${q}·${v("e")}[${v("p")}<sub>ij</sub>]`,
};

export function termsFormula(
  state: RelativeState,
  part: TermsPart,
  head: number,
  { query, key }: Place,
): TemplateResult[] {
  const { tokens, terms, scale } = part;
  const names = html`Δ = ${v("j")} − ${v("i")} = ${key} − ${query} = ${setting(key - query)}
    (${tokenName(tokens, query)} → ${tokenName(tokens, key)})`;
  const at = cellAt(tokens.length, head, { query, key });
  const score = part.scores.data[at] as number;
  if (score === -Infinity) return [names, html`${t("formula.hidden")}`];
  const isContentAlone = state.method === "cope" && state.scaled === "content";
  const symbols = terms.map(({ name }, index) => html`${index === 0 ? "" : " + "}${SYMBOLS[name]}`);
  const general = isContentAlone
    ? html`${fixed(scale, 4)} · ${symbols[0]}${symbols.slice(1)}`
    : html`${fixed(scale, 4)} · (${symbols})`;
  return [
    names,
    ...countedRows(part, at, key),
    html`${v("s")}<sub>ij</sub> = ${general}`,
    html`= ${sumText(terms.map(({ values }) => values[at] as number))} = <b>${fixed(score, 3)}</b>`,
    html`${v("a")}<sub>ij</sub> = exp(${v("s")}<sub>ij</sub>) / Σ<sub>j′</sub> exp(${v("s")}<sub>ij′</sub>) = <b>${weightText(part.weights.data[at] as number)}</b>`,
  ];
}

/** CoPE: the gates from the key up to the last one that is seen. */
function countedRows({ cope, tokens }: TermsPart, at: number, key: number): TemplateResult[] {
  if (!cope) return [];
  const gates: number[] = [];
  for (let next = key; next < tokens.length; ++next) {
    const gate = cope.gates[at + next - key] as number;
    if (!Number.isNaN(gate)) gates.push(gate);
  }
  return [
    html`${v("p")}<sub>ij</sub> = Σ ${v("g")} = ${sumText(gates)} = <b>${fixed(cope.counted[at] as number, 3)}</b>`,
  ];
}
