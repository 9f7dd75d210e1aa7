/** The share at several lengths: work per token against work per pair. */
import { html, nothing } from "lit";
import type { Line } from "../../charts/line-figure.ts";
import { domainOf } from "../../charts/scale.ts";
import { plain } from "../../i18n/numbers.ts";
import { sideName } from "../../lab/controls.ts";
import type { LabFigure } from "../../lab/figure-data.ts";
import { tick } from "../../lab/number-text.ts";
import type { Measurement } from "./measure/measurement.ts";
import { rowOf } from "./measure/statistics.ts";
import { type Setup, type Subject, setupOf } from "./measure/subjects.ts";
import { percent, subjectName } from "./names.ts";
import type { CostState } from "./state.ts";
import { t } from "./strings.ts";

export const LENGTHS = [128, 256, 512, 1024, 2048] as const;
const MOST_ROUNDS = 9;

/** One setup per length; RoPE and ALiBi with the chosen method. */
export const lengthSetups = (state: CostState): Setup[] =>
  LENGTHS.map((tokens) => ({
    ...setupOf({ ...state, set: "few" }),
    tokens,
    rounds: Math.min(state.rounds, MOST_ROUNDS),
  }));

export interface Lengths {
  state: CostState;
  other: CostState | null;
  measurement: Measurement;
  measure(): void;
}

export function renderLengths({ state, other, measurement, measure }: Lengths) {
  const figure = lengthFigure(state, other, measurement);
  return html`
    <section aria-labelledby="lengths-title">
      <h2 id="lengths-title">${t("lengths.title")}</h2>
      <p class="text">${t("lengths.text")}</p>
      <div class="segments"><button data-testid="measure-lengths" ?disabled=${measurement.isRunning} @click=${measure}>${t("lengths.measure")}</button></div>
      ${figure ? html`<posenc-figure data-figure="lengths" .height=${280} .figure=${figure} .comment=${t("lengths.figure")}></posenc-figure>` : nothing}
    </section>
  `;
}

type Results = Pick<Measurement, "resultOf">;

const sharesOf = (state: CostState, subject: Subject, results: Results): Float64Array =>
  Float64Array.from(lengthSetups(state), (setup) => {
    const summary = results.resultOf(setup);
    return (summary && rowOf(summary, subject)?.share) ?? Number.NaN;
  });

/** null before the first length is measured. */
export function lengthFigure(state: CostState, other: CostState | null, results: Results): LabFigure | null {
  const own = state.method === "rotary" || state.method === "alibi" ? null : state.method;
  // Kept RoPE takes the place of ALiBi, which then takes that of a third.
  const third = own ?? (other ? "alibi" : null);
  const lines: Line[] = [
    { name: subjectName("rotary"), tone: "main", values: sharesOf(state, "rotary", results) },
    other
      ? {
          name: `${subjectName("rotary")} (${sideName("other")})`,
          tone: "before",
          values: sharesOf(other, "rotary", results),
        }
      : { name: subjectName("alibi"), tone: "before", values: sharesOf(state, "alibi", results) },
    ...(third ? [{ name: subjectName(third), tone: "third" as const, values: sharesOf(state, third, results) }] : []),
  ];
  if (!lines.some(({ values }) => Array.from(values).some(Number.isFinite))) return null;
  const percents = lines.map((line) => ({ ...line, values: Float64Array.from(line.values, (share) => 100 * share) }));
  const rotary = Array.from(lines[0]?.values ?? []).filter(Number.isFinite);
  const columns = percents.map(({ name, values }, at) => ({ name: `share_${at}`, label: name, values }));
  return {
    chart: {
      title: t("lengths.figure"),
      description: t("lengths.seen", {
        first: percent(rotary[0] ?? Number.NaN),
        last: percent(rotary.at(-1) ?? Number.NaN),
      }),
      x: { label: t("lengths.tokens"), kind: "log", domain: [LENGTHS[0], LENGTHS[4]], tick, print: plain },
      y: {
        label: t("lengths.share"),
        kind: "linear",
        domain: domainOf("linear", [...percents.map(({ values }) => values), [0, 1]], [0, 10]),
        tick: (value) => `${tick(value)}%`,
        print: (value) => percent(value / 100),
      },
      points: LENGTHS,
      lines: percents,
      marks: [{ axis: "y", at: 1, label: "1%" }],
    },
    columns: [{ name: "tokens", label: t("lengths.tokens"), values: LENGTHS }, ...columns],
    python: [
      "import numpy as np",
      `tokens = np.array([${LENGTHS.join(", ")}])`,
      ...columns.map(
        ({ name, label, values }) =>
          `${name} = np.array([${Array.from(values).join(", ").replaceAll("NaN", "np.nan")}])  # percent, ${label}`,
      ),
    ].join("\n"),
  };
}
