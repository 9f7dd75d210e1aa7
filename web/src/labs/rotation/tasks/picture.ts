/** A picture between words: positions with several streams, which pair listens to which, and how near patches are. */
import type { Posenc, RotaryMethod } from "../../../engine/index.ts";
import type { RotationState } from "../state.ts";
import { exact, repeated, row, type Vector } from "./exact.ts";
import { channelsOf } from "./score.ts";

export type Stream = "t" | "h" | "w";

/** A word, or a patch of the picture, with its position in each stream. */
export interface Place {
  kind: "word" | "patch";
  at: Readonly<Record<Stream, number>>;
}

/** The 2-D form has rows and columns alone: no words, and no time. */
export const wordsOf = ({ layout, before, after }: RotationState) =>
  layout === "axial" ? { before: 0, after: 0 } : { before, after };

/** Words advance all streams by one; the picture keeps t and counts rows and columns from where it starts. */
export function placesOf(state: RotationState): Place[] {
  const { rows, columns } = state;
  const { before, after } = wordsOf(state);
  const word = (position: number): Place => ({ kind: "word", at: { t: position, h: position, w: position } });
  const patches = Array.from({ length: rows * columns }, (_, at): Place => {
    const [row, column] = [Math.floor(at / columns), at % columns];
    return { kind: "patch", at: { t: before, h: before + row, w: before + column } };
  });
  const next = before + Math.max(rows, columns);
  return [
    ...Array.from({ length: before }, (_, at) => word(at)),
    ...patches,
    ...Array.from({ length: after }, (_, at) => word(next + at)),
  ];
}

/** The position of the token that would come next. */
export function nextPosition(state: RotationState): number {
  const { before, after } = wordsOf(state);
  return before + Math.max(state.rows, state.columns) + after;
}

export const streamsOf = ({ layout }: RotationState): Stream[] => (layout === "axial" ? ["h", "w"] : ["t", "h", "w"]);

export const sectionsOf = ({ layout, sections }: RotationState): readonly number[] =>
  layout === "axial" ? sections.slice(1) : sections;

export const pictureWidth = (state: RotationState): number => 2 * sectionsOf(state).reduce((sum, one) => sum + one, 0);

export interface PicturePart {
  state: RotationState;
  places: readonly Place[];
  /** By pair: its stream, and its radians per position. */
  listens: readonly Stream[];
  frequencies: Vector;
  /** Average score of q = k over patches, [patches, patches], by streams and by the order of the tokens. */
  streamed: Vector;
  raster: Vector;
}

export function pictureMethod(state: RotationState): RotaryMethod {
  return {
    kind: "rotary",
    pairing: state.pairing,
    rope_theta: state.theta,
    mrope_section: sectionsOf(state),
    mrope_layout: state.layout,
  };
}

export async function picturePart(posenc: Posenc, state: RotationState, signal: AbortSignal): Promise<PicturePart> {
  const places = placesOf(state);
  const width = pictureWidth(state);
  const streams = streamsOf(state);
  const ones = new Float64Array(width).fill(1);
  const scoresOf = async (method: RotaryMethod) => {
    const tokens = repeated(ones, places.length);
    const input = { kind: "tensors", query: tokens, key: tokens } as const;
    const { scores } = await exact(posenc, { input, method, scale: 1 / width }, ["scores"], signal);
    return amongPatches(Float64Array.from(scores?.data ?? []), state, places.length);
  };
  const method = pictureMethod(state);
  const { pairing, theta } = state;
  return {
    state,
    places,
    ...(await listening(posenc, state, ones, signal)),
    streamed: await scoresOf({ ...method, streams: streams.map((stream) => places.map(({ at }) => at[stream])) }),
    raster: await scoresOf({ kind: "rotary", pairing, rope_theta: theta }),
  };
}

/** The rows and columns of patches alone. */
function amongPatches(scores: Vector, state: RotationState, tokens: number): Vector {
  const patches = state.rows * state.columns;
  const { before } = wordsOf(state);
  return Float64Array.from({ length: patches * patches }, (_, at) => {
    const [query, key] = [before + Math.floor(at / patches), before + (at % patches)];
    return scores[query * tokens + key] as number;
  });
}

/** Asked of the core: one token per stream stands at 1 in that stream alone, and turns the pairs that listen to it. */
async function listening(posenc: Posenc, state: RotationState, ones: Vector, signal: AbortSignal) {
  const streams = streamsOf(state);
  const tokens = repeated(ones, streams.length);
  const problem = {
    input: { kind: "tensors", query: tokens, key: tokens } as const,
    method: {
      ...pictureMethod(state),
      streams: streams.map((_, stream) => streams.map((_, token) => (token === stream ? 1 : 0))),
    },
  };
  const { rotated_query } = await exact(posenc, problem, ["rotated_query"], signal);
  const angles = streams.map((_, token) => anglesOf(row(rotated_query, token), state));
  const listens = Array.from(angles[0] ?? [], (_, pair) => {
    const stream = angles.findIndex((of) => (of[pair] as number) !== 0);
    return streams[stream] as Stream;
  });
  const frequencies = Float64Array.from(listens, (_, pair) => Math.max(...angles.map((of) => of[pair] as number)));
  return { listens, frequencies };
}

/** By how much each pair of ones has turned. */
function anglesOf(turned: Vector, state: RotationState): number[] {
  const rotaryDim = turned.length;
  return Array.from({ length: rotaryDim / 2 }, (_, pair) => {
    const [x, y] = channelsOf({ state, rotaryDim }, pair).map((channel) => turned[channel] as number) as [
      number,
      number,
    ];
    return Math.atan2(y - x, y + x);
  });
}
