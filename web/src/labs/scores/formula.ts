/** One cell, worked out: the sum of its terms, its weight, and the first channels of the row's output. */
import { html, nothing } from "lit";
import { plain } from "../../i18n/numbers.ts";
import { result as numberText } from "../../lab/number-text.ts";
import { keptIn, placeIn, type ScoresContext } from "./context.ts";
import { type HeadResult, samePairs } from "./result.ts";
import { t } from "./strings.ts";
import { shortToken } from "./token-list.ts";

const CHANNELS = 4;

export interface CellNumbers {
  row: number;
  column: number;
  content: number;
  /** NaN where the mask hides: there the engine gives no score. */
  position: number;
  score: number;
  weight: number;
  /** Σ exp(score) over the row. */
  sum: number;
  isHidden: boolean;
}

export function cellNumbers(
  { content, scores, weights, tokens }: HeadResult,
  row: number,
  column: number,
): CellNumbers {
  const count = tokens.length;
  const at = row * count + column;
  const score = scores[at] as number;
  const isHidden = score === -Infinity;
  const sum = scores.subarray(row * count, (row + 1) * count).reduce((total, one) => total + Math.exp(one), 0);
  const position = isHidden ? Number.NaN : score - (content[at] as number);
  return { row, column, content: content[at] as number, position, score, weight: weights[at] as number, sum, isHidden };
}

const bracketed = (value: number): string => (value < 0 ? `(${numberText(value)})` : numberText(value));

export function renderFormula(context: ScoresContext, result: HeadResult) {
  const { row, column } = placeIn(context, result);
  const cell = cellNumbers(result, row, column);
  const place = html`<sub>${plain(row)},${plain(column)}</sub>`;
  const { queries, tokens, positions } = result;
  return html`
    <section aria-labelledby="formula-title">
      <h2 id="formula-title">${t("formula.title")}</h2>
      <p class="text">${t("formula.text")}</p>
      <p class="text" data-testid="cell">${t("formula.cell", {
        query: plain(row),
        queryToken: shortToken(queries[row] as string),
        key: plain(column),
        keyToken: shortToken(tokens[column] as string),
        delta: numberText((positions.key[column] as number) - (positions.query[row] as number)),
      })}</p>
      <div class="formulas" data-testid="formula">
        <p class="formula"><i>e</i>${place} = <i>q</i><sub>${plain(row)}</sub>·<i>k</i><sub>${plain(column)}</sub> · ${t("formula.scale")} + ${t("formula.position")} + <i>M</i>${place}</p>
        <p class="formula">${scoreLine(result, cell)}</p>
        <p class="formula"><i>a</i>${place} = exp(<i>e</i>${place}) / Σ<sub><i>j</i></sub> exp(<i>e</i><sub>${plain(row)},<i>j</i></sub>)
          = ${numberText(Math.exp(cell.score))} / ${numberText(cell.sum)} = <b>${numberText(cell.weight)}</b></p>
        ${renderOutput(result, row)}
        ${renderKept(context, result, cell)}
      </div>
    </section>
  `;
}

function renderOutput({ output, valueDim }: HeadResult, row: number) {
  if (valueDim === 0) return nothing;
  const values = Array.from(output.subarray(row * valueDim, row * valueDim + Math.min(CHANNELS, valueDim)), numberText);
  return html`<p class="formula"><i>y</i><sub>${plain(row)}</sub> = Σ<sub><i>j</i></sub> <i>a</i><sub>${plain(row)},<i>j</i></sub> <i>v</i><sub><i>j</i></sub>
          = (${values.join(", ")}${valueDim > CHANNELS ? ", …" : ""})</p>`;
}

function renderKept(context: ScoresContext, present: HeadResult, { row, column }: CellNumbers) {
  const kept = keptIn(context);
  if (!kept || !samePairs(kept, present)) return nothing;
  const { score, weight } = cellNumbers(kept, row, column);
  return html`<p class="text" data-testid="kept-cell">${t("formula.kept", { score: numberText(score), weight: numberText(weight) })}</p>`;
}

function scoreLine({ scale }: HeadResult, { content, position, score, isHidden }: CellNumbers) {
  const product = html`${bracketed(content / scale)} · ${numberText(scale)}`;
  if (isHidden) return html`= ${product} + … − ∞ = <b>−∞</b> ${t("formula.hidden")}`;
  return html`= ${product} + ${bracketed(position)} + 0 = ${bracketed(content)} + ${bracketed(position)} = <b>${numberText(score)}</b>`;
}
