/** The numbers of the lab Scores, from the engine: terms, rows, before and after the softmax, long texts. */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPosenc, type Posenc } from "../../../web/src/engine/index.ts";
import { makeGiven } from "../../../web/src/lab/given.ts";
import { rowSentence } from "../../../web/src/labs/scores/answer.ts";
import { runExample } from "../../../web/src/labs/scores/example.ts";
import { cellNumbers } from "../../../web/src/labs/scores/formula.ts";
import { faultOf } from "../../../web/src/labs/scores/given.ts";
import { HeadCore, partsOf } from "../../../web/src/labs/scores/head-core.ts";
import { commandOf, problemOf } from "../../../web/src/labs/scores/problem.ts";
import { type HeadResult, headResult, type Progress, plainRow } from "../../../web/src/labs/scores/result.ts";
import { heaviest, rowNumbers, variation } from "../../../web/src/labs/scores/row.ts";
import { softmaxRow } from "../../../web/src/labs/scores/softmax.ts";
import { KINDS, SCHEMA, type ScoresState } from "../../../web/src/labs/scores/state.ts";
import { startOf } from "../../../web/src/state/schema.ts";

const start: ScoresState = startOf(SCHEMA);
const core = new HeadCore();
let posenc: Posenc;
let told: Progress[] = [];

beforeAll(async () => {
  posenc = await createPosenc({ engine: "wasm" });
});
afterAll(() => {
  posenc.close();
  core.close();
});

const asked = (signal = new AbortController().signal) => {
  told = [];
  return { core, posenc, signal, progress: (progress: Progress) => void told.push(progress) };
};
const resultOf = (change: Partial<ScoresState>): Promise<HeadResult> => headResult(asked(), { ...start, ...change });

test("promised: ALiBi, content 2 and 2, m = 0.5, distances 1 and 4 → 1.5 and 0", async () => {
  const example = await runExample(posenc);
  expect(example.map(({ distance }) => distance)).toEqual([1, 4]);
  expect(example.map(({ content }) => content)).toEqual([2, 2]);
  expect(example.map(({ score }) => score)).toEqual([1.5, 0]);
  const share = Math.exp(1.5) / (Math.exp(1.5) + 1);
  expect(example[0]?.weight).toBeCloseTo(share, 6);
  expect(example[1]?.weight).toBeCloseTo(1 - share, 6);
  expect(example.map(({ plainWeight, score, content }) => plainWeight + score - content)).toEqual([0, -1.5]);
});

test("promised: slopes of 8 heads are 2^-1 … 2^-8", async () => {
  for (let head = 0; head < 8; ++head) {
    const { scores, content, tokens } = await resultOf({ heads: 8, head });
    const at = 5 * tokens.length + 1;
    expect((scores[at] as number) - (content[at] as number)).toBeCloseTo(-4 * 2 ** -(head + 1), 5);
  }
});

test("promised: from 咬 at position 1, 狗 at 0 has Δ = −1 and 人 at 2 has Δ = +1", async () => {
  const { scores, content } = await resultOf({ text: "狗咬人", mask: "none", heads: 1 });
  const position = (key: number) => (scores[3 + key] as number) - (content[3 + key] as number);
  expect([position(0), position(1), position(2)].map((value) => Math.round(value * 1e6) / 1e6)).toEqual([
    -0.003906, 0, 0.003906,
  ]);
});

test("every method: rows of weights sum to 1, the mask hides, hidden weights are 0", async () => {
  for (const method of KINDS) {
    const { scores, weights, tokens, content, scale } = await resultOf({ method, head: 1 });
    const count = tokens.length;
    for (let query = 0; query < count; ++query) {
      const row = weights.subarray(query * count, (query + 1) * count);
      expect(
        row.reduce((sum, weight) => sum + weight, 0),
        method,
      ).toBeCloseTo(1, 5);
      for (let key = 0; key < count; ++key) {
        expect(scores[query * count + key] === -Infinity).toBe(key > query);
        if (key > query) expect(row[key]).toBe(0);
      }
    }
    expect(scale).toBeCloseTo(
      method === "t5_bias" ? 1 : method === "deberta" ? 1 / Math.sqrt(24) : 1 / Math.sqrt(8),
      12,
    );
    // The content term does not know where a word stands: "dog" at 1 and 11, "man" at 4 and 8.
    expect(content[1 * count + 4]).toBe(content[11 * count + 8]);
  }
});

