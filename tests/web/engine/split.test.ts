import { describe, expect, test } from "vitest";
import type { Mask, Problem, Tensor } from "../../../web/src/engine/problem.ts";
import { toCoreProblem } from "../../../web/src/engine/problem-json.ts";
import type { CoreAttention, Part } from "../../../web/src/engine/wasm/core-module.ts";
import {
  blockQueries,
  joinParts,
  multiplyAdds,
  outputsOfPart,
  type ProblemSize,
  planParts,
  problemOfPart,
  sizeOf,
} from "../../../web/src/engine/wasm/split.ts";

const zeros = (...shape: number[]): Tensor => ({
  shape,
  data: new Float32Array(shape.reduce((product, size) => product * size, 1)),
});

function tensors(heads: number, kvHeads: number, queries: number, keys = queries, width = 4): Problem {
  const [query, key, value] = [
    zeros(heads, queries, width),
    zeros(kvHeads, keys, width),
    zeros(kvHeads, keys, width + 1),
  ];
  return { input: { kind: "tensors", query, key, value } };
}

const size = (problem: Problem): ProblemSize => {
  const found = sizeOf(problem);
  if (!found) throw new Error("no size");
  return found;
};
const plan = (problem: Problem, count: number, permuted = false) =>
  planParts(problem, size(problem), count, permuted).map(({ heads, queries }) => ({ heads, queries }));

describe("sizeOf", () => {
  test.each([
    [
      { kind: "tokens", tokens: ["a", "b"] },
      { heads: 1, kv_heads: 1, queries: 2, head_dim: 8, value_dim: 8 },
    ],
    [
      { kind: "tokens", tokens: ["a"], model_dim: 12, heads: 4, kv_heads: 2 },
      { heads: 4, kv_heads: 2, head_dim: 3 },
    ],
    [
      { kind: "embeddings", embeddings: zeros(5, 6), heads: 2, head_dim: 8, value_dim: 2 },
      { queries: 5, keys: 5, head_dim: 8, value_dim: 2 },
    ],
    [
      { kind: "tensors", query: zeros(4, 3, 2), key: zeros(2, 5, 2) },
      { heads: 4, kv_heads: 2, queries: 3, keys: 5, head_dim: 2, value_dim: 1 },
    ],
  ] as [Problem["input"], object][])("%j", (input, shape) => {
    expect(sizeOf({ input })?.shape).toMatchObject(shape);
  });

  test("what the core refuses has none", () => {
    const refused = [
      {},
      { input: null },
      { input: { kind: "tokens" } },
      { input: { kind: "tokens", tokens: ["a"], heads: 3 } },
      { input: { kind: "tokens", tokens: ["a"], heads: "2" } },
      { input: { kind: "tokens", tokens: ["a"], heads: 4, kv_heads: 3 } },
      { input: { kind: "embeddings", embeddings: 1 } },
      { input: { kind: "tensors", query: [[1]], key: zeros(1, 1, 1) } },
      { input: { kind: "other" } },
    ];
    for (const problem of refused) expect(sizeOf(problem as unknown as Problem)).toBeNull();
  });
});

describe("multiplyAdds", () => {
  const problem = tensors(2, 1, 4, 4, 3);
  const of = (mask: unknown) => multiplyAdds({ ...problem, mask: mask as Mask }, size(problem)) / (2 * (3 + 4));

  test.each([
    [undefined, 16],
    [{ kind: "none" }, 16],
    [{ kind: "causal" }, 1 + 2 + 3 + 4],
    [{ kind: "sliding_window", window: 2 }, 1 + 2 + 2 + 2],
    [{ kind: "local", reach: 1 }, 3 * 4],
    [{ kind: "chunked", chunk: 2 }, 1 + 2 + 1 + 2],
    [{ kind: "prefix", prefix: 3 }, 3 + 3 + 3 + 4],
    [{ kind: "padding", keys: "0111" }, 16],
    [{ kind: "all", masks: [{ kind: "causal" }, { kind: "sliding_window", window: 2 }] }, 1 + 2 + 2 + 2],
    [{ kind: "sliding_window" }, 16],
    [{ kind: "all" }, 16],
  ])("visible pairs of %j", (mask, pairs) => expect(of(mask)).toBe(pairs));

  test("fewer queries than keys are the last ones", () => {
    const last = { ...tensors(1, 1, 2, 5, 1), mask: { kind: "causal" } } as const;
    expect(multiplyAdds(last, size(last))).toBe((4 + 5) * 3);
  });

  test("projections count", () => {
    const layer: Problem = { input: { kind: "tokens", tokens: ["a", "b"], model_dim: 4, heads: 2, kv_heads: 1 } };
    expect(multiplyAdds(layer, size(layer))).toBe(2 * 4 * (2 + 2) + 2 * 4 * (4 + 2 + 2));
  });
});

