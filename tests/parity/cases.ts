/**
 * The one list of problems on which every engine must agree with the reference.
 *
 * Methods × masks × sizes are too many to run all: the list is chosen so that every pair of values of two features
 * occurs somewhere (`pairwise`), always the same. What pairs would hardly meet (irregular positions, rows that
 * see nothing, more keys than queries) is added by hand.
 */
import type { Method, Problem, ProblemInput, QueryScale, Tensor } from "../../web/src/engine/problem.ts";
import { type MaskFeature, makeMask, maskFeatures } from "./make-mask.ts";
import { addsToInput, type MethodSize, methodVariants, wholePositions } from "./make-method.ts";
import { makeTensor } from "./make-tensor.ts";
import { pairwise } from "./pairwise.ts";
import { createRandom, type Random } from "./random.ts";

export interface ParityCase {
  name: string;
  problem: Problem;
}

type Kind = keyof typeof methodVariants;
type Positions = "default" | "shifted" | "gaps" | "fractional";

interface Features {
  kind: Kind;
  /** Which of the kind's variants, counted round. */
  variant: number;
  mask: MaskFeature;
  tokens: number;
  headDim: number;
  heads: "1" | "3" | "3:1" | "12" | "12:1";
  positions: Positions;
  softcap: 0 | 5;
  queryScale: "none" | "log_n" | "llama4";
}

const kinds = Object.keys(methodVariants) as Kind[];

const features: { readonly [feature in keyof Features]: readonly Features[feature][] } = {
  kind: kinds,
  variant: Array.from({ length: Math.max(...kinds.map((kind) => variantsOf(kind).length)) }, (_, i) => i),
  mask: maskFeatures,
  tokens: [1, 2, 3, 17, 63, 64, 65, 130],
  headDim: [2, 6, 8, 16, 18, 64],
  heads: ["1", "3", "3:1", "12", "12:1"],
  positions: ["default", "shifted", "gaps", "fractional"],
  softcap: [0, 5],
  queryScale: ["none", "none", "log_n", "llama4"],
};

export function parityCases(): ParityCase[] {
  const cases = pairwise(features as unknown as Record<string, readonly unknown[]>).map((chosen, i) =>
    fromFeatures(chosen as unknown as Features, i + 1),
  );
  return [...cases, ...oddCases()];
}

function variantsOf(kind: Kind): string[] {
  return Object.keys(methodVariants[kind]);
}

function fromFeatures(chosen: Features, seed: number): ParityCase {
  const random = createRandom(seed);
  const { kind, tokens, headDim, softcap } = chosen;
  const [heads = 1, kvHeads = heads] = chosen.heads.split(":").map(Number);
  const variant = variantsOf(kind)[chosen.variant % variantsOf(kind).length] ?? "";
  const spacing = chosen.positions === "fractional" && wholePositions.includes(kind) ? "gaps" : chosen.positions;
  const positions = makePositions(spacing, tokens);
  const problem: Problem = {
    ...makeProblem(kind, variant, { heads, kvHeads, queries: tokens, keys: tokens, headDim, positions }, random),
    mask: makeMask(chosen.mask, tokens, tokens, random),
    softcap,
    ...(spacing !== "default" && { query_positions: positions, key_positions: positions }),
    ...(chosen.queryScale !== "none" && { query_scale: queryScales[chosen.queryScale] }),
  };
  const name =
    `${kind} ${variant}, mask ${chosen.mask}, tokens ${tokens}, head_dim ${headDim}, heads ${chosen.heads}, ` +
    `positions ${spacing}, softcap ${softcap}, query scale ${chosen.queryScale} (${seed})`;
  return { name, problem };
}

const queryScales: Readonly<Record<"log_n" | "llama4", QueryScale>> = {
  log_n: { kind: "log_n", original_max_position_embeddings: 4 },
  llama4: { kind: "llama4", floor_scale: 8, offset: 1 },
};

