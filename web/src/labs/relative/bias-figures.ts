/** Biases: over the distance, over the heads, and what is peculiar to ALiBi and T5. */

import { html, nothing } from "lit";
import { type Matrix, renderMatrix } from "../../lab/matrices.ts";
import { made, madeOfAll } from "../../lab/memo.ts";
import { result } from "../../lab/number-text.ts";
import { raised } from "../../lab/raised.ts";
import { block, pythonComment } from "./block.ts";
import type { LabContext } from "./context.ts";
import { bucketRows, bucketsFigure } from "./figures/buckets.ts";
import { curveFigure } from "./figures/curve.ts";
import { slopesFigure } from "./figures/slopes.ts";
import { renderKeys } from "./keys.ts";
import type { CurvePart } from "./parts.ts";
import { headOf, secondOf } from "./state.ts";
import { type RelativeKey, t } from "./strings.ts";
import { relativeText } from "./texts.ts";

export function renderBiases(context: LabContext) {
  const { curve } = context.present.parts;
  const kept = context.kept?.parts.curve ?? null;
  return html`
    ${curve ? renderCurve(context, curve, kept) : nothing}
    ${renderKeys(context)}
    ${curve?.slopes ? renderSlopes(curve, kept) : nothing}
    ${curve?.buckets ? renderBuckets(context, curve, kept) : nothing}
  `;
}

function renderCurve(context: LabContext, part: CurvePart, keptPart: CurvePart | null) {
  const { state } = context.present;
  const kept = keptPart && context.kept ? { state: context.kept.state, part: keptPart } : null;
  const heads = [headOf(state), secondOf(state), kept && headOf(kept.state)].join();
  const figure = madeOfAll([part, keptPart], heads, () => curveFigure({ state, part }, kept));
  return block(
    "curve",
    html`
      <p class="text">${raised(t(`method.${state.method}.text` as RelativeKey))}</p>
      <posenc-figure data-figure="curve" .figure=${figure} .height=${300} .comment=${pythonComment(state)}></posenc-figure>
      <div class="plots wide">${renderHeads(context, part, keptPart)}</div>
      ${context.isFixed ? nothing : html`<p class="text small">${t("heads.text")}</p>`}
    `,
  );
}

/** The distances that are powers of two, and on which sides. */
function sampled(part: CurvePart): Matrix {
  const farthest = -(part.relatives[0] ?? 0);
  const distances: number[] = [];
  for (let distance = 1; distance <= farthest; distance *= 2) distances.push(distance);
  const back = distances.map((distance) => -distance).reverse();
  const relatives = (part.relatives.at(-1) ?? 0) > 0 ? [...back, 0, ...distances] : [...back, 0];
  return {
    rows: part.bias.map((_, head) => ({ text: t("line.head", { head: head + 1 }) })),
    columns: relatives.map((relative) => ({ text: relativeText(relative) })),
    values: part.bias.flatMap((bias) => relatives.map((relative) => bias[relative + farthest] as number)),
  };
}

function renderHeads(context: LabContext, part: CurvePart, kept: CurvePart | null) {
  const matrix = (of: CurvePart) => made(of, "heads", () => sampled(of));
  return renderMatrix({
    name: "heads",
    heading: t("heads.title"),
    words: [t("axis.head"), t("axis.relative")],
    present: matrix(part),
    kept: context.kept ? (kept ? matrix(kept) : "none") : null,
    ...(context.isFixed ? {} : { take: ({ row }) => context.commit({ head: row + 1 }) }),
  });
}

function renderSlopes(part: CurvePart, kept: CurvePart | null) {
  const figure = madeOfAll([part, kept], "slopes", () => slopesFigure(part, kept));
  const { authors = [], circulating = [] } = part.slopes ?? {};
  const wrong = authors.filter((slope, head) => slope !== circulating[head]).length;
  const last = authors.length - 1;
  const words = {
    heads: authors.length,
    wrong,
    last: authors.length,
    authors: result(authors[last] ?? 0),
    circulating: result(circulating[last] ?? 0),
  };
  return block(
    "slopes",
    html`
      <p class="text">${raised(t("slopes.text"))}</p>
      <p class="text" data-testid="slopes">${raised(t(wrong === 0 ? "slopes.right" : "slopes.wrong", words))}</p>
      ${
        figure
          ? html`<posenc-figure data-figure="slopes" .figure=${figure} .height=${260} .comment=${pythonComment(part.of)}></posenc-figure>`
          : nothing
      }
    `,
  );
}

function renderBuckets(context: LabContext, part: CurvePart, kept: CurvePart | null) {
  const figure = madeOfAll([part, kept], "buckets", () => bucketsFigure(part, kept));
  if (!figure || !part.buckets) return nothing;
  const rows = made(part, "rows", () => bucketRows(part.buckets as NonNullable<CurvePart["buckets"]>, part.of.buckets));
  return block(
    "buckets",
    html`
      <p class="text">${t(context.present.state.bidirectional ? "buckets.two_sided" : "buckets.one_sided")}</p>
      <posenc-figure data-figure="buckets" .figure=${figure} .height=${260} .comment=${pythonComment(part.of)}></posenc-figure>
      <h3>${t("buckets.table")}</h3>
      <div class="scroll tall" tabindex="0" role="region" aria-label=${t("buckets.table")}>
        <table class="plain" data-testid="buckets">
          <thead><tr><th scope="col">${t("axis.bucket")}</th><th scope="col">${t("buckets.back")}</th><th scope="col">${t("buckets.ahead")}</th></tr></thead>
          <tbody>${rows.map(({ bucket, back, ahead }) => html`<tr><th scope="row">${bucket}</th><td>${back || "·"}</td><td>${ahead || "·"}</td></tr>`)}</tbody>
        </table>
      </div>
    `,
  );
}
