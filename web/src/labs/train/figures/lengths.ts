/** Loss and accuracy in tests against the length, on an axis of doublings. */
import type { Line, LineFigure, Mark } from "../../../charts/line-figure.ts";
import { domainOf } from "../../../charts/scale.ts";
import { plain } from "../../../i18n/numbers.ts";
import type { Column, LabFigure } from "../../../lab/figure-data.ts";
import { tick } from "../../../lab/number-text.ts";
import { trainedTokens } from "../../../training/index.ts";
import type { LengthSummary } from "../../../training/summary.ts";
import { nats, percent } from "../names.ts";
import { type Row, rowName } from "../rows.ts";
import { t } from "../strings.ts";
import type { Shown } from "../visit.ts";
import { python } from "./python.ts";
import { toneAt } from "./tones.ts";

export type Quantity = "loss" | "accuracy";

/** One line of the figure, and which of the tones it has. */
export interface Drawn {
  row: Row;
  tone: number;
}

/** null: nothing was tested yet. */
export function lengthFigure(shown: Shown, drawn: readonly Drawn[], quantity: Quantity): LabFigure | null {
  const tested = drawn.filter(({ row }) => row.summary.lengths.length > 0);
  if (tested.length === 0) return null;
  const trained = trainedTokens(shown.study);
  const points = [...shown.study.lengths].sort((a, b) => a - b);
  const methods = tested.map(({ row, tone }) => lineOf(row, points, quantity, tone));
  const floor = points.map((tokens) => floorAt(tested, tokens));
  const isLine = quantity === "loss" && flatFloor(floor) === null;
  const lines = isLine ? [...methods, floorLine(floor)] : methods;
  // Where the lines begin: a loss is low there, an accuracy high.
  const marks: readonly Mark[] = [{ axis: "x", at: trained, label: t("figure.trained"), low: quantity === "accuracy" }];
  const columns = columnsOf(points, lines, quantity);
  return {
    chart: {
      title: t(`lengths.${quantity}`),
      description: methods.map((line) => seen(line, points, quantity)).join(" "),
      x: lengthAxis(points, trained),
      y: quantity === "loss" ? lossAxis(shown, lines, floor) : accuracyAxis(),
      points,
      lines,
      marks: quantity === "loss" ? [...marks, ...lossMarks(shown, flatFloor(floor))] : marks,
      detail: (point) => refusedAt(drawn, points[point] as number),
    },
    columns,
    python: python(columns),
  };
}

const columnsOf = (points: readonly number[], lines: readonly Line[], quantity: Quantity): Column[] => [
  { name: "tokens", label: t("figure.tokens"), values: points },
  ...lines.flatMap(({ name, values, band }, at) => [
    { name: `${quantity}_${at}`, label: name, values },
    ...(band ? [{ name: `deviation_${at}`, label: `${name} ±`, values: band }] : []),
  ]),
];

/** Ticks at doublings of the trained length, each with its multiple. */
function lengthAxis(points: readonly number[], trained: number): LineFigure["x"] {
  const doublings = points.filter((tokens) => Number.isInteger(Math.log2(tokens / trained)));
  return {
    label: t("figure.tokens"),
    kind: "log",
    domain: ends([...points, trained]),
    ticks: doublings.length > 0 ? doublings : points,
    tick: (tokens) => `${plain(tokens)} ×${plain(tokens / trained)}`,
    print: plain,
  };
}

const ends = (tokens: readonly number[]): [number, number] => {
  const [low, high] = [Math.min(...tokens), Math.max(...tokens)];
  return low === high ? [low / 2, high * 2] : [low / 1.12, high * 1.12];
};

const lengthOf = ({ summary }: Row, tokens: number): LengthSummary | undefined =>
  summary.lengths.find((length) => length.tokens === tokens);

function lineOf(row: Row, points: readonly number[], quantity: Quantity, tone: number): Line {
  const spreads = points.map((tokens) => lengthOf(row, tokens)?.[quantity]);
  const of = (key: "mean" | "deviation") => Float64Array.from(spreads, (spread) => spread?.[key] ?? Number.NaN);
  return {
    name: rowName(row),
    tone: toneAt(tone),
    values: of("mean"),
    ...(row.summary.seeds > 1 && { band: of("deviation") }),
    dots: true,
  };
}

/** With its band. */
const upper = ({ values, band }: Line): number[] => Array.from(values, (value, at) => value + (band?.[at] ?? 0));

function lossAxis({ runs }: Shown, lines: readonly Line[], floor: readonly number[]): LineFigure["y"] {
  const values = [...lines.map(upper), floor, [runs[0]?.facts.chance ?? Number.NaN]];
  const [low, high] = domainOf("linear", values, [0, 1]);
  // A line of text below the floor.
  const foot = flatFloor(floor) === null ? 0 : 0.06 * (high - low);
  return { label: t("figure.nats"), kind: "linear", domain: [low - foot, high], tick, print: nats };
}

const accuracyAxis = (): LineFigure["y"] => ({
  label: t("figure.accuracy"),
  kind: "linear",
  domain: [-0.02, 1.04],
  tick: percent,
  print: percent,
});

/** Of any method that was tested there: the sequences are of one kind. */
const floorAt = (tested: readonly Drawn[], tokens: number): number =>
  tested.flatMap(({ row }) => lengthOf(row, tokens)?.floor ?? [])[0] ?? Number.NaN;

const floorLine = (values: readonly number[]): Line => ({ name: t("figure.floor_line"), tone: "floor", values });

/** The floor where it is the same at every length; null: it is a line. */
function flatFloor(floor: readonly number[]): number | null {
  const known = floor.filter(Number.isFinite);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  return most - least < 5e-4 ? least : null;
}

function lossMarks({ runs }: Shown, floor: number | null): Mark[] {
  const chance = runs[0]?.facts.chance;
  const marks: Mark[] = [];
  // Losses rise with the length: chance has room at the left. Below the floor there is none.
  if (chance !== undefined)
    marks.push({ axis: "y", at: chance, label: t("figure.chance", { loss: nats(chance) }), side: "left" });
  if (floor !== null) marks.push({ axis: "y", at: floor, label: t("figure.floor", { loss: nats(floor) }), low: true });
  return marks;
}

function seen({ name, values }: Line, points: readonly number[], quantity: Quantity): string {
  const known = points.flatMap((tokens, at) =>
    Number.isFinite(values[at]) ? [{ tokens, value: values[at] as number }] : [],
  );
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last) return "";
  const print = quantity === "loss" ? nats : percent;
  return t("lengths.seen", {
    name,
    first: print(first.value),
    from: first.tokens,
    last: print(last.value),
    to: last.tokens,
  });
}

function refusedAt(drawn: readonly Drawn[], tokens: number): string {
  const refusing = drawn.filter(({ row }) => row.summary.refused.some((one) => one.tokens === tokens));
  const names = refusing.map(({ row }) => rowName(row)).join(t("list.names"));
  return names === "" ? "" : t("lengths.refused", { names });
}