/** What the grid does not reach. */
function oddCases(): ParityCase[] {
  const sizes: readonly [queries: number, keys: number][] = [
    [1, 5],
    [5, 2],
    [2, 130],
    [65, 17],
  ];
  const tensorKinds = kinds.filter((kind) => !addsToInput.includes(kind));
  const unequal = tensorKinds.flatMap((kind, m) =>
    [sizes[m % 4] ?? [1, 1], sizes[(m + 1) % 4] ?? [1, 1]].map(([queries, keys], s): ParityCase => {
      const random = createRandom(1000 + 10 * m + s);
      const variant = variantsOf(kind)[0] ?? "";
      const size = { heads: 4, kvHeads: 2, queries, keys, headDim: 8, positions: makePositions("default", keys) };
      const mask = (["causal", "none", "bits with empty rows", "window 5"] as const)[(m + s) % 4] ?? "none";
      const problem = { ...makeProblem(kind, variant, size, random), mask: makeMask(mask, queries, keys, random) };
      return { name: `${kind} ${variant}, mask ${mask}, ${queries} queries, ${keys} keys`, problem };
    }),
  );
  const irregularKinds = tensorKinds.filter((kind) => kind !== "none" && !wholePositions.includes(kind));
  const irregular = irregularKinds.map((kind, m): ParityCase => {
    const random = createRandom(2000 + m);
    const positions = [7, -3.25, 0, 2.5, 7, 131071];
    const size = { heads: 3, kvHeads: 3, queries: 4, keys: 6, headDim: 6, positions };
    const problem: Problem = {
      ...makeProblem(kind, variantsOf(kind)[0] ?? "", size, random),
      mask: { kind: "causal" },
      query_positions: [-3, 2.5, 1000000, 7],
      key_positions: positions,
    };
    return { name: `${kind}, repeated, negative, far and fractional positions`, problem };
  });
  return [...unequal, ...irregular, ...rules(), ...long(), ...decoding(), ...wide(), allHidden(), projected()];
}

/** Several tiles of keys in every engine, with every variant that is lowered to tables of its own. */
function long(): ParityCase[] {
  const tokens = [130, 300, 193, 257];
  const masks = ["bits with empty rows", "causal", "none", "bits", "causal and padding"] as const;
  const chosen = kinds
    .filter((kind) => !addsToInput.includes(kind))
    .flatMap((kind) =>
      variantsOf(kind)
        .slice(0, 2)
        .map((variant) => ({ kind, variant })),
    );
  return chosen.map(({ kind, variant }, m): ParityCase => {
    const random = createRandom(4000 + m);
    const [keys, mask] = [tokens[m % 4] ?? 130, masks[m % 5] ?? "none"];
    const positions = makePositions("default", keys);
    const size = { heads: 4, kvHeads: 2, queries: keys, keys, headDim: 16, positions };
    const problem: Problem = {
      ...makeProblem(kind, variant, size, random),
      mask: makeMask(mask, keys, keys, random),
      softcap: m % 3 === 0 ? 5 : 0,
      ...(m % 4 === 0 && { query_scale: queryScales.log_n }),
    };
    return { name: `${kind} ${variant}, mask ${mask}, ${keys} tokens, heads 4:2`, problem };
  });
}

/** One query, many keys, heads in groups: the shape of a step with a cache. */
function decoding(): ParityCase[] {
  const tensorKinds = kinds.filter((kind) => !addsToInput.includes(kind));
  return tensorKinds.map((kind, m): ParityCase => {
    const random = createRandom(5000 + m);
    const keys = 1100 + m;
    const size = { heads: 8, kvHeads: 2, queries: 1, keys, headDim: 8, positions: makePositions("default", keys) };
    const mask = (["causal", "bits", "none"] as const)[m % 3] ?? "none";
    const problem = {
      ...makeProblem(kind, variantsOf(kind)[0] ?? "", size, random),
      mask: makeMask(mask, 1, keys, random),
    };
    return { name: `${kind}, mask ${mask}, 1 query, ${keys} keys, heads 8:2`, problem };
  });
}

/** The widest heads, and one between. */
function wide(): ParityCase[] {
  return (["rotary", "shaw", "transformer_xl", "deberta", "cope", "alibi"] as const).map((kind, m): ParityCase => {
    const random = createRandom(6000 + m);
    const headDim = m % 2 === 0 ? 256 : 96;
    const size = { heads: 2, kvHeads: 1, queries: 70, keys: 70, headDim, positions: makePositions("default", 70) };
    const problem = {
      ...makeProblem(kind, variantsOf(kind)[0] ?? "", size, random),
      mask: makeMask("causal", 70, 70, random),
    };
    return { name: `${kind}, 70 tokens, head_dim ${headDim}, heads 2:1`, problem };
  });
}

