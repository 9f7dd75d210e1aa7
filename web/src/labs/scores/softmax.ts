/** The position term before the softmax, as the method has it, against the same term added behind it. */
import { html, nothing } from "lit";
import { plain } from "../../i18n/numbers.ts";
import { result as numberText } from "../../lab/number-text.ts";
import { keptIn, rowIn, type ScoresContext } from "./context.ts";
import type { Example } from "./example.ts";
import { type HeadResult, samePairs } from "./result.ts";
import { heaviest, type RowNumbers } from "./row.ts";
import type { Kind } from "./state.ts";
import { type ScoresKey, t } from "./strings.ts";
import { shortToken } from "./token-list.ts";

/** Methods whose whole position term is a number added to the score. */
const BIASES: readonly Kind[] = ["t5_bias", "alibi", "kerple", "sandwich", "fire"];
const MOST_ROWS = 12;

export interface KeyNumbers {
  key: number;
  content: number;
  bias: number;
  score: number;
  weight: number;
  plainWeight: number;
  /** plainWeight + bias: what adding behind the softmax gives. */
  after: number;
}

export interface SoftmaxRow {
  keys: readonly KeyNumbers[];
  /** Over every visible key. */
  sum: { weight: number; plainWeight: number; after: number };
}

export function softmaxRow(row: RowNumbers, plainWeights: ArrayLike<number>): SoftmaxRow {
  const all: KeyNumbers[] = [];
  const sum = { weight: 0, plainWeight: 0, after: 0 };
  for (let key = 0; key < row.scores.length; ++key) {
    const score = row.scores[key] as number;
    if (score === -Infinity) continue;
    const [content, weight, plainWeight] = [row.content[key], row.weights[key], plainWeights[key]] as [
      number,
      number,
      number,
    ];
    const bias = score - content;
    const after = plainWeight + bias;
    all.push({ key, content, bias, score, weight, plainWeight, after });
    sum.weight += weight;
    sum.plainWeight += plainWeight;
    sum.after += after;
  }
  const shown = heaviest(
    all.map(({ weight }) => weight),
    MOST_ROWS,
  );
  return { keys: shown.map((at) => all[at] as KeyNumbers), sum };
}

export function renderSoftmax(context: ScoresContext, present: HeadResult) {
  const row = rowIn(context, present);
  const { plain: bare, example } = context.parts;
  const keptResult = keptIn(context);
  const kept = keptResult && samePairs(keptResult, present) ? rowIn(context, keptResult).weights : null;
  const isBias = BIASES.includes(present.state.method);
  const isHere = bare?.query === row.query && bare.weights.length === present.tokens.length;
  return html`
    <section aria-labelledby="softmax-title">
      <h2 id="softmax-title">${t("softmax.title")}</h2>
      <p class="text">${t("softmax.text")}</p>
      ${isBias ? nothing : html`<p class="text" data-testid="no-bias">${t("softmax.no_bias")}</p>`}
      ${isHere ? renderRow(present, { ...softmaxRow(row, bare.weights), kept }, isBias) : nothing}
      ${example ? renderExample(example) : nothing}
    </section>
  `;
}

const COLUMNS = ["content", "bias", "score", "weight", "plainWeight", "after"] as const;

function renderRow(
  { tokens }: HeadResult,
  { keys, sum, kept }: SoftmaxRow & { kept: ArrayLike<number> | null },
  isBias: boolean,
) {
  const columns = isBias ? COLUMNS : COLUMNS.slice(0, 5);
  return html`<div class="scroll" role="group" tabindex="0" aria-label=${t("softmax.title")}>
    <table class="plain" data-testid="softmax">
      <thead><tr><th scope="col">${t("axis.key")}</th>${columns.map((name) => html`<th scope="col" class=${name}>${t(`softmax.${name}` as ScoresKey)}</th>`)}${kept ? html`<th scope="col">${t("softmax.kept")}</th>` : nothing}</tr></thead>
      <tbody>
        ${keys.map(
          (
            numbers,
          ) => html`<tr><th scope="row"><bdi>${shortToken(tokens[numbers.key] as string)}</bdi> ${plain(numbers.key)}</th>
            ${columns.map((name) => html`<td class=${name}>${numberText(numbers[name])}</td>`)}${kept ? html`<td>${numberText(kept[numbers.key] as number)}</td>` : nothing}</tr>`,
        )}
        <tr class="sum"><th scope="row">${t("softmax.sum")}</th>${columns.map((name) => html`<td class=${name}>${name in sum ? numberText(sum[name as keyof typeof sum]) : nothing}</td>`)}${kept ? html`<td></td>` : nothing}</tr>
      </tbody>
    </table>
    ${keys.length === MOST_ROWS ? html`<p class="text small">${t("softmax.most", { count: MOST_ROWS })}</p>` : nothing}
  </div>`;
}

function renderExample(example: Example) {
  const rows = [
    ["distance", example.map(({ distance }) => distance)],
    ["content", example.map(({ content }) => content)],
    ["score", example.map(({ score }) => score)],
    ["weight", example.map(({ weight }) => weight)],
    ["after", example.map(({ plainWeight, score, content }) => plainWeight + score - content)],
  ] as const;
  return html`
    <h3 class="example">${t("example.title")}</h3>
    <p class="text">${t("example.text")}</p>
    <div class="scroll" role="group" tabindex="0" aria-label=${t("example.title")}>
      <table class="plain" data-testid="example"><tbody>
        ${rows.map(([name, values]) => html`<tr data-row=${name}><th scope="row">${t(`example.${name}` as ScoresKey)}</th>${values.map((value) => html`<td>${numberText(value)}</td>`)}</tr>`)}
      </tbody></table>
    </div>
  `;
}
