/** The pairs that turn: dials, positions, the formula with its numbers, and what each pair adds to the score. */
import { html, nothing } from "lit";
import { columnCopies } from "../../../lab/figure-data.ts";
import { made } from "../../../lab/memo.ts";
import { result, setting } from "../../../lab/number-text.ts";
import { commented } from "../../../lab/python-text.ts";
import type { Actions } from "../actions.ts";
import type { Turn } from "../dials.ts";
import { type Dial, dialsDrawing } from "../draw-dials.ts";
import { renderPositions } from "../positions.ts";
import { scorePython } from "../python.ts";
import { SCHEMA } from "../state.ts";
import { t } from "../strings.ts";
import { type Point, type ScorePart, type TurnedPair, turnedPairs, unturnedPart } from "../tasks/score.ts";
import type { Sides } from "../tasks/sides.ts";
import { added, amount, pairName, tidy } from "../words.ts";
import { block, commentOf, plainTable } from "./block.ts";

/** More dials than these say nothing more; the copies hold every pair. */
const MOST = 8;

export function renderPairs(actions: Actions) {
  const { score } = actions.parts;
  if (!score) return nothing;
  const pairs = made(score, "pairs", () => turnedPairs(score.present));
  const turn = ({ detail: { which, position, done } }: CustomEvent<Turn>) =>
    done ? actions.commit({ [which]: position }) : actions.preview({ [which]: position });
  return block(
    actions,
    "score",
    html`
      <p class="text">${t("section.score.text")}</p>
      <posenc-dials .dials=${made(score, "dials", () => dialsOf(score))} .positions=${{ i: score.present.state.i, j: score.present.state.j }}
        .most=${SCHEMA.i.range[1]} @posenc-turn=${turn}></posenc-dials>
      ${pairs.length > MOST ? html`<p class="text small">${t("section.score.most", { most: MOST, pairs: pairs.length })}</p>` : nothing}
      ${renderPositions(actions)}
      ${renderFormula(score.present, pairs)}
      ${renderTable(score, pairs)}
    `,
  );
}

export function dialsOf({ present, kept }: Sides<ScorePart>): Dial[] {
  const before = kept ? turnedPairs(kept) : [];
  return turnedPairs(present)
    .slice(0, MOST)
    .map((pair) => dialOf(pair, present, before[pair.pair]));
}

const degrees = ([x, y]: Point): string => setting(Math.round((Math.atan2(y, x) * 180) / Math.PI));

function dialOf(turned: TurnedPair, { state }: ScorePart, before: TurnedPair | undefined): Dial {
  const { pair, frequency, channels, part, turnedQ, turnedK } = turned;
  return {
    title: pairName(pair),
    notes: [
      t("dial.channels", { first: channels[0], second: channels[1] }),
      t("dial.frequency", { value: result(frequency) }),
      t("dial.part", { value: result(part) }),
    ],
    description: t("dial.description", {
      pair,
      frequency: result(frequency),
      i: state.i,
      j: state.j,
      query: degrees(turnedQ),
      key: degrees(turnedK),
      part: result(part),
    }),
    frequency,
    q: turnedQ,
    k: turnedK,
    kept: before ? { q: before.turnedQ, k: before.turnedK } : null,
  };
}

function renderFormula(part: ScorePart, pairs: readonly TurnedPair[]) {
  const { i, j, theta, inv_freq } = part.state;
  const sub = (text: string | number) => html`<sub>${text}</sub>`;
  const shown = pairs.slice(0, MOST);
  const terms = [...shown.map(({ part }) => part), ...(part.rotaryDim < part.q.length ? [unturnedPart(part)] : [])];
  const more = pairs.length > MOST ? " + …" : "";
  const frequencies = `${shown.map(({ frequency }) => result(frequency)).join(", ")}${pairs.length > MOST ? ", …" : ""}`;
  return html`
    <div class="formulas" data-testid="formula">
      <p><span class="formula">(<i>R</i>${sub("i")}<i>q</i>)ᵀ(<i>R</i>${sub("j")}<i>k</i>) = <i>q</i>ᵀ<i>R</i>${sub("j−i")}<i>k</i></span></p>
      <p><span class="formula">(<i>R</i>${sub(i)}<i>q</i>)ᵀ(<i>R</i>${sub(j)}<i>k</i>) =&nbsp;<b>${amount(part.score)}</b></span>
        <span class="formula"><i>q</i>ᵀ<i>R</i>${sub(amount(j - i))}<i>k</i> =&nbsp;<b>${amount(part.shifted)}</b></span></p>
      <p><span class="formula"><i>θ</i>${sub("r")} = ${inv_freq.length > 0 ? nothing : html`${setting(theta)}<sup>−2<i>r</i>/${part.rotaryDim}</sup> = `}${frequencies}</span></p>
      <p><span class="formula">${amount(terms[0] as number)}${terms.slice(1).map(added).join("")}${more} =&nbsp;<b>${amount(part.score)}</b></span></p>
    </div>
  `;
}

function renderTable({ present, kept }: Sides<ScorePart>, pairs: readonly TurnedPair[]) {
  const before = kept ? turnedPairs(kept) : null;
  const at = ([x, y]: Point) => `(${result(tidy(x))}, ${result(tidy(y))})`;
  const head = [
    "axis.pair",
    "column.channels",
    "column.inv_freq",
    "axis.wavelength",
    "column.turned_q",
    "column.turned_k",
    "column.part",
  ] as const;
  const rows = pairs
    .slice(0, MOST)
    .map(({ pair, channels, frequency, wavelength, turnedQ, turnedK, part }) => [
      String(pair),
      channels.join(", "),
      result(frequency),
      result(wavelength),
      at(turnedQ),
      at(turnedK),
      amount(part),
      ...(before ? [before[pair] ? amount(before[pair].part) : ""] : []),
    ]);
  const columns = () => [
    { name: "pair", label: "", values: pairs.map(({ pair }) => pair) },
    { name: "inv_freq", label: "", values: pairs.map(({ frequency }) => frequency) },
    { name: "part", label: "", values: pairs.map(({ part }) => part) },
    ...(["turnedQ", "turnedK"] as const).flatMap((name) =>
      [0, 1].map((axis) => ({
        name: `${name === "turnedQ" ? "rotated_query" : "rotated_key"}_${axis}`,
        label: "",
        values: pairs.map((pair) => pair[name][axis] as number),
      })),
    ),
  ];
  const python = () => commented(commentOf(present.state), scorePython(present));
  return html`
    ${plainTable([...head.map((key) => t(key)), ...(before ? [t("column.kept_part")] : [])], rows, t("section.score.table"))}
    <posenc-copies name="pairs" .copies=${made(present, "copies", () => columnCopies(columns, python))} .subject=${t("section.score.table")}
      .draw=${() => dialsDrawing(dialsOf({ present, kept }))}></posenc-copies>
  `;
}
