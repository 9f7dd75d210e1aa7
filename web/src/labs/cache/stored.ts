/** The numbers in the cache, the scores that each step reads from it, and the formula of one of them. */
import { html, nothing } from "lit";
import type { Tensor } from "../../engine/index.ts";
import { numberControl } from "../../lab/controls.ts";
import { result, setting } from "../../lab/number-text.ts";
import { type Matrix, numberLabels, renderMatrices, tokenLabels } from "./matrices.ts";
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

const storedOf = ({ tokens, stored }: Decoding, cached: number): Matrix => ({
  rows: tokenLabels(tokens),
  columns: numberLabels(stored.shape[2] as number),
  values: headOf(stored),
  hidden: (row) => row >= cached,
});

const scoresOf = ({ tokens, scores }: Decoding, cached: number): Matrix => ({
  rows: tokenLabels(tokens),
  columns: tokenLabels(tokens),
  values: headOf(scores),
  hidden: (row, column) => row >= cached || column > row,
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
      ${renderMatrices(memoOf(decoding, kept), {
        name: `stored-${cached}-${keptCached}`,
        heading: t("stored.figure"),
        rowWord: t("strip.token"),
        columnWord: t("stored.channel"),
        present: storedOf(decoding, cached),
        kept: kept && storedOf(kept, keptCached),
        row: cached - 1,
      })}
    </section>
    <section aria-labelledby="scores-title">
      <h2 id="scores-title">${t("scores.title")}</h2>
      <p class="text">${t("scores.text")}</p>
      ${renderMatrices(memoOf(decoding, kept), {
        name: `scores-${cached}-${keptCached}`,
        heading: t("scores.figure"),
        rowWord: t("scores.query"),
        columnWord: t("scores.key"),
        present: scoresOf(decoding, cached),
        kept: kept && scoresOf(kept, keptCached),
        row: cached - 1,
      })}
    </section>
  `;
}

const pairs = new WeakMap<object, { kept: Decoding; key: object }>();

/** What figures of two parts are remembered by. */
function memoOf(present: Decoding, kept: Decoding | null): object {
  if (!kept) return present;
  const found = pairs.get(present);
  if (found?.kept === kept) return found.key;
  const key = {};
  pairs.set(present, { kept, key });
  return key;
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
