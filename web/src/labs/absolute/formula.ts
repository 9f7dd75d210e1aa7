/** Formulas with the present numbers in them. */
import { html, mathml, type TemplateResult } from "lit";
import { fixed, plain } from "../../i18n/numbers.ts";
import { result, setting } from "../../lab/number-text.ts";
import { shiftedBy } from "./answer.ts";
import { rowAt } from "./arithmetic.ts";
import { chosenChannels, layoutOf, type SinusoidalTable } from "./methods.ts";
import type { Turn } from "./tasks.ts";
import type { Side } from "./view.ts";

const v = (name: string) => html`<var>${name}</var>`;
const sub = (name: string, index: string | number | TemplateResult) => html`<var>${name}</var><sub>${index}</sub>`;
/** A line may break before the sign. */
const value = (number: number) => html`=&nbsp;<b>${fixed(number, 4)}</b>`;

/** One formula per line; lines wrap between their terms. */
export const formulas = (label: string, lines: readonly TemplateResult[]): TemplateResult =>
  html`<div class="formulas" role="group" aria-label=${label}>${lines.map((line) => html`<p class="formula">${line}</p>`)}</div>`;

const OWN_EXPONENTS: readonly SinusoidalTable[] = ["paper", "concatenated"];

/** ω_r, then both channels of the chosen pair at p. */
export function pairFormulas({ state, table, pair, p }: Side, turn: Turn): TemplateResult[] {
  const method = state.method as SinusoidalTable;
  const { base, offset, d_model } = state;
  const w = turn.frequencies[pair] as number;
  const [sine, cosine] = chosenChannels(state);
  const row = rowAt(table, p);
  const [general, numbers] = OWN_EXPONENTS.includes(method)
    ? [html`−2${v("r")}/${v("d")}`, `−${2 * pair}/${d_model}`]
    : [html`−${v("r")}/(${v("d")}/2 − 1)`, `−${pair}/${Math.max(1, Math.floor(d_model / 2) - 1)}`];
  const place = offset === 0 ? String(p) : `(${p} + ${offset})`;
  const channel = (
    name: string,
    at: number,
  ) => html`<span class="term">${v("PE")}(${p})<sub>${at}</sub> = ${name}(${place} · ${result(w)}) =
    ${name}(${result((p + offset) * w)}) ${value(row[at] as number)}</span>`;
  return [
    html`<span class="term">${sub("ω", "r")} = ${v("base")}<sup>${general}</sup></span>
      <span class="term">${sub("ω", pair)} = ${setting(base)}<sup>${numbers}</sup> = <b>${result(w)}</b></span>`,
    channel("sin", sine),
    channel("cos", cosine),
  ];
}

const MOST_CHANNELS = 8;

/** PE(p) as it is added to the input; the middle of a wide one is left out. */
export function vectorFormula({ table, p }: Side): TemplateResult {
  const row = rowAt(table, p).map((number) => fixed(number, 4));
  const shown = row.length <= MOST_CHANNELS ? row : [...row.slice(0, 6), "…", row.at(-1)];
  return html`${v("PE")}(${p}) = (${shown.join(", ")})`;
}

/** PE(p) · PE(p + k) = Σ cos(k ω_r), the sum written out; a sine without a cosine is a product of its own. */
export function dotFormula({ k, p, q, table }: Side, { cosine }: Turn, dot: number): TemplateResult {
  const last = table.width - 1;
  const hasRest = layoutOf(table.at.method as SinusoidalTable, table.width).rest === "sine";
  const own = hasRest ? [(rowAt(table, p)[last] as number) * (rowAt(table, q)[last] as number)] : [];
  const terms = [...cosine, ...own].map((number) => fixed(number, 3));
  const shown = terms.length <= 5 ? terms : [...terms.slice(0, 3), "…", terms.at(-1)];
  const rest = html` + ${v("PE")}(${p})<sub>${last}</sub> ${v("PE")}(${q})<sub>${last}</sub>`;
  return html`<span class="term">${v("PE")}(${v("p")}) · ${v("PE")}(<i>${shiftedBy(k)}</i>) = Σ<sub>${v("r")}</sub> cos(${plain(k)} ${sub("ω", "r")})${hasRest ? rest : ""}</span>
    <span class="term">= ${shown.join(" + ").replaceAll("+ −", "− ")} ${value(dot)}</span>`;
}

const matrix = (entries: readonly (string | TemplateResult)[]) => {
  const cell = (at: number) =>
    mathml`<mtd>${typeof entries[at] === "string" ? mathml`<mn>${entries[at]}</mn>` : entries[at]}</mtd>`;
  return mathml`<mtable class="matrix"><mtr>${cell(0)}${cell(1)}</mtr><mtr>${cell(2)}${cell(3)}</mtr></mtable>`;
};

/** The rotation of the chosen pair: its four numbers are channels of PE(k). */
export function rotationFormula({ pair }: Side, { k, sine, cosine, frequencies }: Turn): TemplateResult {
  const [s, c] = [sine[pair] as number, cosine[pair] as number];
  const product = mathml`<mrow><mn>${plain(k)}</mn><mspace width="0.17em"></mspace><msub><mi>ω</mi><mn>${pair}</mn></msub></mrow>`;
  const angle = k < 0 ? mathml`<mrow><mo stretchy="false">(</mo>${product}<mo stretchy="false">)</mo></mrow>` : product;
  const of = (name: string, sign = "") =>
    mathml`<mrow>${sign ? mathml`<mo>${sign}</mo>` : ""}<mi mathvariant="normal">${name}</mi><mspace width="0.17em"></mspace>${angle}</mrow>`;
  const general = matrix([of("cos"), of("sin"), of("sin", "−"), of("cos")]);
  const numbers = matrix([c, s, -s, c].map((number) => fixed(number, 4)));
  return html`<math><mrow><msub><mi>R</mi><mn>${pair}</mn></msub><mo stretchy="false">(</mo><mn>${plain(k)}</mn><mo stretchy="false">)</mo><mo>=</mo>${general}</mrow></math>
    <math><mrow><mo>=</mo>${numbers}</mrow></math>
    <span class="term">${plain(k)} ${sub("ω", pair)} = <b>${result(k * (frequencies[pair] as number))}</b></span>`;
}

/** PE(p)ᵀ W_Qᵀ W_K PE(p + k), over the root of the head's width. */
export const scoreFormula = ({ k }: Side): TemplateResult => html`<math><mrow>
  <mi>PE</mi><msup><mrow><mo stretchy="false">(</mo><mi>p</mi><mo stretchy="false">)</mo></mrow><mi mathvariant="normal">⊤</mi></msup><mspace width="0.17em"></mspace>
  <msubsup><mi>W</mi><mi>Q</mi><mi mathvariant="normal">⊤</mi></msubsup><msub><mi>W</mi><mi>K</mi></msub><mspace width="0.17em"></mspace>
  <mi>PE</mi><mo stretchy="false">(</mo><mi>p</mi><mo>${k < 0 ? "−" : "+"}</mo><mn>${Math.abs(k)}</mn><mo stretchy="false">)</mo><mo>/</mo><msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt></mrow></math>`;
