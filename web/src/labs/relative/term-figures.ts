/** Terms of vectors: each as a matrix on a short sentence, their sum, and what is peculiar to Shaw and CoPE. */
import { html, nothing, type TemplateResult } from "lit";
import { commonDomain, type Label } from "../../charts/figure.ts";
import type { CellChoice } from "../../elements/heatmap.ts";
import { type Matrix, type MatrixView, renderMatrix } from "../../lab/matrices.ts";
import { made } from "../../lab/memo.ts";
import { result } from "../../lab/number-text.ts";
import { block } from "./block.ts";
import type { LabContext } from "./context.ts";
import { renderFormula } from "./formula.ts";
import type { ShawPart, TermName, TermsPart } from "./parts.ts";
import { HEAD_DIM } from "./problems.ts";
import { headOf, type Place, placeOf, type RelativeState } from "./state.ts";
import { type RelativeKey, t } from "./strings.ts";
import { termsFormula } from "./terms-formula.ts";

/** Matrices with more rows take more room. */
const LARGE = 5;

/** One side's terms, and the head that is shown of them. */
interface Shown {
  part: TermsPart;
  head: number;
}

const shownOf = (state: RelativeState, part: TermsPart): Shown => ({
  part,
  head: Math.min(headOf(state), part.heads - 1),
});

export function renderTerms(context: LabContext) {
  const { state, parts } = context.present;
  if (!parts.terms) return nothing;
  const present = shownOf(state, parts.terms);
  const keptPart = context.kept?.parts.terms;
  const kept = context.kept && keptPart ? shownOf(context.kept.state, keptPart) : null;
  return html`
    ${renderSum(context, present, kept)}
    ${parts.terms.shaw ? renderShaw(context, present, kept) : nothing}
    ${parts.terms.cope ? renderCope(context, present, kept) : nothing}
  `;
}

const labels = ({ tokens }: TermsPart): Label[] => tokens.map((text, index) => ({ text, index }));

/** One head of [heads, queries, keys]. */
const pairMatrix = ({ part, head }: Shown, values: ArrayLike<number> & object): Matrix =>
  made(values, head, () => {
    const size = part.tokens.length ** 2;
    const shown = Array.from({ length: size }, (_, at) => values[head * size + at] as number);
    return {
      rows: labels(part),
      columns: labels(part),
      values: shown.map((value) => (value === -Infinity ? Number.NaN : value)),
    };
  });

/** What a matrix of pairs has in common with the others: the pair that is explained, and how another is chosen. */
function pairView(context: LabContext, part: TermsPart) {
  const { query, key } = pairShown(context, part);
  const shown = { words: [t("axis.query"), t("axis.key")] as const, chosen: { row: query, column: key } };
  if (context.isFixed) return shown;
  return {
    ...shown,
    point: (cell: CellChoice | null) => context.point(cell && { query: cell.row, key: cell.column }),
    take: ({ row, column }: { row: number; column: number }) => context.commit({ query: row, key: column }),
  };
}

/** The one under the pointer, else the chosen one. */
function pairShown({ pointed, present }: LabContext, { tokens }: TermsPart): Place {
  const count = tokens.length;
  const isInside = pointed !== null && pointed.query < count && pointed.key < count;
  return isInside ? pointed : placeOf(present.state, count);
}

/** Transformer-XL counts its terms. */
const termName = ({ method }: RelativeState, name: TermName): string =>
  name === "content" && method === "transformer_xl" ? t("term.a") : t(`term.${name}` as RelativeKey);

function renderSum(context: LabContext, present: Shown, kept: Shown | null) {
  const { state } = context.present;
  const { part } = present;
  const domain = commonDomain(...[present, ...(kept ? [kept] : [])].flatMap(domainValues));
  const view = { ...pairView(context, part), domain };
  const keptValues = (name: TermName): Matrix | "none" => {
    const term = kept?.part.terms.find((one) => one.name === name);
    return kept && term ? pairMatrix(kept, term.values) : "none";
  };
  const matrices: MatrixView[] = part.terms.map(({ name, values }) => ({
    ...view,
    name,
    heading: termName(state, name),
    present: pairMatrix(present, values),
    kept: context.kept ? keptValues(name) : null,
  }));
  const score: MatrixView = {
    ...view,
    name: "score",
    heading: t("term.score"),
    hiddenAs: -Infinity,
    present: pairMatrix(present, part.scores.data),
    kept: context.kept ? (kept ? pairMatrix(kept, kept.part.scores.data) : "none") : null,
  };
  return block(
    "terms",
    html`
      <p class="text">${t(`method.${state.method}.text` as RelativeKey)}</p>
      ${renderFormula("formula", termsFormula(state, part, present.head, pairShown(context, part)))}
      ${context.isFixed ? nothing : html`<p class="text small">${t("terms.point")}</p>`}
      ${renderRows(context, [...matrices, score])}
      <p class="text" data-testid="check">${part.check === null ? t("terms.difference") : t("terms.check", { difference: result(part.check) })}</p>
      ${renderWeights(context, view, present, kept)}
    `,
  );
}

/** The shown head of each term and of the score. */
const domainValues = (shown: Shown): ArrayLike<number>[] =>
  [...shown.part.terms.map(({ values }) => values), shown.part.scores.data].map(
    (values) => pairMatrix(shown, values).values,
  );

