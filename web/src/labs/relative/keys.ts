/** One query before its keys: content scores to drag, the bias, and what the softmax makes of both. */
import { html, nothing } from "lit";
import type { Drawing } from "../../charts/drawing.ts";
import { fixed } from "../../i18n/numbers.ts";
import { t as page } from "../../i18n/page-strings.ts";
import { sideName } from "../../lab/controls.ts";
import "../../lab/copies.ts";
import { type Column, columnCopies } from "../../lab/figure-data.ts";
import { madeOfAll } from "../../lab/memo.ts";
import { result, setting } from "../../lab/number-text.ts";
import { block } from "./block.ts";
import type { LabContext } from "./context.ts";
import { biasFormula, renderFormula } from "./formula.ts";
import type { ContentPart } from "./parts.ts";
import { type Reading, readPair } from "./reading.ts";
import { CONTENT_RANGE, type RelativeState } from "./state.ts";
import { t } from "./strings.ts";
import { relativeText, weightText } from "./texts.ts";

const [LEAST, MOST] = CONTENT_RANGE;

export function renderKeys(context: LabContext) {
  const { state, parts } = context.present;
  const { content } = parts;
  const chosen = readPair(state, parts);
  if (!content || !chosen) return nothing;
  const readings = content.contents.map((_, key) => readPair(state, parts, { query: content.query, key }) as Reading);
  const { kept } = context;
  const copies = madeOfAll([content, state, kept?.parts.content, kept?.state], "keys", () =>
    columnCopies(() => columnsOf(context, readings)),
  );
  return block(
    "inside",
    html`
      <p class="text">${t("inside.text")}</p>
      <div class="scroll">
        <table class="plain keys" data-control="contents" data-testid="keys">
          <caption class="hidden-text">${t("section.inside")}</caption>
          <thead><tr>${headings(context).map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
          <tbody>${readings.map((reading) => renderKey(context, content, reading))}</tbody>
          <tfoot>${renderSums(context, readings)}</tfoot>
        </table>
      </div>
      <posenc-copies name="keys" .copies=${copies} .subject=${t("section.inside")}
        .description=${weightsText(readings)} .draw=${() => drawing(context, readings)}></posenc-copies>
      ${chosen.isHidden ? nothing : renderFormula("formula", biasFormula(state, chosen, parts.curve))}
      <h3 class="part">${t("after.title")}</h3>
      <p class="text" data-testid="after">${afterText(readings)}</p>
    `,
  );
}

const headings = ({ kept }: LabContext): string[] => [
  t("keys.key"),
  "Δ",
  t("keys.content"),
  t("keys.bias"),
  t("keys.score"),
  t("keys.weight"),
  ...(kept ? [`${t("keys.weight")}, ${sideName("other")}`, page("matrix.difference")] : []),
  t("keys.plain"),
  t("keys.after"),
];

/** The weight of content alone plus the bias: what a bias behind the softmax would give. */
const afterOf = ({ plain, position }: Reading): number => plain + position;

function renderKey(context: LabContext, { contents }: ContentPart, reading: Reading) {
  const { key, isHidden, relative } = reading;
  const { state } = context.present;
  const isChosen = key === Math.min(state.key, contents.length - 1);
  const number = (text: string) => html`<td>${isHidden ? t("keys.hidden") : text}</td>`;
  return html`
    <tr class=${isChosen ? "chosen" : ""} data-key=${key}>
      <th scope="row"><label class="choice"><input type="radio" name="key" data-testid=${`key-${key}`} ?disabled=${context.isFixed} .checked=${isChosen}
        @change=${() => context.commit({ key })}> ${key}</label></th>
      <td>${relativeText(relative)}</td>
      <td>${renderContent(context, contents, key)}</td>
      ${number(result(reading.position))}
      ${number(result(reading.score))}
      <td>${renderWeight(isHidden ? 0 : reading.weight)}</td>
      ${renderKept(context, reading)}
      ${number(weightText(reading.plain))}
      ${number(result(afterOf(reading)))}
    </tr>
  `;
}

