/** What position does to one pair, in words and numbers, and what has changed against the kept setting. */
import { html, nothing } from "lit";
import { language } from "../../i18n/language.ts";
import { fixed } from "../../i18n/numbers.ts";
import { result, setting } from "../../lab/number-text.ts";
import type { ContentPart, SideParts, TermsPart } from "./parts.ts";
import { curveDifference, heaviest, positionShare, type Reading, readPair } from "./reading.ts";
import { tokenName } from "./sentence.ts";
import { headOf, isBias, type RelativeState } from "./state.ts";
import { t } from "./strings.ts";
import { methodName, relativeText, signed, weightText } from "./texts.ts";

export interface Side {
  state: RelativeState;
  parts: SideParts;
}

export function renderAnswer(present: Side, kept: Side | null, isPending: boolean) {
  const reading = readPair(present.state, present.parts);
  return html`
    <div class="claim" aria-live="polite" aria-busy=${String(isPending)} data-testid="answer">
      ${
        reading
          ? html`<p class="words" data-testid="words">${claim(present, reading)}</p>
            <p class="second" data-testid="sums">${secondSentence(present, reading)}</p>
            ${kept ? renderDifference(present, kept, reading) : nothing}`
          : html`<p class="words">${t("answer.waiting")}</p>`
      }
    </div>
  `;
}

/** "the key 4 back", "the next key but 1": where it stands, seen from the query. */
function whereText(relative: number): string {
  if (relative === 0) return t("where.own");
  return t(relative < 0 ? "where.back" : "where.ahead", { distance: setting(Math.abs(relative)) });
}

function claim({ state, parts }: Side, reading: Reading): string {
  const method = methodName(state);
  const head = reading.head + 1;
  const where = whereText(reading.relative);
  if (reading.isHidden) return t("answer.hidden", { method, head, where });
  if (!isBias(state) && parts.terms) return termsClaim(state, parts.terms, reading);
  const bias = result(reading.position);
  const [weight, plain] = [weightText(reading.weight), weightText(reading.plain)];
  return t("answer.bias", { method, head, where, bias, weight, plain });
}

function termsClaim(state: RelativeState, { tokens }: TermsPart, reading: Reading): string {
  const method = methodName(state);
  const head = reading.head + 1;
  const [query, key] = [tokenName(tokens, reading.query), tokenName(tokens, reading.key)];
  const relative = relativeText(reading.relative);
  const [content, position] = [fixed(reading.content, 3), fixed(reading.position, 3)];
  return t("answer.terms", { method, head, query, key, relative, content, position });
}

/** Behind a sentence; Chinese has no room there. */
const joined = (sentences: readonly string[]): string => sentences.join(language() === "en" ? " " : "");

function secondSentence({ state, parts }: Side, reading: Reading): string {
  if (parts.content && isBias(state)) return biasSentences(parts.content, reading);
  if (!parts.terms) return "";
  const share = fixed(100 * positionShare(parts.terms, reading.head), 0);
  const [weight, plain] = [weightText(reading.weight), weightText(reading.plain)];
  return t("answer.terms.share", { share, weight, plain });
}

function biasSentences({ weights }: ContentPart, reading: Reading): string {
  const ofHead = weights[reading.head] ?? [];
  const most = heaviest(ofHead);
  const weight = weightText(ofHead[most] ?? 0);
  const where = whereText(most - reading.query);
  const largest = t("answer.bias.most", { weight, where });
  if (reading.isHidden) return largest;
  const content = result(reading.content);
  const bias = signed(reading.position);
  const score = result(reading.score);
  return joined([t("answer.bias.sum", { content, bias, score }), largest]);
}

function renderDifference(present: Side, kept: Side, reading: Reading) {
  const before = readPair(kept.state, kept.parts);
  if (!before) return nothing;
  const sentences = [
    t("answer.difference", {
      method: methodName(kept.state),
      head: before.head + 1,
      kept: result(before.position),
      present: result(reading.position),
      difference: result(reading.position - before.position),
    }),
  ];
  const curve = curvesApart(present, kept);
  if (curve) sentences.push(curve);
  return html`<p class="second" data-testid="difference">${joined(sentences)}</p>`;
}

function curvesApart(present: Side, kept: Side): string | null {
  const lists = [present, kept].map(({ state, parts: { curve } }) =>
    curve ? ([curve.relatives, curve.bias[Math.min(headOf(state), curve.bias.length - 1)] ?? []] as const) : null,
  );
  const [one, other] = lists;
  const found = one && other ? curveDifference(one, other) : null;
  if (!found) return null;
  return t("answer.difference.curves", { largest: result(found.largest), relative: relativeText(found.relative) });
}
