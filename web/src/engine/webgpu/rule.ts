/**
 * From which size on WebGPU is faster than WASM, measured on the machine at hand.
 *
 * A call takes fixed + work / rate on either engine, work in multiply-adds. With f what a GPU call costs beyond a WASM
 * call before any arithmetic, both draw level at
 *   threshold = f / (1 / wasmRate - 1 / gpuRate),   never where the GPU's rate is not the higher one.
 * f is the difference of a tiny problem's times; a rate comes from what a larger problem takes beyond the tiny one.
 * Times are medians of whole calls: planning, uploading and reading back count.
 */
import type { AttentionEngine } from "../engine.ts";
import type { Problem, Tensor } from "../problem.ts";
import { workOf } from "../wasm/split.ts";

export interface Rule {
  /** What a GPU call costs beyond a WASM call, however small. */
  fixedMs: number;
  /** Multiply-adds per millisecond. */
  gpuRate: number;
  wasmRate: number;
  /** Multiply-adds from which WebGPU is faster; null: never. */
  threshold: number | null;
}

export interface Times {
  gpuMs: number;
  wasmMs: number;
}

/** `tiny` and `larger` are times of problems that differ by `work`. */
export interface Measured {
  tiny: Times;
  larger: Times;
  work: number;
}

/** Browsers coarsen their clocks to about this; nothing faster can be told. */
const clockStepMs = 0.1;
/** Nor can less than this share of a call that takes longer: its time differs by so much from one run to the next. */
const scatter = 0.1;

export function ruleOf({ tiny, larger, work }: Measured): Rule {
  const fixedMs = Math.max(0, tiny.gpuMs - tiny.wasmMs);
  const [gpuRate, wasmRate] = engines.map(
    (ms) => work / Math.max(clockStepMs, scatter * tiny[ms], larger[ms] - tiny[ms]),
  ) as [number, number];
  const gain = 1 / wasmRate - 1 / gpuRate;
  return { fixedMs, gpuRate, wasmRate, threshold: gain > 0 ? fixedMs / gain : null };
}

const engines = ["gpuMs", "wasmMs"] as const;

/** Tokens; doubling them is four times the work. The largest number whose calls are short enough has the say. */
const tokens = { least: 128, most: 512 };
/** Of one problem on one engine: so many calls, of which the first half only warms up; two where they take longer. */
const runs = 8;
const timingMs = 30;

export interface MeasureOptions {
  signal?: AbortSignal;
  now?: () => number;
}

/** Takes up to 300 ms, eight timings; longer only with a GPU of which two calls take longer than one of them. */
export async function measureRule(
  gpu: AttentionEngine,
  wasm: AttentionEngine,
  { signal, now = () => performance.now() }: MeasureOptions = {},
): Promise<Rule> {
  async function time(engine: AttentionEngine, problem: Problem): Promise<number> {
    const begun = now();
    const times: number[] = [];
    do {
      const start = now();
      await engine.attention(problem, { outputs: ["output"], permuted: false, signal });
      times.push(now() - start);
    } while (times.length < 2 || (times.length < runs && now() - begun < timingMs));
    return median(times.slice(times.length >> 1));
  }
  async function timeBoth(problem: Problem): Promise<Times> {
    return { gpuMs: await time(gpu, problem), wasmMs: await time(wasm, problem) };
  }

  const least = sample(1);
  const tiny = await timeBoth(least);
  for (let count = tokens.least; ; count *= 2) {
    const problem = sample(count);
    const larger = await timeBoth(problem);
    const next = Math.max(...engines.map((ms) => tiny[ms] + 4 * (larger[ms] - tiny[ms])));
    if (count >= tokens.most || 2 * next > timingMs)
      return ruleOf({ tiny, larger, work: workOf(problem) - workOf(least) });
  }
}

/** Eight heads of width 64, the middle of what models use. */
function sample(tokens: number): Problem {
  const data = Float32Array.from({ length: 8 * tokens * 64 }, (_, i) => Math.sin(i));
  const vectors: Tensor = { shape: [8, tokens, 64], data };
  return { input: { kind: "tensors", query: vectors, key: vectors, value: vectors } };
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;
}
