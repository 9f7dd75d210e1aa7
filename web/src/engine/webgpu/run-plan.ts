/**
 * Executes a plan part by part: packs q, k, v and the tables, attends, joins what was split, makes weights, and reads
 * each part back in one map: a read-back costs up to 100 ms in some browsers.
 */
import { PosencError } from "../errors.ts";
import type { OutputName, Tensor } from "../problem.ts";
import type { CorePlan, RelativeVectors } from "../wasm/core-module.ts";
import { bindingLimit, type Slot } from "./buffers.ts";
import { attendStruct, byteOffset, keysOfTile, mostChannels, packStruct, shapeFor, workgroupSize } from "./layout.ts";
import {
  blocksOfChannels,
  blocksOfRows,
  changeOf,
  type Layout,
  pack,
  piecesOf,
  plainRows,
  rowsByChannels,
} from "./pack.ts";
import { cutPlan, type Part, type PartOptions, type Sizes, sizesOf, vectorSections, wordsPerRow } from "./parts.ts";
import { bind, type Run, readBack, take, uniform, upload } from "./run.ts";
import { submitInSteps } from "./submissions.ts";
import { indexTables } from "./tables.ts";
import { hideScores, keyRanges } from "./visibility.ts";

export type Results = { [name in OutputName]?: Tensor };
type Outputs = ReadonlySet<OutputName>;

export interface PlanRequest {
  plan: CorePlan;
  outputs: Outputs;
  onProgress: (done: number, total: number) => void;
  /** Told after each part how long reading it took. */
  onReadBack: (ms: number) => void;
}

/** The widest vectors of a plan, which decide the shape of workgroups. */
export function widthOf({ shape }: Pick<CorePlan, "shape">): number {
  return Math.max(shape.head_dim, shape.value_dim);
}

/** What was asked for of scores, weights, output, rotated_query and rotated_key; the rest of a plan needs no GPU. */
export async function runPlan(run: Run, request: PlanRequest): Promise<Results> {
  const { plan, outputs } = request;
  const results: Results = {};
  for (const of of ["query", "key"] as const)
    if (outputs.has(`rotated_${of}`)) results[`rotated_${of}`] = await rotated(run, plan, of);
  const attended = (["scores", "weights", "output"] as const).filter((name) => outputs.has(name));
  if (attended.length === 0) return results;
  for (const name of attended) results[name] = emptyResult(plan, name);
  await attend(run, request, results);
  if (results.scores) await hideScores(results.scores.data as Float32Array, plan);
  return results;
}

function emptyResult({ shape }: CorePlan, name: "scores" | "weights" | "output"): Tensor {
  const sizes = [shape.heads, shape.queries, name === "output" ? shape.value_dim : shape.keys];
  const count = sizes.reduce((product, size) => product * size, 1);
  if (4 * count > mostResultBytes) {
    const message = `${name}: needs ${4 * count} bytes, expected at most ${mostResultBytes} bytes in a result`;
    throw new PosencError("too_large", message);
  }
  return { shape: sizes, data: new Float32Array(count) };
}

/** The core's own limit. */
const mostResultBytes = 2 ** 30;

/** q or k turned, head by head; channels that do not turn keep every bit. */
async function rotated(run: Run, plan: CorePlan, of: "query" | "key"): Promise<Tensor> {
  const { shape, data } = plan[of];
  const [heads = 0, tokens = 0, width = 0] = shape;
  const blocks = Math.ceil(width / 4);
  const result = new Float32Array(data.length);
  const single = { ...run, variant: { ...run.variant, precision: "f32" } as const };
  const change = changeOf(plan, { of, tokens: [0, tokens] });
  const target = take(run, `rotated ${of}`, tokens * blocks * 16);
  for (let h = 0; h < heads; h++) {
    const raw = await upload(run, of, ...piecesOf(plan[of], [h, h + 1], [0, tokens]));
    const source = { label: of, raw, heads: 1, tokens, width };
    run.device.queue.submit([await pack(single, source, change, plainRows(tokens, blocks), { target, start: 0 })]);
    await readBack(run, target, 4 * tokens * blocks, (numbers, at) => {
      // Slices hold whole vec4s, rows of them end in zeros.
      for (let n = 0; n < numbers.length; n++) {
        const [row, c] = [Math.floor((at + n) / (4 * blocks)), (at + n) % (4 * blocks)];
        if (c < width) result[(h * tokens + row) * width + c] = numbers[n] ?? 0;
      }
    });
  }
  return { shape, data: result };
}

/** Workgroups that keep any GPU busy; below that, the keys of a row are shared among several. */
const enoughWorkgroups = 128;
const leastTiles = 4;