/** As the state has it: the numbers of the row follow when the engine has them. */
function renderContent({ present, commit, preview, isFixed }: LabContext, contents: readonly number[], key: number) {
  const value = present.state.contents[key] ?? contents[key] ?? 0;
  const changed = (event: Event): Partial<RelativeState> => {
    const given = (event.target as HTMLInputElement).valueAsNumber;
    return { contents: present.state.contents.map((content, at) => (at === key ? given : content)) };
  };
  return html`<span class="content"><input type="range" min=${LEAST} max=${MOST} step="0.5" ?disabled=${isFixed} data-testid=${`content-${key}`}
      aria-label=${t("keys.content.of", { key })} aria-valuetext=${setting(value)} .value=${String(value)}
      @input=${(event: Event) => preview(changed(event))} @change=${(event: Event) => commit(changed(event))}>
    <span class="value">${setting(value)}</span></span>`;
}

const renderWeight = (
  weight: number,
) => html`<span class="weight"><svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    <rect class="whole" width="100" height="10"></rect><rect class="share" width=${100 * weight} height="10"></rect></svg>
  <span class="value">${weightText(weight)}</span></span>`;

/** NaN: there is no such key, or nothing is kept. */
function keptWeight({ kept }: LabContext, reading: Reading): number {
  const before = kept?.parts.content && readPair(kept.state, kept.parts, reading);
  return before?.weight ?? Number.NaN;
}

function renderKept(context: LabContext, reading: Reading) {
  if (!context.kept) return nothing;
  const before = keptWeight(context, reading);
  if (Number.isNaN(before)) return html`<td>·</td><td>·</td>`;
  return html`<td>${weightText(before)}</td><td>${fixed(reading.weight - before, 3)}</td>`;
}

/** The weights as bars, the kept ones above. */
async function drawing(context: LabContext, readings: readonly Reading[]): Promise<Drawing> {
  const { barsDrawing } = await import("../../charts/bars.ts");
  const bar = (share: number) => ({ share, low: Number.NaN, high: Number.NaN });
  const bars = readings.map((reading) => ({
    name: [`${t("keys.key")} ${reading.key}`, `Δ ${relativeText(reading.relative)}`].join(page("list.comma")),
    main: bar(reading.isHidden ? 0 : reading.weight),
    before: context.kept && bar(keptWeight(context, reading)),
    text: reading.isHidden ? t("keys.hidden") : weightText(reading.weight),
  }));
  return barsDrawing(bars, { from: 0, to: 1 }, setting);
}

const weightsText = (readings: readonly Reading[]): string =>
  `${t("keys.weight")}${page("list.colon")}${readings
    .map(({ weight, isHidden }) => (isHidden ? t("keys.hidden") : weightText(weight)))
    .join(page("list.semicolon"))}`;

function columnsOf(context: LabContext, readings: readonly Reading[]): Column[] {
  const column = (name: string, value: (reading: Reading) => number) => ({
    name,
    label: name,
    values: readings.map(value),
  });
  return [
    column("key", ({ key }) => key),
    column("relative", ({ relative }) => relative),
    column("content", ({ content }) => content),
    column("bias", ({ position }) => position),
    column("score", ({ score }) => score),
    column("weight", ({ weight, isHidden }) => (isHidden ? 0 : weight)),
    ...(context.kept ? [column("kept_weight", (reading) => keptWeight(context, reading))] : []),
    column("weight_without_bias", ({ plain }) => plain),
  ];
}

function renderSums({ kept }: LabContext, readings: readonly Reading[]) {
  return html`<tr><th scope="row" colspan="5">${t("keys.sum")}</th>
    <td class="sum">${weightText(sumOf(readings, "weight"))}</td>
    ${kept ? html`<td></td><td></td>` : nothing}
    <td>${weightText(sumOf(readings, "plain"))}</td>
    <td data-testid="after-sum">${result(afterSum(readings))}</td></tr>`;
}

const visible = (readings: readonly Reading[]): Reading[] => readings.filter(({ isHidden }) => !isHidden);

const sumOf = (readings: readonly Reading[], name: "weight" | "plain"): number =>
  visible(readings).reduce((sum, reading) => sum + reading[name], 0);

const afterSum = (readings: readonly Reading[]): number =>
  visible(readings).reduce((sum, reading) => sum + afterOf(reading), 0);

function afterText(readings: readonly Reading[]): string {
  const after = visible(readings).map(afterOf);
  return t("after.text", {
    sum: result(afterSum(readings)),
    least: result(Math.min(...after)),
    negative: after.filter((value) => value < 0).length,
    count: after.length,
  });
}
