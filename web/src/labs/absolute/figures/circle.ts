/** The chosen pair on the unit circle, before and after its turn. */
import { css, html, nothing, type SVGTemplateResult, svg } from "lit";
import "../../../elements/save-menu.ts";
import type { Saved } from "../../../elements/figure-file.ts";
import { fixed } from "../../../i18n/numbers.ts";
import { columnCopies } from "../../../lab/figure-data.ts";
import type { Shifted } from "../arithmetic.ts";
import { t } from "../strings.ts";
import type { Turn } from "../tasks.ts";
import type { Side } from "../view.ts";

const [LEFT, TOP, WIDE, TALL] = [-140, -130, 280, 260];

export const circleStyles = css`
  .circle text {
    font-size: 16px;
    fill: var(--ink);
    font-variant-numeric: tabular-nums;
  }
  .rim {
    fill: none;
    stroke: var(--rule-strong);
  }
  .arm {
    stroke: var(--ink-2);
    stroke-width: 2;
  }
  .end {
    fill: var(--surface);
    stroke: var(--ink-2);
    stroke-width: 2;
  }
  .arm.to {
    stroke: var(--accent);
    stroke-width: 3;
  }
  .end.to {
    stroke: var(--accent);
    fill: var(--accent);
  }
  .arm.kept,
  .end.kept {
    stroke-dasharray: 4 4;
  }
`;

export const both = ([sine, cosine]: readonly [number, number]): string => `${fixed(sine, 4)}, ${fixed(cosine, 4)}`;

export function renderCircle(side: Side, turn: Turn, shifted: readonly Shifted[], kept: Shifted | undefined) {
  const chosen = shifted[side.pair];
  if (!chosen) return nothing;
  const { pair, p, q } = side;
  const description = t("shift.circle", { pair, p, q, from: both(chosen.from), to: both(chosen.to) });
  const drawn = () => drawCircle(side, chosen, kept);
  const saved: Saved = {
    ...columnCopies(() => columnsOf(turn, shifted)),
    title: t("section.shift"),
    description: () => description,
    draw: () => ({
      width: WIDE,
      height: TALL,
      body: svg`<g class="circle" transform="translate(${-LEFT} ${-TOP})">${drawn()}</g>`,
      style: circleStyles.cssText,
    }),
  };
  return html`<div><svg class="circle" viewBox="${LEFT} ${TOP} ${WIDE} ${TALL}" role="img" aria-label=${description}>${drawn()}</svg>
    <posenc-save-menu name="shift" .saved=${saved}></posenc-save-menu></div>`;
}

/** Cosine to the right, sine upwards. */
function drawCircle({ p, q, k }: Side, { from, to }: Shifted, kept: Shifted | undefined): SVGTemplateResult {
  const arm = ([sine, cosine]: readonly [number, number], name: string, label: string) => {
    const [x, y] = [100 * cosine, -100 * sine];
    return svg`<line class=${`arm ${name}`} x1="0" y1="0" x2=${x} y2=${y}></line><circle class=${`end ${name}`} cx=${x} cy=${y} r="5"></circle>
      <text x=${x * 1.1} y=${y * 1.18} dy="0.35em" text-anchor=${cosine > 0.5 ? "start" : cosine < -0.5 ? "end" : "middle"}>${label}</text>`;
  };
  const isNear = Math.hypot(from[0] - to[0], from[1] - to[1]) < 0.25;
  return svg`
    <circle class="rim" r="100"></circle><line class="rim" x1="-108" x2="108" y1="0" y2="0"></line><line class="rim" y1="-108" y2="108" x1="0" x2="0"></line>
    ${kept ? arm(kept.to, "kept", "") : nothing}
    ${arm(from, "from", isNear && k !== 0 ? "" : String(p))} ${k === 0 ? nothing : arm(to, "to", isNear ? "" : String(q))}
    ${isNear && k !== 0 ? svg`<text x="0" y="-116" text-anchor="middle">${p} → ${q}</text>` : nothing}
  `;
}

const columnsOf = ({ k, frequencies }: Turn, shifted: readonly Shifted[]) => {
  const column = (name: string, values: readonly number[]) => ({ name, label: name, values });
  const parts = (["from", "turned", "to"] as const).flatMap((name) =>
    ["sine", "cosine"].map((part, at) =>
      column(
        `${name}_${part}`,
        shifted.map((one) => one[name][at] as number),
      ),
    ),
  );
  return [
    column(
      "pair",
      shifted.map((_, pair) => pair),
    ),
    column(
      "angle",
      shifted.map((_, pair) => k * (frequencies[pair] as number)),
    ),
    ...parts,
  ];
};
