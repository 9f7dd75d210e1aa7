/**
 * Methods with seeded parameters: for each kind its variants. Vector tables are given, not left to the core's seed,
 * because the bounds of tolerance.ts need their lengths.
 */
import type { Method, MethodKind } from "../../web/src/engine/problem.ts";
import { makeTensor } from "./make-tensor.ts";
import type { Random } from "./random.ts";

export interface MethodSize {
  heads: number;
  keys: number;
  headDim: number;
  valueDim: number;
  /** Of all tokens. */
  positions: readonly number[];
}

/** What stands in the name of a case, and what makes the method (or the methods that combine). */
export type Variants = Readonly<Record<string, (size: MethodSize, random: Random) => Method | Method[]>>;

/** Kinds whose tables have a row for whole positions only. */
export const wholePositions: readonly string[] = ["learned", "shaw", "deberta", "sinusoidal + t5_bias + shaw"];

/** Kinds that act before the projections, so that they need the input of a layer. */
export const addsToInput: readonly string[] = ["sinusoidal", "learned", "sinusoidal + t5_bias + shaw"];

const perHead = (heads: number, random: Random) => Array.from({ length: heads }, () => random.unit());
/** Every pair once more than half the channels, and at least one pair. */
const part = (headDim: number) => Math.max(2, 2 * Math.floor(headDim / 4));

export const methodVariants: Readonly<Record<MethodKind | "rotary + alibi" | "sinusoidal + t5_bias + shaw", Variants>> =
  {
    none: { plain: () => ({ kind: "none" }) },
    sinusoidal: {
      paper: () => ({ kind: "sinusoidal" }),
      concatenated: () => ({ kind: "sinusoidal", table: "concatenated", base: 500 }),
      tensor2tensor: () => ({ kind: "sinusoidal", table: "tensor2tensor" }),
      fairseq: () => ({ kind: "sinusoidal", table: "fairseq", offset: 2 }),
    },
    learned: {
      table: (size, random) => learned(size, random, (rows) => rows),
      interpolate: (size, random) => ({ ...learned(size, random, () => 9), extension: "interpolate" }),
      hierarchical: (size, random) => ({
        ...learned(size, random, (rows) => Math.ceil(Math.sqrt(rows)) + 1),
        extension: "hierarchical",
      }),
      segments: (size, random) => ({
        ...learned(size, random, (rows) => rows + 3),
        segments: Array.from({ length: size.keys }, (_, t) => t % 3),
        segment_table: makeTensor([3, size.heads * size.headDim], random, 0.5),
      }),
    },
    shaw: {
      clip: (size, random) => ({ kind: "shaw", ...shawTables(4, size, random) }),
      zero: (size, random) => ({ kind: "shaw", ...shawTables(3, size, random), beyond: "zero" }),
      keys: (size, random) => ({ kind: "shaw", ...shawTables(2, size, random), values: null }),
      values: (size, random) => ({ kind: "shaw", ...shawTables(1, size, random), keys: null }),
    },
    transformer_xl: {
      free: transformerXl,
      clamped: (size, random) => ({ ...transformerXl(size, random), clamp_len: 5 }),
    },
    t5_bias: {
      default: () => ({ kind: "t5_bias" }),
      causal: () => ({
        kind: "t5_bias",
        relative_attention_num_buckets: 8,
        relative_attention_max_distance: 20,
        bidirectional: false,
        seed: 1,
      }),
    },
    alibi: {
      causal: () => ({ kind: "alibi" }),
      symmetric: () => ({ kind: "alibi", direction: "symmetric" }),
      slopes: ({ heads }, random) => ({ kind: "alibi", direction: "symmetric", slopes: perHead(heads, random) }),
      "before scale": () => ({ kind: "alibi", applied: "before_scale" }),
      geometric: () => ({ kind: "alibi", slope_rule: "geometric", alibi_bias_max: 16 }),
    },
    deberta: {
      both: (size, random) => deberta(6, 6, size, random),
      buckets: (size, random) => ({ ...deberta(32, 8, size, random), position_buckets: 8 }),
      c2p: (size, random) => ({ ...deberta(5, 5, size, random), pos_att_type: ["c2p"] }),
      p2c: (size, random) => ({ ...deberta(5, 5, size, random), pos_att_type: ["p2c"] }),
    },
    rotary: {
      half_split: () => ({ kind: "rotary", pairing: "half_split" }),
      interleaved: () => ({ kind: "rotary", pairing: "interleaved" }),
      partial: ({ headDim }) => ({ kind: "rotary", rotary_dim: part(headDim), rope_theta: 500000 }),
      "partial interleaved": ({ headDim }) => ({
        kind: "rotary",
        pairing: "interleaved",
        rotary_dim: part(headDim),
      }),
      inv_freq: ({ headDim }, random) => ({
        kind: "rotary",
        inv_freq: Array.from({ length: headDim / 2 }, () => 3 * random.unit()),
        offset: -7.5,
      }),
      proportional: () => ({ kind: "rotary", rope_type: "proportional", partial_rotary_factor: 0.5 }),
      xpos: ({ positions }) => ({
        kind: "rotary",
        pairing: "interleaved",
        xpos: { scale_base: 512, center: positions[positions.length >> 1] ?? 0 },
      }),
      yarn: () => ({
        kind: "rotary",
        rope_theta: 100,
        scaling: { kind: "yarn", factor: 4, original_max_position_embeddings: 64 },
      }),
      longrope: ({ headDim }) => ({
        kind: "rotary",
        scaling: {
          kind: "longrope",
          short_factor: Array.from({ length: headDim / 2 }, (_, r) => 1 + r / 10),
          long_factor: Array.from({ length: headDim / 2 }, (_, r) => 2 + r),
          original_max_position_embeddings: 40,
          factor: 8,
        },
      }),
      dynamic_ntk: ({ headDim }) => ({
        kind: "rotary",
        // d / (d - 2) has no value at d = 2.
        scaling: headDim < 4 ? { kind: "none" } : { kind: "dynamic_ntk", factor: 2, max_position_embeddings: 16 },
      }),
      "mrope chunked": (size) => mrope(size, "chunked"),
      "mrope interleaved": (size) => mrope(size, "interleaved"),
      "mrope axial": (size) => mrope(size, "axial"),
    },
    kerple: {
      log: ({ heads }, random) => ({ kind: "kerple", p: perHead(heads, random), a: perHead(heads, random) }),
      power: ({ heads }, random) => ({
        kind: "kerple",
        form: "power",
        p: perHead(heads, random),
        a: perHead(heads, random),
      }),
    },
    sandwich: {
      head_dim: () => ({ kind: "sandwich" }),
      wide: () => ({ kind: "sandwich", dimension: 128 }),
    },
    fire: {
      far: () => ({ kind: "fire" }),
      near: () => ({ kind: "fire", c: 0.2, threshold: 7, seed: 2 }),
    },
    cope: {
      all: ({ headDim }, random) => ({ kind: "cope", table: makeTensor([8, headDim], random, 0.5) }),
      content: ({ headDim }, random) => ({
        kind: "cope",
        table: makeTensor([5, headDim], random, 0.5),
        scaled: "content",
      }),
    },
    "rotary + alibi": { both: () => [{ kind: "rotary" }, { kind: "alibi" }] },
    "sinusoidal + t5_bias + shaw": {
      all: (size, random) => [
        { kind: "sinusoidal" },
        { kind: "t5_bias" },
        { kind: "shaw", ...shawTables(2, size, random) },
      ],
    },
  };

