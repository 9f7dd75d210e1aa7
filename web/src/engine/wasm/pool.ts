/**
 * Attention over several workers, each with a core of its own. No memory is shared (an embedded page cannot be
 * isolated for that): every worker gets the problem and computes parts of it until none is left, and their results
 * are joined. Small problems go to the one worker that is there anyway.
 */
import { host as defaultHost } from "#core-host";
import type { AttentionEngine, EngineOptions } from "../engine.ts";
import { PosencError, throwIfAborted } from "../errors.ts";
import type { Problem } from "../problem.ts";
import { type CoreClient, createCoreClient, type Sendable } from "./client.ts";
import type { CoreAttention, Part } from "./core-module.ts";
import { coreEngine } from "./engine.ts";
import type { CoreHost } from "./host.ts";
import { joinParts, multiplyAdds, outputsOfPart, planParts, problemOfPart, sizeOf } from "./split.ts";
import { transferables } from "./transferables.ts";

/** Estimated multiply-adds of a problem from which several workers are used. */
export interface Worth {
  /** Workers that run. */
  splitting: number;
  /** Workers that have to be started first. */
  starting: number;
}

/**
 * Measured with two workers in Node on two cores, 8 heads of width 64. Running workers draw level with one at 128 tokens
 * (17 million) and win by a fifth at 192 (38 million); workers that must first start, load the core and have it
 * compiled draw level at 1024 tokens (1074 million), and are there for the next problem.
 */
export const measuredWorth: Worth = { splitting: 30e6, starting: 1e9 };

/** Multiply-adds of one part, at most, so that progress moves: about an eighth of a second. */
const partWork = 4e9;
/** Parts of one problem, at most: each reads and lowers the whole problem anew. */
const mostParts = 64;
const mostWorkers = 8;

export interface CorePool extends AttentionEngine {
  /** That have been started; 1 until a problem was worth more. */
  readonly workers: number;
  /** As in CoreClient, of all of them. */
  readonly restarts: number;
  /** Ends the workers that the pool started, not the client it was given. */
  close(): void;
}

export interface PoolOptions {
  workers?: "auto" | number;
  worth?: Worth;
  host?: CoreHost;
}

export function createCorePool(client: CoreClient, options: PoolOptions = {}): CorePool {
  const { workers = "auto", worth = measuredWorth, host = defaultHost } = options;
  const most = Math.min(mostWorkers, workers === "auto" ? (host.parallelism?.() ?? 1) : workers);
  const alone = coreEngine(client, "wasm");
  const helpers: CoreClient[] = [];
  // Where a worker cannot be had, helpers would only take turns on the calling thread.
  let usable = most > 1;

  const members = () => (client.inWorker ? [client, ...helpers] : helpers);

  function start(needed: number): void {
    const startWorker = host.startHelper ?? host.startWorker;
    while (members().length < needed) helpers.push(createCoreClient({ ...host, startWorker }));
  }

  function giveUp(): void {
    usable = false;
    for (const helper of helpers.splice(0)) helper.close();
  }

  /** Null where one worker does it. */
  function planFor(problem: Problem, { outputs, permuted }: EngineOptions): Plan | null {
    const size = usable ? sizeOf(problem) : null;
    if (!size) return null;
    const work = multiplyAdds(problem, size);
    if (work < worth.splitting) return null;
    const rounds = Math.ceil(Math.min(work / partWork, mostParts) / most) || 1;
    const parts = planParts(problem, size, rounds * most, permuted);
    const needed = Math.min(parts.length, most);
    if (needed < 2 || (members().length < needed && work < worth.starting)) return null;
    return {
      parts,
      needed,
      requestOf(part) {
        const ofPart = problemOfPart(problem, size, part);
        const coreOptions = { precision: "float", outputs: outputsOfPart(outputs, part), permuted, part } as const;
        return {
          request: { call: "attention", problem: ofPart, options: coreOptions },
          // Tensors that were cut are the part's own.
          transfer: ofPart === problem ? [] : transferables(ofPart.input),
        };
      },
    };
  }

  return {
    name: "wasm",
    get workers() {
      return Math.max(1, members().length);
    },
    get restarts() {
      return helpers.reduce((sum, helper) => sum + helper.restarts, client.restarts);
    },

    async attention(problem, options) {
      const plan = planFor(problem, options);
      if (!plan) return alone.attention(problem, options);
      start(plan.needed);
      try {
        return joinParts(await runParts(members(), plan, options), plan.parts);
      } catch (error) {
        // Said of a part, an index would not be that of the caller's tensor.
        if (error instanceof PosencError && error.code === "invalid_argument") return alone.attention(problem, options);
        throw error;
      } finally {
        if (!members().every(({ inWorker }) => inWorker)) giveUp();
      }
    },

    close: giveUp,
  };
}

interface Plan {
  /** Workers. */
  needed: number;
  parts: readonly Part[];
  requestOf(part: Part): Sendable<"attention">;
}

/** Each worker takes the next part when it has finished one. The first failure ends all. */
async function runParts(
  members: readonly CoreClient[],
  { parts, requestOf }: Plan,
  { signal, onProgress }: EngineOptions,
): Promise<CoreAttention[]> {
  throwIfAborted(signal);
  const ending = new AbortController();
  const end = () => ending.abort();
  signal?.addEventListener("abort", end, { once: true });
  const answers: CoreAttention[] = [];
  let next = 0;
  let done = 0;
  const work = async (member: CoreClient) => {
    for (let part = parts[next]; part && !ending.signal.aborted; part = parts[next]) {
      const i = next++;
      answers[i] = await member.send(() => requestOf(part), ending.signal);
      onProgress?.(++done, parts.length);
    }
  };
  try {
    await Promise.all(members.map(work));
    return answers;
  } finally {
    end();
    signal?.removeEventListener("abort", end);
  }
}