describe("planParts", () => {
  const whole = (queries: number) => [0, queries];

  test("heads by kv groups", () => {
    expect(plan(tensors(8, 8, 100), 2)).toEqual([
      { heads: [0, 4], queries: whole(100) },
      { heads: [4, 8], queries: whole(100) },
    ]);
    expect(plan(tensors(8, 2, 100), 2)).toEqual([
      { heads: [0, 4], queries: whole(100) },
      { heads: [4, 8], queries: whole(100) },
    ]);
    expect(plan(tensors(8, 8, 100), 3).map(({ heads }) => heads)).toEqual([
      [0, 3],
      [3, 5],
      [5, 8],
    ]);
  });

  test("few heads: queries too, between blocks, by visible pairs", () => {
    expect(plan(tensors(1, 1, 100), 2)).toEqual([
      { heads: [0, 1], queries: [0, 64] },
      { heads: [0, 1], queries: [64, 100] },
    ]);
    const causal = { ...tensors(1, 1, 1024), mask: { kind: "causal" } } as const;
    // 1024 / √2 = 724
    expect(plan(causal, 2).map(({ queries }) => queries)).toEqual([
      [0, 736],
      [736, 1024],
    ]);
    expect(plan({ ...causal, permute_mask: true }, 2, true).map(({ queries }) => queries)).toEqual([
      [0, 512],
      [512, 1024],
    ]);
    expect(plan(tensors(6, 3, 100), 2).map(({ heads, queries }) => [heads, queries])).toEqual([
      [
        [0, 6],
        [0, 64],
      ],
      [
        [0, 6],
        [64, 100],
      ],
    ]);
    expect(plan(tensors(2, 2, 64), 4)).toHaveLength(4);
  });

  test("fewer blocks than parts: fewer parts", () => {
    expect(plan(tensors(1, 1, 20), 4)).toEqual([{ heads: [0, 1], queries: [0, 20] }]);
    expect(plan(tensors(1, 1, 33), 8)).toHaveLength(2);
  });

  test("every pair of head and query is in one part, cuts lie where the core allows them", () => {
    for (const [heads, kvHeads] of [
      [1, 1] as const,
      [2, 1] as const,
      [3, 3] as const,
      [8, 2] as const,
      [12, 6] as const,
    ])
      for (const queries of [1, 31, 33, 64, 257])
        for (const count of [2, 3, 4, 5, 8, 16]) {
          const problem: Problem = { ...tensors(heads, kvHeads, queries), mask: { kind: "causal" } };
          const counted = new Int32Array(heads * queries);
          for (const part of plan(problem, count)) {
            for (const cut of part.heads) expect(cut % (heads / kvHeads)).toBe(0);
            for (const cut of part.queries) expect(cut === queries || cut % blockQueries === 0).toBe(true);
            for (let h = part.heads[0]; h < part.heads[1]; h++)
              for (let i = part.queries[0]; i < part.queries[1]; i++)
                counted[h * queries + i] = (counted[h * queries + i] ?? 0) + 1;
          }
          expect(counted.every((times) => times === 1)).toBe(true);
        }
  });
});

const part = (heads: [number, number], queries: [number, number]): Part => ({
  heads,
  queries,
  all_heads: 4,
  all_kv_heads: 2,
});

test("problemOfPart: a part's tensors are its heads'", () => {
  const numbers = (...shape: number[]): Tensor => {
    const tensor = zeros(...shape);
    return { shape, data: tensor.data.map((_, i) => i) };
  };
  const problem = toCoreProblem({
    input: { kind: "tensors", query: numbers(4, 2, 1), key: numbers(2, 3, 1), value: numbers(2, 3, 2) },
    scale: 2,
  });
  const { input, scale } = problemOfPart(problem, size(problem), part([2, 4], [0, 2]));
  expect(scale).toBe(2);
  expect(input).toEqual({
    kind: "tensors",
    query: { shape: [2, 2, 1], data: new Float32Array([4, 5, 6, 7]) },
    key: { shape: [1, 3, 1], data: new Float32Array([3, 4, 5]) },
    value: { shape: [1, 3, 2], data: new Float32Array([6, 7, 8, 9, 10, 11]) },
  });
  const scores = toCoreProblem({ input: { kind: "tensors", query: numbers(4, 2, 1), key: numbers(2, 3, 1) } });
  expect(problemOfPart(scores, size(scores), part([0, 2], [0, 2])).input).not.toHaveProperty("value");
  const layer: Problem = { input: { kind: "tokens", tokens: ["a"] } };
  expect(problemOfPart(layer, size(layer), part([0, 1], [0, 1]))).toBe(layer);
});

test("outputsOfPart: what parts share comes from the first", () => {
  const all = ["output", "input", "encoding", "key", "rotated_query"] as const;
  expect(outputsOfPart(all, part([0, 2], [0, 32]))).toEqual(all);
  expect(outputsOfPart(all, part([2, 4], [0, 32]))).toEqual(["output", "key", "rotated_query"]);
  expect(outputsOfPart(all, part([2, 4], [32, 64]))).toEqual(["output", "rotated_query"]);
});

test("joinParts puts heads and rows where they belong", () => {
  const shape = { heads: 4, kv_heads: 2, queries: 3, keys: 1, head_dim: 1, value_dim: 1 };
  const parts = [part([0, 2], [0, 2]), part([0, 2], [2, 3]), part([2, 4], [0, 2]), part([2, 4], [2, 3])];
  const answers: CoreAttention[] = parts.map(({ heads, queries }) => {
    const data: number[] = [];
    for (let h = heads[0]; h < heads[1]; h++) for (let i = queries[0]; i < queries[1]; i++) data.push(10 * h + i);
    const answer: CoreAttention = {
      shape,
      notes: ["a note"],
      output: { shape: [2, queries[1] - queries[0], 1], data: new Float32Array(data) },
    };
    if (queries[0] === 0) answer.key = { shape: [1, 1, 1], data: new Float32Array([heads[0] + 1]) };
    return answer;
  });
  (answers[0] as CoreAttention).input = { shape: [1, 1], data: new Float32Array([7]) };
  expect(joinParts(answers, parts)).toEqual({
    shape,
    notes: ["a note"],
    output: { shape: [4, 3, 1], data: new Float32Array([0, 1, 2, 10, 11, 12, 20, 21, 22, 30, 31, 32]) },
    key: { shape: [2, 1, 1], data: new Float32Array([1, 3]) },
    input: { shape: [1, 1], data: new Float32Array([7]) },
  });
});