/** Rows are counted from the first position, wherever that lies. */
function learned(size: MethodSize, random: Random, rowsOf: (span: number) => number): Method & { kind: "learned" } {
  const first = Math.min(...size.positions);
  const rows = rowsOf(Math.max(...size.positions) - first + 1);
  return { kind: "learned", table: makeTensor([rows, size.heads * size.headDim], random, 0.5), offset: -first };
}

function shawTables(clip: number, { headDim, valueDim }: MethodSize, random: Random) {
  const rows = 2 * clip + 1;
  return {
    max_relative_position: clip,
    keys: makeTensor([rows, headDim], random, 0.5),
    values: makeTensor([rows, valueDim], random, 0.5),
  };
}

function transformerXl({ heads, headDim }: MethodSize, random: Random): Method & { kind: "transformer_xl" } {
  return {
    kind: "transformer_xl",
    u: makeTensor([heads, headDim], random, 0.5),
    v: makeTensor([heads, headDim], random, 0.5),
    projection: makeTensor([heads * headDim, 10], random, 0.5),
  };
}

function deberta(reach: number, span: number, { heads, headDim }: MethodSize, random: Random) {
  const table = () => makeTensor([2 * span, heads * headDim], random, 0.5);
  return {
    kind: "deberta",
    max_relative_positions: reach,
    position_keys: table(),
    position_queries: table(),
  } as const;
}

/** Streams of a video: time stands still for a while, rows and columns count. */
function mrope({ headDim, keys }: MethodSize, layout: "chunked" | "interleaved" | "axial"): Method {
  const pairs = headDim / 2;
  const [height, width] = [Math.floor(pairs / 3), Math.floor(pairs / 4)];
  const sections =
    layout === "axial" ? [Math.ceil(pairs / 2), Math.floor(pairs / 2)] : [pairs - height - width, height, width];
  const streams = sections.map((_, s) => Array.from({ length: keys }, (_, t) => Math.floor(t / (s + 1)) + s));
  return { kind: "rotary", mrope_section: sections, mrope_layout: layout, streams };
}
