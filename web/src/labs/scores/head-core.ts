/**
 * One head of attention. Short texts go to the page's engine, whole. Of long ones only the head that is shown is asked
 * for, some queries at a time, in a worker of its own: progress moves, and an abort stops it.
 */
import { throwIfAborted } from "../../engine/errors.ts";
import type { OutputName, Posenc, Problem } from "../../engine/index.ts";
import { methodsOf } from "../../engine/methods.ts";
import { toCoreProblem } from "../../engine/problem-json.ts";
import { type CoreClient, createCoreClient } from "../../engine/wasm/client.ts";
import type { Part } from "../../engine/wasm/core-module.ts";
import { type ProblemSize, problemOfPart, sizeOf } from "../../engine/wasm/split.ts";
import { breathe } from "../../engine/webgpu/breathe.ts";

export const SHORT_TEXT = 256;
/** Queries per part; a multiple of the kernel's block. */
const PART = 256;
/** Numbers that are taken at a stretch. */
const MOST_TAKEN = 1 << 16;
/** Methods that make tables of all pairs or widths anew for each part. */
const COSTLY_TABLES = ["fire", "transformer_xl"];

type Wanted = Extract<OutputName, "scores" | "weights" | "output">;

/** Rows of one head, from query `from` on. */
export interface Rows {
  from: number;
  end: number;
  columns: number;
  data: Float32Array;
}

export interface HeadRequest {
  problem: Problem;
  head: number;
  outputs: readonly Wanted[];
  /** Default all. */
  queries?: readonly [from: number, end: number];
  signal: AbortSignal;
  /** Called with some rows after the other; their values are not changed later. */
  take(name: Wanted, rows: Rows): void;
  progress?(done: number, total: number): void;
}

export class HeadCore {
  private client: CoreClient | null = null;

  async attention(posenc: Posenc, request: HeadRequest): Promise<void> {
    const size = sizeOf(request.problem);
    // What cannot be sized, the engine refuses in words.
    if (!size || size.shape.queries <= SHORT_TEXT) await this.whole(posenc, request, size?.shape.queries ?? 0);
    else await this.parts(request, size);
  }

  close(): void {
    this.client?.close();
    this.client = null;
  }

  private async whole(posenc: Posenc, request: HeadRequest, count: number): Promise<void> {
    const { problem, head, outputs, signal, queries = [0, count] } = request;
    const answer = await posenc.attention(problem, { outputs, signal });
    for (const name of outputs) {
      const tensor = answer[name];
      if (!tensor) continue;
      const columns = tensor.shape[2] as number;
      const [from, end] = queries;
      const start = head * count * columns;
      const data = tensor.data.slice(start + from * columns, start + end * columns) as Float32Array;
      request.take(name, { from, end, columns, data });
    }
  }

  private async parts(request: HeadRequest, size: ProblemSize): Promise<void> {
    const { head, outputs, signal } = request;
    const { queries: count, heads: all_heads, kv_heads: all_kv_heads } = size.shape;
    // Heads that share keys and values are computed together.
    const group = all_heads / all_kv_heads;
    const first = group * Math.floor(head / group);
    this.client ??= createCoreClient();
    const problem = toCoreProblem(request.problem);
    const ranges = partsOf(request.queries ?? [0, count], count, isCostly(problem) ? 4 * PART : PART);
    for (const [done, queries] of ranges.entries()) {
      const part: Part = { heads: [first, first + group], queries, all_heads, all_kv_heads };
      const options = { precision: "float", outputs, permuted: false, part } as const;
      const asked = { call: "attention", problem: problemOfPart(problem, size, part), options } as const;
      const answer = await this.client.call(asked, signal);
      for (const name of outputs) {
        const tensor = answer[name];
        if (!tensor) continue;
        const [from, end] = queries;
        const columns = tensor.shape[2] as number;
        const length = (end - from) * columns;
        const data = tensor.data.subarray((head - first) * length, (head - first + 1) * length) as Float32Array;
        await inPieces({ from, end, columns, data }, (rows) => request.take(name, rows));
      }
      request.progress?.(done + 1, ranges.length);
      // Where no worker could be had, what was pressed meanwhile is heard here.
      await new Promise((resolve) => setTimeout(resolve));
      throwIfAborted(signal);
    }
  }
}

/** Some rows at a time, with room for the page's other work between them. */
async function inPieces({ from, end, columns, data }: Rows, take: (rows: Rows) => void): Promise<void> {
  const most = Math.max(1, Math.floor(MOST_TAKEN / columns));
  for (let row = from; row < end; row += most) {
    const next = Math.min(end, row + most);
    await breathe();
    take({ from: row, end: next, columns, data: data.subarray((row - from) * columns, (next - from) * columns) });
  }
}

const isCostly = (problem: Problem): boolean => methodsOf(problem).some(({ kind }) => COSTLY_TABLES.includes(kind));

/** The ranges of queries to ask for, cut where the kernel's blocks are. */
export function partsOf([from, end]: readonly [number, number], count: number, size: number): [number, number][] {
  const ranges: [number, number][] = [];
  for (let at = 32 * Math.floor(from / 32); at < end; at += size)
    ranges.push([at, Math.min(count, at + size, 32 * Math.ceil(end / 32))]);
  return ranges;
}
