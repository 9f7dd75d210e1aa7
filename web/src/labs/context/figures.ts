/** The figures about one configuration, each with what it shows. */
import { html, nothing, type TemplateResult } from "lit";
import type { LabContext } from "./context.ts";
import { frequencyFigure } from "./figures/frequencies.ts";
import { lengthFigure } from "./figures/lengths.ts";
import { exactFormats, precisionFigure } from "./figures/precision.ts";
import { rampFigure, unturned } from "./figures/ramp.ts";
import { scoreFigure } from "./figures/score.ts";
import { made } from "./memo.ts";
import { followsLength, type Parts } from "./parts.ts";
import type { PartName } from "./session.ts";
import { QUANTITIES, STAGES } from "./state.ts";
import { type ContextKey, t } from "./strings.ts";

export function renderFigures(context: LabContext) {
  const { frequencies } = context.session.parts;
  if (!frequencies) return nothing;
  return html`
    ${renderFrequencies(context, frequencies)}
    ${renderScore(context, frequencies)}
    ${renderLengths(context, frequencies)}
    ${renderPrecision(context, frequencies)}
  `;
}

/** A block of the page; dimmed while its numbers are being replaced. */
export const block = (context: LabContext, name: PartName, content: TemplateResult) =>
  html`<section aria-labelledby=${`${name}-title`} data-part=${name}
    aria-busy=${String(context.session.isPending(name))}>
    <h2 id=${`${name}-title`}>${t(`section.${name}` as ContextKey)}</h2>${content}</section>`;

function segments<T extends string>(
  label: string,
  options: readonly T[],
  chosen: T,
  word: (option: T) => string,
  choose: (option: T) => void,
) {
  return html`<div class="segments" role="group" aria-label=${label}>
    <span class="segments-title" aria-hidden="true">${label}</span>
    ${options.map((option) => html`<button class="quiet" data-option=${option} aria-pressed=${option === chosen} @click=${() => choose(option)}>${word(option)}</button>`)}
  </div>`;
}

function renderFrequencies(context: LabContext, part: Parts["frequencies"]) {
  const { quantity } = context.state;
  const { factor, original_length } = part.frequencies;
  const hasRamp = factor !== 1 && part.frequencies.regime.some((regime) => regime !== "other" && regime !== "still");
  const never = unturned(part.frequencies);
  return block(
    context,
    "frequencies",
    html`
      <p class="text">${t("section.frequencies.text")}</p>
      ${segments(
        t("section.frequencies.show"),
        QUANTITIES,
        quantity,
        (option) => t(`axis.${option}` as ContextKey),
        (option) => context.commit({ quantity: option }),
      )}
      <posenc-context-figure data-figure="frequencies" .figure=${made(part, quantity, () => frequencyFigure(part, quantity))} .height=${320}></posenc-context-figure>
      ${hasRamp ? html`<posenc-context-figure data-figure="ramp" .figure=${made(part, "ramp", () => rampFigure(part))} .height=${240}></posenc-context-figure>` : nothing}
      ${original_length === null ? nothing : html`<p class="text">${never === 0 ? t("section.frequencies.all_turn") : t("section.frequencies.unturned", { count: never })}</p>`}
    `,
  );
}

function renderScore(context: LabContext, frequencies: Parts["frequencies"]) {
  const { curve } = context.session.parts;
  if (!curve) return nothing;
  return block(
    context,
    "curve",
    html`
      <p class="text">${t("section.curve.text")}</p>
      <posenc-context-figure data-figure="score" .figure=${made(curve, frequencies, () => scoreFigure(curve, frequencies))} .height=${320}></posenc-context-figure>
    `,
  );
}

function renderLengths(context: LabContext, frequencies: Parts["frequencies"]) {
  const { lengths } = context.session.parts;
  if (!lengths) {
    // Until the first numbers are there, the section keeps no place.
    if (followsLength(frequencies.at.method)) return nothing;
    return block(context, "lengths", html`<p class="text">${t("section.lengths.never")}</p>`);
  }
  return block(
    context,
    "lengths",
    html`
      <p class="text">${t("section.lengths.text")}</p>
      <posenc-context-figure data-figure="lengths" .figure=${made(lengths, frequencies, () => lengthFigure(lengths, frequencies))} .height=${280}></posenc-context-figure>
    `,
  );
}

function renderPrecision(context: LabContext, frequencies: Parts["frequencies"]) {
  const { precision } = context.session.parts;
  if (!precision) return nothing;
  const formats = exactFormats(precision).join(", ");
  return block(
    context,
    "precision",
    html`
      <p class="text">${t("section.precision.text")}</p>
      ${segments(
        t("section.precision.stage"),
        STAGES,
        context.state.stage,
        (stage) => t(`stage.${stage}` as ContextKey),
        (stage) => context.commit({ stage }),
      )}
      <posenc-context-figure data-figure="precision" .figure=${made(precision, frequencies, () => precisionFigure(precision, frequencies))} .height=${300}></posenc-context-figure>
      <p class="text">${formats ? t("section.precision.exact", { formats }) : nothing}</p>
    `,
  );
}
