/** The figures about one configuration, each with what it shows. */
import { html, nothing, type TemplateResult } from "lit";
import type { LabFigure } from "../../lab/figure-data.ts";
import { made } from "../../lab/memo.ts";
import type { LabContext } from "./context.ts";
import { frequencyFigure } from "./figures/frequencies.ts";
import { lengthFigure } from "./figures/lengths.ts";
import { exactFormats, precisionFigure } from "./figures/precision.ts";
import { rampFigure, unturned } from "./figures/ramp.ts";
import { scoreFigure } from "./figures/score.ts";
import { followsLength, hasOwnFactors, type Parts } from "./parts.ts";
import { sideOf, subjectLine } from "./sides.ts";
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
export const block = (context: LabContext, name: keyof Parts, content: TemplateResult) =>
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

export const renderFigure = (name: string, figure: LabFigure, height: number, comment: string) =>
  html`<posenc-figure data-figure=${name} .figure=${figure} .height=${height} .comment=${comment}></posenc-figure>`;

/** What the copies of the figures begin with. */
const commentOf = ({ answered, state }: LabContext): string =>
  answered ? subjectLine(sideOf(answered, state.layerType)) : "";

function renderFrequencies(context: LabContext, part: Parts["frequencies"]) {
  const { quantity } = context.state;
  const { factor, original_length } = part.frequencies;
  const { regime } = part.frequencies;
  const comment = commentOf(context);
  const hasRamp = hasOwnFactors(part.at.method)
    ? regime.some((one) => one !== "kept")
    : factor !== 1 && regime.some((one) => one !== "other" && one !== "still");
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
      ${renderFigure(
        "frequencies",
        made(part, quantity, () => frequencyFigure(part, quantity)),
        320,
        comment,
      )}
      ${
        hasRamp
          ? renderFigure(
              "ramp",
              made(part, "ramp", () => rampFigure(part)),
              240,
              comment,
            )
          : nothing
      }
      ${original_length === null ? nothing : html`<p class="text">${never === 0 ? t("section.frequencies.all_turn") : t("section.frequencies.unturned", { count: never })}</p>`}
    `,
  );
}

function renderScore(context: LabContext, frequencies: Parts["frequencies"]) {
  const { curve } = context.session.parts;
  if (!curve) return nothing;
  const comment = commentOf(context);
  return block(
    context,
    "curve",
    html`
      <p class="text">${t("section.curve.text")}</p>
      <p class="text small">${t("section.curve.exact")}</p>
      ${renderFigure(
        "score",
        made(curve, frequencies, () => scoreFigure(curve, frequencies)),
        320,
        comment,
      )}
    `,
  );
}

function renderLengths(context: LabContext, frequencies: Parts["frequencies"]) {
  const { lengths } = context.session.parts;
  const comment = commentOf(context);
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
      ${renderFigure(
        "lengths",
        made(lengths, frequencies, () => lengthFigure(lengths, frequencies)),
        280,
        comment,
      )}
    `,
  );
}

function renderPrecision(context: LabContext, frequencies: Parts["frequencies"]) {
  const { precision } = context.session.parts;
  if (!precision) return nothing;
  const comment = commentOf(context);
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
      ${renderFigure(
        "precision",
        made(precision, frequencies, () => precisionFigure(precision, frequencies)),
        300,
        comment,
      )}
      <p class="text">${formats ? t("section.precision.exact", { formats }) : nothing}</p>
    `,
  );
}
