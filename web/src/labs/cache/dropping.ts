/** The first tokens leave the cache: keys that are turned back, against keys made anew. */
import { html, nothing } from "lit";
import { numberControl, sideName } from "../../lab/controls.ts";
import { type Matrix, numberLabels, renderMatrix, tokenLabels } from "../../lab/matrices.ts";
import { made } from "../../lab/memo.ts";
import { result } from "../../lab/number-text.ts";
import type { Gap, Shift } from "./parts/shift.ts";
import { droppedOf, storageOf, tokensOf } from "./problem.ts";
import { type CacheState, SCHEMA } from "./state.ts";
import { t } from "./strings.ts";
import type { Parts } from "./tasks.ts";

interface SetDrop {
  commit(drop: number): void;
  preview(drop: number): void;
}

const WAYS = ["kept", "mixed", "moved"] as const;

export function renderDropping(state: CacheState, other: CacheState | null, parts: Partial<Parts>, set: SetDrop) {
  const { shift, otherShift } = parts;
  return html`
    <section aria-labelledby="drop-title">
      <h2 id="drop-title">${t("drop.title")}</h2>
      <p class="text">${t("drop.text")}</p>
      <div class="stepper" data-control="drop">${numberControl({
        id: "dropped",
        label: t("drop.count"),
        value: state.drop,
        property: SCHEMA.drop,
        spoken: (value) => t("drop.tokens", { count: value }),
        ...set,
      })}</div>
      ${
        shift
          ? html`<p class="text" data-testid="shift">${t(`drop.${storageOf(state)}`, { count: shift.dropped, left: shift.left, difference: result(shift.moved.scores) })}</p>
              ${renderGaps(shift, other ? (otherShift ?? null) : null)}
              ${renderKeys(state, shift)}`
          : nothing
      }
    </section>
  `;
}

function renderGaps(present: Shift, kept: Shift | null) {
  const gap = ({ keys, scores }: Gap) => html`<td>${result(keys)}</td><td>${result(scores)}</td>`;
  const sides = kept ? (["other", "state"] as const) : (["state"] as const);
  return html`<div class="scroll" role="region" tabindex="0" aria-label=${t("drop.table")}>
    <table class="plain" data-testid="gaps">
      <thead>
        <tr><th scope="col">${t("drop.way")}</th>
          ${sides.map((side) => {
            const of = kept ? ` (${sideName(side)})` : "";
            return html`<th scope="col">${t("drop.keys")}${of}</th><th scope="col">${t("drop.scores")}${of}</th>`;
          })}</tr>
      </thead>
      <tbody>
        ${WAYS.map((way) => html`<tr data-way=${way}><th scope="row">${t(`drop.way.${way}`)}</th>${kept ? gap(kept[way]) : nothing}${gap(present[way])}</tr>`)}
      </tbody>
    </table>
  </div>`;
}

/** Keys made anew in the place of what is kept: the figure shows the difference as well. */
function renderKeys(state: CacheState, shift: Shift) {
  const tokens = tokensOf(state).slice(droppedOf(state));
  if (tokens.length !== shift.left) return nothing;
  const matrix = (name: "after" | "anew"): Matrix =>
    made(shift, name, () => {
      const { data, shape } = shift[name];
      return {
        rows: tokenLabels(tokens),
        columns: numberLabels(shape[2] as number),
        values: data.subarray(0, (shape[1] as number) * (shape[2] as number)),
      };
    });
  return html`<div class="matrices">${renderMatrix({
    name: "shifted",
    heading: t("drop.figure"),
    words: [t("strip.token"), t("stored.channel")],
    present: matrix("after"),
    kept: matrix("anew"),
    sides: [t("drop.anew"), t("drop.after")],
  })}</div>`;
}
