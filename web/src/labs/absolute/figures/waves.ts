/** Two channels over the positions: a sine and its cosine, or two columns of a table. */
import type { Line, Mark, Region } from "../../../charts/line-figure.ts";
import { domainOf } from "../../../charts/scale.ts";
import type { LabFigure } from "../../../lab/figure-data.ts";
import { result } from "../../../lab/number-text.ts";
import { chosenChannels, isLearned } from "../methods.ts";
import { encodingPython, literalPython } from "../python.ts";
import { t } from "../strings.ts";
import type { Side, View } from "../view.ts";
import { positionAxis, upTo, valueAxis } from "./axes.ts";

const column = ({ table: { rows, width, perPosition } }: Side, channel: number, positions: readonly number[]) =>
  positions.map((p) => {
    const step = Math.round(p * perPosition);
    return (rows[step * width + channel] as number | undefined) ?? Number.NaN;
  });

/** The finest steps that every side has, over the longest of them. */
function pointsOf({ now, kept }: View): number[] {
  const sides = kept ? [now, kept] : [now];
  const perPosition = sides.some(({ state }) => isLearned(state))
    ? 1
    : Math.min(...sides.map(({ table }) => table.perPosition));
  const last = Math.max(...sides.map(({ table }) => table.at.positions)) - 1;
  return upTo(last * perPosition + 1).map((step) => step / perPosition);
}

export function wavesFigure(view: View): LabFigure {
  const { now, kept } = view;
  const points = pointsOf(view);
  const [sine, cosine] = chosenChannels(now.state);
  const lines: Line[] = [
    { name: channelName(now, sine), tone: "main", values: column(now, sine, points) },
    { name: channelName(now, cosine), tone: "third", values: column(now, cosine, points) },
  ];
  if (kept) {
    const [channel] = chosenChannels(kept.state);
    const own = channelName(kept, channel);
    const name = t("line.kept", { name: own });
    lines.unshift({ name, tone: "before", values: column(kept, channel, points) });
  }
  const values = lines.map((line) => line.values);
  const learned = isLearned(now.state);
  return {
    chart: {
      title: t(learned ? "figure.columns" : "figure.waves", { first: sine, second: cosine }),
      description: seen(now, [sine, cosine]),
      x: positionAxis(0, points.at(-1) ?? 1),
      y: valueAxis(t("axis.value"), learned ? domainOf("linear", values, [-1, 1]) : [-1.08, 1.3]),
      points: points,
      lines,
      marks: marksOf(now),
      regions: learned ? regionsOf(now) : [],
    },
    columns: [
      { name: "position", label: t("axis.position"), values: points },
      ...lines.map(({ name, values }, at) => ({
        name: columnName(at, kept !== null, [sine, cosine]),
        label: name,
        values,
      })),
    ],
    python: pythonOf(now, [sine, cosine], points),
  };
}

/** p and p + k; the left one's label turns away from the right one where they are near. */
function marksOf({ p, q, k, table: { at } }: Side): Mark[] {
  // Of the width, what the label takes: one letter, or the sum.
  const room = (position: number): number => (position === p ? 0.03 : 0.15);
  const turned = (position: number): Mark["side"] =>
    Math.abs(k) < 0.2 * at.positions && position === Math.min(p, q) && position > room(position) * at.positions
      ? "left"
      : undefined;
  const marks: Mark[] = [{ axis: "x", at: p, label: "p", side: turned(p) }];
  return k === 0 ? marks : [...marks, { axis: "x", at: q, label: "p + k", side: turned(q) }];
}

const columnName = (at: number, hasKept: boolean, channels: readonly number[]): string => {
  const own = hasKept ? at - 1 : at;
  return own < 0 ? "kept" : `channel_${channels[own]}`;
};

function channelName({ state }: Side, channel: number): string {
  if (isLearned(state)) return t("line.channel", { channel });
  const [sine] = chosenChannels(state);
  return t(channel === sine ? "line.sine" : "line.cosine", { channel });
}

const withWavelength = <T extends object>(values: T, frequency: number) => ({
  ...values,
  wavelength: result((2 * Math.PI) / frequency),
});

function seen({ state, pair, turn, p, table }: Side, [sine, cosine]: readonly [number, number]): string {
  const [first, second] = [sine, cosine].map((channel) =>
    result(table.rows[p * table.perPosition * table.width + channel] as number),
  );
  const values = { position: p, first: first ?? "", second: second ?? "" };
  const frequency = turn?.frequencies[pair];
  return isLearned(state) || frequency === undefined
    ? t("figure.columns.seen", values)
    : t("figure.waves.seen", withWavelength(values, frequency));
}

/** Which rows training has read, which only have their initial values, which are made from others, which do not exist. */
export function regionsOf({ state, table: { count } }: Side): Region[] {
  const { rows, offset, positions, extension } = state;
  const own = Math.min(positions, rows - offset);
  const trained = Math.min(state.trained, own);
  const last = positions - 1;
  const [read, there] = [trained - 0.5, own - 0.5];
  const regions: Region[] = [
    { from: 0, to: Math.min(read, last), label: t("region.trained"), fill: "light", where: "foot" },
    { from: read, to: Math.min(there, last), label: t("region.reserved"), fill: "none", where: "foot" },
    extension === "none"
      ? { from: count - 0.5, to: last, label: t("region.missing"), fill: "hatched", where: "across" }
      : { from: there, to: last, label: t("region.extended"), fill: "strong", where: "foot" },
  ];
  return regions.filter(({ from, to }) => to > from);
}

function pythonOf(side: Side, channels: readonly [number, number], points: readonly number[]): string {
  if (isLearned(side.state))
    return channels
      .map((channel) =>
        literalPython(
          `channel_${channel}`,
          column(
            side,
            channel,
            points.filter((p) => p < side.table.count),
          ),
        ),
      )
      .join("");
  const perPosition = points.length > 1 ? Math.round(1 / ((points[1] as number) - (points[0] as number))) : 1;
  return `${encodingPython(side.state)}
for step in range(${points.length}):
    p = step / ${perPosition}
    print(p, encoding(p)[${channels[0]}], encoding(p)[${channels[1]}])
`;
}
