/** Sections with a line chart: frequencies, the curve against distance, XPos. */

import { html, nothing } from "lit";
import { made } from "../../../lab/memo.ts";
import { result, setting } from "../../../lab/number-text.ts";
import { raised } from "../../../lab/raised.ts";
import type { Actions } from "../actions.ts";
import { amplitudeFigure } from "../figures/amplitude.ts";
import { curveFigure, withOwnDistance } from "../figures/curve.ts";
import { frequencyFigure } from "../figures/frequencies.ts";
import { renderReach } from "../settings.ts";
import { t } from "../strings.ts";
import { type CurvePart, upsOf } from "../tasks/curve.ts";
import { amount, gap } from "../words.ts";
import { block, figure } from "./block.ts";

export function renderFrequencies(actions: Actions) {
  const { frequencies } = actions.parts;
  if (!frequencies) return nothing;
  const { state, found } = frequencies.present;
  return block(
    actions,
    "frequencies",
    html`
      <p class="text">${raised(t("section.frequencies.text"))}</p>
      <p class="text" data-testid="wavelengths">${t(
        state.inv_freq.length > 0 ? "section.frequencies.given" : "section.frequencies.range",
        {
          first: result(found.wavelength[0] as number),
          last: result(found.wavelength.at(-1) as number),
          bound: result(2 * Math.PI * state.theta),
        },
      )}</p>
      ${figure(
        "frequencies",
        made(frequencies, "frequencies", () => frequencyFigure(frequencies)),
        280,
        state,
      )}
    `,
  );
}

export function renderCurve(actions: Actions) {
  const { curve } = actions.parts;
  if (!curve) return nothing;
  const { present, kept } = curve;
  const own = Math.abs(actions.state.i - actions.state.j);
  const single = made(curve, "single", () => curveFigure(curve, "single"));
  return block(
    actions,
    "curve",
    html`
      <p class="text">${t("section.curve.text")}</p>
      <p class="text" data-testid="ups">${upsSentence(present)}${gap()}${kept ? html`<span data-testid="ups-kept">${t("ups.kept", risesOf(kept))}</span>` : nothing}</p>
      ${figure(
        "single",
        made(single, own, () => withOwnDistance(single, own)),
        320,
        present.state,
      )}
      ${
        kept
          ? figure(
              "average",
              made(curve, "average", () => curveFigure(curve, "average")),
              280,
              present.state,
            )
          : nothing
      }
      <div class="inline">${renderReach(actions)}</div>
      <p class="text small">${t("section.curve.exact")}</p>
      ${present.inv_freq.length === 1 ? html`<p class="text" data-testid="period">${t("section.curve.period", { period: result((2 * Math.PI) / (present.inv_freq[0] as number)) })}</p>` : nothing}
    `,
  );
}

const risesOf = ({ single, average }: CurvePart) => {
  const [of, all] = [upsOf(single), upsOf(average)];
  return { rises: of.rises, steps: of.steps, average: all.rises };
};

export function upsSentence(part: CurvePart): string {
  const { single } = part;
  const { near, far } = upsOf(single);
  const counts = t("ups.counts", risesOf(part));
  if (far === near) return counts;
  const values = { near, far, low: amount(single[near] as number), high: amount(single[far] as number) };
  return `${counts}${gap()}${t("ups.pair", values)}`;
}

export function renderAmplitude(actions: Actions) {
  const { amplitude } = actions.parts;
  if (!amplitude) return nothing;
  const { state, left } = amplitude.present;
  const first = left.map((list) => setting(list[0] as number));
  const last = left.map((list) => setting(list.at(-1) as number));
  return block(
    actions,
    "amplitude",
    html`
      <p class="text">${t("section.amplitude.text")}</p>
      <p class="formulas"><span class="formula"><i>ζ</i><sub>r</sub> = (2<i>r</i> + 0.4 <i>d</i>) / (1.4 <i>d</i>),</span>
        <span class="formula"><i>ζ</i><sub>r</sub><sup>(<i>i</i> − <i>j</i>) / 512</sup></span></p>
      <p class="text" data-testid="amplitude">${t("section.amplitude.numbers", { first: first[0] as string, last: last[0] as string, first_far: first[1] as string, last_far: last[1] as string })}${gap()}${t(state.xpos ? "section.amplitude.on" : "section.amplitude.off")}</p>
      ${figure(
        "amplitude",
        made(amplitude, "amplitude", () => amplitudeFigure(amplitude)),
        240,
        state,
      )}
    `,
  );
}
