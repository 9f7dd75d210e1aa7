/** q, k, v and tables of vectors, packed by the kernel `prepare` into the layouts that the main kernel reads. */
import type { Tensor } from "../problem.ts";
import type { CorePlan } from "../wasm/core-module.ts";
import type { Slot } from "./buffers.ts";
import { type FieldsOf, packStruct, prepareStruct, workgroupSize } from "./layout.ts";
import type { Range } from "./parts.ts";
import { bind, type Run, uniform, upload, type Words } from "./run.ts";

type Prepare = FieldsOf<typeof prepareStruct>;

/** Where a vec4 goes: see shaders/prepare.wgsl. */
export type Layout = Pick<
  Prepare,
  "outer" | "inner" | "by_channel" | "quad_step" | "single_step" | "inner_step" | "head_step"
>;

/** Blocks of 4 rows x 4 channels, a column of the block a row. */
export function blocksOfRows(rowBlocks: number, channelBlocks: number): Layout {
  return {
    ...{ outer: 4 * rowBlocks, inner: channelBlocks, by_channel: 0 },
    ...{ quad_step: 4 * channelBlocks, single_step: 1, inner_step: 4, head_step: 4 * rowBlocks * channelBlocks },
  };
}

/** Blocks of 4 channels x 4 rows, a column of the block a channel. */
export function blocksOfChannels(rowBlocks: number, channelBlocks: number): Layout {
  return {
    ...{ outer: 4 * channelBlocks, inner: rowBlocks, by_channel: 1 },
    ...{ quad_step: 4 * rowBlocks, single_step: 1, inner_step: 4, head_step: 4 * rowBlocks * channelBlocks },
  };
}

/** Row by row. */
export function plainRows(rows: number, channelBlocks: number): Layout {
  return {
    ...{ outer: rows, inner: channelBlocks, by_channel: 0 },
    ...{ quad_step: 4 * channelBlocks, single_step: channelBlocks, inner_step: 1, head_step: rows * channelBlocks },
  };
}

/** For each four channels all rows, so that neighbours of a row are neighbours. */
export function rowsByChannels(rows: number, channelBlocks: number): Layout {
  return {
    ...{ outer: rows, inner: channelBlocks, by_channel: 0 },
    ...{ quad_step: 4, single_step: 1, inner_step: rows, head_step: rows * channelBlocks },
  };
}

export interface Source {
  label: string;
  raw: Slot;
  heads: number;
  tokens: number;
  width: number;
  /** Default 1. */
  group?: number;
}

/** What happens to a row on its way. */
export interface Change {
  rotation?: { cosine: Words; sine: Words; interleaved: boolean } | undefined;
  scale?: Float32Array | undefined;
  /** [heads, width] */
  bias?: Words | undefined;
}

/** Commands that pack `source` into `target` from vec4 `start` on. */
export async function pack(
  run: Run,
  source: Source,
  change: Change,
  layout: Layout,
  { target, start }: { target: Slot; start: number },
): Promise<GPUCommandBuffer> {
  const { label, raw, heads, tokens, width, group = 1 } = source;
  const { rotation, scale, bias } = change;
  const pairs = rotation ? rotation.cosine.length / tokens : 0;
  const size = uniform(
    run,
    "prepare",
    packStruct(prepareStruct, {
      ...{ heads, tokens, width, group, ...layout, start, pairs },
      interleaved: rotation?.interleaved ? 1 : 0,
      scaled: scale ? 1 : 0,
      biased: bias ? 1 : 0,
    }),
  );
  const pieces = [rotation?.cosine, rotation?.sine, scale, bias].filter((piece) => piece !== undefined);
  const tables = await upload(run, `tables of ${label}`, ...pieces);
  const dispatch = await bind(run, { kernel: "prepare", variant: run.variant, slots: [size, raw, tables, target] });
  return dispatch(Math.ceil(((heads / group) * layout.outer * layout.inner) / workgroupSize));
}

export interface TokenRange {
  of: "query" | "key";
  tokens: Range;
}

/** Rotation and scale of these tokens. */
export function changeOf(plan: CorePlan, { of, tokens }: TokenRange): Change {
  const { rotation, query_scale: scale } = plan;
  const pairs = rotation ? rotation.rotary_dim / 2 : 0;
  const rows = ({ data }: Tensor) => data.subarray(tokens[0] * pairs, tokens[1] * pairs) as Float32Array;
  return {
    rotation: rotation && {
      cosine: rows(rotation[`${of}_cosine`]),
      sine: rows(rotation[`${of}_sine`]),
      interleaved: rotation.pairing === "interleaved",
    },
    scale: of === "query" ? scale?.subarray(...tokens) : undefined,
  };
}

/** Rows `tokens` of heads `heads`, one piece for each head that is not whole. */
export function piecesOf({ shape, data }: Tensor, heads: Range, tokens: Range): Words[] {
  const [, count = 0, width = 0] = shape;
  const numbers = data as Float32Array;
  const isWhole = tokens[0] === 0 && tokens[1] === count;
  if (isWhole) return [numbers.subarray(heads[0] * count * width, heads[1] * count * width)];
  return Array.from({ length: heads[1] - heads[0] }, (_, h) => {
    const start = (heads[0] + h) * count;
    return numbers.subarray((start + tokens[0]) * width, (start + tokens[1]) * width);
  });
}
