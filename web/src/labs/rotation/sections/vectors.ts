/** Partial width and norms: q and k before and after, channel by channel. */
import { html, nothing } from "lit";
import { commonDomain, type Figure } from "../../../charts/figure.ts";
import { measure } from "../../../i18n/numbers.ts";
import { sideName } from "../../../lab/controls.ts";
import { made } from "../../../lab/memo.ts";
import { setting } from "../../../lab/number-text.ts";
import type { Actions } from "../actions.ts";
import { t } from "../strings.ts";
import { norm } from "../tasks/exact.ts";
import type { ScorePart } from "../tasks/score.ts";
import type { Sides } from "../tasks/sides.ts";
import { gap } from "../words.ts";

/** Half of them from either end of the vector, so that what turns and what does not are both seen. */
export const MOST = 16;

export function renderVectors(actions: Actions) {
  const { score } = actions.parts;
  if (!score) return nothing;
  const { present } = score;
  const width = present.q.length;
  return html`
    <section aria-labelledby="vectors-title" data-part="vectors">
      <h2 id="vectors-title">${t("section.vectors")}</h2>
      <p class="text">${t("section.vectors.text")}</p>
      <p class="text" data-testid="identical">${identicalSentence(present)}</p>
      <p class="text" data-testid="norms">${normSentence(present)}</p>
      <div class="maps">${made(score, "maps", () => vectorMaps(score)).map(
        ({ name, heading, figure }) => html`<posenc-heatmap data-figure=${name} .heading=${heading}
          .rowWord=${t("vectors.row")} .columnWord=${t("vectors.column")} .figure=${figure}></posenc-heatmap>`,
      )}</div>
      ${width > MOST ? html`<p class="text small">${t("vectors.most", { half: MOST / 2, width })}</p>` : nothing}
    </section>
  `;
}

/** Bit by bit: −0 is not 0. */
export const identicalChannels = ({ q, turnedQ, k, turnedK }: ScorePart): number =>
  Array.from(q).filter((value, at) => Object.is(value, turnedQ[at]) && Object.is(k[at], turnedK[at])).length;

function identicalSentence(part: ScorePart): string {
  const { state, rotaryDim, q } = part;
  const values = { rotary: rotaryDim, width: q.length, identical: identicalChannels(part) };
  return `${t("vectors.identical", values)}${state.i === 0 || state.j === 0 ? `${gap()}${t("vectors.origin")}` : ""}`;
}

function normSentence({ state, q, k, turnedQ, turnedK }: ScorePart): string {
  const [before, after] = [
    [norm(q), norm(k)],
    [norm(turnedQ), norm(turnedK)],
  ] as const;
  return t(state.xpos ? "vectors.norms_xpos" : "vectors.norms", {
    q: setting(before[0]),
    k: setting(before[1]),
    turned_q: setting(after[0]),
    turned_k: setting(after[1]),
    difference: measure(Math.max(...before.map((size, at) => Math.abs(size - (after[at] as number))))),
  });
}

interface NamedMap {
  name: string;
  heading: string;
  figure: Figure;
}

export function vectorMaps({ present, kept }: Sides<ScorePart>): NamedMap[] {
  const values = valuesOf(present);
  if (!kept)
    return [{ name: "vectors", heading: t("figure.vectors"), figure: mapOf(present, values, commonDomain(values)) }];
  const before = valuesOf(kept);
  const domain = commonDomain(values, before);
  const maps = [
    { name: "vectors-kept", heading: sideName("other"), figure: mapOf(kept, before, domain) },
    { name: "vectors", heading: sideName("state"), figure: mapOf(present, values, domain) },
  ];
  if (kept.q.length !== present.q.length) return maps;
  const difference = values.map((value, at) => value - (before[at] as number));
  return [
    ...maps,
    {
      name: "vectors-difference",
      heading: t("figure.difference"),
      figure: mapOf(present, difference, commonDomain(difference)),
    },
  ];
}

const channelsShown = (width: number): number[] =>
  Array.from({ length: Math.min(width, MOST) }, (_, at) => (width > MOST && at >= MOST / 2 ? width - MOST + at : at));

const valuesOf = ({ q, turnedQ, k, turnedK }: ScorePart): Float64Array =>
  Float64Array.from(
    [q, turnedQ, k, turnedK].flatMap((vector) => channelsShown(q.length).map((at) => vector[at] as number)),
  );

const mapOf = ({ q, state: { i, j } }: ScorePart, values: Float64Array, domain: number): Figure => ({
  rows: [{ text: "q" }, { text: "R q", index: i }, { text: "k" }, { text: "R k", index: j }],
  columns: channelsShown(q.length).map((channel) => ({ text: String(channel) })),
  values,
  map: "diverging",
  domain,
});
