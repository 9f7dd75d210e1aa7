/** Vectors before and after they are turned, channel by channel. */
import type { Matrix } from "../../../lab/matrices.ts";
import type { ScorePart } from "../tasks/score.ts";

/** Half of them from either end of the vector, so that what turns and what does not are both seen. */
export const MOST_CHANNELS = 16;

/** Query and key before and after, one row each. */
export function vectorMatrix({ q, turnedQ, k, turnedK, state: { i, j } }: ScorePart): Matrix {
  const channels = channelsShown(q.length);
  return {
    rows: [{ text: "q" }, { text: `R(${i})q` }, { text: "k" }, { text: `R(${j})k` }],
    columns: channels.map((channel) => ({ text: String(channel) })),
    values: [q, turnedQ, k, turnedK].flatMap((vector) => channels.map((at) => vector[at] as number)),
  };
}

const channelsShown = (width: number): number[] =>
  Array.from({ length: Math.min(width, MOST_CHANNELS) }, (_, at) =>
    width > MOST_CHANNELS && at >= MOST_CHANNELS / 2 ? width - MOST_CHANNELS + at : at,
  );