/** All in one grid, or a row for each where two sides and a difference belong together. */
function renderRows(context: LabContext, views: readonly MatrixView[]): TemplateResult {
  const isLarge = views.some(({ present }) => present.rows.length > LARGE);
  const grid = isLarge ? "plots large" : "plots";
  return context.kept
    ? html`${views.map((view) => html`<div class=${grid}>${renderMatrix(view)}</div>`)}`
    : html`<div class=${grid}>${views.map(renderMatrix)}</div>`;
}

/** Nothing where the mask hides: a weight of 0 may stand elsewhere too. */
function weightMatrix(shown: Shown, name: "weights" | "plain"): Matrix {
  const { scores, [name]: weights } = shown.part;
  const visible = made(weights, "visible", () =>
    Array.from(weights.data, (weight, at) => (scores.data[at] === -Infinity ? Number.NaN : weight)),
  );
  return pairMatrix(shown, visible);
}

function renderWeights(context: LabContext, view: Pick<MatrixView, "words">, present: Shown, kept: Shown | null) {
  const shared = { ...view, domain: 1, isShare: true };
  const weights: MatrixView = {
    ...shared,
    name: "weights",
    heading: t("term.weights"),
    present: weightMatrix(present, "weights"),
    kept: context.kept ? (kept ? weightMatrix(kept, "weights") : "none") : null,
  };
  const plain: MatrixView = {
    ...weights,
    name: "plain",
    heading: t("term.plain"),
    present: weightMatrix(present, "plain"),
    kept: context.kept ? (kept ? weightMatrix(kept, "plain") : "none") : null,
  };
  return renderRows(context, [plain, weights]);
}

const channels = (): Label[] => Array.from({ length: HEAD_DIM }, (_, c) => ({ text: String(c) }));

/** The chosen key as each query sees it: [queries, head_dim]. */
const seenMatrix = ({ part, head }: Shown, { seen }: ShawPart, key: number): Matrix =>
  made(seen, `${head} ${key}`, () => {
    const tokens = part.tokens.length;
    const start = head * tokens * HEAD_DIM;
    const cells = Array.from({ length: tokens * HEAD_DIM }, (_, row) => seen.data[(start + row) * tokens + key]);
    return { rows: labels(part), columns: channels(), values: cells as number[] };
  });

const valueMatrix = ({ part, head }: Shown, { values }: ShawPart): Matrix =>
  made(values, head, () => {
    const size = part.tokens.length * HEAD_DIM;
    return { rows: labels(part), columns: channels(), values: values.slice(head * size, (head + 1) * size) };
  });

/** NaN where no vector is left. */
const deltaMatrix = ({ part }: Shown): Matrix =>
  made(part, "delta", () => {
    const { clip, beyond } = part.of;
    const clipped = (relative: number): number =>
      Math.abs(relative) <= clip ? relative : beyond === "zero" ? Number.NaN : Math.sign(relative) * clip;
    const at = part.tokens.map((_, index) => index);
    return { rows: labels(part), columns: labels(part), values: at.flatMap((i) => at.map((j) => clipped(j - i))) };
  });

function renderShaw(context: LabContext, present: Shown, kept: Shown | null) {
  const { part } = present;
  const { key } = pairShown(context, part);
  const other = kept?.part.shaw ? kept : null;
  const shaw = part.shaw as ShawPart;
  const keptMatrix = (make: (shown: Shown, shaw: ShawPart) => Matrix) =>
    context.kept ? (other?.part.shaw ? make(other, other.part.shaw) : "none") : null;
  const rowWord = t("axis.query");
  const inside = (shown: Shown) => Math.min(key, shown.part.tokens.length - 1);
  const delta: MatrixView = {
    ...pairView(context, part),
    name: "delta",
    heading: t("shaw.delta"),
    present: deltaMatrix(present),
    kept: keptMatrix(deltaMatrix),
    digits: 0,
  };
  const seen: MatrixView = {
    name: "seen",
    heading: t("shaw.seen", { key: part.tokens[key] ?? "" }),
    words: [rowWord, t("axis.channel")],
    present: seenMatrix(present, shaw, inside(present)),
    kept: keptMatrix((shown, own) => seenMatrix(shown, own, inside(shown))),
  };
  const values: MatrixView = {
    name: "values",
    heading: t("shaw.values"),
    words: [rowWord, t("axis.channel")],
    present: valueMatrix(present, shaw),
    kept: keptMatrix(valueMatrix),
  };
  return block(
    "shaw",
    html`<p class="text">${t("shaw.text", { clip: part.of.clip, rows: 2 * part.of.clip + 1 })}</p>${renderRows(context, [delta, seen, values])}`,
  );
}

function renderCope(context: LabContext, present: Shown, kept: Shown | null) {
  const { part } = present;
  const view = pairView(context, part);
  const other = kept?.part.cope ? kept : null;
  const matrix = (shown: Shown, name: "gates" | "counted") =>
    pairMatrix(shown, (shown.part.cope as NonNullable<TermsPart["cope"]>)[name]);
  const both = (name: "gates" | "counted"): MatrixView => ({
    ...view,
    name,
    heading: t(`cope.${name}`),
    present: matrix(present, name),
    kept: context.kept ? (other ? matrix(other, name) : "none") : null,
  });
  return block(
    "cope",
    html`<p class="text">${t("cope.text", { last: part.of.positions - 1 })}</p>${renderRows(context, [both("gates"), both("counted")])}`,
  );
}
