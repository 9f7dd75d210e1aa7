/** The tokens with their positions, and the stream of each pair: their numbers, and their drawings for files. */
import type { CellTone, StripRow } from "../../../charts/draw-strip.ts";
import type { Drawing } from "../../../charts/drawing.ts";
import type { Column } from "../../../lab/figure-data.ts";
import { t } from "../strings.ts";
import { type PicturePart, type Place, type Stream, streamsOf, wordsOf } from "../tasks/picture.ts";

export const placeText = ({ at }: Place, streams: readonly Stream[]): string =>
  `(${streams.map((stream) => at[stream]).join(", ")})`;

export const tokensTitle = ({ state }: PicturePart): string => {
  const streams = streamsOf(state).join(", ");
  return t("picture.tokens", { streams });
};

export const tokenColumns = ({ state, places }: PicturePart): Column[] => [
  { name: "kind", label: "", values: places.map(({ kind }) => kind) },
  { name: "token", label: "", values: places.map((_, token) => token) },
  ...streamsOf(state).map((stream) => ({ name: stream, label: "", values: places.map(({ at }) => at[stream]) })),
];

export const streamColumns = ({ listens, frequencies }: PicturePart): Column[] => [
  { name: "stream", label: "", values: listens },
  { name: "pair", label: "", values: listens.map((_, pair) => pair) },
  { name: "inv_freq", label: "", values: frequencies },
];

const drawing = async (rows: readonly StripRow[]): Promise<Drawing> =>
  (await import("../../../charts/draw-strip.ts")).stripDrawing(rows);

/** The words before, the rows of the picture, the words after. */
export function tokensDrawing({ state, places }: PicturePart, patch: number): Promise<Drawing> {
  const { before } = wordsOf(state);
  const { rows, columns } = state;
  const end = before + rows * columns;
  const line = (from: number, to: number): StripRow => ({
    name: "",
    cells: places.slice(from, to).map((place, at) => ({
      text: placeText(place, streamsOf(state)),
      tone: place.kind === "word" ? "plain" : from + at === before + patch ? "chosen" : "dark",
    })),
  });
  const picture = Array.from({ length: rows }, (_, row) => line(before + row * columns, before + (row + 1) * columns));
  return drawing([line(0, before), ...picture, line(end, places.length)].filter(({ cells }) => cells.length > 0));
}

const TONES: Record<Stream, CellTone> = { t: "plain", h: "chosen", w: "dashed" };

export const streamsDrawing = ({ listens }: PicturePart): Promise<Drawing> =>
  drawing([
    { name: t("axis.pair"), cells: listens.map((_, pair) => ({ text: String(pair), tone: "plain" as const })) },
    { name: t("picture.stream"), cells: listens.map((stream) => ({ text: stream, tone: TONES[stream] })) },
  ]);
