/** What the configuration will do, in two sentences with numbers, and what is wrong with it. */

import { html, nothing } from "lit";
import type { PairRegime } from "../../engine/index.ts";
import { language } from "../../i18n/language.ts";
import { t as page } from "../../i18n/page-strings.ts";
import { result, setting } from "../../lab/number-text.ts";
import { isCleared, isStale, type LabContext } from "./context.ts";
import { noteText } from "./note-text.ts";
import { hasOwnFactors, type Parts, pairFactors } from "./parts.ts";
import { chosenLayers } from "./reading.ts";
import { type ContextKey, t } from "./strings.ts";
import { faultText } from "./text-fault.ts";

export function renderAnswer(context: LabContext) {
  const { answered } = context;
  return html`
    <section class="answer" aria-labelledby="title">
      <h1 id="title" aria-level=${context.environment.titleLevel}>${t("title")}</h1>
      <p class="lead">${t("lead")}</p>
      ${renderFaults(context)}
      ${isCleared(context) ? html`<p class="text" role="status" data-testid="cleared">${t("answer.cleared")}</p>` : nothing}
      <div class="claim ${isStale(context) ? "stale" : ""} ${!answered && hasFault(context) ? "bare" : ""}" aria-live="polite" aria-busy=${String(context.session.isPending("frequencies"))} data-testid="answer">
        ${answered ? renderShown(context) : hasFault(context) ? nothing : html`<p class="words">${t("answer.waiting")}</p>`}
      </div>
    </section>
  `;
}

function renderShown(context: LabContext) {
  const name = context.answered?.name ?? "";
  return html`
    ${isStale(context) ? html`<p class="text" data-testid="shown">${t("answer.shown", { name })}</p>` : nothing}
    ${renderClaim(context)}
  `;
}

const hasFault = ({ textIssue, reading, session }: LabContext): boolean =>
  textIssue !== null || session.failure !== null || (reading?.resolution.errors.length ?? 0) > 0;

function renderClaim(context: LabContext) {
  const { answered, session, state } = context;
  const model = answered?.resolution.model;
  if (!answered || !model) return nothing;
  const name = layerName(context);
  const layers = chosenLayers(model, state.layerType);
  const part = session.parts.frequencies;
  if (!layers.methods.some(({ kind }) => kind === "rotary")) {
    const kinds = layers.methods.filter(({ kind }) => kind !== "none").map(({ kind }) => kindName(kind));
    return html`<p class="words">${kinds.length > 0 ? t("answer.not_rotary", { name, methods: listed(kinds) }) : t("answer.no_positions", { name })}</p>`;
  }
  if (!part) return html`<p class="words">${t("answer.waiting")}</p>`;
  return html`
    <p class="words">${regimeSentence(name, part)}</p>
    <p class="second">${numberSentence(part)}</p>
  `;
}

/** The model, and the layers where it has several kinds. */
function layerName({ answered, state }: LabContext): string {
  const model = answered?.resolution.model;
  if (!answered || !model || model.layerTypes.length < 2) return answered?.name ?? "";
  const layers = layerTypeName(chosenLayers(model, state.layerType).name);
  return t("answer.layers", { name: answered.name, layers });
}

const LAYER_NAMES = [
  "full_attention",
  "sliding_attention",
  "chunked_attention",
  "linear_attention",
  "rope",
  "encoder",
  "decoder",
  "all",
];

/** A configuration's own name stays what it is where the page has no word for it. */
export const layerTypeName = (name: string): string =>
  LAYER_NAMES.includes(name) ? t(`layers.${name}` as ContextKey) : name;

const KINDS = ["alibi", "t5_bias", "learned", "sinusoidal", "deberta", "shaw", "transformer_xl"];

export const kindName = (kind: string): string => (KINDS.includes(kind) ? t(`kind.${kind}` as ContextKey) : kind);

export const listed = (items: readonly string[]): string =>
  new Intl.ListFormat(language(), { type: "conjunction" }).format(items);

const REGIMES: readonly PairRegime[] = ["kept", "blended", "scaled", "other", "still"];

export function regimeSentence(name: string, { at, frequencies }: Parts["frequencies"]): string {
  const { regime, factor, base } = frequencies;
  const pairs = regime.length;
  if (regime.every((one) => one === "kept")) return t("answer.all_kept", { name, pairs });
  const plainBase = at.method.rope_theta ?? 10000;
  if (base !== plainBase)
    return t(base > plainBase ? "answer.base_rises" : "answer.base_falls", {
      name,
      from: setting(plainBase),
      to: setting(base),
    });
  if (hasOwnFactors(at.method)) {
    const factors = pairFactors(frequencies);
    const range = { least: result(Math.min(...factors)), most: result(Math.max(...factors)) };
    const key = at.method.scaling?.kind === "longrope" ? "answer.own_factors" : "answer.all.other";
    return t(key, { name, pairs, ...range });
  }
  if (regime.every((one) => one === "scaled")) return t("answer.all.scaled", { name, pairs, factor: setting(factor) });
  const parts = REGIMES.map((wanted) => [wanted, regime.filter((one) => one === wanted).length] as const)
    .filter(([, count]) => count > 0)
    .map(([wanted, count]) => t(`answer.part.${wanted}` as ContextKey, { count, factor: setting(factor) }));
  // Chinese would put an "and" between parts that end in a number.
  const joined = language() === "en" ? listed(parts) : parts.join(page("list.comma"));
  return t("answer.parts", { name, pairs, parts: joined });
}

export function numberSentence({ frequencies, origin }: Parts["frequencies"]): string {
  const turning = Array.from(frequencies.wavelength).filter(Number.isFinite);
  const longest = Math.max(...turning);
  const key = origin === "named" ? "answer.numbers" : (`answer.numbers.${origin}` as const);
  return t(key, {
    base: setting(frequencies.base),
    attention_factor: setting(frequencies.attention_factor),
    wavelength: result(longest),
    times: result(longest / frequencies.length),
    length: setting(frequencies.length),
  });
}

/** Before the claim: what is wrong with the newest text counts more than an older result. */
function renderFaults(context: LabContext) {
  const { linkError, textIssue, reading, session } = context;
  // Those of the newest text alone.
  const errors = textIssue || linkError ? [] : (reading?.resolution.errors ?? []);
  return html`<div class="faults" role="alert">
    ${linkError ? html`<p class="fault" data-testid="link-issue">${t(`issue.link.${linkError.code}` as ContextKey, { field: linkError.field })}</p>` : nothing}
    ${textIssue ? html`<p class="fault" id="text-fault" data-testid="text-issue">${textIssue.code === "json" ? faultText(textIssue.fault) : html`${t(`issue.text.${textIssue.code}` as ContextKey)} ${textIssue.detail ? html`<span lang="en" class="detail">${textIssue.detail}</span>` : nothing}`}</p>` : nothing}
    ${errors.slice(0, 3).map((entry) => html`<p class="fault" data-testid="config-issue"><code>${entry.key}</code>${page("list.colon")}${noteText(entry)}</p>`)}
    ${errors.length > 3 ? html`<p class="fault">${t("issue.more", { count: errors.length - 3 })}</p>` : nothing}
    ${session.failure ? html`<p class="fault" data-testid="failure">${t("issue.failure")} <span lang="en" class="detail">${session.failure}</span></p>` : nothing}
  </div>`;
}