function splitsOf(plan: CorePlan, workgroups: number, tiles: number): number {
  // Gates count from the last key of a row to the first.
  if (plan.gated) return 1;
  return Math.max(1, Math.min(Math.ceil(enoughWorkgroups / workgroups), Math.floor(tiles / leastTiles)));
}

async function attend(run: Run, request: PlanRequest, results: Results): Promise<void> {
  const { plan, outputs } = request;
  const workgroup = run.variant.shape;
  const whole: Part = { kvHeads: [0, plan.shape.kv_heads], queries: [0, plan.shape.queries] };
  const { kvHeads, workgroups, keyBlocks } = sizesOf(plan, whole, workgroup);
  const options: PartOptions = {
    workgroup,
    precision: run.variant.precision,
    splits: splitsOf(plan, kvHeads * workgroups, (4 * keyBlocks) / keysOfTile(workgroup)),
    scores: outputs.has("scores") || outputs.has("weights"),
  };
  const parts = cutPlan(plan, options, bindingLimit(run.device.limits));
  const units = parts.map((part) => {
    const sizes = sizesOf(plan, part, workgroup);
    return sizes.kvHeads * sizes.workgroups * options.splits;
  });
  const total = units.reduce((sum, count) => sum + count, 0);
  let done = 0;
  let inputs: { kvHeads: string; slots: HeadInputs } | null = null;
  for (const part of parts) {
    if (inputs?.kvHeads !== part.kvHeads.join())
      inputs = { kvHeads: part.kvHeads.join(), slots: await packHeads(run, plan, part) };
    const buffers = await attendPart(run, plan, part, {
      ...{ inputs: inputs.slots, options, weights: outputs.has("weights") },
      onDone(count) {
        done += count;
        request.onProgress(done, total);
      },
    });
    const started = performance.now();
    await readPart(run, plan, part, buffers, results);
    request.onReadBack(performance.now() - started);
  }
}

/** What all queries of some kv heads read. */
interface HeadInputs {
  key: Slot;
  value: Slot;
  vectors: Slot;
  bias: Slot;
}

async function packHeads(run: Run, plan: CorePlan, part: Part): Promise<HeadInputs> {
  const { keys, head_dim: width, value_dim: valueWidth } = plan.shape;
  const sizes = sizesOf(plan, part, run.variant.shape);
  const stored = run.variant.precision === "f16" ? 8 : 16;
  const all = [0, keys] as const;
  const packTokens = async (of: "key" | "value", channels: number, layout: Layout) => {
    const raw = await upload(run, of, ...piecesOf(plan[of], part.kvHeads, all));
    const target = take(run, of, sizes.kvHeads * layout.head_step * stored);
    const source = { label: of, raw, heads: sizes.kvHeads, tokens: keys, width: channels };
    const change = of === "key" ? changeOf(plan, { of, tokens: all }) : {};
    run.device.queue.submit([await pack(run, source, change, layout, { target, start: 0 })]);
    return target;
  };
  const bias = plan.relative_bias;
  return {
    key: await packTokens("key", width, blocksOfChannels(sizes.keyBlocks, sizes.channelBlocks)),
    value: await packTokens("value", valueWidth, blocksOfRows(sizes.keyBlocks, sizes.valueBlocks)),
    vectors: await packVectors(run, plan, part),
    bias: await upload(run, "relative bias", ...(bias ? [headRows(bias, part, sizes.group)] : [])),
  };
}

/** The rows of the part's heads; a table that all share is whole. */
function headRows({ shape, data }: Tensor, { kvHeads: [from, end] }: Part, group: number): Float32Array {
  const heads = shape[0] ?? 1;
  const step = data.length / heads;
  return (heads === 1 ? data : data.subarray(from * group * step, end * group * step)) as Float32Array;
}

async function packVectors(run: Run, plan: CorePlan, part: Part): Promise<Slot> {
  const sizes = sizesOf(plan, part, run.variant.shape);
  const sections = vectorSections(plan, sizes);
  const { channelBlocks, valueBlocks, group } = sizes;
  const stored = run.variant.precision === "f16" ? 8 : 16;
  const count = Object.values(sections).reduce((sum, section) => sum + section, 0);
  const target = take(run, "relative vectors", count * stored);
  let start = 0;
  const add = async (slot: Pick<RelativeVectors, "table"> | undefined, section: number, layout: typeof plainRows) => {
    if (slot) {
      const numbers = headRows(slot.table, part, group);
      const [rows = 0, width = 0] = slot.table.shape.slice(1);
      const heads = numbers.length / (rows * width);
      const raw = await upload(run, "relative vectors", numbers);
      const source = { label: "relative vectors", raw, heads, tokens: rows, width };
      const blocks = layout === plainRows ? valueBlocks : channelBlocks;
      run.device.queue.submit([await pack(run, source, {}, layout(rows, blocks), { target, start })]);
    }
    start += section;
  };
  const gates = plan.gated && { table: { ...plan.gated.table, shape: [1, ...plan.gated.table.shape] } };
  await add(plan.relative_keys, sections.keys, rowsByChannels);
  await add(plan.relative_queries, sections.queries, rowsByChannels);
  await add(plan.relative_values, sections.values, plainRows);
  await add(gates, sections.gates, rowsByChannels);
  return target;
}

