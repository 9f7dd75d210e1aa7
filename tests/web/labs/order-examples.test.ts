/** Each worked example of the page gives the numbers that it promises, through the core. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPosenc, type Posenc } from "../../../web/src/engine/index.ts";
import type { AttentionResult, OutputName } from "../../../web/src/engine/problem.ts";
import { EXAMPLES } from "../../../web/src/labs/order/examples.ts";
import { explain } from "../../../web/src/labs/order/explain.ts";
import { textOf } from "../../../web/src/labs/order/pieces.ts";
import { makeView } from "../../../web/src/labs/order/view.ts";
import { shorten } from "../../../web/src/state/defaults.ts";
import { readHash, sameProblem, toHash } from "../../../web/src/state/link.ts";

let posenc: Posenc;
beforeAll(async () => {
  posenc = await createPosenc({ engine: "reference" });
});
afterAll(() => posenc.close());

const made = (name: string) => {
  const example = EXAMPLES.find((one) => one.name === name);
  if (!example) throw new Error(name);
  return example.make();
};

/** One row of a result with one head. */
async function rowOf(name: string, output: OutputName, row: number): Promise<number[]> {
  const result: AttentionResult = await posenc.attention(shorten(made(name)), { outputs: [output] });
  const { shape, data } = result[output] as { shape: readonly number[]; data: Float64Array };
  const width = shape.at(-1) as number;
  return [...data.subarray(row * width, (row + 1) * width)];
}

const close = (actual: number[], expected: number[], digits = 12) => {
  expect(actual).toHaveLength(expected.length);
  for (const [at, number] of expected.entries()) expect(actual[at]).toBeCloseTo(number, digits);
};

test("sinusoidal, d_model = 4: positions 0, 1, 2", async () => {
  close(await rowOf("sinusoidal", "encoding", 0), [0, 1, 0, 1]);
  close(await rowOf("sinusoidal", "encoding", 1), [0.8415, 0.5403, 0.01, 1], 4);
  close(await rowOf("sinusoidal", "encoding", 2), [0.9093, -0.4161, 0.02, 0.9998], 4);
});

test("learned and segments: token, position and segment add up", async () => {
  close(await rowOf("learned", "input", 2), [2.3, 0.4], 6);
  close(await rowOf("learned", "input", 0), [1.1, 0.2], 6);
});

test("ALiBi: distances 1 and 4 give 1.5 and 0", async () => {
  close(await rowOf("alibi", "scores", 4), [0, 0.5, 1, 1.5, 2]);
});

test("rotary in two dimensions: (0,1) gives 0, (0,2) gives -1, (4,5) gives 0", async () => {
  close((await rowOf("rotary", "scores", 0)).slice(0, 3), [1, 0, -1]);
  expect((await rowOf("rotary", "scores", 4))[5]).toBeCloseTo(0, 12);
});

test("rotary, another key: distance 1 gives -1 and 0", async () => {
  expect((await rowOf("rotary_keys", "scores", 0))[1]).toBeCloseTo(-1, 12);
  expect((await rowOf("rotary_keys", "scores", 1))[2]).toBeCloseTo(0, 12);
});

test("Shaw, seen from the middle word: Δ is -1 before it and +1 after it", async () => {
  const problem = made("shaw");
  const data = await posenc.equivariance(shorten(problem), { outputs: ["scores", "rotated_query", "rotated_key"] });
  const rows = new Map([-1, 0, 1].map((relative) => [relative, new Float64Array(problem.input.head_dim)]));
  const view = makeView(problem, { data, terms: { keyRows: [rows] } }, "original", 0);
  const lines = (column: number) => explain(view, { figure: "scores", row: 1, column })?.lines.map(textOf);
  expect(lines(0)).toContain("Δ = −1");
  expect(lines(1)).toContain("Δ = 0");
  expect(lines(2)).toContain("Δ = 1");
});

test.each(EXAMPLES.map((example) => [example.name, example] as const))("%s comes back from its link", (_, { make }) => {
  const read = readHash(toHash(make()));
  expect(read.kind === "problem" && sameProblem(read.problem, make())).toBe(true);
});
