/**
 * Continuous checks of a GPU: after a call, some rows of its result are computed again by the core and compared.
 *
 * The rows are a part that the core computes alone: one block of 32 queries, the heads of one kv head; of 8 heads and
 * 1024 queries 1 / 256. Of a few tokens it is as many heads as make up 32 rows. Which part, goes round: the first, the last, then a low-discrepancy
 * sequence, so that after n calls every stretch of heads and queries had its share.
 */
import type { AttentionEngine } from "../engine.ts";
import type { Idle } from "../idle.ts";
import type { AttentionShape, Problem, Tensor } from "../problem.ts";
import type { CoreClient } from "../wasm/client.ts";
import type { CoreAttention, Part } from "../wasm/core-module.ts";
import { blockQueries, problemOfPart, sizeOf } from "../wasm/split.ts";
import { transferables } from "../wasm/transferables.ts";
import { boundOutputs, type Comparison, comparedOutputs, compareRows, type Sample, shareOf } from "./compare-rows.ts";

/** What was compared so far: the (head, query) pairs of so many calls, and as in Comparison. */
export interface Checked extends Omit<Comparison, "failure"> {
  calls: number;
}

export interface SpotCheckOptions {
  engine: AttentionEngine;
  client: CoreClient;
  idle: Idle;
  /** `failure` says what differs; nothing is checked after it. */
  onChecked(checked: Checked, failure: string | null): void;
}

export interface CheckedEngine extends AttentionEngine {
  /** Forgets what waits to be checked. */
  stop(): void;
}

/** `engine`, checked at idle moments; of results that wait, the newest is checked. */
export function withSpotChecks({ engine, client, idle, onChecked }: SpotCheckOptions): CheckedEngine {
  let waiting: Sample | null = null;
  let running = false;
  let stopped = false;
  let turn = 0;
  let total: Checked = { calls: 0, rows: 0, worst: 0, allowed: 0 };

  async function checkAll(): Promise<void> {
    running = true;
    while (waiting) {
      await idle.quiet();
      const sample: Sample | null = waiting;
      waiting = null;
      // What the core cannot compute says nothing about the GPU.
      const core = sample && (await computeAgain(client, sample).catch(() => null));
      if (sample && core && !stopped) note(compareRows(sample, core));
    }
    running = false;
  }

  function note({ failure, rows, ...found }: Comparison): void {
    const { worst, allowed } = shareOf(found) >= shareOf(total) ? found : total;
    total = { calls: total.calls + 1, rows: total.rows + rows, worst, allowed };
    if (failure !== null) stop();
    onChecked(total, failure);
  }

  function stop(): void {
    stopped = true;
    waiting = null;
  }

  return {
    name: engine.name,
    stop,
    async attention(problem, options) {
      const result = await engine.attention(problem, options);
      if (stopped || options.signal?.aborted) return result;
      waiting = sampleOf(problem, options, result, turn++) ?? waiting;
      if (!running) void checkAll();
      return result;
    },
  };
}

/** Copies of what a check needs, because the caller may change both afterwards. Null where there is nothing to compare. */
export function sampleOf(
  problem: Problem,
  { permuted }: Pick<Sample, "permuted">,
  result: CoreAttention,
  turn: number,
): Sample | null {
  const size = sizeOf(problem);
  const names = comparedOutputs.filter((name) => result[name]);
  if (!size || names.length === 0) return null;
  const part = partOf(size.shape, turn);
  const ofPart = problemOfPart(problem, size, part);
  // Tensors that were cut are copies already.
  const transfer = ofPart === problem ? [] : transferables(ofPart.input);
  const ours = Object.fromEntries(names.map((name) => [name, rowsOf(result[name] as Tensor, part)]));
  return { problem: structuredClone(ofPart, { transfer }), part, permuted, ours };
}

/** Multiples of 1 / g and 1 / g^2 for the plastic number g = 1.3247… cover a square evenly. */
const steps = { heads: 0.7548776662466927, queries: 0.5698402909980532 };

export function partOf({ heads, kv_heads, queries }: AttentionShape, turn: number): Part {
  const group = heads / kv_heads;
  // Of few queries, more heads: as many as a block of queries has rows.
  const together = group * Math.max(1, Math.floor(blockQueries / (group * Math.min(queries, blockQueries))));
  return {
    heads: rangeOf(heads, together, turn, steps.heads),
    queries: rangeOf(queries, blockQueries, turn, steps.queries),
    all_heads: heads,
    all_kv_heads: kv_heads,
  };
}

/** The first of the ranges of `length` that make up `count`, the last, then as the sequence goes. */
function rangeOf(count: number, length: number, turn: number, step: number): [from: number, end: number] {
  const ranges = Math.ceil(count / length);
  const at = turn === 1 ? ranges - 1 : Math.floor(((turn * step) % 1) * ranges);
  return [at * length, Math.min((at + 1) * length, count)];
}

function rowsOf({ shape, data }: Tensor, { heads, queries }: Part): Tensor {
  const [, allRows = 0, width = 0] = shape;
  const [first, end] = queries;
  const count = (end - first) * width;
  const rows = new Float32Array((heads[1] - heads[0]) * count);
  for (let h = heads[0]; h < heads[1]; h++) {
    const from = (h * allRows + first) * width;
    rows.set(data.subarray(from, from + count), (h - heads[0]) * count);
  }
  return { shape: [heads[1] - heads[0], end - first, width], data: rows };
}

function computeAgain(client: CoreClient, { problem, part, permuted, ours }: Sample): Promise<CoreAttention> {
  const outputs = [...new Set([...comparedOutputs.filter((name) => ours[name]), ...boundOutputs])];
  return client.call({ call: "attention", problem, options: { precision: "float", outputs, permuted, part } });
}
