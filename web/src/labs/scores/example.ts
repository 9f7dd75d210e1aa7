/** ALiBi on two keys with equal content: the smallest case in which before and after the softmax differ. */
import type { Posenc, Problem } from "../../engine/index.ts";
import type { Task } from "../../lab/session.ts";

/** q·k = 2 for both keys, at distances 4 and 1. */
const INPUT = { kind: "tensors", query: [[2]], key: [[1], [1]], value: [[1], [0]] } as const;
export const EXAMPLE_SLOPE = 0.5;
const POSITIONS = { query_positions: [4], key_positions: [3, 0] } as const;

export const EXAMPLE_CONTENT: Problem = { input: INPUT, scale: 1, ...POSITIONS };
export const EXAMPLE: Problem = { ...EXAMPLE_CONTENT, method: { kind: "alibi", slopes: [EXAMPLE_SLOPE] } };

export interface ExampleKey {
  distance: number;
  content: number;
  score: number;
  weight: number;
  plainWeight: number;
}

export type Example = readonly ExampleKey[];

export async function runExample(posenc: Posenc, signal?: AbortSignal): Promise<Example> {
  const outputs = ["scores", "weights"] as const;
  const content = await posenc.attention(EXAMPLE_CONTENT, { outputs, signal });
  const biased = await posenc.attention(EXAMPLE, { outputs, signal });
  return POSITIONS.key_positions.map((position, key) => ({
    distance: POSITIONS.query_positions[0] - position,
    content: content.scores?.data[key] as number,
    score: biased.scores?.data[key] as number,
    weight: biased.weights?.data[key] as number,
    plainWeight: content.weights?.data[key] as number,
  }));
}

export const exampleTask: Task<Example> = { key: "example", run: runExample };