async function packQueries(run: Run, plan: CorePlan, part: Part): Promise<Slot> {
  const sizes = sizesOf(plan, part, run.variant.shape);
  const { group } = sizes;
  const [from, end] = part.kvHeads;
  const layout = blocksOfRows(sizes.rowBlocks, sizes.channelBlocks);
  const copies = plan.relative_keys ? [plan.content_bias, plan.relative_key_bias] : [plan.content_bias];
  const stored = run.variant.precision === "f16" ? 8 : 16;
  const copy = sizes.kvHeads * layout.head_step;
  const target = take(run, "query", copies.length * copy * stored);
  const raw = await upload(run, "query", ...piecesOf(plan.query, [from * group, end * group], part.queries));
  const { heads, queries: tokens } = sizes;
  const source = { label: "query", raw, heads, tokens, width: plan.shape.head_dim, group };
  for (const [n, bias] of copies.entries()) {
    const change = {
      ...changeOf(plan, { of: "query", tokens: part.queries }),
      bias: bias && headRows(bias, part, group),
    };
    run.device.queue.submit([await pack(run, source, change, layout, { target, start: n * copy })]);
  }
  return target;
}

interface PartBuffers {
  output: Slot;
  scores: Slot | null;
  weights: Slot | null;
}

interface PartWork {
  inputs: HeadInputs;
  options: PartOptions;
  weights: boolean;
  onDone: (count: number) => void;
}

async function attendPart(run: Run, plan: CorePlan, part: Part, work: PartWork): Promise<PartBuffers> {
  const { device, variant } = run;
  const { splits } = work.options;
  const { keys, value_dim: valueWidth } = plan.shape;
  const sizes = sizesOf(plan, part, variant.shape);
  const rows = sizes.heads * sizes.queries;
  const tables = indexTables(plan, part, variant.shape);
  const words = attendWords(plan, sizes, tables, work.options);
  const size = uniform(run, "attend", words);
  const indices = await upload(run, "indices", ...tables.pieces);
  const query = await packQueries(run, plan, part);
  const output = take(run, "output", splits * rows * (valueWidth + 2) * 4);
  const scores = take(run, "scores", work.options.scores ? rows * keys * 4 : 0);
  const { key, value, vectors, bias } = work.inputs;
  const slots = [size, indices, query, key, value, vectors, bias, output, scores];
  const dispatch = await bind(run, { kernel: "attend", variant, slots });
  const units = sizes.kvHeads * sizes.workgroups * splits;
  await submitInSteps(units, firstStep(plan, part, run), {
    ...run,
    submit(first, count) {
      device.queue.writeBuffer(size.buffer, byteOffset(attendStruct, "first_workgroup"), Uint32Array.of(first));
      device.queue.submit([dispatch(count)]);
    },
    onDone: work.onDone,
  });
  const joined = splits > 1 ? await combine(run, { size, parts: output }, rows * (valueWidth + 2)) : output;
  if (!work.options.scores) return { output: joined, scores: null, weights: null };
  if (!work.weights) return { output: joined, scores, weights: null };
  const weights = take(run, "weights", rows * keys * 4);
  const weigh = await bind(run, { kernel: "weights", variant, slots: [size, indices, scores, joined, weights] });
  device.queue.submit([weigh(Math.ceil((rows * keys) / workgroupSize))]);
  return { output: joined, scores, weights };
}

async function combine(run: Run, from: { size: Slot; parts: Slot }, numbers: number): Promise<Slot> {
  const output = take(run, "output", numbers * 4);
  const slots = [from.size, from.parts, output];
  const dispatch = await bind(run, { kernel: "combine", variant: run.variant, slots });
  run.device.queue.submit([dispatch(Math.ceil(numbers / workgroupSize))]);
  return output;
}

/** Workgroups to start with: as many multiplications as the slowest adapter measured does in the time of a step. */
const firstProducts = 2 ** 25;

