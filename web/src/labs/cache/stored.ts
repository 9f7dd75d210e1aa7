/** The numbers in the cache, the scores that each step reads from it, and the formula of one of them. */
import { html, nothing } from "lit";
import type { Tensor } from "../../engine/index.ts";
import { numberControl } from "../../lab/controls.ts";
import { type Matrix, numberLabels, renderMatrix, tokenLabels } from "../../lab/matrices.ts";
import { made } from "../../lab/memo.ts";
import { result, setting } from "../../lab/number-text.ts";
import { sentences } from "./names.ts";
import type { Decoding } from "./parts/decoding.ts";
import type { PairScore } from "./parts/pair.ts";
import type { Probe } from "./parts/probe.ts";
import { cachedOf, storageOf } from "./problem.ts";
import { type CacheState, SCHEMA } from "./state.ts";
import { t } from "./strings.ts";
import type { Parts } from "./tasks.ts";

const headOf = ({ shape, data }: Tensor): ArrayLike<number> =>
  data.subarray(0, (shape[1] as number) * (shape[2] as number));

/** A step that is not in the cache yet is hidden. */
const storedOf = (decoding: Decoding, cached: number): Matrix =>
  made(decoding, `stored ${cached}`, () => {
    const { tokens, stored } = decoding;
    const width = stored.shape[2] as number;
    return {
      rows: tokenLabels(tokens),
      columns: numberLabels(width),
      values: Float64Array.from(headOf(stored), (value, at) => (at < cached * width ? value : Number.NaN)),
    };
  });

const scoresOf = (decoding: Decoding, cached: number): Matrix =>
  made(decoding, `scores ${cached}`, () => {
    const { tokens, scores } = decoding;
    const count = tokens.length;
    const isSeen = (at: number) => at < cached * count && at % count <= Math.floor(at / count);
    return {
      rows: tokenLabels(tokens),
      columns: tokenLabels(tokens),
      values: Float64Array.from(headOf(scores), (value, at) => (isSeen(at) ? value : Number.NaN)),
    };
  });

export function renderStored(state: CacheState, other: CacheState | null, parts: Partial<Parts>) {
  const { decoding, otherDecoding } = parts;
  if (!decoding) return nothing;
  const { cached } = cachedOf(state);
  const kept = other ? (otherDecoding ?? null) : null;
  const keptCached = other ? cachedOf(other).cached : 0;
  return html`
    <section aria-labelledby="stored-title">
      <h2 id="stored-title">${t("stored.title")}</h2>
      <p class="text">${sentences(t(`stored.${storageOf(state)}`), t("stored.head"))}</p>
      <div class="matrices">${renderMatrix({
        name: "stored",
        heading: t("stored.figure"),
        words: [t("strip.token"), t("stored.channel")],
        present: storedOf(decoding, cached),
        kept: kept && storedOf(kept, keptCached),
        row: cached - 1,
      })}</div>
    </section>
    <section aria-labelledby="scores-title">
      <h2 id="scores-title">${t("scores.title")}</h2>
      <p class="text">${t("scores.text")}</p>
      <div class="matrices">${renderMatrix({
        name: "scores",
        heading: t("scores.figure"),
        words: [t("scores.query"), t("scores.key")],
        present: scoresOf(decoding, cached),
        kept: kept && scoresOf(kept, keptCached),
        row: cached - 1,
      })}</div>
    </section>
  `;
}

/** The followed key and the score that it gives, with the numbers in the formula. */
export function renderFormula(
  state: CacheState,
  { probe, pair }: Partial<Parts>,
  set: { commit(key: number): void; preview(key: number): void },
) {
  const { cached } = cachedOf(state);
  return html`
    <p class="formula" data-testid="formula">${probe ? probeFormula(probe, cached) : pair ? pairFormula(pair) : nothing}</p>
    <div class="stepper">${numberControl({
      id: "key",
      label: t("formula.key"),
      value: state.key,
      property: SCHEMA.key,
      ...set,
    })}</div>
  `;
}

const signed = (value: number): string => `${value < 0 ? "−" : "+"} ${result(Math.abs(value))}`;

const pairFormula = ({ query, key, content, total }: PairScore) =>
  html`<span>s<sub>${query},${key}</sub> = ${t("formula.content")} ${t("formula.plus")}</span> <span>= ${result(content)} ${signed(total - content)} = <b>${result(total)}</b></span>`;

function probeFormula(probe: Probe, cached: number) {
  const at = Math.max(0, probe.lengths.indexOf(cached));
  const length = probe.lengths[at] as number;
  const query = length - 1;
  const now = probe.slowest[at] as number;
  const factor = probe.amplitude === 1 ? "" : `${result(probe.amplitude)} · `;
  const line = (name: string, then: number, value: number) =>
    html`<span>${name} = ${factor}sin(${query} · ${setting(now)} − ${probe.key} · ${setting(then)}) = <b>${result(value)}</b></span>`;
  const fresh = line(t("formula.recomputed"), now, probe.recomputed[at] as number);
  return now === probe.slowestThen
    ? fresh
    : html`${fresh} ${line(t("formula.stale"), probe.slowestThen, probe.stale[at] as number)}`;
}