test("no method: scores are the content term, and the position term is 0", async () => {
  const { scores, content, largest } = await resultOf({ method: "none", mask: "none" });
  expect(scores).toEqual(content);
  expect(largest.position).toBe(0);
});

test("a cell's formula: the terms add up, exp(score) / sum is the engine's weight", async () => {
  const result = await resultOf({ method: "rotary" });
  const cell = cellNumbers(result, 11, 4);
  expect(cell.content + cell.position).toBeCloseTo(cell.score, 6);
  expect(Math.exp(cell.score) / cell.sum).toBeCloseTo(cell.weight, 6);
  expect(cellNumbers(result, 4, 11)).toMatchObject({ isHidden: true, weight: 0 });
});

test("a row in numbers: entropy, mean distance, the largest weight", async () => {
  const even = rowNumbers(
    {
      queries: ["a", "b", "c", "d"],
      tokens: ["a", "b", "c", "d"],
      weights: new Float32Array(16).fill(0.25),
      scores: new Float32Array(16),
      content: new Float32Array(16),
    } as unknown as HeadResult,
    3,
  );
  expect(even).toMatchObject({ visible: 4, back: 1.5, top: 0 });
  expect(even.entropy).toBeCloseTo(Math.log(4), 6);
  const row = rowNumbers(await resultOf({}), 11);
  expect(row.visible).toBe(12);
  expect(row.back).toBeCloseTo(3.1, 3);
  expect(row.top).toBe(11);
  expect(row.entropy).toBeLessThan(Math.log(12));
});

const array = (shape: number[], data: Float64Array) => ({ name: "", dtype: "float64", shape, data });

/** No two of them are equal. */
const numbers = (...shape: number[]) => {
  const count = shape.reduce((product, size) => product * size, 1);
  return array(
    shape,
    Float64Array.from({ length: count }, (_, at) => Math.sin(1.7 * at)),
  );
};
const INSIDE = KINDS.filter((kind) => kind !== "sinusoidal" && kind !== "learned");

for (const [queries, keys] of [
  [1, 6],
  [3, 6],
  [6, 3],
  [2, 300],
  [300, 2],
] as const) {
  const arrays = { query: numbers(2, queries, 8), key: numbers(2, keys, 8), value: numbers(2, keys, 3) };
  const given = makeGiven(arrays);

  test(`${queries} queries on ${keys} keys: every method, in the engine's numbers`, async () => {
    for (const method of INSIDE) {
      const state = { ...start, method, given, head: 1 };
      expect(faultOf(state), method).toBeNull();
      const found = await headResult(asked(), state);
      const { scores, weights, output } = await posenc.attention(problemOf(state), {
        outputs: ["scores", "weights", "output"],
      });
      for (const [mine, all] of [
        [found.scores, scores],
        [found.weights, weights],
        [found.output, output],
      ] as const)
        expect(mine, method).toEqual(all?.data.slice(mine.length, 2 * mine.length));
      expect([found.scores.length, found.output.length]).toEqual([queries * keys, queries * 3]);
      const last = rowNumbers(found, queries - 1);
      expect([last.slot, last.visible], method).toEqual([keys - 1, keys]);
      const { weights: plainWeights } = await plainRow(asked(), state, queries - 1);
      expect(plainWeights).toHaveLength(keys);
    }
  });
}