function firstStep(plan: CorePlan, part: Part, run: Run): number {
  const { shape } = run.variant;
  const group = plan.shape.heads / plan.shape.kv_heads;
  const ranges = keyRanges(plan, part.queries, { group, rows: 8 * shape.rowGroups });
  let longest = 1;
  for (let n = 0; n < ranges.length; n += 2) longest = Math.max(longest, (ranges[n + 1] ?? 0) - (ranges[n] ?? 0));
  return Math.max(1, Math.floor(firstProducts / (longest * 8 * shape.rowGroups * 8 * shape.lanes)));
}

type Tables = Omit<ReturnType<typeof indexTables>, "pieces">;

function attendWords(plan: CorePlan, sizes: Sizes, tables: Tables, { splits, scores }: PartOptions) {
  const { shape, relative_keys: keys, relative_queries: queries, relative_values: values, gated } = plan;
  const sections = vectorSections(plan, sizes);
  const rowsOf = (slot: RelativeVectors | undefined) => slot?.table.shape[1] ?? 0;
  const perHead = (slot: RelativeVectors | undefined, step: number) => ((slot?.table.shape[0] ?? 0) > 1 ? step : 0);
  return packStruct(attendStruct, {
    ...{ heads: sizes.heads, group: sizes.group, queries: sizes.queries, keys: shape.keys, value_dim: shape.value_dim },
    ...{ channel_blocks: sizes.channelBlocks, value_blocks: sizes.valueBlocks, key_blocks: sizes.keyBlocks },
    row_blocks: sizes.rowBlocks,
    first_workgroup: 0,
    workgroups: sizes.kvHeads * sizes.workgroups * splits,
    workgroups_per_head: sizes.workgroups * splits,
    splits,
    words_per_row: wordsPerRow(plan),
    rows_by_pair: plan.relative_rows?.pair_rows ? 1 : 0,
    bias_rows: plan.relative_bias?.shape[1] ?? 0,
    key_vectors: rowsOf(keys),
    key_vectors_per_head: perHead(keys, rowsOf(keys) * sizes.channelBlocks),
    query_vectors: rowsOf(queries),
    query_vectors_per_head: perHead(queries, rowsOf(queries) * sizes.channelBlocks),
    value_vectors: rowsOf(values),
    value_vectors_per_head: perHead(values, rowsOf(values) * sizes.valueBlocks),
    gate_vectors: gated?.table.shape[0] ?? 0,
    position_queries_at: sizes.kvHeads * sizes.rowBlocks * sizes.channelBlocks,
    query_vectors_at: sections.keys,
    value_vectors_at: sections.keys + sections.queries,
    gate_vectors_at: sections.keys + sections.queries + sections.values,
    ...tables,
    statistics_at: splits * sizes.heads * sizes.queries * shape.value_dim,
    writes_scores: scores ? 1 : 0,
    ...{ scale: plan.scale, softcap: plan.softcap, gate_factor: gated?.factor ?? 0 },
  });
}

/** Puts the numbers of a part where they belong in the whole. */
async function readPart(run: Run, plan: CorePlan, part: Part, buffers: PartBuffers, results: Results): Promise<void> {
  const group = plan.shape.heads / plan.shape.kv_heads;
  const [firstHead, endHead] = part.kvHeads.map((head) => head * group) as [number, number];
  const [firstQuery, endQuery] = part.queries;
  const queries = endQuery - firstQuery;
  const read = async (slot: Slot | null, tensor: Tensor | undefined) => {
    if (!slot || !tensor) return;
    const width = tensor.shape[2] ?? 0;
    const data = tensor.data as Float32Array;
    const rowLength = queries * width;
    await readBack(run, slot, (endHead - firstHead) * rowLength, (numbers, at) => {
      for (let n = 0; n < numbers.length; ) {
        const [head, offset] = [Math.floor((at + n) / rowLength), (at + n) % rowLength];
        const piece = numbers.subarray(n, Math.min(numbers.length, n + rowLength - offset));
        data.set(piece, ((firstHead + head) * plan.shape.queries + firstQuery) * width + offset);
        n += piece.length;
      }
    });
  };
  await read(buffers.scores, results.scores);
  await read(buffers.weights, results.weights);
  await read(buffers.output, results.output);
}

/** Whether the scores of a plan need more than products, scale and masks, or are asked for. */
export function termsOf(plan: CorePlan, outputs: readonly OutputName[]): "plain" | "all" {
  const asked = outputs.includes("scores") || outputs.includes("weights");
  return asked || plan.relative_rows || plan.gated || plan.softcap > 0 ? "all" : "plain";
}

/** The shape of workgroups for a plan. */
export function workgroupFor(plan: Pick<CorePlan, "shape">) {
  const width = widthOf(plan);
  if (width <= mostChannels) return shapeFor(width);
  const message = `head_dim or value_dim: the WebGPU engine holds at most ${mostChannels} channels, got ${width}`;
  throw new PosencError("not_on_gpu", message);
}
