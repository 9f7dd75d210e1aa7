/** The chosen query's row as lines over the keys: scores and weights. */
import type { Line, LineFigure } from "../../../charts/line-figure.ts";
import { plain } from "../../../i18n/numbers.ts";
import { sideName } from "../../../lab/controls.ts";
import type { Column, LabFigure } from "../../../lab/figure-data.ts";
import { result as numberText, tick } from "../../../lab/number-text.ts";
import type { HeadResult } from "../result.ts";
import type { RowNumbers } from "../row.ts";
import { t } from "../strings.ts";
import { shortToken } from "../token-list.ts";

export interface RowFigureInput {
  present: HeadResult;
  row: RowNumbers;
  /** The kept row, where it has as many keys. */
  kept: RowNumbers | null;
  /** The weights without the method. */
  plain: ArrayLike<number> | null;
}

const PADDING = 0.1;

function domainOf(lines: readonly Line[], isFromZero: boolean): [number, number] {
  let [low, high] = isFromZero ? [0, 0] : [Infinity, -Infinity];
  for (const { values } of lines) {
    for (let at = 0; at < values.length; ++at) {
      const value = values[at] as number;
      if (!Number.isFinite(value)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  if (!(high > low)) return [Number.isFinite(low) ? low - 1 : -1, Number.isFinite(high) ? high + 1 : 1];
  const room = PADDING * (high - low);
  return [isFromZero ? 0 : low - room, high + room];
}

type Chart = Pick<LineFigure, "title" | "description" | "lines"> & { label: string; isFromZero: boolean };

function chartOf({ present: { tokens }, row }: RowFigureInput, { label, isFromZero, ...rest }: Chart): LineFigure {
  const points = Float64Array.from(tokens, (_, key) => key);
  return {
    ...rest,
    x: {
      label: t("axis.key"),
      kind: "linear",
      domain: [0, Math.max(1, tokens.length - 1)],
      tick,
      print: (key) => `${plain(key)} ${t("token.quoted", { token: shortToken(tokens[key] ?? "") })}`,
    },
    y: { label, kind: "linear", domain: domainOf(rest.lines, isFromZero), tick, print: numberText },
    points,
    marks: tokens[row.slot] === undefined ? [] : [{ axis: "x", at: row.slot, label: t("row.query") }],
  };
}

const listed = (values: ArrayLike<number>): string =>
  Array.from(values, (value) => (value === -Infinity ? "-np.inf" : String(value))).join(", ");

/** Scores as the engine gives them; the softmax from there. */
export const rowPython = ({ scores }: Pick<RowNumbers, "scores">): string =>
  [
    "import numpy as np",
    "",
    `scores = np.array([${listed(scores)}])`,
    "weights = np.exp(scores - scores.max())",
    "weights /= weights.sum()",
    "",
  ].join("\n");

/** What the row says: how far back, how evenly, and its largest weight. */
export const rowScript = (row: Pick<RowNumbers, "scores" | "slot">): string =>
  `${rowPython(row)}seen = weights[weights > 0]
back = weights @ (${row.slot} - np.arange(weights.size))
entropy = -(seen * np.log(seen)).sum()
print(back, weights.max(), entropy)
`;

const keysOf = ({ present: { tokens } }: RowFigureInput): Column[] => [
  { name: "key", label: t("axis.key"), values: tokens.map((_, key) => key) },
  { name: "token", label: t("axis.token"), values: tokens },
];

export function scoreFigure(input: RowFigureInput): LabFigure {
  const { row, kept } = input;
  const lines: Line[] = [
    { name: t("matrix.scores"), tone: "main", values: row.scores },
    { name: t("matrix.content"), tone: "third", values: row.content },
    ...(kept
      ? [{ name: t("row.kept_scores", { side: sideName("other") }), tone: "before", values: kept.scores } as Line]
      : []),
  ];
  return {
    chart: chartOf(input, {
      title: t("row.scores"),
      description: t("row.scores.text"),
      lines,
      label: t("matrix.scores.short"),
      isFromZero: false,
    }),
    columns: [
      ...keysOf(input),
      { name: "content", label: t("matrix.content.short"), values: row.content },
      { name: "score", label: t("matrix.scores.short"), values: row.scores },
      ...(kept ? [{ name: "kept_score", label: sideName("other"), values: kept.scores }] : []),
    ],
    python: rowPython(input.row),
  };
}

export function weightFigure(input: RowFigureInput): LabFigure {
  const { row, kept, plain: bare } = input;
  const lines: Line[] = [
    { name: t("matrix.weights"), tone: "main", values: row.weights },
    ...(bare ? [{ name: t("row.plain"), tone: "third", values: bare } as Line] : []),
    ...(kept
      ? [{ name: t("row.kept_weights", { side: sideName("other") }), tone: "before", values: kept.weights } as Line]
      : []),
  ];
  return {
    chart: chartOf(input, {
      title: t("row.weights"),
      description: t("row.weights.text"),
      lines,
      label: t("matrix.weights.short"),
      isFromZero: true,
    }),
    columns: [
      ...keysOf(input),
      { name: "weight", label: t("matrix.weights.short"), values: row.weights },
      ...(bare ? [{ name: "weight_without_method", label: t("row.plain"), values: bare }] : []),
      ...(kept ? [{ name: "kept_weight", label: sideName("other"), values: kept.weights }] : []),
    ],
    python: rowPython(input.row),
  };
}
