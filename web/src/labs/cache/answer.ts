/** What the method does to the cache, in two sentences with numbers. */
import { html, nothing } from "lit";
import type { Pair } from "../../lab/lab-element.ts";
import { result, setting } from "../../lab/number-text.ts";
import { bytesText, nameOf, sentences } from "./names.ts";
import type { Decoding } from "./parts/decoding.ts";
import { type Stale, staleKeys } from "./parts/stale.ts";
import { largest } from "./parts/vectors.ts";
import { cachedOf, storageOf } from "./problem.ts";
import type { CacheState } from "./state.ts";
import { t } from "./strings.ts";
import type { Parts } from "./tasks.ts";

export function renderAnswer({ state, other }: Pair<CacheState>, parts: Partial<Parts>) {
  const { decoding, otherDecoding } = parts;
  if (!decoding) return html`<div class="claim" data-testid="answer"><p class="words">${t("answer.waiting")}</p></div>`;
  return html`
    <div class="claim" data-testid="answer" aria-live="polite">
      <p class="words">${claimOf(state, parts.stale)}</p>
      <p class="second" data-testid="bytes">${sentences(bytesSentence(state, decoding), equalSentence(decoding))}</p>
      ${other && otherDecoding ? html`<p class="second" data-testid="difference">${comparison([other, otherDecoding, parts.otherStale], [state, decoding, parts.stale])}</p>` : nothing}
    </div>
  `;
}

export function claimOf(state: CacheState, stale: Stale | undefined): string {
  const name = nameOf(state);
  const { cached, prompt } = cachedOf(state);
  const storage = storageOf(state);
  if (storage === "rotated" || storage === "scaled")
    return t(`answer.${storage}`, { name, heads: state.kv_heads, others: cached - 1 });
  if (storage !== "unrotated") return t(`answer.${storage}`, { name });
  if (!stale) return t("answer.waiting");
  const count = staleKeys(stale, cached).filter(Boolean).length;
  if (count === 0)
    return t(cached === prompt ? "answer.prompt" : "answer.fresh", { name, cached, original: state.original });
  return t("answer.stale", { name, count, cached, difference: result(stale.differences[cached - 1] as number) });
}

export const perToken = ({ cacheBytes, tokens }: Decoding): number => cacheBytes / tokens.length;

function bytesSentence(state: CacheState, decoding: Decoding): string {
  const { cached } = cachedOf(state);
  return t("answer.bytes", {
    cached,
    bytes: bytesText(cached * perToken(decoding)),
    heads: state.kv_heads,
    width: state.head_dim,
    each: setting(perToken(decoding)),
  });
}

function equalSentence({ differences, maxDifference }: Decoding): string {
  const apart = largest(differences);
  const steps = apart === 0 ? t("answer.equal") : t("answer.apart", { difference: result(apart) });
  // All rows at the last length: what training and a prompt as long as the text would give.
  return maxDifference > apart
    ? sentences(steps, t("answer.last_length", { difference: result(maxDifference) }))
    : steps;
}

type Side = [CacheState, Decoding, Stale | undefined];

export function comparison(kept: Side, present: Side): string {
  const worst = ([, , stale]: Side) => result(stale ? largest(stale.differences) : 0);
  const bytes = ([, decoding]: Side) => setting(perToken(decoding));
  return t("answer.compared", {
    kept: nameOf(kept[0]),
    present: nameOf(present[0]),
    kept_bytes: bytes(kept),
    present_bytes: bytes(present),
    kept_stale: worst(kept),
    present_stale: worst(present),
  });
}
