/**
 * The one list of problems on which every engine must agree with the reference.
 *
 * Methods × masks × sizes are too many to run all: the list is chosen so that every pair of values of two features
 * occurs somewhere (`pairwise`), always the same. What pairs would hardly meet (irregular positions, rows that
 * see nothing, more keys than queries) is added by hand.
 */
import type { Mask, Method, Problem, ProblemInput, Tensor } from "../../web/src/engine/problem.ts";
import { createRandom, type Random } from "./random.ts";

export interface ParityCase {
  name: string;
  problem: Problem;
}

interface Features {
  method: MethodFeature;
  mask: MaskFeature;
  tokens: number;
  headDim: number;
  heads: "1" | "3" | "3:1" | "12" | "12:1";
  positions: "default" | "shifted" | "gaps" | "fractional";
  softcap: 0 | 5;
}

const features = {
  method: [
    "none",
    "sinusoidal",
    "alibi",
    "alibi symmetric",
    "alibi slopes",
    "rotary half_split",
    "rotary interleaved",
    "rotary partial",
    "rotary partial interleaved",
    "rotary inv_freq",
  ],
  mask: ["none", "causal", "window 1", "window 5", "bits", "bits with empty rows"],
  tokens: [1, 2, 3, 17, 63, 64, 65, 130],
  headDim: [2, 6, 8, 16, 18, 64],
  heads: ["1", "3", "3:1", "12", "12:1"],
  positions: ["default", "shifted", "gaps", "fractional"],
  softcap: [0, 5],
} as const;

type MethodFeature = (typeof features)["method"][number];
type MaskFeature = (typeof features)["mask"][number];

export function parityCases(): ParityCase[] {
  const cases = pairwise(features).map((chosen, i) => fromFeatures(chosen as unknown as Features, i + 1));
  return [...cases, ...oddCases()];
}

function fromFeatures(chosen: Features, seed: number): ParityCase {
  const random = createRandom(seed);
  const { tokens, headDim } = chosen;
  const [heads = 1, kvHeads = heads] = chosen.heads.split(":").map(Number);
  const method = makeMethod(chosen.method, heads, headDim, random);
  const positions = makePositions(chosen.positions, tokens);
  const problem: Problem = {
    input: makeInput(method, { heads, kvHeads, queries: tokens, keys: tokens, headDim }, random),
    method,
    mask: makeMask(chosen.mask, tokens, tokens, random),
    softcap: chosen.softcap,
    ...(positions && { query_positions: positions, key_positions: positions }),
  };
  const name = Object.entries(chosen).map(([feature, value]) => `${feature} ${value}`);
  return { name: name.join(", "), problem };
}

/** What the grid does not reach. */
function oddCases(): ParityCase[] {
  const methods = ["none", "alibi", "alibi symmetric", "rotary half_split", "rotary partial interleaved"] as const;
  const sizes: readonly [queries: number, keys: number][] = [
    [1, 5],
    [5, 2],
    [2, 130],
    [65, 17],
  ];
  const unequal = methods.flatMap((kind, m) =>
    sizes.map(([queries, keys], s): ParityCase => {
      const random = createRandom(1000 + 10 * m + s);
      const method = makeMethod(kind, 4, 8, random);
      const input = makeInput(method, { heads: 4, kvHeads: 2, queries, keys, headDim: 8 }, random);
      const mask = (["causal", "none", "bits with empty rows", "window 5"] as const)[(m + s) % 4] ?? "none";
      const problem = { input, method, mask: makeMask(mask, queries, keys, random) };
      return { name: `method ${kind}, mask ${mask}, ${queries} queries, ${keys} keys`, problem };
    }),
  );
  const unequalPositions = methods.slice(1).map((kind, m): ParityCase => {
    const random = createRandom(2000 + m);
    const method = makeMethod(kind, 3, 6, random);
    const problem: Problem = {
      input: makeInput(method, { heads: 3, kvHeads: 3, queries: 4, keys: 6, headDim: 6 }, random),
      method,
      mask: { kind: "causal" },
      query_positions: [-3, 2.5, 1000000, 7],
      key_positions: [7, -3.25, 0, 2.5, 7, 131071],
    };
    return { name: `method ${kind}, repeated, negative, far and fractional positions`, problem };
  });
  const allHidden: ParityCase = {
    name: "every key of every query hidden",
    problem: {
      input: makeInput({ kind: "none" }, { heads: 2, kvHeads: 1, queries: 3, keys: 3, headDim: 2 }, createRandom(3000)),
      mask: { kind: "bits", rows: ["000", "000", "000"] },
    },
  };
  const projected: ParityCase = {
    name: "method sinusoidal, random projections",
    problem: {
      input: { kind: "tokens", tokens: [..."abracadabra"], model_dim: 16, heads: 4, kv_heads: 2, seed: 3 },
      method: { kind: "sinusoidal" },
      mask: { kind: "causal" },
    },
  };
  return [...unequal, ...unequalPositions, allHidden, projected];
}

function makeMethod(feature: MethodFeature, heads: number, headDim: number, random: Random): Method {
  const partial = Math.max(2, 2 * Math.floor(headDim / 4));
  switch (feature) {
    case "none":
      return { kind: "none" };
    case "sinusoidal":
      return { kind: "sinusoidal" };
    case "alibi":
      return { kind: "alibi" };
    case "alibi symmetric":
      return { kind: "alibi", direction: "symmetric" };
    case "alibi slopes":
      return { kind: "alibi", direction: "symmetric", slopes: Array.from({ length: heads }, () => random.unit()) };
    case "rotary half_split":
      return { kind: "rotary", pairing: "half_split" };
    case "rotary interleaved":
      return { kind: "rotary", pairing: "interleaved" };
    case "rotary partial":
      return { kind: "rotary", pairing: "half_split", rotary_dim: partial };
    case "rotary partial interleaved":
      return { kind: "rotary", pairing: "interleaved", rotary_dim: partial };
    case "rotary inv_freq":
      return { kind: "rotary", inv_freq: Array.from({ length: headDim / 2 }, () => 3 * random.unit()) };
  }
}