test("fewer queries than keys are the last of them; positions of files are taken as they are", async () => {
  const arrays = { query: numbers(1, 2, 8), key: numbers(1, 4, 8) };
  const state = { ...start, given: makeGiven(arrays) };
  const last = await headResult(asked(), state);
  expect(last.positions).toEqual({ query: [2, 3], key: [0, 1, 2, 3] });
  expect(Array.from(last.scores, (score) => score === -Infinity)).toEqual([
    ...[false, false, false, true],
    ...[false, false, false, false],
  ]);
  const query_positions = array([2], Float64Array.of(0, 7));
  const placed = await headResult(asked(), { ...state, given: makeGiven({ ...arrays, query_positions }) });
  expect(placed.positions.query).toEqual([0, 7]);
  // ALiBi's one head: slope 1/256 for each position of distance.
  const terms = Array.from(placed.scores, (score, at) => 256 * (score - (placed.content[at] as number)));
  expect(terms.slice(0, 4)).toEqual([expect.closeTo(0, 3), -Infinity, -Infinity, -Infinity]);
  expect(terms.slice(4)).toEqual([-7, -6, -5, -4].map((term) => expect.closeTo(term, 3)));
  const mask = array([2, 4], Float64Array.of(1, 0, 0, 1, 0, 0, 0, 0));
  const masked = await headResult(asked(), { ...state, given: makeGiven({ ...arrays, mask }) });
  expect(rowNumbers(masked, 0).visible).toBe(2);
  expect(rowSentence(masked, rowNumbers(masked, 1))).toBe(
    "“q₁” (token 1) sees no key: the mask hides all of them, so its weights and its output are 0.",
  );
});

test("a recency preference is no cut-off: under ALiBi's slope 1/16 far keys keep a weight, a window gives 0", async () => {
  const long = { repeat: 8, query: 103, head: 1 };
  const alibi = rowNumbers(await resultOf(long), 103);
  const window = rowNumbers(await resultOf({ ...long, method: "none", mask: "window", window: 20 }), 103);
  const far = (weights: Float32Array) => weights.subarray(0, 83).reduce((sum, weight) => sum + weight, 0);
  expect(far(alibi.weights)).toBeGreaterThan(0.05);
  expect(far(window.weights)).toBe(0);
});

test("one word: RoPE's scores are constant along diagonals, sinusoidal ones are not", async () => {
  const along = async (method: ScoresState["method"]) => {
    const { scores } = await resultOf({ text: "dog", repeat: 16, method, mask: "none" });
    let worst = 0;
    for (let at = 0; at < 15; ++at)
      worst = Math.max(worst, Math.abs((scores[at * 16 + at + 1] as number) - (scores[1] as number)));
    return worst;
  };
  expect(await along("rotary")).toBeLessThan(1e-5);
  expect(await along("sinusoidal")).toBeGreaterThan(0.01);
});

test("人咬狗 beside 狗咬人: without method and mask, 咬 has one output", async () => {
  const of = (text: string, more: Partial<ScoresState> = {}) =>
    resultOf({ text, method: "none", mask: "none", ...more });
  const middle = ({ output, valueDim }: HeadResult) => Array.from(output.subarray(valueDim, 2 * valueDim));
  const worst = (a: number[], b: number[]) => Math.max(...a.map((value, at) => Math.abs(value - (b[at] as number))));
  expect(worst(middle(await of("狗咬人")), middle(await of("人咬狗")))).toBeLessThan(1e-6);
  const causal = { mask: "causal" } as const;
  expect(worst(middle(await of("狗咬人", causal)), middle(await of("人咬狗", causal)))).toBeGreaterThan(0.01);
});

test("before the softmax multiplies weights by exp(bias); after it the row no longer sums to 1", async () => {
  for (const method of ["t5_bias", "alibi", "kerple", "sandwich", "fire"] as const) {
    const state: ScoresState = { ...start, method };
    const row = rowNumbers(await headResult(asked(), state), 11);
    const bare = await plainRow(asked(), state, 11);
    const { keys, sum } = softmaxRow(row, bare.weights);
    expect(
      [sum.weight, sum.plainWeight].map((value) => value.toFixed(5)),
      method,
    ).toEqual(["1.00000", "1.00000"]);
    expect(Math.abs(sum.after - 1), method).toBeGreaterThan(1e-3);
    const [a, b] = [keys[0], keys[5]] as [(typeof keys)[number], (typeof keys)[number]];
    const ratio = Math.log(a.plainWeight / b.plainWeight) + a.bias - b.bias;
    expect(Math.log(a.weight / b.weight), method).toBeCloseTo(ratio, 4);
  }
});