/** Positions counted by what a mask says. */
function rules(): ParityCase[] {
  return (["causal and padding", "documents and window 4"] as const).map((mask, m) => {
    const random = createRandom(3100 + m);
    const size = { heads: 2, kvHeads: 2, queries: 13, keys: 13, headDim: 6, positions: makePositions("default", 13) };
    const rule = mask === "causal and padding" ? "real_tokens" : "documents";
    const problem: Problem = {
      ...makeProblem("rotary + alibi", "both", size, random),
      mask: makeMask(mask, 13, 13, random),
      position_rule: rule,
    };
    return { name: `rotary + alibi, mask ${mask}, positions by ${rule}`, problem };
  });
}

function allHidden(): ParityCase {
  const size = { heads: 2, kvHeads: 1, queries: 3, keys: 3, headDim: 2, positions: [0, 1, 2] };
  const mask = { kind: "bits", rows: ["000", "000", "000"] } as const;
  return {
    name: "every key of every query hidden",
    problem: { ...makeProblem("none", "plain", size, createRandom(3000)), mask },
  };
}

/** Matrices without structure: the projections' own rounding is part of the bounds. */
function projected(): ParityCase {
  const random = createRandom(3001);
  const input: ProblemInput = {
    kind: "embeddings",
    embeddings: makeTensor([11, 16], random),
    heads: 4,
    kv_heads: 2,
    head_dim: 4,
    projections: {
      query: makeTensor([16, 16], random, 0.25),
      key: makeTensor([8, 16], random, 0.25),
      value: makeTensor([8, 16], random, 0.25),
    },
  };
  return {
    name: "sinusoidal paper, random projections",
    problem: { input, method: { kind: "sinusoidal" }, mask: { kind: "causal" } },
  };
}

function makePositions(feature: Positions, tokens: number): number[] {
  const positions = Array.from({ length: tokens }, (_, t) => t);
  switch (feature) {
    case "default":
      return positions;
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
  positions: readonly number[];
}

function makeProblem(kind: Kind, variant: string, size: Size, random: Random): Pick<Problem, "method" | "input"> {
  const layer = addsToInput.includes(kind);
  // Another width than the keys', odd where possible; the matrices of a layer are square.
  const valueDim = layer ? size.headDim : size.headDim - 1;
  const methodSize: MethodSize = { ...size, valueDim };
  const make = methodVariants[kind][variant];
  if (!make) throw new Error(`${kind} has no variant ${variant}`);
  const method: Method | Method[] = make(methodSize, random);
  return { method, input: layer ? layerInput(size, random) : tensorInput(size, valueDim, random) };
}

function tensorInput({ heads, kvHeads, queries, keys, headDim }: Size, valueDim: number, random: Random): ProblemInput {
  return {
    kind: "tensors",
    query: makeTensor([heads, queries, headDim], random),
    key: makeTensor([kvHeads, keys, headDim], random),
    value: makeTensor([kvHeads, keys, valueDim], random),
  };
}

/** Matrices of ones and zeros leave one rounding per number before the scores, so the bounds of tolerance.ts hold. */
function layerInput({ heads, kvHeads, keys, headDim }: Size, random: Random): ProblemInput {
  const width = heads * headDim;
  const projections = {
    query: firstChannels(width, width),
    key: firstChannels(kvHeads * headDim, width),
    value: firstChannels(kvHeads * headDim, width),
  };
  const embeddings = makeTensor([keys, width], random);
  return { kind: "embeddings", embeddings, heads, kv_heads: kvHeads, head_dim: headDim, projections };
}

/** [outFeatures, inFeatures]: output r is input r. */
function firstChannels(outFeatures: number, inFeatures: number): Tensor {
  const data = new Float32Array(outFeatures * inFeatures);
  for (let r = 0; r < outFeatures; r++) data[r * inFeatures + r] = 1;
  return { shape: [outFeatures, inFeatures], data };
}
