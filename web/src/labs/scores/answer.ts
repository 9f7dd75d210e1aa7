/** Where the chosen token looks, and how evenly; while a long text is computed, how far it has come. */
import { html, nothing } from "lit";
import { language } from "../../i18n/language.ts";
import { plain } from "../../i18n/numbers.ts";
import { result as numberText } from "../../lab/number-text.ts";
import { keptIn, rowIn, type ScoresContext } from "./context.ts";
import { methodName } from "./menu.ts";
import { headsOf } from "./problem.ts";
import { type HeadResult, samePairs } from "./result.ts";
import { type RowNumbers, variation } from "./row.ts";
import { type ScoresKey, t } from "./strings.ts";
import { shortToken } from "./token-list.ts";

/** Side by side: Chinese full stops bring their own space. */
const sentences = (...parts: string[]): string => parts.join(language() === "en" ? " " : "");

/** Nearer to 0 than this is neither back nor ahead. */
const HERE = 0.005;

export function renderAnswer(context: ScoresContext) {
  const { present } = context.parts;
  const isPending = context.isPending("present") || context.isPending("kept");
  return html`
    <div class="claim ${isPending && present ? "stale" : ""}" aria-live="polite" aria-busy=${String(isPending)} data-testid="answer">
      ${present ? renderShown(context, present) : html`<p class="words">${t("answer.waiting")}</p>`}
    </div>
    ${isPending ? renderRun(context) : nothing}
  `;
}

function renderShown(context: ScoresContext, present: HeadResult) {
  const row = rowIn(context, present);
  return html`
    <p class="words">${rowSentence(present, row)}</p>
    <p class="second">${sentences(sourceSentence(present), row.visible === 0 ? "" : entropySentence(row))}</p>
    ${renderDifference(context, present, row)}
  `;
}

export function rowSentence({ queries, tokens }: HeadResult, row: RowNumbers): string {
  const { query, back, top, weights, visible } = row;
  const token = shortToken(queries[query] as string);
  if (visible === 0) return t("answer.nothing", { token, query: plain(query) });
  const side = back > HERE ? "back" : back < -HERE ? "ahead" : "here";
  return t(`answer.${side}` as ScoresKey, {
    token,
    query: plain(query),
    distance: numberText(Math.abs(back)),
    weight: numberText(weights[top] as number),
    key: shortToken(tokens[top] as string),
    top: plain(top),
  });
}

export const sourceSentence = ({ state, head }: Pick<HeadResult, "state" | "head">): string =>
  t("answer.source", {
    method: methodName(state.method),
    head: plain(head),
    heads: plain(headsOf(state)),
    mask: state.given?.problem.mask
      ? t("answer.mask.given")
      : t(`answer.mask.${state.mask}` as ScoresKey, { window: plain(state.window) }),
  });

export const entropySentence = ({ entropy, visible }: RowNumbers): string =>
  t("answer.entropy", {
    entropy: numberText(entropy),
    most: numberText(Math.log(visible)),
    even: numberText(Math.exp(entropy)),
    visible: plain(visible),
  });

function renderDifference(context: ScoresContext, present: HeadResult, row: RowNumbers) {
  const kept = keptIn(context);
  if (!kept) return nothing;
  const before = rowIn(context, kept);
  const difference = numberText(variation(row.weights, before.weights));
  const isSame = samePairs(kept, present);
  const said = isSame ? t("answer.difference", { difference }) : t("answer.lengths");
  const entropy = t("answer.kept_entropy", { entropy: numberText(before.entropy) });
  return html`<p class="second" data-testid="difference">
    ${sentences(t("answer.kept"), rowSentence(kept, before), sourceSentence(kept), entropy)} <b>${said}</b></p>`;
}

function renderRun(context: ScoresContext) {
  const { progress, isStopped } = context;
  if (isStopped)
    return html`<p class="run"><button data-testid="again" @click=${() => context.again()}>${t("run.again")}</button></p>`;
  if (!progress) return nothing;
  const { done, total } = progress;
  return html`<p class="run">
    <progress data-testid="progress" max=${total} .value=${done} aria-label=${t("run.progress")}></progress>
    <span>${t("run.parts", { done: plain(done), total: plain(total) })}</span>
    <button data-testid="stop" @click=${() => context.stop()}>${t("run.stop")}</button>
  </p>`;
}