function makeMask(feature: MaskFeature, queries: number, keys: number, random: Random): Mask {
  switch (feature) {
    case "none":
      return { kind: "none" };
    case "causal":
      return { kind: "causal" };
    case "window 1":
      return { kind: "sliding_window", window: 1 };
    case "window 5":
      return { kind: "sliding_window", window: 5 };
    case "bits":
      return { kind: "bits", rows: makeBits(queries, keys, random, () => false) };
    case "bits with empty rows":
      return { kind: "bits", rows: makeBits(queries, keys, random, (i) => i % 3 === 0) };
  }
}

function makeBits(queries: number, keys: number, random: Random, isEmpty: (query: number) => boolean): string[] {
  return Array.from({ length: queries }, (_, i) =>
    Array.from({ length: keys }, () => (!isEmpty(i) && random.below(3) > 0 ? "1" : "0")).join(""),
  );
}

function makePositions(feature: Features["positions"], tokens: number): number[] | null {
  const positions = Array.from({ length: tokens }, (_, t) => t);
  switch (feature) {
    case "default":
      return null;
    case "shifted":
      return positions.map((t) => t + 100000);
    case "gaps":
      return positions.map((t) => 3 * t - (t % 4) - 50);
    case "fractional":
      return positions.map((t) => 0.75 * t + 0.1 * (t % 3));
  }
}

interface Size {
  heads: number;
  kvHeads: number;
  queries: number;
  keys: number;
  headDim: number;
}

/** q, k, v as they are, except where the method adds to the input of a layer. */
function makeInput(method: Method, size: Size, random: Random): ProblemInput {
  const { heads, kvHeads, queries, keys, headDim } = size;
  if (method.kind === "sinusoidal") {
    // Matrices of ones and zeros leave one rounding per number before the scores, so the bounds of tolerance.ts hold.
    const width = heads * headDim;
    const projections = {
      query: firstChannels(width, width),
      key: firstChannels(kvHeads * headDim, width),
      value: firstChannels(kvHeads * headDim, width),
    };
    const embeddings = makeTensor([keys, width], random);
    return { kind: "embeddings", embeddings, heads, kv_heads: kvHeads, head_dim: headDim, projections };
  }
  return {
    kind: "tensors",
    query: makeTensor([heads, queries, headDim], random),
    key: makeTensor([kvHeads, keys, headDim], random),
    // Another width than the keys', odd where possible.
    value: makeTensor([kvHeads, keys, headDim - 1], random),
  };
}

/** [outFeatures, inFeatures]: output r is input r. */
function firstChannels(outFeatures: number, inFeatures: number): Tensor {
  const data = new Float32Array(outFeatures * inFeatures);
  for (let r = 0; r < outFeatures; r++) data[r * inFeatures + r] = 1;
  return { shape: [outFeatures, inFeatures], data };
}

function makeTensor(shape: readonly number[], random: Random): Tensor {
  const count = shape.reduce((product, axis) => product * axis, 1);
  return { shape, data: Float32Array.from({ length: count }, () => 2 * random.signed()) };
}

/**
 * Rows in which every pair (value of one feature, value of another) occurs at least once. Greedy: each row starts
 * from the first pair still open and takes, feature by feature, the value that closes most open pairs.
 */
export function pairwise(choices: Readonly<Record<string, readonly unknown[]>>): Record<string, unknown>[] {
  const names = Object.keys(choices);
  const open = new Set<string>();
  const pairOf = (a: number, i: number, b: number, j: number) =>
    a < b ? `${a}:${i}|${b}:${j}` : `${b}:${j}|${a}:${i}`;
  const sizes = names.map((name) => choices[name]?.length ?? 0);
  for (let a = 0; a < names.length; a++)
    for (let b = a + 1; b < names.length; b++)
      for (let i = 0; i < (sizes[a] ?? 0); i++) for (let j = 0; j < (sizes[b] ?? 0); j++) open.add(pairOf(a, i, b, j));

  const rows: Record<string, unknown>[] = [];
  while (open.size > 0) {
    const [first = ""] = open;
    const row = new Map(first.split("|").map((part) => part.split(":").map(Number) as [number, number]));
    for (let a = 0; a < names.length; a++) {
      if (row.has(a)) continue;
      const gain = (i: number) => [...row].filter(([b, j]) => open.has(pairOf(a, i, b, j))).length;
      const candidates = Array.from({ length: sizes[a] ?? 0 }, (_, i) => i);
      // Ties take turns, so that no value is always the one that fills up.
      const turn = rows.length % candidates.length;
      const rotated = [...candidates.slice(turn), ...candidates.slice(0, turn)];
      row.set(
        a,
        rotated.reduce((best, i) => (gain(i) > gain(best) ? i : best)),
      );
    }
    for (const [a, i] of row) for (const [b, j] of row) if (a !== b) open.delete(pairOf(a, i, b, j));
    rows.push(Object.fromEntries(names.map((name, a) => [name, choices[name]?.[row.get(a) ?? 0]])));
  }
  return rows;
}
