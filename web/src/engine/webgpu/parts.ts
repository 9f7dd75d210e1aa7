/**
 * Sizes of a problem, or of a part of it, in blocks and bytes; and how to cut a problem so that every binding fits the
 * device. Parts are kv heads (with the heads that share them) times queries; keys are never cut, memory is linear in them.
 */
import type { CorePlan } from "../wasm/core-module.ts";
import { tooLarge } from "./buffers.ts";
import { keysOfTile, rowsOfWorkgroup, type WorkgroupShape } from "./layout.ts";
import type { Precision } from "./pipelines.ts";

export type Range = readonly [from: number, end: number];

export interface Part {
  kvHeads: Range;
  queries: Range;
}

export interface Sizes {
  heads: number;
  kvHeads: number;
  /** Heads that share a kv head. */
  group: number;
  queries: number;
  channelBlocks: number;
  valueBlocks: number;
  keyBlocks: number;
  /** Of a kv head; whole workgroups. */
  rowBlocks: number;
  /** Along the rows of a kv head. */
  workgroups: number;
}

const blockNumbers = 16;

export function sizesOf({ shape }: Pick<CorePlan, "shape">, part: Part, workgroup: WorkgroupShape): Sizes {
  const kvHeads = part.kvHeads[1] - part.kvHeads[0];
  const queries = part.queries[1] - part.queries[0];
  const group = shape.heads / shape.kv_heads;
  const workgroups = Math.ceil((queries * group) / rowsOfWorkgroup(workgroup));
  return {
    heads: kvHeads * group,
    kvHeads,
    group,
    queries,
    channelBlocks: Math.ceil(shape.head_dim / 4),
    valueBlocks: Math.ceil(shape.value_dim / 4),
    keyBlocks: (Math.ceil(shape.keys / keysOfTile(workgroup)) * keysOfTile(workgroup)) / 4,
    rowBlocks: (workgroups * rowsOfWorkgroup(workgroup)) / 4,
    workgroups,
  };
}

/** vec4s of each section of the buffer `vectors`, in their order. */
export function vectorSections(plan: CorePlan, sizes: Sizes) {
  const count = (slot: { table: { shape: readonly number[] } } | undefined, blocks: number) => {
    const [heads = 0, rows = 0] = slot?.table.shape ?? [];
    return (heads > 1 ? sizes.heads : heads) * rows * blocks;
  };
  return {
    keys: count(plan.relative_keys, sizes.channelBlocks),
    queries: count(plan.relative_queries, sizes.channelBlocks),
    values: count(plan.relative_values, sizes.valueBlocks),
    gates: (plan.gated?.table.shape[0] ?? 0) * sizes.channelBlocks,
  };
}

export interface PartOptions {
  workgroup: WorkgroupShape;
  precision: Precision;
  /** Workgroups among which the keys of a row are shared. */
  splits: number;
  scores: boolean;
}

/** The bytes of every binding of a part, by label. */
export function bindingBytes(plan: CorePlan, part: Part, options: PartOptions): Record<string, number> {
  const { keys, head_dim: width, value_dim: valueWidth } = plan.shape;
  const sizes = sizesOf(plan, part, options.workgroup);
  const { heads, kvHeads, queries } = sizes;
  const stored = options.precision === "f16" ? 2 : 4;
  const copies = plan.relative_keys ? 2 : 1;
  const vectors = vectorSections(plan, sizes);
  const pairs = heads * queries * keys * 4;
  const rows = plan.relative_rows;
  const rowIndices = rows ? (rows.pair_rows ? queries * keys : queries + keys) : 0;
  const lists = [plan.relative_keys, plan.relative_queries, plan.relative_values];
  return {
    "raw query": heads * queries * width * 4,
    query: kvHeads * sizes.rowBlocks * sizes.channelBlocks * blockNumbers * copies * stored,
    "raw key": kvHeads * keys * width * 4,
    key: kvHeads * sizes.keyBlocks * sizes.channelBlocks * blockNumbers * stored,
    "raw value": kvHeads * keys * valueWidth * 4,
    value: kvHeads * sizes.keyBlocks * sizes.valueBlocks * blockNumbers * stored,
    "relative vectors": (vectors.keys + vectors.queries + vectors.values + vectors.gates) * 16,
    "relative bias": heads * (plan.relative_bias?.shape[1] ?? 0) * 4,
    indices:
      4 *
      (2 * queries +
        2 * sizes.workgroups +
        queries * wordsPerRow(plan) +
        rowIndices +
        lists.reduce((sum, slot) => sum + (slot?.row_of.length ?? 0), 0)),
    output: options.splits * heads * queries * (valueWidth + 2) * 4,
    ...(options.scores && { scores: pairs }),
  };
}

export function wordsPerRow({ visibility }: Pick<CorePlan, "visibility">): number {
  return visibility.words?.length ? (visibility.words_per_row ?? 0) : 0;
}

/**
 * Parts of which every binding stays within `limit` bytes: heads are halved first, then queries. One query of one kv
 * head that does not fit is refused with label, bytes and limit.
 */
export function cutPlan(plan: CorePlan, options: PartOptions, limit: number): Part[] {
  let kvHeads = plan.shape.kv_heads;
  let queries = plan.shape.queries;
  for (;;) {
    const largest = { kvHeads: [0, kvHeads], queries: [0, queries] } as const;
    const over = Object.entries(bindingBytes(plan, largest, options)).find(([, bytes]) => bytes > limit);
    if (!over) break;
    if (kvHeads > 1) kvHeads = Math.ceil(kvHeads / 2);
    else if (queries > 1) queries = Math.ceil(queries / 2);
    else throw tooLarge(over[0], over[1], limit);
  }
  return ranges(plan.shape.kv_heads, kvHeads).flatMap((heads) =>
    ranges(plan.shape.queries, queries).map((range) => ({ kvHeads: heads, queries: range })),
  );
}

function ranges(count: number, step: number): Range[] {
  return Array.from({ length: Math.ceil(count / step) }, (_, n) => [n * step, Math.min(count, (n + 1) * step)]);
}