test("the difference of rows: 0 for equal, 1 for none in common", () => {
  expect(variation([0.5, 0.5, 0], [0.5, 0.5, 0])).toBe(0);
  expect(variation([1, 0], [0, 1])).toBe(1);
  expect(heaviest([0.1, 0.5, 0.1, 0.3], 3)).toEqual([0, 1, 3]);
});

test("a long text: one head, part by part, gives the numbers of the whole", async () => {
  const state: ScoresState = { ...start, repeat: 24, method: "deberta", head: 2 };
  const { scores, weights, output, tokens } = await headResult(asked(), state);
  expect(tokens.length).toBe(312);
  expect(told.at(-1)).toEqual({ done: 4, total: 4 });
  const whole = await posenc.attention(problemOf(state));
  const pairs = tokens.length ** 2;
  expect(scores).toEqual(whole.scores?.data.slice(2 * pairs, 3 * pairs));
  expect(weights).toEqual(whole.weights?.data.slice(2 * pairs, 3 * pairs));
  const width = tokens.length * state.head_dim;
  expect(output).toEqual(whole.output?.data.slice(2 * width, 3 * width));
  const row = await plainRow(asked(), state, 300);
  const without = await posenc.attention({ ...problemOf(state), method: { kind: "none" }, scale: 1 / Math.sqrt(24) });
  const from = (2 * tokens.length + 300) * tokens.length;
  expect(row.weights).toEqual(without.weights?.data.slice(from, from + tokens.length));
});

test("parts cover the queries, cut where the kernel's blocks are", () => {
  expect(partsOf([0, 2000], 2000, 1024)).toEqual([
    [0, 1024],
    [1024, 2000],
  ]);
  expect(partsOf([1999, 2000], 2000, 256)).toEqual([[1984, 2000]]);
  expect(partsOf([40, 41], 2000, 256)).toEqual([[32, 64]]);
});

test("an abort ends a long text", async () => {
  const stop = new AbortController();
  const running = headResult(asked(stop.signal), { ...start, repeat: 153, method: "fire" });
  setTimeout(() => stop.abort(), 50);
  await expect(running).rejects.toMatchObject({ code: "aborted" });
});

test("a refusal of the core names what is missing", async () => {
  await expect(resultOf({ method: "learned", rows: 12 })).rejects.toMatchObject({ code: "invalid_argument" });
  await expect(resultOf({ method: "rotary", head_dim: 7 })).rejects.toMatchObject({ code: "invalid_argument" });
});

test("the command gives the page's numbers", async () => {
  const state: ScoresState = { ...start, text: "it's a dog", query: 1, method: "rotary", mask: "window", window: 2 };
  const line = (commandOf(state) as string).replace("npx posenc", `"${process.execPath}" web/src/cli/posenc.mjs`);
  const said = JSON.parse(execFileSync("sh", ["-c", line], { encoding: "utf8" }));
  const { weights, tokens } = await headResult(asked(), state);
  expect(tokens).toContain("it's");
  const count = tokens.length;
  const first: number[] = said.weights[0].flat();
  expect(first.length).toBe(count * count);
  for (const [at, value] of first.entries()) expect(value).toBeCloseTo(weights[at] as number, 6);
});

test("q and k without v: scores and weights, no output in the figures or in the command", async () => {
  const array = (name: string) => ({ name, dtype: "text", shape: [2, 2], data: Float64Array.of(1, 0, 0, 1) });
  const given = makeGiven({ query: array("q"), key: array("k") });
  const result = await resultOf({ given, method: "none", mask: "none" });
  expect([result.valueDim, result.output.length]).toEqual([0, 0]);
  expect(result.weights[0]).toBeCloseTo(Math.exp(Math.SQRT1_2) / (Math.exp(Math.SQRT1_2) + 1), 6);
  expect(commandOf({ ...start, given })).toMatch(/--outputs scores,weights$/);
});
